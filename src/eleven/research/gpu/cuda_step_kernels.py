"""The kernels of a batch: the functions of `stepping.step_kernels`, with one thread per row.

A thread keeps its state, sight and luck in local memory, and its features and mask in the shared memory of its block.
The exported buffers are laid out row by row as on the CPU; a whole block writes them together.
"""

from typing import Any

import numpy as np

from eleven.core.play.cuda_memory import CHUNK, THREADS, load, save
from eleven.core.rules import bits
from eleven.core.rules import luck as fortune
from eleven.core.rules.record import Array
from eleven.research.encoding.pieces import FEATURE_WORD_BITS
from eleven.research.stepping.step_kernels import WITH_FEATURES, WITH_SIGHT, is_legal, sample_row

cuda: Any = None
state_type: Any = None
state_words: Any = None
luck_type: Any = None
word_type: Any = None
long_type: Any = None
action_words: Any = None
mask_words: Any = None
feature_words: Any = None
tile_words: Any = None
deal_one: Any = None
play_one: Any = None
observe_one: Any = None
load_kept: Any = None
save_kept: Any = None
write_together: Any = None
write_sights: Any = None

CHUNK_ROOM = CHUNK + 1
"""One column of padding, so that the threads access different banks of shared memory."""
GAMMA = np.uint64(0x9E3779B97F4A7C15)
"""The increment of the generator with every random number (SplitMix64, `luck.throw`)."""
U, ROWS = np.uint64, np.uint64(THREADS)


def pack_words_template(legal_mask: Array, packed: Array) -> None:
    """Do the same as `step_kernels.pack_template`, for a number of words that is known at compile time."""
    for k in range(mask_words):
        first = k * FEATURE_WORD_BITS
        at, shift = first // bits.WORD, first % bits.WORD
        packed[U(k)] = U(legal_mask[at]) >> U(shift) | U(legal_mask[at + 1]) << U(bits.WORD - shift)


def write_together_template(tile: Array, begin: int, width: int, out: Array, first: int, rows: int) -> None:
    """Write a tile in shared memory to the rows of a block, as one contiguous range."""
    lane, end = U(cuda.threadIdx.x), U(rows) * U(width)
    to = U(first) * U(width) + lane
    for k in range(width):
        at = U(k) * ROWS
        if at + lane < end:
            out[to + at] = tile[U(begin) + at + lane]


def write_sights_template(tile: Array, words: Array, out: Array, first: int, rows: int) -> None:
    """Write the sights of all rows of a block, a chunk of words at a time."""
    lane, count = cuda.threadIdx.x, out.shape[1]
    column = lane % CHUNK
    for begin in range(0, count, CHUNK):
        width = min(CHUNK, count - begin)
        cuda.syncthreads()
        for k in range(width):
            tile[lane * CHUNK_ROOM + k] = words[begin + k]
        cuda.syncthreads()
        if column < width:
            for row in range(lane // CHUNK, rows, THREADS // CHUNK):
                out[first + row, begin + column] = tile[row * CHUNK_ROOM + column]


def play_kernel_template(
    store: Array,
    games: Array,
    span: Array,
    actions: Array,
    reward: Array,
    scores: Array,
    done: Array,
    truncated: Array,
    ended: Array,
    turn: int,
) -> None:
    """Take one decision in every row, and list the rows whose game has ended for `deal_kernel_template`.

    `ended[2:]` holds these rows, and `ended[turn]` their number. Few games end in a step, so dealing here would make
    most threads of a block wait. With fewer blocks than needed for all rows, each block loops over several groups.
    """
    states, lucks = cuda.local.array(1, state_type), cuda.local.array(1, luck_type)
    luck = lucks[0]
    luck.mode = fortune.SILENT
    luck.key[3] = U(0)
    for first in range(cuda.blockIdx.x * THREADS, len(actions), cuda.gridDim.x * THREADS):
        i = first + cuda.threadIdx.x
        if i < len(actions):
            base = U(first) * U(state_words) + U(cuda.threadIdx.x)
            load_kept(store, states, base)
            if play_one(states[0], luck, games, span, actions[i], reward, scores, done, truncated, i):
                ended[2 + cuda.atomic.add(ended, turn, 1)] = i
            else:
                save_kept(states, store, base)


def deal_kernel_template(
    store: Array, prepared: Array, games: Array, span: Array, ended: Array, turn: int, again: int
) -> None:
    """Deal the next game in every row, or with `again` in those that have ended; reset the other turn's counter."""
    states, lucks = cuda.local.array(1, state_type), cuda.local.array(1, luck_type)
    luck = lucks[0]
    luck.mode = fortune.SILENT
    luck.key[3] = U(0)
    count = ended[turn] if again != 0 else len(games)
    for n in range(cuda.grid(1), count, cuda.gridsize(1)):
        i = ended[2 + n] if again != 0 else n
        deal_one(prepared, states, 0, luck, games, span, i)
        save(states, store, i)
    if cuda.grid(1) == 0:
        ended[1 - turn] = 0


def observe_kernel_template(
    store: Array, span: Array, sights: Array, features: Array, mask: Array, asked: Array
) -> None:
    """Update the seat to move, its sight, its features and its mask in every row."""
    states, seen = cuda.local.array(1, state_type), cuda.local.array(1, state_type)
    words, tile = cuda.local.array(action_words, long_type), cuda.shared.array(tile_words, word_type)
    lane, begin = cuda.threadIdx.x, THREADS * mask_words
    own_mask = tile[lane * mask_words : (lane + 1) * mask_words]
    own_bits = tile[begin + lane * feature_words : begin + (lane + 1) * feature_words]
    for first in range(cuda.blockIdx.x * THREADS, len(asked), cuda.gridDim.x * THREADS):
        i = first + lane
        if i < len(asked):
            if span[WITH_SIGHT] != 0:
                load(store, states, i)
            else:
                load_kept(store, states, U(first) * U(state_words) + U(lane))
            asked[i] = observe_one(states[0], seen, 0, span[WITH_SIGHT], words, span, own_bits, own_mask)
        rows = min(THREADS, len(asked) - first)
        cuda.syncthreads()
        write_together(tile, 0, mask_words, mask, first, rows)
        if span[WITH_FEATURES] != 0:
            write_together(tile, begin, feature_words, features, first, rows)
        if span[WITH_SIGHT] != 0:
            write_sights(tile, seen.view(U), sights, first, rows)
        cuda.syncthreads()


def sample_kernel_template(mask: Array, start: Any, actions: Array) -> None:
    """Choose a random legal action in every row; row i uses the i-th number of the generator, as on the CPU."""
    i = cuda.grid(1)
    dice = cuda.local.array(1, word_type)
    if i < len(actions):
        dice[0] = start + np.uint64(i) * GAMMA
        actions[i] = sample_row(mask[i], dice)


def illegal_kernel_template(mask: Array, actions: Array, count: int, found: Array) -> None:
    """Find the first row with an illegal action (an atomic minimum over all threads)."""
    i = cuda.grid(1)
    if i < len(actions) and not is_legal(mask[i], actions[i], count):
        cuda.atomic.min(found, 0, i)


def unpack_kernel_template(packed: Array, dense: Array) -> None:
    """Unpack bits to 0 and 1, one block per row; `dense` has at most as many columns as there are packed bits."""
    i = cuda.blockIdx.x
    for j in range(cuda.threadIdx.x, dense.shape[1], cuda.blockDim.x):
        dense[i, j] = (packed[i, j // 64] >> np.uint64(j % 64)) & np.uint64(1)
