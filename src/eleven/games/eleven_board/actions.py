"""The action table of 11! the board game: a person touches a tile, then its cell."""

from eleven.core.contract.actions import Actions
from eleven.games.eleven_board.tokens import CELL, END, SYMBOL, TILE

ACTIONS = Actions()


def _joker(cell: str) -> tuple[str, ...]:
    return (f"tile:joker-{cell.rpartition('-')[2]}", f"cell:{cell}")


LAY = ACTIONS.block("lay", CELL, touch=lambda cell: (f"tile:{cell}", f"cell:{cell}"))
LAY_JOKER = ACTIONS.block("joker", CELL, touch=_joker)
LAY_SYMBOL = ACTIONS.block("symbol", SYMBOL, END, touch=lambda symbol, end: (f"tile:{symbol}", f"cell:{end}"))
GIVE_TILE = ACTIONS.block("give", TILE, touch=lambda tile: (f"tile:{tile}", "do:give"))
DRAW = ACTIONS.block("draw", touch=lambda: ("bag",))
PASS = ACTIONS.block("pass", touch=lambda: ("do:pass",))
STOP = ACTIONS.block("stop", touch=lambda: ("do:stop",))
KEEP = ACTIONS.block("keep", touch=lambda: ("do:keep",))
