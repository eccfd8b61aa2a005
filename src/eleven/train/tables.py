"""The games that are learnt from, on the CPU or on a GPU, with every buffer as a torch tensor."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from torch import Tensor

from eleven.core.play.cuda_memory import THREADS, put_words
from eleven.core.play.engine import rules_of
from eleven.core.rules import bits, luck
from eleven.core.rules.jit import bind, bound, cuda_target, kind_of
from eleven.network.layout import count_input, places_of
from eleven.research import Batch, CudaBatch
from eleven.research.encoding import encode_rule
from eleven.search import templates as search
from eleven.search.brain import all_alike
from eleven.train import templates

ALL_BITS = (1 << 64) - 1
SIGNED = {np.dtype(np.uint64): np.int64}


class Table:
    """Many games of one size and set-up, as tensors: what is seen, who is asked, and what has ended.

    `teacher` is the action of a bot that takes what looks best; `others` is what the seats that are not asked see,
    which only the critic is shown.
    """

    def __init__(
        self,
        game: str,
        players: int | None,
        size: int,
        seed: int,
        device: str,
        options: Mapping[str, str] | None = None,
    ) -> None:
        kind: Any = CudaBatch if device == "cuda" else Batch
        self.batch = kind(game, players, size, seed, options, features=True, sight=False, check=False)
        self.game, self.players, self.size, self.device = self.batch.game, self.batch.players, size, device
        self.places = torch.from_numpy(places_of(self.game.id, self.players)).long().to(device)
        self.count_input = count_input(self.game, self.players)
        self.words = self.batch.encoding.words
        self._dice = seed
        self._read: dict[str, Tensor] = {}
        self._teach: Any
        self._look_at_others: Any
        self._taught: Any
        self._others: Any
        if device == "cuda":
            self._bind_gpu()
        else:
            self._bind_cpu()
        self.teacher()
        self.others()

    @property
    def all_open(self) -> bool:
        """Whether every seat sees the same, so that there is nothing more to show a critic."""
        return not any(field.startswith("seats.") for field in self.game.hidden_fields)

    def _rules(self) -> dict[str, Any]:
        names: dict[str, Any] = {**rules_of(self.game), "weigh": self.game.weigh or all_alike}
        names["pick"] = bind(search.pick_template, self.game.id, "teacher_pick", **names)
        return names

    def _bind_cpu(self) -> None:
        names, owner = self._rules(), self.game.id
        names["encode"] = encode_rule(self.game, self.players)
        names["teach_one"] = bind(templates.teach_one_template, owner, **names)
        self._teach = bind(templates.teach_template, owner, **names)
        self._look_at_others = bind(templates.others_template, owner, f"others{self.players}", **names)
        self._seen, self._blank = np.zeros(1, self.game.state), np.zeros(1, self.game.state)
        self._mask = np.zeros(bits.mask_length(len(self.game.actions)), np.int64)
        self._die, self._taught = np.zeros(1, luck.DICE), np.zeros(self.size, np.int64)
        self._die[0] = self._dice
        self._others = np.zeros((self.size, self.players - 1, self.words), np.uint64)

    def _bind_gpu(self) -> None:
        cuda, owner, names = cuda_target(), self.game.id, self._rules()
        names |= {"put": put_words, "encode": encode_rule(self.game, self.players, tables=False), "cuda": cuda}
        names["teach_one"] = bind(templates.teach_one_template, owner, "cuda_teach_one", **names)
        names |= {
            "state_type": kind_of(self.game.state),
            "word_type": kind_of(np.dtype(np.uint64)),
            "long_type": kind_of(np.dtype(np.int64)),
            "action_words": bits.mask_length(len(self.game.actions)),
            "feature_words": self.words,
        }
        self._teach = cuda.jit(bound(templates.teach_kernel_template, owner, **names))
        self._look_at_others = cuda.jit(bound(templates.others_kernel_template, owner, **names))
        self._blocks = -(-self.size // THREADS)
        shape = (self.size, self.players - 1, self.words)
        self._taught = torch.zeros(self.size, dtype=torch.int64, device="cuda")
        self._others = torch.zeros(shape, dtype=torch.int64, device="cuda")
        self._taught_room = cuda.as_cuda_array(_Signed(self._taught, "<i8"))
        self._others_room = cuda.as_cuda_array(_Signed(self._others, "<u8"))

    def read(self, name: str) -> Tensor:
        """A buffer of the batch: the same memory on a GPU, a copy on the CPU; words come as signed numbers."""
        buffer = getattr(self.batch, name)
        if self.device == "cuda":
            if name not in self._read:
                self._read[name] = torch.as_tensor(_Signed(buffer), device="cuda")
            return self._read[name]
        return torch.from_numpy(np.array(buffer).view(SIGNED.get(buffer.dtype, buffer.dtype)))

    def step(self, actions: Tensor) -> None:
        """One decision in every row."""
        self.batch.step(actions if self.device == "cuda" else actions.numpy())

    def teacher(self, first: int = 0) -> Tensor:
        """What a greedy bot would do in every row from `first` on."""
        noise = search.GRAIN
        if self.device == "cpu":
            taught, states = self._taught[first:], self.batch._states[first:]
            self._teach(states, self._seen, self._blank, self._mask, self._die, noise, taught)
            return torch.from_numpy(taught.copy())
        self._dice = (self._dice * 6364136223846793005 + 1442695040888963407) & ALL_BITS
        start = np.uint64(self._dice)
        blocks = -(-(self.size - first) // THREADS)
        self._teach[blocks, THREADS](self.batch._store, self.batch._blank, start, noise, first, self._taught_room)
        return self._taught[first:].clone()

    def others(self) -> Tensor:
        """What the other seats see, (size, players - 1, words)."""
        if self.device == "cpu":
            self._look_at_others(self.batch._states, self._seen, self._blank, self._others)
            return torch.from_numpy(self._others.view(np.int64).copy())
        self._look_at_others[self._blocks, THREADS](self.batch._store, self.batch._blank, self._others_room)
        return self._others.clone()


class _Signed:
    """Memory of a GPU under another type of the same size: torch knows no arithmetic of unsigned words."""

    def __init__(self, buffer: Any, typestr: str | None = None) -> None:
        self._buffer, told = buffer, dict(buffer.__cuda_array_interface__)
        self._told = {**told, "typestr": typestr or told["typestr"].replace("u8", "i8")}

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return self._told
