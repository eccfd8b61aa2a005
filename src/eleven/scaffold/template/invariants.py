"""What is true of every state, imagined ones too."""

from eleven.core.rules.deck import total
from eleven.core.rules.enums import Invariants
from eleven.core.rules.jit import rule

from .sight import in_sight
from .state import KINDS, State

INVARIANTS = Invariants()
CARDS_LOST = INVARIANTS.add("every card of the box is there exactly once (XX-1)")
BAD_COUNT = INVARIANTS.add("`cards` and `left` say how many cards there are (XX-2)")
BAD_TURN = INVARIANTS.add(
    "the question goes to the player whose turn it is, who has a card, until nobody has one (XX-4, XX-6)"
)


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
