"""Values that never change: sights, read from their bytes, and lists, of which every version stays as it was.

A sight is a named tuple: numbers are Python's own, an array is a tuple of numbers, and an array of records a tuple of
values in turn. Equal values are equal in every field, so they can be cache keys. A decision changes little of a sight,
so a large record (a player's area) is kept as bytes at first: most of them are only compared.
"""

import struct
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast, overload

from eleven.core.rules.jit import JITTED
from eleven.core.rules.record import Dtype, from_bytes

SMALL = 16
_CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q"}
Read = Callable[[bytes], Any]
T = TypeVar("T")


class FrozenRecord(bytes):
    """A record as an immutable value: its bytes, with fields that are decoded on access.

    `fields` are all of them, as a named tuple.
    """

    __slots__ = ()

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """A field."""


_FROZEN = (FrozenRecord, tuple)


class RecordReader:
    """Decodes the records of one type."""

    def __init__(self, dtype: Dtype) -> None:
        names, fields = dtype.names or (), cast(Any, dtype.fields)
        value: Any = namedtuple("RecordValue", names)  # type: ignore[misc]
        self._make: Callable[[Iterable[Any]], Any] = partial(
            tuple.__new__, value
        )  # like `_make`, without a call in Python
        self._readers: list[tuple[int, Read]] = []
        """Position and decoder of every field that is not a single number."""
        form, end = "=", 0
        for place, name in enumerate(names):
            kind, offset = fields[name][:2]
            code, reader = _field(kind)
            form += f"{offset - end}x{code}"
            end = offset + kind.itemsize
            if reader is not None:
                self._readers.append((place, reader))
        self._struct = struct.Struct(f"{form}{dtype.itemsize - end}x")
        self.is_flat = not self._readers

    def of(self, data: bytes) -> Any:
        """The value of a record's bytes."""
        if self.is_flat:
            return self._make(self._struct.unpack(data))
        values = list(self._struct.unpack(data))
        for place, read in self._readers:
            values[place] = read(values[place])
        return self._make(values)

    def rows(self, data: bytes) -> Iterable[Any]:
        """Decode consecutive flat records, without a call in Python for each."""
        return map(self._make, self._struct.iter_unpack(data))


def _field(dtype: Dtype) -> tuple[str, Read | None]:
    """The struct format of a field, and the decoder of its bytes."""
    base, size = dtype.base, int(dtype.shape[0]) if dtype.shape else 0
    if base.fields is None:
        code = _CODES[base.str[1:]]
        return (f"{dtype.itemsize}s", struct.Struct(f"={size}{code}").unpack) if size else (code, None)
    reader = reader_of(base)
    one: Read = reader.of if base.itemsize <= SMALL else frozen_type(base)
    if not size:
        return f"{dtype.itemsize}s", one
    width = base.itemsize
    split = struct.Struct(f"{width}s" * size).unpack
    blanks = (one(bytes(width)),) * size

    def rows(data: bytes) -> tuple[Any, ...]:
        return tuple(map(one, split(data)))

    def short_rows(data: bytes) -> tuple[Any, ...]:
        """Decode only the used part of an array of small records, as most of it is usually blank."""
        used = -(-len(data.rstrip(b"\0")) // width)
        return (*reader.rows(data[: used * width]), *blanks[used:])

    return f"{dtype.itemsize}s", short_rows if width <= SMALL and reader.is_flat else rows


@cache
def reader_of(dtype: Dtype) -> RecordReader:
    """The reader of a record type; cached."""
    return RecordReader(dtype)


@cache
def frozen_type(dtype: Dtype) -> type[FrozenRecord]:
    """The class of frozen records of a type."""
    read = reader_of(dtype).of

    def field(name: str) -> property:
        return property(lambda record: getattr(read(record), name))

    names = dtype.names or ()
    return type(
        "FrozenRecord",
        (FrozenRecord,),
        {"__slots__": (), "fields": property(read), **{name: field(name) for name in names}},
    )


def value_of(dtype: Dtype, data: bytes) -> Any:
    """A record's bytes as a value; a record where this process compiles rules, since they need one."""
    return from_bytes(dtype, data) if JITTED else reader_of(dtype).of(data)


def last_events(sight: Any) -> tuple[Any, ...]:
    """The events of the last decision in a sight, as values."""
    events = sight.events[: sight.told]
    return events if isinstance(events, tuple) else tuple([as_frozen(event).fields for event in events])


def as_frozen(record: Any) -> Any:
    """A record inside a sight as an immutable value, whatever its form there; a small one may be a tuple already."""
    return record if isinstance(record, _FROZEN) else frozen_type(record.dtype)(record.tobytes())


class PersistentList(Sequence[T], Generic[T]):
    """A persistent list: appending returns a new one and leaves this one unchanged.

    All versions share one list, and each knows its own length. So appending copies nothing, unless another
    version was already made from the same beginning (a write that was refused, a decision taken back).
    """

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        self._length = len(self._items)

    def plus(self, item: T) -> "PersistentList[T]":
        """The sequence with one more item."""
        items = self._items
        if len(items) != self._length:
            items = items[: self._length]
        items.append(item)
        return _sharing(items, self._length + 1)

    def without_last(self) -> "PersistentList[T]":
        """The sequence without its last item."""
        return _sharing(self._items, max(0, self._length - 1))

    def recent(self, count: int) -> "PersistentList[T]":
        """The last `count` items if there are at least twice as many, otherwise the same sequence."""
        return self if self._length < 2 * count else PersistentList(self[-count:])

    def __len__(self) -> int:
        return self._length

    def __reversed__(self) -> Iterator[T]:
        return islice(reversed(self._items), len(self._items) - self._length, None)

    def __iter__(self) -> Iterator[T]:
        return islice(self._items, self._length)

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> list[T]: ...

    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, int):
            if not -self._length <= index < self._length:
                raise IndexError(index)
            return self._items[index if index >= 0 else index + self._length]
        return [self._items[i] for i in range(*index.indices(self._length))]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"PersistentList({list(self)!r})"


def _sharing(items: list[T], length: int) -> PersistentList[T]:
    found: PersistentList[T] = PersistentList.__new__(PersistentList)
    found._items, found._length = items, length
    return found
