"""The stream of random numbers under a key: Threefry-4x64 with 20 rounds, and quick dice where nothing is secret.

Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011: add, rotate, xor, the same bits on every machine.
The 64-bit numbers are unsigned, because signed overflow is undefined in compiled code.
"""

from typing import Any, Protocol

import numpy as np

from eleven.core.rules import bits
from eleven.core.rules.jit import rule
from eleven.core.rules.record import Array, Ints, record

TAPE = 256
SCRATCH = 128
_PARITY = np.uint64(0x1BD11BDAA9FC1A22)
_R14, _R16, _R52, _R57, _R23, _R40, _R5, _R37 = (np.uint64(by) for by in (14, 16, 52, 57, 23, 40, 5, 37))
_R25, _R33, _R46, _R12, _R58, _R22, _R32 = (np.uint64(by) for by in (25, 33, 46, 12, 58, 22, 32))
_WIDTH = np.uint64(64)
_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_ONE, _TWO, _THREE, _FOUR, _FIVE = (np.uint64(number) for number in range(1, 6))

LUCK = record(
    [
        ("key", "u8", (4,)),
        ("block", "u8", (4,)),
        ("step", "u8"),
        ("blocks", "u8"),
        ("halves", "i8"),
        ("mode", "i1"),
        ("fault", "i1"),
        ("length", "i2"),
        ("at", "i2"),
        ("tape", "i2", (TAPE,)),
        ("things", "i2", (SCRATCH,)),
    ]
)


class Luck(Protocol):
    """A key, the position in its stream, and the tape."""

    key: Array
    block: Array
    step: Any
    blocks: Any
    halves: int
    mode: int
    fault: int
    length: int
    at: int
    tape: Ints
    things: Ints
    """Scratch space for shuffles, as rules must not allocate."""


@rule
def _mix(x0: Any, x1: Any, x2: Any, x3: Any, one: Any, other: Any) -> Any:
    """One round: the first word is mixed into the second, the third into the fourth."""
    x0, x2 = x0 + x1, x2 + x3
    return x0, ((x1 << one) | (x1 >> (_WIDTH - one))) ^ x0, x2, ((x3 << other) | (x3 >> (_WIDTH - other))) ^ x2


@rule
def _first_rounds(x0: Any, x1: Any, x2: Any, x3: Any) -> Any:
    """Four rounds; in every other one the second and the fourth word change places."""
    x0, x1, x2, x3 = _mix(x0, x1, x2, x3, _R14, _R16)
    x0, x3, x2, x1 = _mix(x0, x3, x2, x1, _R52, _R57)
    x0, x1, x2, x3 = _mix(x0, x1, x2, x3, _R23, _R40)
    x0, x3, x2, x1 = _mix(x0, x3, x2, x1, _R5, _R37)
    return x0, x1, x2, x3


@rule
def _second_rounds(x0: Any, x1: Any, x2: Any, x3: Any) -> Any:
    """The next four rounds, with other rotations."""
    x0, x1, x2, x3 = _mix(x0, x1, x2, x3, _R25, _R33)
    x0, x3, x2, x1 = _mix(x0, x3, x2, x1, _R46, _R12)
    x0, x1, x2, x3 = _mix(x0, x1, x2, x3, _R58, _R22)
    x0, x3, x2, x1 = _mix(x0, x3, x2, x1, _R32, _R32)
    return x0, x1, x2, x3


@rule
def _next_block(luck: Luck) -> None:
    """Encrypt (step, number of the block) under the key: four words of 64 random bits.

    Twenty rounds, with another part of the key added after every four. Unrolled, because a loop over tables of
    rotations and keys takes half as long again.
    """
    k0, k1, k2, k3 = luck.key[0], luck.key[1], luck.key[2], luck.key[3]
    k4 = _PARITY ^ k0 ^ k1 ^ k2 ^ k3
    x0, x1, x2, x3 = _first_rounds(k0 + luck.step, k1 + luck.blocks, k2, k3)
    x0, x1, x2, x3 = _second_rounds(x0 + k1, x1 + k2, x2 + k3, x3 + k4 + _ONE)
    x0, x1, x2, x3 = _first_rounds(x0 + k2, x1 + k3, x2 + k4, x3 + k0 + _TWO)
    x0, x1, x2, x3 = _second_rounds(x0 + k3, x1 + k4, x2 + k0, x3 + k1 + _THREE)
    x0, x1, x2, x3 = _first_rounds(x0 + k4, x1 + k0, x2 + k1, x3 + k2 + _FOUR)
    luck.block[0], luck.block[1], luck.block[2], luck.block[3] = x0 + k0, x1 + k1, x2 + k2, x3 + k3 + _FIVE
    luck.blocks = luck.blocks + _ONE
    luck.halves = 8


@rule
def _half(luck: Luck) -> Any:
    """The next 32 random bits."""
    if luck.halves == 0:
        _next_block(luck)
    luck.halves -= 1
    word = luck.block[luck.halves >> 1]
    if luck.halves & 1:
        return word >> _HALF
    return word & _LOW


@rule
def below(luck: Luck, n: int) -> int:
    """An unbiased random number from 0 to n - 1 (Lemire's method)."""
    wide = np.uint64(n)
    while True:
        product = _half(luck) * wide
        low = product & _LOW
        if low >= wide or low >= ((_LOW + _ONE) - wide) % wide:
            return bits.wide(product >> _HALF)


DICE = np.dtype("u8")


@rule
def throw(dice: Array, n: int) -> int:
    """A fast random number below n for random players, who need no secrecy (SplitMix64); `dice` is its state."""
    dice[0] = dice[0] + np.uint64(0x9E3779B97F4A7C15)
    z = dice[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits.wide(((z >> _HALF) * np.uint64(n)) >> _HALF)


@rule
def cast(luck: Luck, dice: Array) -> None:
    """Seed the dice from the whole key."""
    mixed = luck.key[0]
    for i in range(1, 4):
        mixed = (mixed ^ (mixed >> _HALF)) * np.uint64(0xD6E8FEB86659FD93) + luck.key[i]
    dice[0] = mixed


@rule
def branch(luck: Luck, number: int) -> None:
    """Switch to another key of the same family."""
    luck.key[2] = luck.key[2] + np.uint64(number)
