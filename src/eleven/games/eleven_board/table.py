"""The table of 11! the board game as zones, made from what one seat sees."""

from typing import Any

from eleven.core.kinds import Kind
from eleven.core.words import Words
from eleven.core.zones import Thing, Zone
from eleven.games.eleven_board import tiles
from eleven.games.eleven_board.counting import on_board
from eleven.games.eleven_board.knowledge import trail_at
from eleven.games.eleven_board.setting_out import copies_of
from eleven.games.eleven_board.state import (
    COLUMNS,
    GAPS,
    LEFT_END,
    NO_TILE,
    RIGHT_END,
    ROWS,
    TILE_KINDS,
)
from eleven.games.eleven_board.tokens import CELL, COLOURS, COLUMN, END, PLACE, SEAT, SYMBOLS, TILE

COLOURED = (CELL, END, PLACE, TILE)


def word(words: Words, kind: Kind, value: int) -> str:
    """Tiles and cells are a colour and a number; everything else is looked up."""
    token = kind.token(value)
    head, _, tail = token.partition("-")
    if kind in COLOURED and tail:
        part = words(f"side.{tail}") if f"side.{tail}" in words else tail
        return words("tile.of", colour=words(f"colour.{head}"), number=part)
    key = f"{'symbol' if kind is TILE else kind.name}.{token}"
    return words(key) if key in words else token


def zones(s: Any, words: Words) -> list[Zone]:
    """The four rows, the bag, a drawn tile, and everybody's rack."""
    found = [_row(s, r, words) for r in range(ROWS)]
    bag = Thing("bag", words("zone.in_bag", count=int(s.in_bag)), up=False)
    found.append(Zone("bag", words("zone.bag"), (bag,)))
    if s.pending != NO_TILE:
        found.append(Zone("pending", words("zone.pending"), (_tile(int(s.pending), 1, True, words),)))
    return found + [_rack(s, p, words) for p in range(s.players)]


def _row(s: Any, r: int, words: Words) -> Zone:
    """One row: its numbers between two symbol cells, with its bridges and zones as notes."""
    things = []
    for column in range(COLUMNS):
        lies = bool(int(s.board[r]) >> column & 1)
        cell = f"cell:{COLOURS[r]}-{COLUMN.token(column)}"
        marks = _marks(s, r, column)
        note = ", ".join(_in_words(mark, to, words) for mark, to in marks)
        drawn = " ".join(filter(None, [_symbol(s, r, column), *(f"{mark}:{to}" if to else mark for mark, to in marks)]))
        token = _lying(s, r, column) if lies else ""
        things.append(Thing(cell, _face(s, r, column, words), COLOURS[r], lies, note, token, marks=drawn))
    return Zone(f"row:{COLOURS[r]}", words(f"colour.{COLOURS[r]}"), tuple(things), columns=COLUMNS)


def _symbol(s: Any, r: int, column: int) -> str:
    """The symbol that is printed beyond an end of a row."""
    return SYMBOLS[int(s.ends[2 * r + (column == RIGHT_END)])] if column in (LEFT_END, RIGHT_END) else ""


def _face(s: Any, r: int, column: int, words: Words) -> str:
    """What is printed on a cell: its number, or its symbol."""
    symbol = _symbol(s, r, column)
    return words(f"symbol.{symbol}") if symbol else COLUMN.token(column)


def _lying(s: Any, r: int, column: int) -> str:
    """The tile on a cell that is not free: what lies on a joker's column is a joker (EB-1)."""
    head = "joker" if int(s.jokers) >> column & 1 else COLOURS[r]
    return _symbol(s, r, column) or f"{head}-{COLUMN.token(column)}"


def _marks(s: Any, r: int, column: int) -> list[tuple[str, str]]:
    """Bridges with the row they lead to, the connection zone, and whether a tile was laid this turn."""
    found = []
    for gap, other in ((r - 1, r - 1), (r, r + 1)):
        if 0 <= gap < GAPS and int(s.bridges[gap]) >> column & 1:
            found.append(("bonus" if int(s.bonus_bridges[gap]) >> column & 1 else "bridge", COLOURS[other]))
    if int(s.zones) >> column & 1:
        found.append(("connection", ""))
    if int(s.fresh[r]) >> column & 1:
        found.append(("fresh", ""))
    return found


def _in_words(mark: str, to: str, words: Words) -> str:
    return words(f"zone.{mark}", colour=words(f"colour.{to}")) if to else words(f"zone.{mark}")


def _tile(tile: int, count: int, up: bool, words: Words) -> Thing:
    """A tile by what is on it; like ones are one thing with their number."""
    note = words("zone.copies", count=count) if count > 1 else ""
    return Thing(f"tile:{TILE.token(tile)}", word(words, TILE, tile), up=up, note=note, token=TILE.token(tile))


def _rack(s: Any, p: int, words: Words) -> Zone:
    """Known tiles by name, the others face down; the note says what else is known of the rack."""
    rack = s.seats[p].rack
    known = [(tile, int(tiles.count_of(rack, 0, tile))) for tile in range(TILE_KINDS if any(rack) else 0)]
    things = [_tile(tile, count, p == s.viewer, words) for tile, count in known if count]
    unknown = int(s.seats[p].held) - sum(count for _, count in known)
    things += [Thing(f"rack:{SEAT.token(p)}:{i}", words("tile.hidden"), up=False) for i in range(unknown)]
    notes = [words("zone.rack_note", count=int(s.seats[p].held), points=int(s.seats[p].points))]
    if 0 <= s.viewer < s.players and s.viewer != p:
        notes += _memory(s, p, words)
    return Zone(f"rack:{SEAT.token(p)}", words("zone.rack"), tuple(things), p, note=" · ".join(notes))


def _memory(s: Any, p: int, words: Words) -> list[str]:
    """Tiles the viewer gave away that may be on this rack, and tiles that cannot be."""
    distance = (p - int(s.viewer)) % int(s.players)
    trail = s.seats[s.viewer].trail
    given = range(max(distance, 2), s.players if any(trail) else 0)
    maybe = [t for t in range(TILE_KINDS) for n in given if tiles.has(trail, trail_at(n), t)]
    lacks = s.seats[p].lacks_to_giver if distance == 1 else s.seats[p].lacks
    never = [t for t in range(TILE_KINDS if any(lacks) else 0) if tiles.has(lacks, 0, t)]
    never = [t for t in never if on_board(s, t) < copies_of(s, t)]
    found = []
    for key, listed in (("zone.maybe", maybe), ("zone.lacks", never)):
        if listed:
            found.append(words(key, tiles=", ".join(word(words, TILE, t) for t in listed)))
    return found
