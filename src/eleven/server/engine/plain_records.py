"""State records as plain Python objects, for the process that serves the tables.

A rule that is not compiled spends nearly all its time reaching into NumPy records. The same rule over objects with
slots and lists takes a tenth of that, gives the same bytes (a test plays every game both ways), and there is nothing to
compile before the first page is up. Where the rules are compiled, records stay what they are.
"""

from collections.abc import Callable
from dataclasses import field, make_dataclass
from functools import cache
from typing import Any

import numpy as np

from eleven.core.contract.game import Game
from eleven.core.rules import luck
from eleven.core.rules.frozen import Part, part_of
from eleven.core.rules.jit import JITTED
from eleven.core.rules.record import Dtype, blank, clone

Make = Callable[[], Any]


class Plain:
    """How records of one type are made, read and written as plain objects."""

    def __init__(self, dtype: Dtype) -> None:
        self.dtype = dtype
        self._parts = {name: _Part(dtype[name]) for name in dtype.names or ()}
        self._flat = all(part.blank is int for part in self._parts.values())
        self.blank: Make = self._maker()

    def _maker(self) -> Make:
        """A class; one of numbers alone has its zeros in the class, since most events of a sight stay empty."""
        methods = {"fixed": lambda plain: self.fixed(plain)}
        if self._flat:
            return type("PlainRecord", (), {**methods, **dict.fromkeys(self._parts, 0)})
        fields = [(name, Any, part.default()) for name, part in self._parts.items()]
        return make_dataclass("PlainRecord", fields, slots=True, eq=False, namespace=methods)

    def of(self, values: tuple[Any, ...]) -> Any:
        """A plain object from the nested tuples of a record."""
        plain = self.blank()
        for (name, part), value in zip(self._parts.items(), values, strict=True):
            setattr(plain, name, part.read(value))
        return plain

    def fixed(self, plain: Any) -> Part:
        """A plain object as a value that never changes."""
        return part_of(self.dtype)(self.to_record(plain).tobytes())

    def values(self, plain: Any) -> tuple[Any, ...]:
        """The nested tuples that a record can be set from."""
        return tuple(part.write(getattr(plain, name)) for name, part in self._parts.items())

    def from_record(self, record: Any) -> Any:
        """A plain object with the content of a record."""
        return self.of(record.item())

    def copy(self, plain: Any) -> Any:
        """Another object with the same content, which shares nothing that changes."""
        made = object.__new__(type(plain))
        if self._flat:
            made.__dict__.update(plain.__dict__)
        else:
            for name, part in self._parts.items():
                setattr(made, name, part.copy(getattr(plain, name)))
        return made

    def to_record(self, plain: Any) -> Any:
        """A record with the content of a plain object."""
        records = np.zeros(1, self.dtype)
        records[0] = self.values(plain)
        return records[0]


class _Part:
    """One field: a number, a list of numbers, or a list of records."""

    def __init__(self, dtype: Dtype) -> None:
        self.inner = Plain(dtype.base) if dtype.base.fields is not None else None
        self.size = int(dtype.shape[0]) if dtype.shape else 0
        if len(dtype.shape) > 1:
            raise TypeError("a field of a state has one dimension at most")
        self.blank: Make = self._maker()

    def _maker(self) -> Make:
        size, inner = self.size, self.inner
        if inner is None:
            return (lambda: [0] * size) if size else int
        make = inner.blank
        return (lambda: [make() for _ in range(size)]) if size else make

    def default(self) -> Any:
        """How a field of a fresh object comes to its value; a number needs nothing made."""
        return field(default=0) if self.blank is int else field(default_factory=self.blank)

    def copy(self, value: Any) -> Any:
        """The value, or what is like it and can change on its own."""
        if self.inner is None:
            return value[:] if self.size else value
        return [self.inner.copy(item) for item in value] if self.size else self.inner.copy(value)

    def read(self, value: Any) -> Any:
        """What lies in an array comes out as NumPy's own numbers, which are slow and overflow, unless it is a list."""
        if self.inner is None:
            return value.tolist() if self.size else value
        return [self.inner.of(item) for item in value.tolist()] if self.size else self.inner.of(value)

    def write(self, value: Any) -> Any:
        if self.inner is None:
            return tuple(value) if self.size else value
        return [self.inner.values(item) for item in value] if self.size else self.inner.values(value)


class Records:
    """The same door for compiled rules, which want the records themselves."""

    def __init__(self, dtype: Dtype) -> None:
        self.dtype = dtype

    def blank(self) -> Any:
        """A record of zeros."""
        return blank(self.dtype)

    def from_record(self, record: Any) -> Any:
        """A copy of the record."""
        return clone(record)

    def copy(self, record: Any) -> Any:
        """A copy of the record."""
        return clone(record)

    def to_record(self, record: Any) -> Any:
        """The record."""
        return record


@cache
def shape(game_id: str, dtype: Dtype) -> Plain | Records:
    """How this process holds the states of a game."""
    return Records(dtype) if JITTED else Plain(dtype)


def shape_of(game: Game) -> Plain | Records:
    """How this process holds the states of a game."""
    return shape(game.id, game.state)


@cache
def _plain_luck() -> Plain:
    return Plain(luck.LUCK)


def fresh_luck(key: bytes) -> Any:
    """Luck from a key; its words stay NumPy's, which wrap at 64 bits, and its things become plain numbers."""
    record = luck.fresh(key, luck.RECORDING)
    if JITTED:
        return record
    plain = _plain_luck().from_record(record)
    plain.key, plain.block = record.key.copy(), record.block.copy()
    plain.step, plain.blocks = np.uint64(0), np.uint64(0)
    return plain


def luck_record(chance: Any) -> Any:
    """Luck as a record."""
    return chance if JITTED else _plain_luck().to_record(chance)
