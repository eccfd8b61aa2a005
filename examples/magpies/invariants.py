"""What is true of every state, imagined ones too."""

from eleven.core.rules.deck import total
from eleven.core.rules.enums import Invariants
from eleven.core.rules.jit import rule

from .sight import in_sight
from .state import FEATHERS, KINDS, State

INVARIANTS = Invariants()
TRINKETS_LOST = INVARIANTS.add("every trinket of the box is there exactly once (MA-1)")
BAD_COUNT = INVARIANTS.add("`held` and `left` count what is there, and feathers are 0 to 3 (MA-2, MA-12)")
BAD_KNOWLEDGE = INVARIANTS.add("what somebody knows to be in another nest is there (MA-7)")
BAD_TURN = INVARIANTS.add("the question goes to the player whose turn it is, until the grass is empty (MA-4, MA-14)")


@rule
def check(s: State) -> int:
    """0 while nothing is wrong; else the number of the invariant that is broken."""
    for kind in range(KINDS):
        if s.grass[kind] < 0 or s.grass[kind] + in_sight(s, kind) != s.box[kind]:
            return TRINKETS_LOST
    for p in range(s.players):
        seat = s.seats[p]
        if seat.held != total(seat.nest) or seat.feathers < 0 or seat.feathers > FEATHERS:
            return BAD_COUNT
        for i in range(len(seat.known)):
            q = i // KINDS
            if seat.known[i] > 0 and (q >= s.players or q == p or seat.known[i] > s.seats[q].nest[i % KINDS]):
                return BAD_KNOWLEDGE
    if s.left != total(s.grass):
        return BAD_COUNT
    asked = s.depth == 1 and s.asking[0].seat == s.turn
    if s.turn < 0 or s.turn >= s.players or asked != (s.left > 0) or asked != (s.over == 0):
        return BAD_TURN
    return 0
