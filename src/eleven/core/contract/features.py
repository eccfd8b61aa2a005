"""How a game declares which fields of a sight become features for a network, and as which bits.

A game's `features.py` lists them as FEATURES; `eleven.research.encoding` makes the encoding from the list.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from eleven.core.rules import bits
from eleven.core.rules.jit import rule

CHUNK = 60
"""So many bits are made at a time."""


@dataclass(frozen=True)
class Bits:
    """The lowest `width` bits of a mask."""

    width: int


@dataclass(frozen=True)
class Count:
    """A number as a thermometer of `most` bits, one for every full `step` of it and of `plus`."""

    most: int
    step: int = 1
    plus: int = 0


@dataclass(frozen=True)
class OneOf:
    """A number from 0 to `count` - 1 as one bit of so many; any other number as none."""

    count: int


@dataclass(frozen=True)
class SeatOf:
    """A seat, counted from the viewer; nobody is no bit."""


@dataclass(frozen=True)
class OwnedBits:
    """A mask with `each` bits for every seat, the viewer's first."""

    each: int


@dataclass(frozen=True)
class Owned:
    """A thing `each * seat + number`, as its number and then its seat; one known by its back has its seat alone."""

    each: int


Form = Bits | Count | OneOf | SeatOf | OwnedBits | Owned

ALL, VIEWER, SPECTATOR, SEATS, OTHER_SEATS = "all", "viewer", "spectator", "seats", "others"


@dataclass(frozen=True)
class Feature:
    """A field of the record, or of every seat (`seats.hand`), and its form.

    Of an array `items` says which: ALL of them, a number of them, or those that belong to the VIEWER, to the SPECTATOR
    or to all SEATS, the viewer's first. `of` says of which seats a seat's field is told: SEATS, VIEWER, OTHER_SEATS, or
    a number of seats to the viewer's left. With `by`, what is told is not item n itself but `by(seen, n)`: a rule works
    out from the sight what a network would have to find out by itself.
    """

    field: str
    form: Form
    items: str | int = ALL
    of: str | int = SEATS
    by: Callable[[Any, int], int] | None = None

    @property
    def name(self) -> str:
        """The field, and the rule that works something out from it."""
        return f"{self.field}.{self.by.__name__}" if self.by else self.field


@rule
def thermometer(number: int, most: int) -> int:
    """So many ones."""
    return bits.bit(min(max(bits.wide(number), 0), most)) - 1


@rule
def one_hot(number: int, count: int) -> int:
    """One bit, or none."""
    at = bits.wide(number)
    if at < 0 or at >= count:
        return 0
    return bits.bit(at)


@rule
def seat_from(viewer: int, seat: int, players: int) -> int:
    """How many places to the viewer's left a seat is; -1 is nobody."""
    at = bits.wide(seat)
    if at < 0 or at >= players:
        return -1
    at -= viewer
    if at < 0:
        at += players
    return at


@rule
def number_of(thing: int, each: int) -> int:
    """The number of a thing that is known, else -1."""
    at = bits.wide(thing)
    if at < 0:
        return -1
    return at % each


@rule
def owner_of(thing: int, each: int) -> int:
    """Whose a thing is, known or not."""
    at = bits.wide(thing)
    if at < 0:
        return -1 - at
    return at // each
