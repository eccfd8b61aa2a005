"""How a good magpie thinks: show what brings points, snatch what makes three, and peek while there are feathers."""

from eleven.core.rules.jit import rule

from .actions import PEEK, SHOW, SNATCH
from .rules import worth
from .state import KINDS, SET, State


@rule
def weigh(s: State, action: int) -> int:
    """How attractive an action is to the seat that is asked."""
    seat = s.seats[s.asking[s.depth - 1].seat]
    if action >= SHOW:
        return 10 + 2 * worth(action - SHOW)
    if action >= SNATCH:
        kind = (action - SNATCH) % KINDS
        return worth(kind) + (8 if seat.nest[kind] == SET - 1 else 0)
    return 2 * seat.feathers if action >= PEEK else 4
