"""Why an action is not legal now: the rule that forbids it, found with the same predicates that allow it."""

from typing import Any

from eleven.core.rules.bits import bit
from eleven.games.eleven_board import placing, tiles
from eleven.games.eleven_board.actions import ACTIONS
from eleven.games.eleven_board.state import (
    BONUS,
    FIRST_SYMBOL,
    FREE,
    GIVE,
    LIMIT,
    MORE,
    PLACE,
    START,
    TURN,
    is_joker,
    is_symbol,
)
from eleven.games.eleven_board.tiles import copies_of
from eleven.games.eleven_board.turns import spot_of, tile_of

LAYS = ("lay", "joker", "symbol")
OVER = "EB-30"
PENDING_RULE = {START: "EB-10", PLACE: "EB-28", BONUS: "EB-26", FREE: "EB-41", GIVE: "EB-27"}
"""The rule that an open question follows, which wants another kind of answer."""
TURN_RULE = {"draw": "EB-28", "pass": "EB-29", "stop": "EB-20", "give": "EB-27", "keep": "EB-27"}


def why_not(s: Any, action: int) -> str:
    """The rule id for an action that is not among the legal ones."""
    if s.depth == 0:
        return OVER
    question = s.asking[0]
    p, what = int(question.seat), int(question.what)
    verb = ACTIONS[action].verb
    if verb in LAYS:
        return _why_not_lay(s, p, what, int(tile_of(action)), int(spot_of(action)))
    if what in (TURN, MORE):
        return "EB-29" if verb == "draw" and s.in_bag == 0 else TURN_RULE[verb]
    return PENDING_RULE[what]


def _why_not_lay(s: Any, p: int, what: int, tile: int, spot: int) -> str:
    if copies_of(s, tile) == 0:
        return "EB-40" if is_symbol(tile) else "EB-1"
    if what in (START, GIVE):
        return "EB-20" if what == GIVE and s.laid == LIMIT else PENDING_RULE[what]
    if what in (PLACE, BONUS):
        return PENDING_RULE[what] if tile != s.pending else _why_not_there(s, tile, spot)
    if what == FREE and is_symbol(tile):
        return "EB-41"
    if not tiles.has(s.seats[p].rack, 0, tile):
        return "EB-20"
    return _why_not_there(s, tile, spot)


def _why_not_there(s: Any, tile: int, spot: int) -> str:
    """The cell is not the tile's, or not free, or nothing lies beside it."""
    if is_symbol(tile):
        return "EB-4" if s.ends[spot] != tile - FIRST_SYMBOL else "EB-40"
    row, column = int(placing.row_of_spot(tile, spot)), int(placing.column_of_spot(tile, spot))
    if placing.free_cells(s, row) & bit(column):
        return "EB-21"
    return "EB-23" if is_joker(tile) else "EB-22"
