"""Luck comes from outside the game, as a key of 256 bits, and every outcome can be written down and read back.

Decision number n of a game draws from the stream (key, n), so `apply` is a pure function of state, action and key,
and a bot that copies a state learns nothing about the future. How the stream is made is in `threefry`.

What luck decided is kept on a tape as (kind, count, things). A log shows it in words; a replay feeds the same tape
back, checked, and needs no key.
"""

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any

import numpy as np

from eleven.core.rules import bits
from eleven.core.rules.jit import rule
from eleven.core.rules.record import Ints, blank
from eleven.core.rules.threefry import DICE, LUCK, SCRATCH, TAPE, Luck, below, branch, cast, throw
from eleven.core.text.errors import Mistake

__all__ = ["DICE", "LUCK", "SCRATCH", "TAPE", "Luck", "below", "branch", "cast", "throw"]

SILENT, RECORDING, SCRIPTED = 0, 1, 2
IMPOSSIBLE, TOO_SHORT = 1, 2
"""Faults of a script: an impossible outcome; or it is too short, and the tape says what is missing (`lacking`)."""
Tape = list[int]
"""What luck decided in one decision, as numbers; `outcomes` reads it."""


def fresh(key: bytes | None = None, mode: int = SILENT) -> Any:
    """Luck from a 32-byte key; without one, from the operating system."""
    luck = blank(LUCK)
    luck.key[:] = np.frombuffer(key or secrets.token_bytes(32), "<u8")
    luck.mode = mode
    return luck


def key_of(*parts: object) -> bytes:
    """A key derived from any values, such as a seed and the number of a game."""
    return hashlib.sha256("\x1f".join(str(part) for part in parts).encode()).digest()


def recorded(luck: Any) -> Tape:
    """The tape of the last decision."""
    return [int(item) for item in luck.tape[: luck.length]]


def script(luck: Any, tape: Sequence[int]) -> None:
    """Use these outcomes for the next decision instead of random ones."""
    if len(tape) > TAPE:
        raise Mistake("a decision has at most {most} outcomes of luck", most=TAPE)
    luck.tape[: len(tape)] = tape
    luck.length, luck.mode = len(tape), SCRIPTED


def outcomes(luck: Any) -> list[tuple[int, list[int]]]:
    """What the last decision's luck decided, as (kind, things)."""
    found, at = [], 0
    while at < luck.length:
        kind, count = int(luck.tape[at]), int(luck.tape[at + 1])
        found.append((kind, [int(thing) for thing in luck.tape[at + 2 : at + 2 + count]]))
        at += 2 + count
    return found


def lacking(luck: Any) -> tuple[int, int, list[int]] | None:
    """The next outcome that a too short script is missing: its kind, how many things, and the candidates."""
    if luck.fault != TOO_SHORT:
        return None
    kind, told, count = (int(number) for number in luck.tape[:3])
    return kind, told, [int(thing) for thing in luck.tape[3 : 3 + count]]


@rule
def begin(luck: Luck, step: int) -> None:
    """Start the random stream of one decision."""
    luck.step = np.uint64(step)
    luck.blocks = np.uint64(0)
    luck.halves = 0
    luck.fault = 0
    luck.at = 0
    if luck.mode != SCRIPTED:
        luck.length = 0


@rule
def used_up(luck: Luck) -> bool:
    """Whether there was no fault, and a script was read to its end."""
    return luck.fault == 0 and (luck.mode != SCRIPTED or luck.at == luck.length)


@rule
def _write(luck: Luck, thing: int) -> None:
    if luck.length < TAPE:
        luck.tape[luck.length] = thing
        luck.length += 1
    else:
        luck.fault = 1


@rule
def _blame(luck: Luck) -> None:
    if luck.fault == 0:
        luck.fault = IMPOSSIBLE


@rule
def _ends_here(luck: Luck) -> bool:
    """Whether a script without faults is at its end."""
    return luck.fault == 0 and luck.at == luck.length


@rule
def _lack(luck: Luck, kind: int, told: int) -> None:
    """Start the list of what a script is missing; it overwrites the tape, which is not read again."""
    luck.fault = TOO_SHORT
    luck.tape[0], luck.tape[1], luck.tape[2] = kind, told, 0


@rule
def _lacks(luck: Luck, thing: int) -> None:
    if luck.tape[2] + 3 >= TAPE:
        luck.fault = IMPOSSIBLE
        return
    luck.tape[3 + luck.tape[2]] = thing
    luck.tape[2] += 1


@rule
def _read(luck: Luck) -> int:
    if luck.at >= luck.length:
        _blame(luck)
        return -1
    luck.at += 1
    return luck.tape[luck.at - 1]


@rule
def _expect(luck: Luck, kind: int, count: int) -> None:
    """Check that the script has this kind of luck and number of things next."""
    if _read(luck) != kind or _read(luck) != count:
        _blame(luck)


@rule
def _announce(luck: Luck, kind: int, count: int) -> None:
    if luck.mode == RECORDING:
        _write(luck, kind)
        _write(luck, count)


@rule
def shuffle(luck: Luck, kind: int, things: Ints, count: int) -> None:
    """Put the first `count` things into a random order."""
    if luck.mode == SCRIPTED:
        _arrange_as_told(luck, kind, things, count)
        return
    for i in range(count - 1, 0, -1):
        j = below(luck, i + 1)
        things[i], things[j] = things[j], things[i]
    if luck.mode == RECORDING:
        _announce(luck, kind, count)
        for i in range(count):
            _write(luck, things[i])


@rule
def _arrange_as_told(luck: Luck, kind: int, things: Ints, count: int) -> None:
    """Put the things into the order of the script; a thing that is not there is a fault."""
    if _ends_here(luck):
        _lack(luck, kind, count)
        for i in range(count):
            _lacks(luck, things[i])
    _expect(luck, kind, count)
    for i in range(count):
        told = _read(luck)
        j = i
        while j < count and things[j] != told:
            j += 1
        if j == count:
            _blame(luck)
            return
        things[i], things[j] = things[j], things[i]


@rule
def choose(luck: Luck, kind: int, mask: int) -> int:
    """A uniformly random member of a mask."""
    if luck.mode == SCRIPTED:
        if _ends_here(luck):
            _lack(luck, kind, 1)
            for i in range(bits.size(mask)):
                _lacks(luck, bits.member(mask, i))
        _expect(luck, kind, 1)
        told = _read(luck)
        if told < 0 or (mask >> told) & 1 == 0:
            _blame(luck)
            return bits.lowest(mask)
        return told
    chosen = bits.member(mask, below(luck, bits.size(mask)))
    _announce(luck, kind, 1)
    if luck.mode == RECORDING:
        _write(luck, chosen)
    return chosen


@rule
def draw(luck: Luck, kind: int, counts: Ints, total: int) -> int:
    """A random index, weighted by the counts, whose sum is `total`. The caller removes the thing."""
    if luck.mode == SCRIPTED:
        if _ends_here(luck):
            _lack(luck, kind, 1)
            for i in range(len(counts)):
                for _ in range(counts[i]):
                    _lacks(luck, i)
        _expect(luck, kind, 1)
        told = _read(luck)
        if told >= 0 and told < len(counts) and counts[told] > 0:
            return told
        _blame(luck)
    left = below(luck, total)
    drawn = 0
    while left >= counts[drawn]:
        left -= counts[drawn]
        drawn += 1
    if luck.mode == RECORDING:
        _announce(luck, kind, 1)
        _write(luck, drawn)
    return drawn


@rule
def draw_member(luck: Luck, kind: int, masks: Ints, width: int, spare: int) -> int:
    """A random member m of mask n as `width * n + m`, or one of `spare` things as `width * len(masks)`.

    All are equally likely, and the caller removes it. Like `draw` with a count for every name, but faster.
    """
    total = spare
    for n in range(len(masks)):
        total += bits.size(masks[n])
    if luck.mode == SCRIPTED:
        if _ends_here(luck):
            _lack(luck, kind, 1)
            for index in range(total):
                _lacks(luck, _nth_member(masks, width, index))
        _expect(luck, kind, 1)
        told = _read(luck)
        for index in range(total):
            if told == _nth_member(masks, width, index):
                return told
        _blame(luck)
    drawn = _nth_member(masks, width, below(luck, total))
    if luck.mode == RECORDING:
        _announce(luck, kind, 1)
        _write(luck, drawn)
    return drawn


@rule
def _nth_member(masks: Ints, width: int, index: int) -> int:
    """The member at an index, counted over all masks; `width * len(masks)` after the last one."""
    n = 0
    while n < len(masks):
        here = bits.size(masks[n])
        if index < here:
            return width * n + bits.member(masks[n], index)
        index -= here
        n += 1
    return width * n
