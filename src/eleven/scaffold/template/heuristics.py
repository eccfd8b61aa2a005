"""How a good player thinks: bots use it, and play at random where there is none."""

from eleven.core.rules.jit import rule

from .actions import PLAY
from .state import State


@rule
def weigh(s: State, action: int) -> int:
    """A low card that scores leaves little room for better ones; a card that does not score should be low."""
    number = action - PLAY + 1
    return 10 - number if number >= s.last else -number
