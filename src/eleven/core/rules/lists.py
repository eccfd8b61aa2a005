"""Lists of numbers inside a record: how a rule copies and fills them."""

from typing import Any

from eleven.core.rules.jit import JITTED, rule
from eleven.core.rules.record import FixedInts, Ints


@rule
def copy(numbers: FixedInts, to: Ints) -> None:
    """Copy all numbers into another list of the same length."""
    for i in range(len(numbers)):
        to[i] = numbers[i]


@rule
def fill(numbers: Ints, number: int) -> None:
    """Write the same number everywhere."""
    for i in range(len(numbers)):
        numbers[i] = number


# Not compiled, Python and NumPy write a list as a whole several times as fast.


def _copy(numbers: Any, to: Any) -> None:
    to[:] = numbers


def _fill(numbers: Any, number: int) -> None:
    numbers[:] = [number] * len(numbers)


if not JITTED:
    copy, fill = _copy, _fill
