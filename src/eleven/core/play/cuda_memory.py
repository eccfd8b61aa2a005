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


@rule
def put_words(records: Array, at: int, words: Array) -> None:
    """Fill the only one of `records` with these words."""
    to = records.view(np.uint64)
    for n in range(len(to)):
        to[n] = words[n]


@rule
def load(store: Array, records: Array, i: int) -> None:
    """Fetch record i of a store that has word n of all its records side by side."""
    to = records.view(np.uint64)
    for n in range(len(to)):
        to[n] = store[n, i]


@rule
def save(records: Array, store: Array, i: int) -> None:
    """Put a record back."""
    words = records.view(np.uint64)
    for n in range(len(words)):
        store[n, i] = words[n]
