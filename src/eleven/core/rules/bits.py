"""Sets as bit masks.

A mask is a signed 64-bit integer of which only the lowest 62 bits are used, so that plain Python, NumPy and
compiled code agree about it. Longer sets, such as the legal actions, are masks: arrays of words of WORD bits each.
"""

from collections.abc import Callable, Iterable
from typing import Any, cast

import numpy as np

from eleven.core.rules.jit import JITTED, rule
from eleven.core.rules.record import Ints

WORD = 60
FULL = (1 << WORD) - 1
ALL_BITS = (1 << 64) - 1

wide: Callable[[Any], int] = cast(Any, np.int64)
"""Widens any small integer to 64 bits."""


def mask_length(count: int) -> int:
    """Words of a long set of `count` members; one is spare, so that `add_all` needs no bounds check."""
    return -(-count // WORD) + 1


@rule
def bit(member: int) -> int:
    """The set with one member; a plain `1 << member` would overflow in NumPy when the member is a small integer."""
    return wide(1) << member


@rule
def size(mask: int) -> int:
    """How many members a mask has; the compiler turns this into one popcount instruction."""
    x = wide(mask)
    x = x - ((x >> 1) & 0x5555555555555555)
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    # Summing the bytes overflows, which is defined for unsigned numbers only.
    return wide((np.uint64(x) * np.uint64(0x0101010101010101)) >> np.uint64(56))


# Without a compiler, Python's own integers are several times as fast as NumPy's.


def _bit(member: int) -> int:
    return 1 << member if type(member) is int else wide(1) << member


def _size(mask: int) -> int:
    return (int(mask) & ALL_BITS).bit_count()


if not JITTED:
    bit, size = _bit, _size


@rule
def lowest(mask: int) -> int:
    """The smallest member of a mask that has one."""
    return size((mask & -mask) - 1)


@rule
def member(mask: int, index: int) -> int:
    """The member at an index, counted from the smallest."""
    for _ in range(index):
        mask &= mask - 1
    return lowest(mask)


@rule
def has(mask: Ints, item: int) -> bool:
    """Whether a long set has this member."""
    return (mask[item // WORD] >> (item % WORD)) & 1 == 1


@rule
def add(mask: Ints, item: int) -> None:
    """Put one member into a long set."""
    mask[item // WORD] |= bit(item % WORD)


@rule
def add_all(mask: Ints, first: int, items: int) -> None:
    """Put `first + m` into a long set for every member m of `items`, a set of at most WORD bits."""
    shift = first % WORD
    mask[first // WORD] |= (items << shift) & FULL
    mask[first // WORD + 1] |= items >> (WORD - shift)


@rule
def add_rows(mask: Ints, first: int, stride: int, count: int, rows: int, items: int) -> None:
    """Put `first + stride * r + m` into a long set for every member r < count of `rows` and m of `items`.

    Each word is written once, since reading back a word that was just written is slow.
    """
    at, shift = first // WORD, first % WORD
    word = mask[at]
    for row in range(count):
        here = items & -((rows >> row) & 1)
        word |= (here << shift) & FULL
        shift += stride
        if shift >= WORD:
            mask[at] = word
            at += 1
            shift -= WORD
            word = mask[at] | here >> (stride - shift)
    mask[at] = word


@rule
def clear(mask: Ints) -> None:
    """Empty a long set."""
    for i in range(len(mask)):
        mask[i] = 0


@rule
def count(mask: Ints) -> int:
    """How many members a long set has."""
    total = 0
    for i in range(len(mask)):
        total += size(mask[i])
    return total


@rule
def nth(mask: Ints, index: int) -> int:
    """The member of a long set at an index, counted from the smallest, or -1."""
    for i in range(len(mask)):
        here = size(mask[i])
        if index < here:
            return i * WORD + member(mask[i], index)
        index -= here
    return -1


def members(mask: Iterable[int]) -> list[int]:
    """The members of a long set, smallest first, for callers outside the rules."""
    found = []
    for at, word in enumerate(mask.tolist() if isinstance(mask, np.ndarray) else mask):
        first, left = at * WORD, int(word)
        while left:
            low = left & -left
            found.append(first + low.bit_length() - 1)
            left ^= low
    return found
