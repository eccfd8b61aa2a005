"""The names of seats, tiles and cells in text and JSON."""

from eleven.core.contract.kinds import NOTHING, Kind

COLOURS = ("yellow", "red", "blue", "green")
SYMBOLS = ("square", "triangle", "star", "circle")
NUMBERS = tuple(str(n) for n in range(1, 21))
SIDES = ("left", "right")
GAPS = ("yellow-red", "red-blue", "blue-green")

_CELLS = tuple(f"{colour}-{number}" for colour in COLOURS for number in NUMBERS)
_JOKERS = tuple(f"joker-{number}" for number in NUMBERS)

SEAT = Kind("seat", ("1", "2", "3", "4"))
CELL = Kind("cell", _CELLS)
"""The cells, named after the coloured tiles that belong on them."""
SYMBOL = Kind("symbol", SYMBOLS)
END = Kind("end", tuple(f"{colour}-{side}" for colour in COLOURS for side in SIDES))
TILE = Kind("tile", (*_CELLS, *_JOKERS, *SYMBOLS), hidden=(NOTHING,))
COLUMN = Kind("column", (SIDES[0], *NUMBERS, SIDES[1]))
PLACE = Kind("place", tuple(f"{colour}-{column}" for colour in COLOURS for column in COLUMN.tokens))
