"""Memory of a GPU: records in a thread's own memory, and rows of words that all threads of a block write together.

A thread's own ("local") memory is laid out so that neighbouring threads touch neighbouring words; a record per thread
in global memory is not, and costs several times as much. So a kernel works on local records and moves whole words.
"""

import numpy as np

from eleven.core.rules.jit import rule
from eleven.core.rules.record import EVENT, Array, Dtype

THREADS = 32
"""A block is one warp, so its threads wait for nobody else."""
CHUNK = 16
"""So many words of every row are handed over at a time: 128 bytes, what the memory moves at once."""

AT_ONCE, HALF = 8, 4
"""So many words are on their way at a time: one by one, each would wait for the one before."""
STRETCHES = 6
"""What is kept of a record between two decisions are three stretches of words: `kept` has their firsts and ends."""
EVENTS_FIRST, EVENTS_END, EVENTS_AT = STRETCHES, STRETCHES + 1, STRETCHES + 2
"""Then the words that nothing but events lie in, and the byte where events begin."""
EVENT_SIZE = EVENT.itemsize


def kept_of(state: Dtype, players: int) -> Array:
    """Which words of a record matter between two decisions: not the seats that nobody has, and no old events.

    The news of the last decision is for whoever looks again; no rule reads it. So much is left out that each stretch
    is a multiple of HALF long, if there is room for it.
    """
    first = state.fields["events"][1]  # type: ignore[index]
    events = _words_within(first, first + state["events"].itemsize)
    end = later = words = state.itemsize // 8
    if "seats" in (state.names or ()):
        seats, each = state.fields["seats"][1], state["seats"].base.itemsize  # type: ignore[index]
        end, later = _words_within(seats + players * each, seats + state["seats"].itemsize)
    head = min(-(-events[0] // HALF) * HALF, events[1])
    middle = max(head, events[1] - (events[1] - end) % HALF)
    later = max(end, later - (later - words) % HALF)
    return np.array([0, head, middle, end, later, words, *events, first])


def all_of(state: Dtype) -> Array:
    """All words of a record."""
    return np.array([0, state.itemsize // 8, 0, 0, 0, 0])


def _words_within(first: int, end: int) -> tuple[int, int]:
    """The words that lie within these bytes."""
    word = -(-first // 8)
    return word, max(word, end // 8)


@rule
def put_words(records: Array, at: int, words: Array) -> None:
    """Fill the only one of `records` with these words."""
    to = records.view(np.uint64)
    for n in range(len(to)):
        to[n] = words[n]


@rule
def clear_words(records: Array, at: int, kept: Array) -> None:
    """Fill what is kept of the only one of `records` with zeros."""
    to = records.view(np.uint64)
    for k in range(0, STRETCHES, 2):
        for n in range(kept[k], kept[k + 1]):
            to[n] = np.uint64(0)


@rule
def fetch(store: Array, to: Array, i: int, first: int, end: int) -> None:
    """Fetch some words of record i from a store that has word n of all its records side by side."""
    n = first
    while n + AT_ONCE <= end:
        a, b, c, d = store[n, i], store[n + 1, i], store[n + 2, i], store[n + 3, i]
        e, f, g, h = store[n + 4, i], store[n + 5, i], store[n + 6, i], store[n + 7, i]
        to[n], to[n + 1], to[n + 2], to[n + 3] = a, b, c, d
        to[n + 4], to[n + 5], to[n + 6], to[n + 7] = e, f, g, h
        n += AT_ONCE
    if n + HALF <= end:
        a, b, c, d = store[n, i], store[n + 1, i], store[n + 2, i], store[n + 3, i]
        to[n], to[n + 1], to[n + 2], to[n + 3] = a, b, c, d
        n += HALF
    while n < end:
        to[n] = store[n, i]
        n += 1


@rule
def put_back(words: Array, store: Array, i: int, first: int, end: int) -> None:
    """Put some words of record i back."""
    n = first
    while n + AT_ONCE <= end:
        a, b, c, d = words[n], words[n + 1], words[n + 2], words[n + 3]
        e, f, g, h = words[n + 4], words[n + 5], words[n + 6], words[n + 7]
        store[n, i], store[n + 1, i], store[n + 2, i], store[n + 3, i] = a, b, c, d
        store[n + 4, i], store[n + 5, i], store[n + 6, i], store[n + 7, i] = e, f, g, h
        n += AT_ONCE
    while n < end:
        store[n, i] = words[n]
        n += 1


@rule
def load(store: Array, records: Array, i: int) -> None:
    """Fetch the whole of record i."""
    to = records.view(np.uint64)
    fetch(store, to, i, 0, len(to))


@rule
def save(records: Array, store: Array, i: int) -> None:
    """Put the whole of a record back."""
    words = records.view(np.uint64)
    put_back(words, store, i, 0, len(words))


@rule
def load_kept(store: Array, records: Array, kept: Array, i: int) -> None:
    """Fetch what matters of record i for its next decision."""
    to = records.view(np.uint64)
    for k in range(0, STRETCHES, 2):
        fetch(store, to, i, kept[k], kept[k + 1])


@rule
def save_kept(records: Array, store: Array, kept: Array, i: int) -> None:
    """Put back what matters of a record, and its latest events."""
    words = records.view(np.uint64)
    for k in range(0, STRETCHES, 2):
        put_back(words, store, i, kept[k], kept[k + 1])
    told = (kept[EVENTS_AT] + records[0].told * EVENT_SIZE + 7) // 8
    put_back(words, store, i, kept[EVENTS_FIRST], min(told, kept[EVENTS_END]))
