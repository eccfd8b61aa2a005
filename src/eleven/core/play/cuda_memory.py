"""Memory of a GPU: states between two decisions, records in a thread's own memory, and rows that a block writes.

A thread's own ("local") memory is laid out so that neighbouring threads touch neighbouring words; a record per thread
in global memory is not, and costs several times as much. So a kernel works on local records and moves whole words.

Between decisions states are kept in a store, in tiles of THREADS: word n of all states of a tile side by side. The code
that copies them is generated, one line per word, so that each line is one instruction with a fixed address.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from eleven.core.rules.jit import rule
from eleven.core.rules.record import EVENT, Array, Dtype

THREADS = 32
"""Threads per block: one warp, so that its threads never wait for others."""
CHUNK = 16
"""How many words of every row of sights are copied at a time: 128 bytes, one memory transaction."""
AT_ONCE = 16
"""How many words are loaded before any is stored: one by one, each would wait for the one before."""
_U, _ROWS = np.uint64, np.uint64(THREADS)


class KeptWords(NamedTuple):
    """Which words of a record matter between two decisions, and where its events lie.

    Empty seats and old events are left out: events are for observers, no rule reads them. `events` are the words that
    contain only events, `events_at` is the byte where events begin.
    """

    words: tuple[int, ...]
    events: range
    events_at: int


def words_of(state: Dtype) -> int:
    """The size of a record in words, rounded up."""
    return -(-state.itemsize // 8)


def whole_words(state: Dtype) -> Dtype:
    """The type of a record on a GPU: the same fields, padded to whole words."""
    if state.itemsize % 8 == 0:
        return state
    fields: Any = state.fields
    names = list(state.names or ())
    layout = {
        "names": names,
        "formats": [fields[name][0] for name in names],
        "offsets": [fields[name][1] for name in names],
        "itemsize": 8 * words_of(state),
    }
    return np.dtype((np.record, np.dtype(layout, align=True)))  # type: ignore[call-overload]


def as_words(records: Array) -> Array:
    """Records as words in the last dimension, padded with zeros."""
    octets = np.ascontiguousarray(records).view(np.uint8).reshape(*records.shape, records.dtype.itemsize)
    room = np.zeros((*records.shape, 8 * words_of(records.dtype)), np.uint8)
    room[..., : records.dtype.itemsize] = octets
    return room.view(np.uint64)


def from_words(words: Array, state: Dtype) -> Array:
    """The inverse of `as_words`."""
    octets = np.ascontiguousarray(words).view(np.uint8)[..., : state.itemsize]
    return np.ascontiguousarray(octets).view(state)[..., 0]


def kept_of(state: Dtype, players: int) -> KeptWords:
    """Which words to keep of a record with this number of players."""
    first = state.fields["events"][1]  # type: ignore[index]
    events = _words_within(first, first + state["events"].itemsize)
    nobody = range(0)
    if "seats" in (state.names or ()):
        seats, each = state.fields["seats"][1], state["seats"].base.itemsize  # type: ignore[index]
        nobody = _words_within(seats + players * each, seats + state["seats"].itemsize)
    words = (n for n in range(words_of(state)) if n not in events and n not in nobody)
    return KeptWords(tuple(words), events, first)


def _words_within(first: int, end: int) -> range:
    """The words that lie entirely within these bytes."""
    word = -(-first // 8)
    return range(word, max(word, end // 8))


class RecordMovers(NamedTuple):
    """Functions that copy the records of one game and number of players.

    `load(store, records, base)` fetches what is kept, `save(records, store, base)` puts it back with the latest events;
    `base` is the place of a record's first word (`base_of`). `clear(records, at, all)` fills what is kept with zeros,
    or all of it.
    """

    load: Callable[..., None]
    save: Callable[..., None]
    clear: Callable[..., None]


def movers_of(state: Dtype, players: int) -> RecordMovers:
    """Generate the functions for a record type and a number of players."""
    kept = kept_of(state, players)
    others = sorted(set(range(words_of(state))) - set(kept.words))
    load = ["def load(store, records, base):", "    words = records.view(U)"]
    save = ["def save(records, store, base):", "    words = records.view(U)"]
    for first in range(0, len(kept.words), AT_ONCE):
        some = kept.words[first : first + AT_ONCE]
        load += [f"    a{n} = store[base + U({n * THREADS})]" for n in some] + [f"    words[{n}] = a{n}" for n in some]
        save += [f"    a{n} = words[{n}]" for n in some] + [f"    store[base + U({n * THREADS})] = a{n}" for n in some]
    save += [
        f"    told = ({kept.events_at + 7} + records[0].told * {EVENT.itemsize}) // 8",
        f"    for n in range({kept.events.start}, min(told, {kept.events.stop})):",
        f"        store[base + U(n) * U({THREADS})] = words[n]",
    ]
    clear = ["def clear(records, at, all):", "    words = records.view(U)", *_cleared("    ", kept.words)]
    clear += ["    if all != 0:", *_cleared("        ", others)]
    made: dict[str, Any] = {"U": _U}
    for lines in (load, save, clear):
        exec("\n".join(lines), made)
    return RecordMovers(made["load"], made["save"], made["clear"])


def _cleared(indent: str, words: Iterable[int]) -> list[str]:
    return [f"{indent}words[{n}] = U(0)" for n in words] or [f"{indent}pass"]


@rule
def put_words(records: Array, at: int, words: Array) -> None:
    """Write these words into the only record of `records`."""
    to = records.view(np.uint64)
    for n in range(len(to)):
        to[n] = words[n]


@rule
def base_of(i: int, words: int) -> Any:
    """Where word 0 of record i is in a store of records of `words` words."""
    row = _U(i)
    return row // _ROWS * _ROWS * _U(words) + row % _ROWS


@rule
def load(store: Array, records: Array, i: int) -> None:
    """Load the whole of record i."""
    to = records.view(np.uint64)
    base = base_of(i, len(to))
    for n in range(len(to)):
        to[n] = store[base + _U(n) * _ROWS]


@rule
def save(records: Array, store: Array, i: int) -> None:
    """Store the whole of a record."""
    words = records.view(np.uint64)
    base = base_of(i, len(words))
    for n in range(len(words)):
        store[base + _U(n) * _ROWS] = words[n]


def store_shape(state: Dtype, size: int) -> tuple[int, int, int]:
    """Tiles, words, rows: a store as an array; kernels take it flat."""
    return -(-size // THREADS), words_of(state), THREADS


def from_store(store: Array, state: Dtype, size: int) -> Array:
    """The records of a store, one after the other."""
    words = store.reshape(store_shape(state, size)).transpose(0, 2, 1).reshape(-1, words_of(state))
    return from_words(words[:size], state)


def to_store(records: Array, state: Dtype) -> Array:
    """Records in the layout of a store, flat."""
    tiles, words, rows = store_shape(state, len(records))
    room = np.zeros((tiles * rows, words), np.uint64)
    room[: len(records)] = as_words(records)
    return np.ascontiguousarray(room.reshape(tiles, rows, words).transpose(0, 2, 1)).reshape(-1)
