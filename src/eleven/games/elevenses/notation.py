"""Positions of Elevenses as text.

A hand-written position names what matters. Unmentioned cards are laid face down on the free positions in the order of
their numbers, and the last ones go to the kitchen. If `knows` is not given, it is what everybody can see.
"""

from typing import Any

from eleven.core.contract.kinds import NUMBER, Kind
from eleven.core.rules import bits
from eleven.core.rules.asking import ask
from eleven.core.rules.record import THE_TRUTH
from eleven.core.text.errors import Mistake
from eleven.core.text.notation import Field, MaskOf, Masks, Notation, One, Row
from eleven.games.elevenses.invariants import INVARIANTS, check
from eleven.games.elevenses.state import (
    ELEVENSES,
    EMPTY,
    FIRST_PLACE,
    GUESTS,
    LAST_PLACE,
    PLACES,
    SERVANTS,
    SET,
    TROLLEY,
    TURN,
    back_of,
    lies_up,
    number_of,
    set_of,
)
from eleven.games.elevenses.tokens import CARD, CARD_NAMES, COLOURS, GUEST, SEAT

NUMBER_UP = Kind("card name", CARD_NAMES)
KITCHEN_SIZE = 3

FIELDS = (
    Field("rounds"),
    Field("turns"),
    Field("server", One(SEAT)),
    Field("turn", One(SEAT)),
    Field("first", One(SEAT)),
    Field("taken", One(CARD)),
    Field("centre", One(CARD)),
    Field("knows", Masks(CARD)),
    Field("cubes", of_seat=True),
    Field("kitchen", MaskOf(CARD), of_seat=True),
    Field("slots", Row(CARD), of_seat=True),
    Field("up", MaskOf(NUMBER_UP), of_seat=True),
    Field("picked", One(CARD), of_seat=True),
    Field("guest", One(GUEST), of_seat=True),
    Field("arrived", of_seat=True),
    Field("backs", Row(NUMBER), of_seat=True),
    Field("aware", MaskOf(NUMBER_UP), of_seat=True),
)


def complete(s: Any, given: set[str]) -> None:
    """Fill what a hand-written position leaves out, and refuse an impossible one."""
    if s.viewer != THE_TRUTH:
        return
    _fill_defaults(s, given)
    _fill_kitchens(s, _lay_unmentioned(s, given), given)
    if "knows" not in given:
        _learn_the_obvious(s)
    if "asking" not in given and s.over == 0:
        ask(s, int(s.turn), TURN, 0, 0)
    reason = check(s)
    if reason:
        raise Mistake(INVARIANTS[reason])


def _fill_defaults(s: Any, given: set[str]) -> None:
    s.rounds = s.rounds or 1
    if "turns" not in given:
        s.turns = 1 + (int(s.turn) - int(s.server)) % int(s.players)
    for name in ("taken", "centre"):
        if name not in given:
            setattr(s, name, EMPTY)
    for p in range(s.players):
        seat, colour = s.seats[p], COLOURS[p]
        if f"{colour} slots" not in given:
            seat.slots[:] = EMPTY
        if f"{colour} picked" not in given:
            seat.picked = EMPTY
        if f"{colour} guest" not in given:
            seat.guest = -1
    if s.with_guests:
        _invite_unmentioned(s, given)


def _invite_unmentioned(s: Any, given: set[str]) -> None:
    """The guests that are not mentioned, in order, for the players without one (EL-40)."""
    mentioned = {int(s.seats[p].guest) for p in range(s.players)}
    free = [guest for guest in range(GUESTS) if guest not in mentioned]
    for p in range(s.players):
        if f"{COLOURS[p]} guest" not in given:
            s.seats[p].guest = free.pop(0)


def _lay_unmentioned(s: Any, given: set[str]) -> list[int]:
    """Fill face-up numbers with the owner's cards, then the positions with other cards; return the rest."""
    left = []
    for owner in range(s.players):
        seat = s.seats[owner]
        missing = int(set_of(owner)) & ~_mentioned(s)
        for number in range(1, PLACES + 1):
            card = owner * SET + number - 1
            if lies_up(seat, number) and seat.slots[number - 1] == EMPTY and missing >> card & 1:
                seat.slots[number - 1] = card
                missing &= ~(1 << card)
        rest = [card for card in range(len(CARD.tokens)) if missing >> card & 1]
        if f"{COLOURS[owner]} kitchen" in given:  # then Elevenses, which stays with its owner, needs a position
            rest.sort(key=lambda card: number_of(card) != ELEVENSES)
        for n in range(FIRST_PLACE, LAST_PLACE + 1):
            if seat.slots[n - 1] == EMPTY and rest:
                seat.slots[n - 1] = rest.pop(0)
        left += rest
    return left


def _fill_kitchens(s: Any, left: list[int], given: set[str]) -> None:
    """Fill kitchens that are not given with their owners' remaining cards, then with any other than Elevenses."""
    open_kitchens = [p for p in range(s.players) if f"{COLOURS[p]} kitchen" not in given]
    for own in (True, False):
        for p in open_kitchens:
            sides = sum(int(s.seats[p].slots[n - 1] != EMPTY) for n in (TROLLEY, SERVANTS))
            for card in list(left):
                fits = back_of(card) == p if own else number_of(card) != ELEVENSES
                if fits and bits.size(int(s.seats[p].kitchen)) < KITCHEN_SIZE - sides:
                    s.seats[p].kitchen |= 1 << card
                    left.remove(card)


def _mentioned(s: Any) -> int:
    found = 0
    for p in range(s.players):
        found |= int(s.seats[p].kitchen)
        for card in s.seats[p].slots:
            found |= 1 << int(card) if card >= 0 else 0
    for card in (s.taken, s.centre):
        found |= 1 << int(card) if card >= 0 else 0
    return found


def _learn_the_obvious(s: Any) -> None:
    """Add obvious knowledge: one's own kitchen, face-up cards, and for both players of a swap, the taken card."""
    public = 1 << int(s.centre) if s.centre >= 0 else 0
    for p in range(s.players):
        for card in s.seats[p].slots:
            if (
                card >= 0
                and lies_up(s.seats[p], int(number_of(card)))
                and s.seats[p].slots[number_of(card) - 1] == card
            ):
                public |= 1 << int(card)
    for p in range(s.players):
        s.knows[p] |= public | int(s.seats[p].kitchen)
    s.knows[s.players] |= public


NOTATION = Notation(FIELDS, complete)
