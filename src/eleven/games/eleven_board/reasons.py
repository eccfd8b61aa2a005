"""Explains why an action is illegal: finds the rule with the same predicates that allow the action."""

from typing import Any

from eleven.core.rules.bits import bit
from eleven.core.text.words import Words
from eleven.games.eleven_board import placing, tiles
from eleven.games.eleven_board.actions import ACTIONS
from eleven.games.eleven_board.rules import spot_of, tile_of
from eleven.games.eleven_board.state import (
    BONUS,
    FIRST_SYMBOL,
    FREE,
    GIVE,
    LAST,
    LIMIT,
    MORE,
    PLACE,
    START,
    TURN,
    is_joker,
    is_symbol,
)
from eleven.games.eleven_board.table import word
from eleven.games.eleven_board.tiles import copies_of
from eleven.games.eleven_board.tokens import CELL, COLOURS, TILE

LAYS = ("lay", "joker", "symbol")
OVER = "EB-30"
PENDING_RULE = {START: "EB-10", PLACE: "EB-28", BONUS: "EB-26", FREE: "EB-41", GIVE: "EB-27"}
"""The rule behind each question, for actions that do not answer it."""
TURN_RULE = {"draw": "EB-28", "pass": "EB-29", "stop": "EB-20", "give": "EB-27", "keep": "EB-27"}


def why_not(s: Any, action: int) -> str:
    """Return the id of the rule that forbids an illegal action."""
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
    """Return the rule: the cell does not belong to the tile, is not free, or has no contact."""
    if is_symbol(tile):
        return "EB-4" if s.ends[spot] != tile - FIRST_SYMBOL else "EB-40"
    row, column = int(placing.row_of_spot(tile, spot)), int(placing.column_of_spot(tile, spot))
    if placing.free_cells(s, row) & bit(column):
        return "EB-21"
    return "EB-23" if is_joker(tile) else "EB-22"


def explain(seen: Any, action: int, words: Words) -> str | None:
    """Explain what prevents laying a tile, or drawing, in this position."""
    if seen.depth == 0:
        return None
    what, verb = int(seen.asking[0].what), ACTIONS[action].verb
    if verb == "draw" and what == TURN and seen.in_bag:
        return _explain_draw(seen, words)
    if verb not in LAYS or what in (START, GIVE):
        return None
    tile, spot = int(tile_of(action)), int(spot_of(action))
    awaited = what in (PLACE, BONUS)
    if awaited and tile != seen.pending:
        return None
    name = word(words, TILE, tile)
    if not awaited and not tiles.has(seen.seats[int(seen.viewer)].rack, 0, tile):
        return words("case.not_held", tile=name)
    return _explain_place(seen, tile, spot, name, words)


def _explain_draw(seen: Any, words: Words) -> str | None:
    """Explain why drawing is illegal: the player can lay a tile."""
    for tile in range(FIRST_SYMBOL):
        if tiles.has(seen.seats[int(seen.viewer)].rack, 0, tile) and placing.spots(seen, tile, True):
            return words("case.fits", tile=word(words, TILE, tile))
    return None


def _explain_place(seen: Any, tile: int, spot: int, name: str, words: Words) -> str | None:
    row, column = int(placing.row_of_spot(tile, spot)), int(placing.column_of_spot(tile, spot))
    colour = words(f"colour.{COLOURS[row]}")
    if int(seen.board[row]) >> column & 1:
        return words("case.taken", tile=name, colour=colour)
    if is_symbol(tile):
        if seen.ends[spot] != tile - FIRST_SYMBOL:
            return None
        return words("case.end_needs", tile=name, neighbour=_cell(words, row, LAST if spot & 1 else 1))
    if not placing.free_cells(seen, row) & bit(column):
        return None
    lying = [n for n in range(1, LAST + 1) if int(seen.board[row]) >> n & 1]
    beside = [_cell(words, row, n) for n in (column - 1, column + 1) if 1 <= n <= LAST]
    needed = words("case.either", one=beside[0], other=beside[1]) if len(beside) == 2 else beside[0]
    if not lying:
        return words("case.row_empty", tile=name, needed=needed, colour=colour)
    nearest = min(lying, key=lambda n: abs(n - column))
    return words("case.needs", tile=name, needed=needed, nearest=_cell(words, row, nearest))


def _cell(words: Words, row: int, column: int) -> str:
    return word(words, CELL, CELL.value(f"{COLOURS[row]}-{column}"))
