"""Single decisions, called from Python: written once and bound to each game by `engine`, like `loops`.

States and luck come as arrays of one record. Passing a record to compiled code costs microseconds, since Numba examines
its type field by field; the type of an array of records is recognized at once.
"""

import ctypes
from typing import Any

import numpy as np

from eleven.core.rules import asking, bits
from eleven.core.rules import luck as fortune
from eleven.core.rules.record import Array

legal: Any = None
act: Any = None
see: Any = None

DONE, OVER, NOT_ASKED, NOT_LEGAL, NOT_POSSIBLE = range(5)
"""The result of a decision; NOT_POSSIBLE means that the given tape does not fit."""
ASKED, TAPE, NEXT, ENDED, REPORT = range(5)
"""Indices into a report: who was asked, tape length, who is asked now, why the game has ended; REPORT is its size."""


def asked_template(states: Array) -> int:
    """The seat that is asked, or NOBODY."""
    return asking.asked(states[0])


def see_template(states: Array, seat: int, seen: Array) -> None:
    """What a seat may know, into a blank record."""
    see(states[0], seat, seen[0])


def list_legal_template(states: Array, mask: Array, ids: Array) -> int:
    """Write the ids of the legal actions, smallest first; return how many there are."""
    bits.clear(mask)
    legal(states[0], mask)
    count = 0
    for i in range(len(mask)):
        word = mask[i]
        while word:
            ids[count] = i * bits.WORD + bits.lowest(word)
            count += 1
            word &= word - 1
    return count


def try_action_template(
    states: Array, before: Array, action: int, seat: int, lucks: Array, mask: Array, report: Array
) -> int:
    """Carry out an action if a seat (-1: the seat that is asked) may; otherwise only the luck changes.

    `before` is scratch space for a copy of the state.
    """
    s, luck = states[0], lucks[0]
    report[ASKED] = report[NEXT] = asking.asked(s)
    report[TAPE] = 0
    report[ENDED] = s.over
    if s.over != 0:
        return OVER
    if seat >= 0 and seat != report[ASKED]:
        return NOT_ASKED
    bits.clear(mask)
    legal(s, mask)
    if not bits.has(mask, action):
        return NOT_LEGAL
    before[0] = states[0]
    fortune.begin(luck, s.step)
    s.step += 1
    s.told = 0
    act(s, action, luck)
    if not fortune.used_up(luck):
        states[0] = before[0]
        return NOT_POSSIBLE
    report[TAPE] = luck.length
    report[NEXT] = asking.asked(s)
    report[ENDED] = s.over
    return DONE


def cells(record: Any) -> Array:
    """A one-record array over a record's memory; for an element of another array, one that does not keep it alive."""
    base = _base_of(record)
    if type(base) is np.ndarray and base.shape == (1,) and base.itemsize == _size_of(record):
        return base
    place = np.frombuffer(record, record.dtype).ctypes.data
    return np.frombuffer((ctypes.c_char * record.itemsize).from_address(place), record.dtype)


_base_of: Any = vars(np.void)["base"].__get__
_size_of: Any = vars(np.generic)["itemsize"].__get__
