"""Records as values that never change, read from their bytes.

A record type becomes a named tuple: numbers are Python's own, an array is a tuple of numbers, and an array of records a
tuple of such values. They compare and hash by what is in them, so something can be remembered by them. A decision
changes little of what is seen, so parts that were read lately are not read again.
"""

import struct
from collections import namedtuple
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import Any, cast

from eleven.core.record import Dtype

KEPT = 20_000
_CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q"}
Read = Callable[[bytes], Any]


class Frozen:
    """How the records of one type are read."""

    def __init__(self, dtype: Dtype) -> None:
        names, fields = dtype.names or (), cast(Any, dtype.fields)
        value: Any = namedtuple("Frozen", names)  # type: ignore[misc]
        self._make: Callable[[Iterable[Any]], Any] = value._make
        self._readers: list[Read | None] = []
        form, end = "=", 0
        for name in names:
            kind, offset = fields[name][:2]
            code, reader = _part(kind)
            form += f"{offset - end}x{code}"
            end = offset + kind.itemsize
            self._readers.append(reader)
        self._struct = struct.Struct(f"{form}{dtype.itemsize - end}x")

    def of(self, data: bytes) -> Any:
        """The value of a record's bytes."""
        values = self._struct.unpack(data)
        return self._make([value if read is None else read(value) for read, value in zip(self._readers, values)])  # noqa: B905


def _part(dtype: Dtype) -> tuple[str, Read | None]:
    """The format of a field, and how its bytes are read on."""
    base, size = dtype.base, int(dtype.shape[0]) if dtype.shape else 0
    if base.fields is None:
        code = _CODES[base.str[1:]]
        return (f"{dtype.itemsize}s", struct.Struct(f"={size}{code}").unpack) if size else (code, None)
    whole = frozen(base).of
    one: Read = lru_cache(KEPT)(whole)
    if not size:
        return f"{dtype.itemsize}s", one
    step = base.itemsize

    @lru_cache(KEPT)
    def rows(data: bytes) -> tuple[Any, ...]:
        return tuple([one(data[at : at + step]) for at in range(0, len(data), step)])

    return f"{dtype.itemsize}s", rows


@cache
def frozen(dtype: Dtype) -> Frozen:
    """How the records of a type are read."""
    return Frozen(dtype)
