"""The batch of training games, on the CPU or on a GPU, with all buffers as PyTorch tensors."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from eleven.bots.levels import LIGHT, find_bot
from eleven.core.contract.game import Game, Setup
from eleven.core.play.cuda_memory import THREADS
from eleven.core.rules import bits, luck
from eleven.core.rules.jit import bind, cuda_target
from eleven.network.layout import turned_actions
from eleven.research.encoding import encode_rule, encoding_of_all
from eleven.research.encoding.pieces import ANY_NUMBER
from eleven.train import step_kernels
from eleven.train.error_rates import error_rates_of
from eleven.train.kernels import all_open, teachers_rules, training_kernels
from eleven.train.mixed_batch import MixedBatch, MixedCudaBatch

SIGNED = {np.dtype(np.uint64): np.int64}


class TorchBatch:
    """A batch of games with different set-ups, as tensors.

    `teacher` returns the actions of a greedy bot, and `noticed` the actions that a bot does not overlook. `others`
    returns the non-public information of the seats that are not to move, which is for the critic only.
    """

    def __init__(self, game: Game, setups: Sequence[Setup], size: int, seed: int, device: str) -> None:
        made: Any = MixedCudaBatch if device == "cuda" else MixedBatch
        self.batch = made(game, setups, size, seed)
        self.game, self.setups, self.size, self.device = game, setups, size, device
        self.seats, self.words = game.max_players, self.batch.encoding.words
        self.setup_of_row = torch.arange(size, device=device) % len(setups)
        self.players = torch.tensor([setup.players for setup in setups], device=device)[self.setup_of_row]
        self.others_words = 0 if self.all_open else encoding_of_all(game, hidden=True).words
        self.turned = self._turned()
        self._dice = seed
        greedy = error_rates_of(game, dict.fromkeys(game.players, find_bot(LIGHT)))
        self.greedy = torch.from_numpy(greedy).to(device)
        self._read: dict[str, Tensor] = {}
        self._teacher_actions: Any
        self._noticed_masks: Any
        self._opponent_features: Any
        self._taught: Any
        self._noticed: Any
        self._others: Any
        if device == "cuda":
            self._bind_gpu()
        else:
            self._bind_cpu()
        self.teacher()
        if not self.all_open:
            self.others()

    @property
    def all_open(self) -> bool:
        """Whether every seat sees the same, so that the critic needs no further information."""
        return all_open(self.game)

    @property
    def all_words(self) -> int:
        """The number of words for what all seats see: the seat to move, then the others' non-public information."""
        return int(self.words + (self.seats - 1) * self.others_words)

    def _turned(self) -> Tensor | None:
        """Return the logit index by (players, viewer, action), or None if no action names a seat."""
        found = np.zeros((self.seats + 1, self.seats, len(self.game.actions)), np.int64)
        for players in self.game.players:
            found[players, :players] = turned_actions(self.game.id, players)
        if (found[self.seats] == np.arange(found.shape[-1])).all():
            return None
        return torch.from_numpy(found).to(self.device)

    def _bind_cpu(self) -> None:
        names, owner = teachers_rules(self.game), self.game.id
        names["teacher_action"] = bind(step_kernels.teacher_action_template, owner, **names)
        self._teacher_actions = bind(step_kernels.teacher_actions_template, owner, **names)
        self._noticed_masks = bind(step_kernels.noticed_masks_template, owner, **names)
        self._seen, self._blank = np.zeros(1, self.game.state), np.zeros(1, self.game.state)
        self._mask = np.zeros(bits.mask_length(len(self.game.actions)), np.int64)
        self._die, self._taught = np.zeros(1, luck.DICE), np.zeros(self.size, np.int64)
        self._noticed = np.zeros((self.size, self.batch.mask_words), np.uint64)
        self._others = np.zeros((self.size, self.seats - 1, self.others_words), np.uint64)
        if not self.all_open:
            names["encode"] = encode_rule(self.game, ANY_NUMBER, hidden=True)
            self._opponent_features = bind(step_kernels.opponent_features_template, owner, "opponent_features", **names)

    def _bind_gpu(self) -> None:
        cuda = cuda_target()
        teach, notice, others = training_kernels(self.game)
        self._teacher_actions, self._noticed_masks = cuda.jit(teach), cuda.jit(notice)
        self._opponent_features = cuda.jit(others) if others else None
        self._blocks = -(-self.size // THREADS)
        shape = (self.size, self.seats - 1, self.others_words)
        self._taught = torch.zeros(self.size, dtype=torch.int64, device="cuda")
        self._taught_room = cuda.as_cuda_array(_Signed(self._taught, "<i8"))
        self._noticed = torch.zeros((self.size, self.batch.mask_words), dtype=torch.int64, device="cuda")
        self._noticed_room = cuda.as_cuda_array(_Signed(self._noticed, "<u8"))
        self._others = torch.zeros(shape, dtype=torch.int64, device="cuda")
        if not self.all_open:
            self._others_room = cuda.as_cuda_array(_Signed(self._others, "<u8"))

    def read(self, name: str) -> Tensor:
        """Return a buffer of the batch: shared memory on a GPU, a copy on the CPU; words become signed integers."""
        buffer = getattr(self.batch, name)
        if self.device == "cuda":
            if name not in self._read:
                self._read[name] = torch.as_tensor(_Signed(buffer), device="cuda")
            return self._read[name]
        return torch.from_numpy(np.array(buffer).view(SIGNED.get(buffer.dtype, buffer.dtype)))

    def step(self, actions: Tensor) -> None:
        """Take one decision in every row."""
        self.batch.step(actions if self.device == "cuda" else actions.numpy())

    def teacher(self, first: int = 0, error_rates: Tensor | None = None) -> Tensor:
        """Return the actions of a greedy bot in the rows from `first` on, optionally with a level's error rates."""
        start, error_rates = self._new_dice(), self.greedy if error_rates is None else error_rates
        if self.device == "cpu":
            rooms = (self.batch._states, self._seen, self._blank, self._mask, self._die)
            self._teacher_actions(*rooms, start, error_rates.numpy(), first, self._taught)
            return torch.from_numpy(self._taught[first:].copy())
        blocks, given = -(-(self.size - first) // THREADS), cuda_target().as_cuda_array(error_rates)
        self._teacher_actions[blocks, THREADS](
            self.batch._store, self.batch._blank, start, given, first, self._taught_room
        )
        return self._taught[first:].clone()

    def noticed(self, error_rates: Tensor) -> Tensor:
        """Return the legal actions that a bot with these error rates does not overlook, packed like `mask`."""
        start = self._new_dice()
        if self.device == "cpu":
            self._noticed_masks(self.batch._states, self._mask, self._die, start, error_rates.numpy(), self._noticed)
            return torch.from_numpy(self._noticed.view(np.int64).copy())
        given = cuda_target().as_cuda_array(error_rates)
        self._noticed_masks[self._blocks, THREADS](self.batch._store, start, given, self._noticed_room)
        return self._noticed.clone()

    def _new_dice(self) -> np.uint64:
        """Return a new seed for the random numbers of the first row."""
        self._dice = (self._dice * 6364136223846793005 + 1442695040888963407) & bits.ALL_BITS
        return np.uint64(self._dice)

    def others(self) -> Tensor:
        """Return the non-public information of the other seats, shaped (size, seats - 1, words)."""
        if self.device == "cpu":
            self._opponent_features(self.batch._states, self._seen, self._blank, self._others)
            return torch.from_numpy(self._others.view(np.int64).copy())
        self._opponent_features[self._blocks, THREADS](self.batch._store, self.batch._blank, self._others_room)
        return self._others.clone()


class _Signed:
    """GPU memory reinterpreted as signed integers, because PyTorch has no arithmetic for unsigned words."""

    def __init__(self, buffer: Any, typestr: str | None = None) -> None:
        self._buffer, told = buffer, dict(buffer.__cuda_array_interface__)
        self._told = {**told, "typestr": typestr or told["typestr"].replace("u8", "i8")}

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return self._told
