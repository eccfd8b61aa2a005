"""How a turn of Elevenses begins (EL-3)."""

from eleven.core.rules.asking import ask
from eleven.core.rules.jit import rule
from eleven.games.elevenses.state import TURN, State


@rule
def begin_turn(s: State, p: int) -> None:
    """A player must play a card or arrange (EL-3)."""
    s.turn = p
    s.turns += 1
    ask(s, p, TURN, 0, 0)
