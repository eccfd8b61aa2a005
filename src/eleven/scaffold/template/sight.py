"""Who sees what: hands are for their owners alone, and nobody sees what is in the deck."""

from eleven.core.rules.asking import copy_header, see_header
from eleven.core.rules.copying import copier
from eleven.core.rules.deck import draw_some
from eleven.core.rules.jit import rule
from eleven.core.rules.lists import copy
from eleven.core.rules.luck import Luck

from .rules import DEAL
from .state import KINDS, STATE, State

PUBLIC = ("turn", "last", "left", "box", "seats.cards", "seats.played", "seats.points")
"""What everybody sees. All other fields are hidden, and only `see` may show them to somebody."""
copy_public = copier(STATE, PUBLIC, __file__)


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
