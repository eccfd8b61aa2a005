"""The steps of `templates` on a GPU, one row a thread: the same functions, bound to kernels.

While a thread works, its state, sight and luck lie in its own memory. Between the steps states lie with word n of all
rows side by side; what is exported lies row by row as on the CPU, written by a whole block together.
"""

from typing import Any

import numpy as np

from eleven.core.play.cuda_memory import CHUNK, THREADS, load, load_kept, save, save_kept
from eleven.core.rules import luck as fortune
from eleven.core.rules.record import Array
from eleven.research.stepping.templates import WITH_FEATURES, WITH_SIGHT, is_legal, sample_row

cuda: Any = None
state_type: Any = None
luck_type: Any = None
word_type: Any = None
long_type: Any = None
action_words: Any = None
mask_words: Any = None
feature_words: Any = None
deal_one: Any = None
play_one: Any = None
look_one: Any = None
write_rows: Any = None

STEP, DEAL, LOOK = range(3)
TILE = (THREADS, CHUNK + 1)
"""A chunk of the words of all threads; one column more than there are, or they would lie in the same bank."""
GAMMA = np.uint64(0x9E3779B97F4A7C15)
"""By so much a die moves on with every throw (`luck.throw`)."""


def write_rows_template(tile: Array, words: Array, out: Array, first: int, rows: int) -> None:
    """Write the words that every thread of a block has into the rows of the block, neighbours side by side."""
    lane, count = cuda.threadIdx.x, out.shape[1]
    column = lane % CHUNK
    for begin in range(0, count, CHUNK):
        width = min(CHUNK, count - begin)
        for k in range(width):
            tile[lane, k] = words[begin + k]
        cuda.syncthreads()
        if column < width:
            for row in range(lane // CHUNK, rows, THREADS // CHUNK):
                out[first + row, begin + column] = tile[row, column]
        cuda.syncthreads()


def rows_kernel_template(
    store: Array,
    kept: Array,
    prepared: Array,
    cleared: Array,
    games: Array,
    span: Array,
    actions: Array,
    sights: Array,
    features: Array,
    mask: Array,
    asked: Array,
    reward: Array,
    scores: Array,
    done: Array,
    truncated: Array,
    what: int,
) -> None:
    """STEP: one decision in every row, a game that has ended being followed by the next one of its row at once.

    DEAL a game in every row instead, or only LOOK at it. One kernel for all, for the rules are inlined where they are
    called: three would take three times as long to compile. Where there are fewer blocks than rows for them, each goes
    on with other rows. While games are played, only what is `kept` of a state is fetched and put back.
    """
    states, seen = cuda.local.array(1, state_type), cuda.local.array(1, state_type)
    chances = cuda.local.array(1, luck_type)
    words = cuda.local.array(action_words, long_type)
    bits_seen, allowed = cuda.local.array(feature_words, word_type), cuda.local.array(mask_words, word_type)
    tile = cuda.shared.array(TILE, word_type)
    luck = chances[0]
    luck.mode = fortune.SILENT
    luck.key[3] = np.uint64(0)
    for first in range(cuda.blockIdx.x * THREADS, len(asked), cuda.gridDim.x * THREADS):
        i = first + cuda.threadIdx.x
        if i < len(asked):
            over = what == DEAL
            if what == STEP:
                load_kept(store, states, kept, i)
                over = play_one(states[0], luck, games, span, actions[i], reward, scores, done, truncated, i)
            if what == LOOK:
                load(store, states, i)
            if over:
                deal_one(prepared, states, 0, luck, games, span, i)
            asked[i] = look_one(states[0], seen, 0, cleared, words, span, bits_seen, allowed)
            if what == STEP:
                save_kept(states, store, kept, i)
            if what == DEAL:
                save(states, store, i)
        rows = min(THREADS, len(asked) - first)
        write_rows(tile, allowed, mask, first, rows)
        if span[WITH_FEATURES] != 0:
            write_rows(tile, bits_seen, features, first, rows)
        if span[WITH_SIGHT] != 0:
            write_rows(tile, seen.view(np.uint64), sights, first, rows)


def sample_kernel_template(mask: Array, start: Any, actions: Array) -> None:
    """A random legal action for every row: row i throws the die as if the rows before had thrown it."""
    i = cuda.grid(1)
    dice = cuda.local.array(1, word_type)
    if i < len(actions):
        dice[0] = start + np.uint64(i) * GAMMA
        actions[i] = sample_row(mask[i], dice)


def illegal_kernel_template(mask: Array, actions: Array, count: int, found: Array) -> None:
    """The first row whose action is not legal, the smallest of all threads."""
    i = cuda.grid(1)
    if i < len(actions) and not is_legal(mask[i], actions[i], count):
        cuda.atomic.min(found, 0, i)


def unpack_kernel_template(packed: Array, dense: Array) -> None:
    """Packed bits as 0 and 1, one block a row; columns beyond the last bit of the last word are not there."""
    i = cuda.blockIdx.x
    for j in range(cuda.threadIdx.x, dense.shape[1], cuda.blockDim.x):
        dense[i, j] = (packed[i, j // 64] >> np.uint64(j % 64)) & np.uint64(1)
