"""The action table: 18 purchases, 33 elephants, the push, 18 losses and 6 ways to score.

China and elephants are identified by kind, because cards of one kind are identical. In touches, `@` is the seat to
move.
"""

from eleven.core.contract.actions import Actions
from eleven.games.elefant.tokens import CHINA, COLOUR_NAMES, ELEPHANT, SCORING

ACTIONS = Actions()


def _column(scoring: str) -> tuple[str, ...]:
    """Return the touches for a column of the score sheet, including the colour for the one-colour column."""
    if scoring in COLOUR_NAMES:
        return ("sheet:@:colour", f"do:{scoring}")
    return (f"sheet:@:{scoring}",)


BUY = ACTIONS.block("buy", CHINA, touch=lambda china: (f"open:{china}",))
TAKE = ACTIONS.block("take", ELEPHANT, touch=lambda elephant: (f"herd:{elephant}",))
PUSH = ACTIONS.block("push", touch=lambda: ("push:@",))
LOSE = ACTIONS.block("lose", CHINA, touch=lambda china: (f"china:@:{china}",))
SCORE_AS = ACTIONS.block("score", SCORING, touch=_column)
