"""State records as plain Python objects, for rules that are not compiled.

Such a rule spends nearly all its time reaching into NumPy records. Over objects with slots and lists it takes a tenth
of that or less and gives the same bytes (a test plays every game both ways).
"""

from collections.abc import Callable
from dataclasses import field, make_dataclass
from functools import cache
from typing import Any

import numpy as np

from eleven.core.rules import luck
from eleven.core.rules.record import Dtype

Make = Callable[[], Any]


class PlainRecords:
    """Converts records of one type to plain objects and back."""

    def __init__(self, dtype: Dtype) -> None:
        self.dtype = dtype
        self._parts = {name: _Part(dtype[name]) for name in dtype.names or ()}
        self._flat = all(part.blank is int for part in self._parts.values())
        self.blank: Make = self._maker()

    def _maker(self) -> Make:
        """Make the class; if all fields are numbers, its zeros are class attributes, as most events stay empty."""
        if self._flat:
            return type("PlainRecord", (), dict.fromkeys(self._parts, 0))
        fields = [(name, Any, part.default()) for name, part in self._parts.items()]
        return make_dataclass("PlainRecord", fields, slots=True, eq=False)

    def of(self, values: tuple[Any, ...]) -> Any:
        """A plain object from the nested tuples of a record."""
        plain = self.blank()
        for (name, part), value in zip(self._parts.items(), values, strict=True):
            setattr(plain, name, part.read(value))
        return plain

    def values(self, plain: Any) -> tuple[Any, ...]:
        """The nested tuples that a record can be set from."""
        return tuple(part.write(getattr(plain, name)) for name, part in self._parts.items())

    def from_record(self, record: Any) -> Any:
        """A plain object with the content of a record."""
        return self.of(record.item())

    def copy(self, plain: Any) -> Any:
        """A deep copy."""
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
        self.inner = PlainRecords(dtype.base) if dtype.base.fields is not None else None
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
        """The dataclass default of a field."""
        return field(default=0) if self.blank is int else field(default_factory=self.blank)

    def copy(self, value: Any) -> Any:
        """An independent copy of a value."""
        if self.inner is None:
            return value[:] if self.size else value
        return [self.inner.copy(item) for item in value] if self.size else self.inner.copy(value)

    def read(self, value: Any) -> Any:
        """Convert to Python's own numbers: those of a NumPy array are slow and overflow."""
        if self.inner is None:
            return value.tolist() if self.size else value
        return [self.inner.of(item) for item in value.tolist()] if self.size else self.inner.of(value)

    def write(self, value: Any) -> Any:
        if self.inner is None:
            return tuple(value) if self.size else value
        return [self.inner.values(item) for item in value] if self.size else self.inner.values(value)


@cache
def plain(dtype: Dtype) -> PlainRecords:
    """The converter of a record type; cached."""
    return PlainRecords(dtype)


def plain_luck(key: bytes | None = None) -> Any:
    """Luck from a key; its 64-bit words stay NumPy's, which wrap around, everything else is a plain number."""
    record = luck.fresh(key, luck.RECORDING)
    made = plain(luck.LUCK).from_record(record)
    made.key, made.block = record.key.copy(), record.block.copy()
    made.step, made.blocks = np.uint64(0), np.uint64(0)
    return made
