"""How a game declares which fields of a sight become features for a network, and as which bits.

A game's `features.py` lists them as FEATURES; `eleven.research.encoding` makes the encoding from the list.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from eleven.core.rules import bits
from eleven.core.rules.jit import rule

CHUNK = 60
"""How many bits are encoded at a time."""


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
    """A number from 0 to `count` - 1, one-hot; any other number sets no bit."""

    count: int


@dataclass(frozen=True)
class SeatOf:
    """A seat relative to the viewer, one-hot; no seat sets no bit."""


@dataclass(frozen=True)
class OwnedBits:
    """A mask with `each` bits for every seat, the viewer's first."""

    each: int


@dataclass(frozen=True)
class Owned:
    """A thing `each * seat + number`: number and seat, one-hot; the seat alone if only its back is known."""

    each: int


Form = Bits | Count | OneOf | SeatOf | OwnedBits | Owned

ALL, VIEWER, SPECTATOR, SEATS, OTHER_SEATS = "all", "viewer", "spectator", "seats", "others"


@dataclass(frozen=True)
class Feature:
    """A field of the record, or of every seat (`seats.hand`), and its form.

    `items` selects from an array: ALL items, a number of them, or those that belong to the VIEWER, to the SPECTATOR or
    to all SEATS, the viewer's first. `of` selects the seats whose field is encoded: SEATS, VIEWER, OTHER_SEATS, or a
    number of seats to the viewer's left. With `by`, the feature is `by(seen, n)` instead of item n: a rule derives from
    the sight what a network would otherwise have to learn.
    """

    field: str
    form: Form
    items: str | int = ALL
    of: str | int = SEATS
    by: Callable[[Any, int], int] | None = None

    @property
    def name(self) -> str:
        """The field, plus the name of the rule that derives a value from it."""
        return f"{self.field}.{self.by.__name__}" if self.by else self.field


@rule
def thermometer(number: int, most: int) -> int:
    """As many one bits as `number`, at most `most`."""
    return bits.bit(min(max(bits.wide(number), 0), most)) - 1


@rule
def one_hot(number: int, count: int) -> int:
    """Bit `number`, or no bit if it is out of range."""
    at = bits.wide(number)
    if at < 0 or at >= count:
        return 0
    return bits.bit(at)


@rule
def seat_from(viewer: int, seat: int, players: int) -> int:
    """How many seats to the viewer's left a seat is; -1 for no seat."""
    at = bits.wide(seat)
    if at < 0 or at >= players:
        return -1
    at -= viewer
    if at < 0:
        at += players
    return at


@rule
def number_of(thing: int, each: int) -> int:
    """The number of a thing, or -1 if only its back is known."""
    at = bits.wide(thing)
    if at < 0:
        return -1
    return at % each


@rule
def owner_of(thing: int, each: int) -> int:
    """The owner of a thing, even if only its back is known."""
    at = bits.wide(thing)
    if at < 0:
        return -1 - at
    return at // each
