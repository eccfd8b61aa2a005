"""State records: everything about one game in one fixed-size NumPy record with named fields.

Copying, comparing, saving and undoing are memory operations, so they cannot forget a field. Every game's record
begins with the fields of HEADER, which are all the core knows of a game.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Protocol, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[Any]
Dtype: TypeAlias = np.dtype[Any]
FieldSpec: TypeAlias = tuple[str, Any] | tuple[str, Any, tuple[int, ...]]

T_co = TypeVar("T_co", covariant=True)


class FixedInts(Protocol):
    """A read-only row of whole numbers: an array inside a record, or a tuple taken from one."""

    def __getitem__(self, index: int, /) -> int:
        """The number at an index."""
        ...

    def __len__(self) -> int:
        """How many there are."""
        ...


class Ints(FixedInts, Protocol):
    """An array of whole numbers inside a record."""

    def __setitem__(self, index: int, value: int, /) -> None:
        """Write the number at an index."""
        ...


class Records(Protocol[T_co]):
    """An array of records inside a record."""

    def __getitem__(self, index: int, /) -> T_co:
        """The record at an index."""
        ...

    def __len__(self) -> int:
        """How many there are."""
        ...


Int8: TypeAlias = Annotated[int, "i1"]
Int16: TypeAlias = Annotated[int, "i2"]
Int32: TypeAlias = Annotated[int, "i4"]
Int64: TypeAlias = Annotated[int, "i8"]
"""A number of a record by its width; bit masks are Int64."""

THE_TRUTH = -1
HIDDEN = -1
MAX_QUESTIONS = 8
MAX_EVENTS = 24


def _alignment(dtype: Dtype) -> int:
    """The alignment of the widest member; NumPy does not compute it for records with attribute access."""
    base = dtype.base
    if base.fields is None:
        return base.alignment
    return max(_alignment(info[0]) for info in base.fields.values())


def record(fields: Sequence[FieldSpec]) -> Dtype:
    """A record type with attribute access and the alignment that a GPU requires."""
    for field in fields:
        if len(field) == 3 and len(field[2]) != 1:
            many = len(field[2])
            raise ValueError(f"the field {field[0]} has {many} dimensions; a field is one number or one row of numbers")
        if hasattr(np.record, field[0]):
            raise ValueError(f"no field may be called {field[0]}, for so is a method of NumPy's records")
    formats = [np.dtype((field[1], field[2])) if len(field) == 3 else np.dtype(field[1]) for field in fields]
    offsets, end, widest = [], 0, 1
    for form in formats:
        align = _alignment(form)
        start = -(-end // align) * align
        offsets.append(start)
        end, widest = start + form.itemsize, max(widest, align)
    layout = {
        "names": [field[0] for field in fields],
        "formats": formats,
        "offsets": offsets,
        "itemsize": -(-end // widest) * widest,
    }
    return np.dtype((np.record, np.dtype(layout, align=True)))  # type: ignore[call-overload]


QUESTION = record([("seat", "i1"), ("what", "i1"), ("about", "i1"), ("left", "i1")])
EVENT = record(
    [("what", "i1"), ("seat", "i1"), ("other", "i1"), ("place", "i1"), ("thing", "i2"), ("cover", "i2"), ("to", "i2")]
)
HEADER: tuple[FieldSpec, ...] = (
    ("step", "i4"),
    ("players", "i1"),
    ("viewer", "i1"),
    ("over", "i1"),
    ("depth", "i1"),
    ("told", "i1"),
    ("asking", QUESTION, (MAX_QUESTIONS,)),
    ("events", EVENT, (MAX_EVENTS,)),
)


class Question(Protocol):
    """An open question: who is asked, what, about whom or what, and how many times more."""

    seat: int
    what: int
    about: int
    left: int


class Event(Protocol):
    """Something that happened: what, who did it, to whom, where, with which thing; `to` masks the seats that see it."""

    what: int
    seat: int
    other: int
    place: int
    thing: int
    cover: int
    to: int


class Header(Protocol):
    """The fields every state has.

    `step` counts decisions; `viewer` is the seat whose sight a record is, or THE_TRUTH; `over` is 0 until the game
    has ended, then a reason; `asking[:depth]` is the stack of open questions; `events[:told]` is what just happened.
    """

    step: int
    players: int
    viewer: int
    over: int
    depth: int
    told: int
    asking: Records[Question]
    events: Records[Event]


def state_type(fields: Sequence[FieldSpec]) -> Dtype:
    """The record type of a game: the common header, then its own fields."""
    return record([*HEADER, *fields])


def blanks(dtype: Dtype) -> Array:
    """An array of one record of zeros, owned by the caller; six times as fast as `np.zeros`."""
    return np.ndarray((1,), dtype, bytearray(dtype.itemsize))


def declared(protocol: type) -> Iterator[tuple[str, Any, tuple[Any, ...]]]:
    """A Protocol's own fields in order: the name, the type, and the metadata of `Annotated`."""
    header = get_type_hints(Header) if Header in protocol.__mro__ else {}
    for name, hint in get_type_hints(protocol, include_extras=True).items():
        if name not in header:
            inner, *beside = get_args(hint) if get_origin(hint) is Annotated else (hint,)
            yield name, inner, tuple(beside)


def _spec(where: str, inner: Any, beside: tuple[Any, ...]) -> FieldSpec:
    """A field from its declaration: `Int8`, `Annotated[Ints, "i1", 12]` or `Annotated[Records[Seat], 4]`."""
    name = where.rpartition(".")[2]
    code = next((part for part in beside if isinstance(part, str)), None)
    length = tuple(n for part in beside for n in (part if type(part) is tuple else (part,)) if type(n) is int)
    if get_origin(inner) is Records and length:
        return (name, record_of(get_args(inner)[0]), length)
    if inner is Ints and code and length:
        return (name, code, length)
    if inner is int and code and not length:
        return (name, code)
    raise TypeError(f'{where}: write Int8 … Int64, Annotated[Ints, "i1", length] or Annotated[Records[…], length]')


def record_of(protocol: type) -> Dtype:
    """The record type that a Protocol declares, so that its fields are written down once."""
    return record([_spec(f"{protocol.__name__}.{name}", *rest) for name, *rest in declared(protocol)])


def state_of(protocol: type) -> Dtype:
    """The record type of a game from its Protocol: the common header, then its own fields."""
    return state_type([_spec(f"{protocol.__name__}.{name}", *rest) for name, *rest in declared(protocol)])


def blank(dtype: Dtype) -> Any:
    """One record of zeros, owned by the caller."""
    return blanks(dtype)[0]


def from_bytes(dtype: Dtype, data: bytes) -> Any:
    """A record from its bytes, to be read and written."""
    return np.frombuffer(bytearray(data), dtype)[0]


def clone(state: Any) -> Any:
    """An independent copy of every field, with zeros in the padding.

    NumPy's own `copy` leaves arbitrary bytes there.
    """
    fresh = blanks(state.dtype)
    fresh[0] = state
    return fresh[0]


def same(left: Any, right: Any) -> bool:
    """Whether two records agree in every field."""
    return bool(left.tobytes() == right.tobytes())
