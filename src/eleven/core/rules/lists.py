"""Lists of numbers inside a record: how a rule copies and fills them."""

from typing import Any

from eleven.core.rules.jit import JITTED, rule
from eleven.core.rules.record import FixedInts, Ints


@rule
def copy(numbers: FixedInts, to: Ints) -> None:
    """Copy all numbers into another list of the same length.

    Eight and four at a time, all read before any is written, so that the compiler can merge the copies.
    """
    count, i = len(numbers), 0
    while i + 8 <= count:
        a, b, c, d = numbers[i], numbers[i + 1], numbers[i + 2], numbers[i + 3]
        e, f, g, h = numbers[i + 4], numbers[i + 5], numbers[i + 6], numbers[i + 7]
        to[i], to[i + 1], to[i + 2], to[i + 3] = a, b, c, d
        to[i + 4], to[i + 5], to[i + 6], to[i + 7] = e, f, g, h
        i += 8
    if i + 4 <= count:
        a, b, c, d = numbers[i], numbers[i + 1], numbers[i + 2], numbers[i + 3]
        to[i], to[i + 1], to[i + 2], to[i + 3] = a, b, c, d
        i += 4
    while i < count:
        to[i] = numbers[i]
        i += 1


@rule
def fill(numbers: Ints, number: int) -> None:
    """Write the same number everywhere."""
    for i in range(len(numbers)):
        numbers[i] = number


# Without a compiler, assigning a whole list at once is several times as fast.


def _copy(numbers: Any, to: Any) -> None:
    to[:] = numbers


def _fill(numbers: Any, number: int) -> None:
    numbers[:] = [number] * len(numbers)


if not JITTED:
    copy, fill = _copy, _fill
