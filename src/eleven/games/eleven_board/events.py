"""The events of 11! the board game: what happened, and who may see which tile it happened to."""

from eleven.core.contract.kinds import NUMBER
from eleven.core.rules import asking
from eleven.core.rules.asking import EVERYBODY
from eleven.core.rules.enums import Events, Lucks
from eleven.core.rules.jit import rule
from eleven.games.eleven_board.state import COLUMNS, FIRST_JOKER, State
from eleven.games.eleven_board.tokens import PLACE, SEAT, TILE

EVENTS = Events()
DEALT = EVENTS.add("dealt", thing=NUMBER)
NO_ELEVEN = EVENTS.add("no-eleven")
SOUGHT = EVENTS.add("sought", thing=NUMBER)
STARTS = EVENTS.add("starts")
LAID = EVENTS.add("laid", thing=TILE)
LAID_ON = EVENTS.add("laid-on", thing=TILE, place=PLACE)
DREW = EVENTS.add("drew", thing=TILE)
FITTING = EVENTS.add("fitting", thing=TILE)
BONUS_DRAWN = EVENTS.add("bonus-drawn", thing=TILE)
BONUS_LOST = EVENTS.add("bonus-lost")
NO_BONUS = EVENTS.add("no-bonus")
PASSED = EVENTS.add("passed")
GAVE = EVENTS.add("gave", thing=TILE)
WON_ROUND = EVENTS.add("won-round")
SCORED = EVENTS.add("scored", thing=NUMBER)
ENDED = EVENTS.add("ended")

LUCKS = Lucks()
LUCK_FIRST = LUCKS.add("first", SEAT)
LUCK_DEAL = LUCKS.add("deal", TILE)


@rule
def say(s: State, what: int, seat: int, thing: int) -> None:
    """Record a public event."""
    asking.tell(s, what, seat, seat, 0, thing, 0, EVERYBODY)


@rule
def say_laid(s: State, seat: int, tile: int, row: int, column: int) -> None:
    """Record that a tile was laid; the cell is named only for jokers and symbols, which have several."""
    what = LAID if tile < FIRST_JOKER else LAID_ON
    asking.tell(s, what, seat, seat, row * COLUMNS + column, tile, 0, EVERYBODY)


@rule
def say_secretly(s: State, what: int, seat: int, other: int, tile: int, to: int) -> None:
    """Record an event whose tile only the seats in `to` see."""
    asking.tell(s, what, seat, other, 0, tile, 0, to)
