"""Invariants of every state of Elevenses, including imagined worlds."""

from eleven.core.rules import bits
from eleven.core.rules.enums import Invariants
from eleven.core.rules.jit import rule
from eleven.games.elevenses.state import (
    ALL_ELEVENSES,
    ELEVENSES,
    EMPTY,
    FIRST_PLACE,
    GIVE,
    LAST_PLACE,
    PLACES,
    State,
    back_of,
    card_of,
    lies_up,
    number_of,
    set_of,
)

INVARIANTS = Invariants()
CARDS_LOST = INVARIANTS.add("every card of each player's set must be there exactly once")
FOREIGN_ELEVENSES = INVARIANTS.add("an Elevenses is in another player's kitchen (EL-21)")
BAD_PLACES = INVARIANTS.add("a position from 2 to 9 is empty, or a side without a card is face up (EL-4.1)")
WRONG_POSITION = INVARIANTS.add("a face-up card is not on the position of its number (EL-4)")
ELEVENSES_NOT_HOME = INVARIANTS.add("an Elevenses lies in another player's spread (EL-21)")
OPEN_CARD_UNKNOWN = INVARIANTS.add("somebody does not know a face-up card (EL-7)")
KITCHEN_MISCOUNTED = INVARIANTS.add(
    "a kitchen holds three cards, less one each for a Tea Trolley and Servants lying (EL-4.2)"
)
KITCHEN_UNKNOWN = INVARIANTS.add("somebody does not know their own kitchen, or what everybody knows (EL-7)")
WRONG_END = INVARIANTS.add("a game that is not over needs an open question")
TURNS_MISCOUNTED = INVARIANTS.add(
    "turns: the starting server has the first turn of a round, and the others follow clockwise (EL-2)"
)
AFTER_NOON = INVARIANTS.add("turns: it was noon before (EL-22)")
WRONG_GUESTS = INVARIANTS.add(
    "everybody has a guest of their own who has arrived (1) or not (0), or there are no guests (EL-40)"
)


@rule
def check(s: State) -> int:
    """Return 0 if all cards are where the rules allow and all visible cards are known, else the number of the error."""
    everything = 0
    for p in range(s.players):
        everything |= set_of(p)
    if _add_up(s) != everything:
        return CARDS_LOST
    for p in range(s.players):
        wrong = _check_seat(s, p)
        if wrong:
            return wrong
    if (s.depth == 0) != (s.over != 0):
        return WRONG_END
    if not _guests_fit(s):
        return WRONG_GUESTS
    if s.turns < 1 or (s.server + s.turns - 1) % s.players != s.turn:
        return TURNS_MISCOUNTED
    if s.noon > 0 and s.turns > bits.wide(s.noon) * s.players:
        return AFTER_NOON
    return 0


@rule
def _add_up(s: State) -> int:
    """Return the sum of all cards as bits, which equals the full sets only if each card exists exactly once."""
    total = 0
    if s.taken != EMPTY:
        total += bits.bit(s.taken)
    if s.centre != EMPTY:
        total += bits.bit(s.centre)
    for p in range(s.players):
        total += s.seats[p].kitchen
        for i in range(PLACES):
            if s.seats[p].slots[i] != EMPTY:
                total += bits.bit(s.seats[p].slots[i])
    return total


@rule
def _check_seat(s: State, p: int) -> int:
    seat = s.seats[p]
    if (seat.kitchen & ALL_ELEVENSES) & ~bits.bit(card_of(p, ELEVENSES)):
        return FOREIGN_ELEVENSES
    at_sides = 0
    for n in range(1, PLACES + 1):
        card = seat.slots[n - 1]
        side = n < FIRST_PLACE or n > LAST_PLACE
        if side and card != EMPTY:
            at_sides += 1
        if card == EMPTY and (not side or lies_up(seat, n)):
            return BAD_PLACES
        if card != EMPTY and (side or lies_up(seat, n)) and number_of(card) != n:
            return WRONG_POSITION
        if card != EMPTY and number_of(card) == ELEVENSES and back_of(card) != p:
            return ELEVENSES_NOT_HOME
        if card != EMPTY and lies_up(seat, n) and not _all_know(s, card):
            return OPEN_CARD_UNKNOWN
    paid = s.asking[s.depth - 1].what == GIVE and s.asking[s.depth - 1].about == p
    struck = s.centre != EMPTY and back_of(s.centre) == p
    if bits.size(seat.kitchen) != 3 - at_sides - int(paid and s.depth > 0) - int(struck):
        return KITCHEN_MISCOUNTED
    if seat.kitchen & ~s.knows[p] or s.knows[s.players] & ~s.knows[p]:
        return KITCHEN_UNKNOWN
    return 0


@rule
def _guests_fit(s: State) -> bool:
    """Everybody has a guest of their own, or nobody has one and none has come (EL-40)."""
    invited = 0
    for p in range(s.players):
        guest, arrived = s.seats[p].guest, s.seats[p].arrived
        if not s.with_guests:
            if guest >= 0 or arrived != 0:
                return False
        elif guest < 0 or (invited >> guest) & 1 or arrived < 0 or arrived > 1:
            return False
        else:
            invited |= bits.bit(guest)
    return True


@rule
def _all_know(s: State, card: int) -> bool:
    for q in range(s.players + 1):
        if not (s.knows[q] >> card) & 1:
            return False
    return True
