"""Batches of games on a GPU: `CudaBatch("elevenses", players=3, size=65536)`, with the interface of `Batch`."""

import math
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from eleven.core.contract.game import Game, find_game
from eleven.core.play.autotuner import Autotuner
from eleven.core.play.cuda_memory import (
    THREADS,
    as_words,
    from_store,
    from_words,
    movers_of,
    put_words,
    store_shape,
    to_store,
    whole_words,
    words_of,
)
from eleven.core.play.engine import engine, rules_of
from eleven.core.rules import bits, luck
from eleven.core.rules.jit import bind, bound, cuda_target, kind_of
from eleven.core.rules.record import Array
from eleven.core.text.errors import Mistake
from eleven.research.encoding import encode_rule, encoding_of, encoding_of_all
from eleven.research.encoding.pieces import FEATURE_WORD_BITS
from eleven.research.extras import needed
from eleven.research.gpu import cuda_step_kernels
from eleven.research.gpu.cuda_step_kernels import CHUNK_ROOM, GAMMA
from eleven.research.gpu.device_array import DeviceArray
from eleven.research.stepping import step_kernels
from eleven.research.stepping.batch_base import BatchBase

SMALL_BLOCK, UNPACKING = 256, 128
NOT_FOUND = (1 << 63) - 1
EVERY_BLOCK = 0
ENDING = 16
"""One block deals new games for every 16 blocks that play: about one game in a hundred ends in a step."""


class Kernels(NamedTuple):
    """The kernels of a game."""

    play: Any
    deal: Any
    observe: Any
    sample: Any
    illegal: Any
    unpack: Any


def kernels_of(game: Game, players: int, with_features: bool) -> Kernels:
    """Bind the kernel templates to a game, as Python functions that are not compiled yet."""
    cuda, rules = cuda_target(), engine(game.id)
    movers = movers_of(game.state, players or game.max_players)
    mask_words, feature_words = -(-len(game.actions) // FEATURE_WORD_BITS), 0
    if with_features:
        feature_words = (encoding_of(game, players) if players else encoding_of_all(game)).words
    names: dict[str, Any] = {
        **rules_of(game),
        "start": rules.start,
        "apply": rules.apply,
        "put": put_words,
        "cuda": cuda,
        "state_type": kind_of(whole_words(game.state)),
        "state_words": words_of(game.state),
        "luck_type": kind_of(luck.LUCK),
        "word_type": kind_of(np.dtype(np.uint64)),
        "long_type": kind_of(np.dtype(np.int64)),
        "action_words": bits.mask_length(len(game.actions)),
        "mask_words": mask_words,
        "feature_words": feature_words,
        "tile_words": THREADS * max(mask_words + feature_words, CHUNK_ROOM),
    }

    def device(name: str, **others: Any) -> Any:
        title = f"cuda_{name}{(players or 'any') if with_features else ''}"
        return bind(getattr(step_kernels, f"{name}_template"), game.id, title, **names | others)

    inlined = cuda.jit(device=True)
    for name in ("write_together", "write_sights", "pack_words"):
        names[name] = inlined(bound(getattr(cuda_step_kernels, f"{name}_template"), game.id, **names))
    names |= {"pack": names["pack_words"], "load_kept": inlined(movers.load), "save_kept": inlined(movers.save)}
    names["encode"] = encode_rule(game, players, tables=False) if with_features else device("no_encoding")
    names["deal_one"] = device("deal_one" if players else "deal_one_of_several")
    names["play_one"] = device("play_one")
    names["observe_one"] = device("observe_one", put=inlined(movers.clear))
    made = (bound(getattr(cuda_step_kernels, f"{name}_kernel_template"), game.id, **names) for name in Kernels._fields)
    return Kernels(*made)


@cache
def _compiled(game_id: str, players: int, with_features: bool) -> Kernels:
    return Kernels(*(cuda_target().jit(kernel) for kernel in kernels_of(find_game(game_id), players, with_features)))


def find_gpu() -> Any:
    """Return Numba's CUDA target; without a GPU, raise an error that says what is missing."""
    with needed("numba", "numba_cuda", "cuda", extra="gpu"):
        cuda = cuda_target()
    if not cuda.is_available():
        raise Mistake("there is no NVIDIA GPU with a driver here; Batch has the same games on the CPU")
    return cuda


class CudaBatch(BatchBase):
    """`Batch` with its buffers on a GPU: the same attributes with the same contents.

    `asked`, `mask`, `sight`, `features`, `reward`, `score`, `done` and `truncated` are `DeviceArray`s, which
    `torch.as_tensor(batch.mask, device="cuda")` and `jax.dlpack.from_dlpack(batch.mask)` read in place, and which
    `np.asarray` copies to the CPU. Kernels run on the default stream, as torch's do; if you use another stream, call
    `synchronize()` before reading. A large batch measures, at first and from time to time, how many resident blocks per
    multiprocessor are fastest (`resident`, 0 for all); this does not change any results.
    """

    fewer: tuple[int, ...] = (24, 12, 6)
    """The numbers of resident blocks to measure besides the maximum; few blocks fit into the cache."""

    def _allocate(self, sight: bool, features: bool) -> None:
        self._cuda = cuda = find_gpu()
        self._kernels = _compiled(self.game.id, self.encoding.players if features else self.players, features)
        self._playing, self._observing = (Autotuner(self._ways(), cuda.event) for _ in range(2))
        size, state = self.size, self.game.state
        self._store = cuda.device_array(math.prod(store_shape(state, size)), np.uint64)
        self._prepared = cuda.to_device(self._prepared_words())
        self._blank = cuda.to_device(np.zeros(words_of(state), np.uint64))
        self._games, self._found = cuda.to_device(np.zeros(size, np.int64)), cuda.to_device(np.zeros(1, np.int64))
        self._actions = cuda.to_device(np.zeros(size, np.int64))
        self._ended, self._turn = cuda.to_device(np.zeros(2 + size, np.int64)), 0
        self._sights = self._room((size, words_of(state)) if sight else (1, 1), np.uint64)
        self._features = self._room((size, self.encoding.words) if features else (1, 1), np.uint64)
        self._mask, self._asked = self._room((size, self.mask_words), np.uint64), self._room((size,), np.int32)
        self._flat_features, self._flat_mask = self._features.reshape(-1), self._mask.reshape(-1)
        self._reward = self._room((size, self.players), np.float32)
        self._score = self._room((size, self.players), np.int64)
        self._done, self._truncated = self._room((size,), np.bool_), self._room((size,), np.bool_)
        self.asked, self.mask = self._shown(self._asked), self._shown(self._mask)
        self.reward, self.score = self._shown(self._reward), self._shown(self._score)
        self.done, self.truncated = self._shown(self._done), self._shown(self._truncated)
        self.features = self._shown(self._features) if features else None
        shape, pitch = (size, state.itemsize), 8 * words_of(state)
        self.sight = DeviceArray(self._sights, shape, np.uint8, cuda.synchronize, pitch) if sight else None

    def _prepared_words(self) -> Array:
        return as_words(self._prepared_records())[..., 0, :].copy()

    def _room(self, shape: tuple[int, ...], dtype: Any) -> Any:
        return self._cuda.to_device(np.zeros(shape, dtype))

    def _shown(self, memory: Any) -> DeviceArray:
        return DeviceArray(memory, memory.shape, memory.dtype, self._cuda.synchronize)

    def _deal(self) -> None:
        self._dice = int(self._span[step_kernels.SEED])
        self._limits = self._cuda.to_device(self._span)
        for buffer in (self._games, self._reward, self._score, self._done, self._truncated):
            buffer.copy_to_device(np.zeros(buffer.shape, buffer.dtype))
        self._deal_rows(self._blocks(), again=False)
        self._observe_again()

    def _deal_rows(self, blocks: int, again: bool) -> None:
        self._kernels.deal[blocks, THREADS](
            self._store, self._prepared, self._games, self._limits, self._ended, self._turn, int(again)
        )

    def _observe_again(self, resident: int = EVERY_BLOCK) -> None:
        """Export all rows."""
        self._kernels.observe[self._blocks(resident), THREADS](
            self._store, self._limits, self._sights, self._flat_features, self._flat_mask, self._asked
        )

    def _play(self, actions: Any, resident: int) -> None:
        self._kernels.play[self._blocks(resident), THREADS](
            self._store, self._games, self._limits, actions, self._reward, self._score, self._done, self._truncated,
            self._ended, self._turn,
        )  # fmt: skip
        self._deal_rows(-(-self._blocks() // ENDING), again=True)
        self._turn = 1 - self._turn

    def _ways(self) -> list[int]:
        """Return the numbers of resident blocks to measure; fewer blocks only pay off if each has several rows."""
        few = [each for each in self.fewer if 2 * each <= self._blocks()]
        return [EVERY_BLOCK, *(each for each in few if 2 * self._blocks(each) <= self._blocks())]

    def _blocks(self, resident: int = EVERY_BLOCK) -> int:
        if resident == EVERY_BLOCK:
            return -(-self.size // THREADS)
        return resident * int(self._cuda.get_current_device().MULTIPROCESSOR_COUNT)

    @property
    def resident(self) -> tuple[int, int]:
        """The measured best number of resident blocks per multiprocessor, for playing and for observing; 0 is all."""
        return self._playing.best, self._observing.best

    def step(self, actions: Any) -> None:
        """Play one action in every row; with `check`, play none of them if any is illegal.

        The actions may be on the GPU, in any array with a `__cuda_array_interface__`, or on the CPU.
        """
        self._refuse_if_closed()
        chosen = self._checked(actions)
        if self.check:
            self._refuse_illegal(chosen)
        with self._playing.turn() as resident:
            self._play(chosen, resident)
        with self._observing.turn() as resident:
            self._observe_again(resident)

    def _checked(self, actions: Any) -> Any:
        if actions is self._actions:
            return actions
        if hasattr(actions, "__cuda_array_interface__"):
            given = self._cuda.as_cuda_array(actions)
            self._refuse_wrong(given.shape, given.dtype)
            if not given.is_c_contiguous():
                raise Mistake("actions on a GPU lie one after the other")
            return given
        on_cpu = np.asarray(actions)
        self._refuse_wrong(on_cpu.shape, on_cpu.dtype)
        return self._cuda.to_device(np.ascontiguousarray(on_cpu, np.int64))

    def _refuse_illegal(self, chosen: Any) -> None:
        self._found.copy_to_device(np.array([NOT_FOUND]))
        count = len(self.game.actions)
        self._kernels.illegal[-(-self.size // SMALL_BLOCK), SMALL_BLOCK](self._mask, chosen, count, self._found)
        row = int(self._found.copy_to_host()[0])
        if row != NOT_FOUND:
            raise self._illegal(row, int(chosen.copy_to_host()[row]))

    def sample(self) -> Any:
        """Return a random legal action for every row, the same as `Batch` does; the array is reused."""
        self._refuse_if_closed()
        start = np.uint64(self._dice)
        self._kernels.sample[-(-self.size // SMALL_BLOCK), SMALL_BLOCK](self._mask, start, self._actions)
        self._dice = (self._dice + self.size * int(GAMMA)) & bits.ALL_BITS
        return self._actions

    def dense_mask(self, out: Any = None) -> Any:
        """The legal actions as (size, actions) of 0 and 1: bytes, or what `out` on the GPU has.

        `out` may have more columns, up to 64 for every word; matrices whose width is a multiple of 8 multiply faster.
        """
        return self._dense(self._mask, len(self.game.actions), out)

    def dense_features(self, out: Any = None) -> Any:
        """The features as (size, bits) of 0 and 1: bytes, or what `out` on the GPU has, like `dense_mask`."""
        if self.features is None:
            raise Mistake("this batch has no features; make it with features=True")
        return self._dense(self._features, self.encoding.bits, out)

    def _dense(self, packed: Any, width: int, out: Any) -> Any:
        if out is None:
            room = self._room((self.size, width), np.uint8)
            out = self._shown(room)
        elif not hasattr(out, "__cuda_array_interface__") or not self._fits(out.shape, width, packed.shape[1]):
            raise Mistake("room for {shape} on the GPU is wanted", shape=(self.size, width))
        else:
            room = self._cuda.as_cuda_array(out)
        self._kernels.unpack[self.size, UNPACKING](packed, room)
        return out

    def _fits(self, shape: Any, width: int, words: int) -> bool:
        return len(shape) == 2 and shape[0] == self.size and width <= shape[1] <= words * FEATURE_WORD_BITS

    def seen(self, row: int) -> Any:
        """Return what the seat to move in a row may know, as a record; `eleven.to_dict` makes it readable."""
        if self.sight is None:
            raise Mistake("this batch has no sights; make it with sight=True")
        return from_words(self._sights[row].copy_to_host(), self.game.state)[()]

    def pinned(self, buffer: DeviceArray) -> Array:
        """Return page-locked CPU memory for `buffer.copy_to`, which the GPU can write to directly."""
        return buffer.pinned(self._cuda)

    def synchronize(self) -> None:
        """Wait until the GPU has finished all queued work."""
        self._cuda.synchronize()


def states_of(batch: CudaBatch) -> Array:
    """Copy the true states of a batch to the CPU, for tests."""
    return from_store(batch._store.copy_to_host(), batch.game.state, batch.size)


def put_states(batch: CudaBatch, states: Array) -> None:
    """Replace the true states of a batch, for tests."""
    batch._store.copy_to_device(to_store(states, batch.game.state))
