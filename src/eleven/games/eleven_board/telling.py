"""The events of 11! the board game: what happened, and who may see which tile it happened to."""

from eleven.core.contract.game import EventKind
from eleven.core.contract.kinds import NUMBER
from eleven.core.rules import asking
from eleven.core.rules.asking import EVERYBODY
from eleven.core.rules.jit import rule
from eleven.games.eleven_board.state import COLUMNS, FIRST_JOKER, State
from eleven.games.eleven_board.tokens import PLACE, TILE

(
    DEALT,
    NO_ELEVEN,
    SOUGHT,
    STARTS,
    LAID,
    LAID_ON,
    DREW,
    FITTING,
    BONUS_DRAWN,
    BONUS_LOST,
    NO_BONUS,
    PASSED,
    GAVE,
    WON_ROUND,
    SCORED,
    ENDED,
) = range(16)

EVENTS = (
    EventKind("dealt", thing=NUMBER),
    EventKind("no-eleven"),
    EventKind("sought", thing=NUMBER),
    EventKind("starts"),
    EventKind("laid", thing=TILE),
    EventKind("laid-on", thing=TILE, place=PLACE),
    EventKind("drew", thing=TILE),
    EventKind("fitting", thing=TILE),
    EventKind("bonus-drawn", thing=TILE),
    EventKind("bonus-lost"),
    EventKind("no-bonus"),
    EventKind("passed"),
    EventKind("gave", thing=TILE),
    EventKind("won-round"),
    EventKind("scored", thing=NUMBER),
    EventKind("ended"),
)


@rule
def say(s: State, what: int, seat: int, thing: int) -> None:
    """A public event."""
    asking.tell(s, what, seat, seat, 0, thing, 0, EVERYBODY)


@rule
def say_laid(s: State, seat: int, tile: int, row: int, column: int) -> None:
    """A tile comes to lie face up; only jokers and symbols have a choice of cells."""
    what = LAID if tile < FIRST_JOKER else LAID_ON
    asking.tell(s, what, seat, seat, row * COLUMNS + column, tile, 0, EVERYBODY)


@rule
def say_secretly(s: State, what: int, seat: int, other: int, tile: int, to: int) -> None:
    """An event whose tile is only for the seats in `to`."""
    asking.tell(s, what, seat, other, 0, tile, 0, to)
