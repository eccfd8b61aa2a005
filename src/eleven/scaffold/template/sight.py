"""Who sees what: hands are for their owners alone, and nobody sees what is in the deck."""

from eleven.core.rules.asking import copy_header, see_header
from eleven.core.rules.copying import copier
from eleven.core.rules.deck import draw_some, total
from eleven.core.rules.enums import Invariants
from eleven.core.rules.jit import rule
from eleven.core.rules.lists import copy
from eleven.core.rules.luck import Luck

from .rules import DEAL
from .state import KINDS, STATE, State

PUBLIC = ("turn", "last", "left", "box", "seats.cards", "seats.played", "seats.points")
"""What everybody sees. All other fields are hidden, and only `see` may show them to somebody."""
copy_public = copier(STATE, PUBLIC, __file__)

INVARIANTS = Invariants()
CARDS_LOST = INVARIANTS.add("every card of the box is there exactly once (XX-1)")
BAD_COUNT = INVARIANTS.add("`cards` and `left` say how many cards there are (XX-2)")
BAD_TURN = INVARIANTS.add("whoever has the turn is asked and has a card, until nobody has one (XX-4, XX-6)")


@rule
def see(s: State, viewer: int, seen: State) -> None:
    """A player sees what everybody sees, and the own hand (XX-2)."""
    see_header(s, viewer, seen)
    copy_public(s, seen)
    if viewer < s.players:
        copy(s.seats[viewer].hand, seen.seats[viewer].hand)


@rule
def imagine(seen: State, luck: Luck, world: State) -> None:
    """The cards that are out of sight are in the other hands and in the deck, each as likely."""
    copy_header(seen, world)
    copy_public(seen, world)
    for kind in range(KINDS):
        world.deck[kind] = seen.box[kind] - in_sight(seen, kind)
    for p in range(seen.players):
        if p == seen.viewer:
            copy(seen.seats[p].hand, world.seats[p].hand)
        else:
            draw_some(luck, DEAL, seen.seats[p].cards, world.deck, world.seats[p].hand)


@rule
def in_sight(s: State, kind: int) -> int:
    """How many cards of a kind are not in the deck, as far as this record shows."""
    n = 0
    for p in range(s.players):
        n += s.seats[p].hand[kind] + s.seats[p].played[kind]
    return n


@rule
def check(s: State) -> int:
    """0 while nothing is wrong; else the number of the invariant that is broken."""
    for kind in range(KINDS):
        if s.deck[kind] < 0 or s.deck[kind] + in_sight(s, kind) != s.box[kind]:
            return CARDS_LOST
    cards = 0
    for p in range(s.players):
        cards += s.seats[p].cards
        if s.seats[p].cards != total(s.seats[p].hand):
            return BAD_COUNT
    if s.left != total(s.deck):
        return BAD_COUNT
    if s.turn < 0 or s.turn >= s.players:
        return BAD_TURN
    if s.over != 0:
        return BAD_TURN if cards + s.left > 0 else 0
    if s.depth != 1 or s.asking[0].seat != s.turn or s.seats[s.turn].cards == 0:
        return BAD_TURN
    return 0
