"""Memory of a GPU: records in a thread's own memory, and rows of words that all threads of a block write together.

A thread's own ("local") memory is laid out so that neighbouring threads touch neighbouring words; a record per thread
in global memory is not, and costs several times as much. So a kernel works on local records and moves whole words.
"""

import numpy as np

from eleven.core.rules.jit import rule
from eleven.core.rules.record import Array

THREADS = 32
"""A block is one warp, so its threads wait for nobody else."""
CHUNK = 16
"""So many words of every row are handed over at a time: 128 bytes, what the memory moves at once."""

AT_ONCE = 8


@rule
def put_words(records: Array, at: int, words: Array) -> None:
    """Fill the only one of `records` with these words."""
    to = records.view(np.uint64)
    for n in range(len(to)):
        to[n] = words[n]


@rule
def clear_words(records: Array, at: int, words: Array) -> None:
    """Fill the only one of `records` with zeros, as these words are; nothing is read for it."""
    to = records.view(np.uint64)
    for n in range(len(to)):
        to[n] = np.uint64(0)


@rule
def load(store: Array, records: Array, i: int) -> None:
    """Fetch record i of a store that has word n of all its records side by side.

    Eight words are on their way at a time: one by one, each would wait for the one before.
    """
    to = records.view(np.uint64)
    whole = len(to) - len(to) % AT_ONCE
    for n in range(0, whole, AT_ONCE):
        a, b, c, d = store[n, i], store[n + 1, i], store[n + 2, i], store[n + 3, i]
        e, f, g, h = store[n + 4, i], store[n + 5, i], store[n + 6, i], store[n + 7, i]
        to[n], to[n + 1], to[n + 2], to[n + 3] = a, b, c, d
        to[n + 4], to[n + 5], to[n + 6], to[n + 7] = e, f, g, h
    for n in range(whole, len(to)):
        to[n] = store[n, i]


@rule
def save(records: Array, store: Array, i: int) -> None:
    """Put a record back, eight words at a time."""
    words = records.view(np.uint64)
    whole = len(words) - len(words) % AT_ONCE
    for n in range(0, whole, AT_ONCE):
        a, b, c, d = words[n], words[n + 1], words[n + 2], words[n + 3]
        e, f, g, h = words[n + 4], words[n + 5], words[n + 6], words[n + 7]
        store[n, i], store[n + 1, i], store[n + 2, i], store[n + 3, i] = a, b, c, d
        store[n + 4, i], store[n + 5, i], store[n + 6, i], store[n + 7, i] = e, f, g, h
    for n in range(whole, len(words)):
        store[n, i] = words[n]
