"""The table of 11! the board game as zones, as one seat sees it."""

from typing import Any, NamedTuple

from eleven.core.contract.kinds import Kind
from eleven.core.contract.score_row import ScoreRow, event_happened, points_of_events
from eleven.core.contract.zones import Thing, Zone, cached_in_budget
from eleven.core.rules import bits
from eleven.core.text.words import Words
from eleven.games.eleven_board import tiles
from eleven.games.eleven_board.events import SCORED
from eleven.games.eleven_board.knowledge import trail_at
from eleven.games.eleven_board.placing import column_of_end
from eleven.games.eleven_board.state import (
    FIRST_JOKER,
    FIRST_SYMBOL,
    GAPS,
    JOKER_SHIFT,
    LAST,
    LEFT_END,
    NO_TILE,
    NUMBERS,
    RIGHT_END,
    ROWS,
)
from eleven.games.eleven_board.tokens import CELL, COLOURS, COLUMN, END, PLACE, SEAT, SYMBOLS, TILE

COLOURED = (CELL, END, PLACE, TILE)


def word(words: Words, kind: Kind, value: int) -> str:
    """Name a thing: tiles and cells by colour and number, everything else by its word."""
    token = kind.token(value)
    head, _, tail = token.partition("-")
    if kind in COLOURED and tail:
        part = words(f"side.{tail}") if f"side.{tail}" in words else tail
        return words("tile.of", colour=words(f"colour.{head}"), number=part)
    key = f"{'symbol' if kind is TILE else kind.name}.{token}"
    return words(key) if key in words else token


class Printed(NamedTuple):
    """What is printed on a board, and on which columns jokers lie."""

    bridges: tuple[int, ...]
    bonus_bridges: tuple[int, ...]
    zones: int
    jokers: int
    ends: tuple[int, ...]
    cells: tuple[int, ...]


def zones(s: Any, words: Words) -> list[Zone]:
    """The four rows, the bag, a drawn tile, and everybody's rack."""
    jokers, cells = int(s.jokers), tuple(s.cells)
    printed = Printed(tuple(s.bridges), tuple(s.bonus_bridges), int(s.zones), jokers, tuple(s.ends), cells)
    off_board = _off_board(tuple(s.board), bool(s.with_symbols), printed)
    found = [_row(r, int(s.board[r]), int(s.fresh[r]), printed, words) for r in range(ROWS)]
    found.append(_bag(int(s.in_bag), words))
    if s.pending != NO_TILE:
        found.append(Zone("pending", words("zone.pending"), (_tile(int(s.pending), 1, True, "", words),)))
    for p in range(s.players):
        seat, (maybe, never) = s.seats[p], _memory(s, p, off_board)
        held, points, own = int(seat.held), int(seat.points), bool(p == s.viewer)
        found.append(_rack(p, tuple(seat.rack), held, points, own, int(s.pending), maybe, never, words))
    return found


@cached_in_budget
def _bag(in_bag: int, words: Words) -> Zone:
    return Zone(
        "bag",
        words("zone.bag"),
        (Thing("bag", words("zone.in_bag", count=in_bag), up=False, about=words("about.bag")),),
    )


@cached_in_budget
def _row(r: int, lying: int, fresh: int, printed: Printed, words: Words) -> Zone:
    """One row: its numbers between two symbol cells, with its bridges and zones as notes."""
    columns = bits.members((int(printed.cells[r]) | 1 << LEFT_END | 1 << RIGHT_END,))
    cells = [_cell(r, c, bool(lying >> c & 1), bool(fresh >> c & 1), printed, words) for c in columns]
    return Zone(f"row:{COLOURS[r]}", words(f"colour.{COLOURS[r]}"), tuple(cells), columns=len(cells))


@cached_in_budget
def _cell(r: int, column: int, lies: bool, fresh: bool, printed: Printed, words: Words) -> Thing:
    """Return a cell: its number or symbol, the tile on it, and its marks."""
    symbol, number = _symbol(r, column, printed), COLUMN.token(column)
    marks = _marks(r, column, fresh, printed)
    note = ", ".join(_in_words(mark, to, words) for mark, to in marks)
    drawn = " ".join(filter(None, [symbol, *(f"{mark}:{to}" if to else mark for mark, to in marks)]))
    face = words(f"symbol.{symbol}") if symbol else number
    token = _lying(r, column, printed) if lies else ""
    return Thing(f"cell:{COLOURS[r]}-{number}", face, COLOURS[r], lies, note, token, marks=drawn)


def _symbol(r: int, column: int, printed: Printed) -> str:
    """The symbol that is printed beyond an end of a row."""
    return SYMBOLS[printed.ends[2 * r + (column == RIGHT_END)]] if column in (LEFT_END, RIGHT_END) else ""


def _lying(r: int, column: int, printed: Printed) -> str:
    """The tile on a cell that is not free: what lies on a joker's column is a joker (EB-1)."""
    head = "joker" if printed.jokers >> column & 1 else COLOURS[r]
    return _symbol(r, column, printed) or f"{head}-{COLUMN.token(column)}"


def _marks(r: int, column: int, fresh: bool, printed: Printed) -> list[tuple[str, str]]:
    """Bridges with the row they lead to, the connection zone, and whether a tile was laid this turn."""
    found = []
    for gap, other in ((r - 1, r - 1), (r, r + 1)):
        if 0 <= gap < GAPS and printed.bridges[gap] >> column & 1:
            found.append(("bonus" if printed.bonus_bridges[gap] >> column & 1 else "bridge", COLOURS[other]))
    if printed.zones >> column & 1:
        found.append(("connection", ""))
    if fresh:
        found.append(("fresh", ""))
    return found


def _in_words(mark: str, to: str, words: Words) -> str:
    return words(f"zone.{mark}", colour=words(f"colour.{to}")) if to else words(f"zone.{mark}")


@cached_in_budget
def _tile(tile: int, count: int, up: bool, where: str, words: Words) -> Thing:
    """Return the thing for a tile; identical tiles in one place are one thing with their number."""
    note = words("zone.copies", count=count) if count > 1 else ""
    about = words("about.symbol" if tile >= FIRST_SYMBOL else "about.joker") if tile >= FIRST_JOKER else ""
    token = TILE.token(tile)
    return Thing(f"tile:{token}{where}", word(words, TILE, tile), up=up, note=note, token=token, about=about)


Set = tuple[int, ...]
"""A set of tiles as four masks, or several such sets one after the other (see `state`)."""


@cached_in_budget
def _rack(
    p: int, rack: Set, held: int, points: int, own: bool, pending: int, maybe: Set, never: Set, words: Words
) -> Zone:
    """Return the zone of a rack: known tiles by name, the others face down, and a note about what else is known.

    Identical jokers and symbols may be on several racks, so those that nobody can touch have the seat in their id.
    """
    known = [(tile, int(tiles.count_of(rack, 0, tile))) for tile in _kinds_in(rack)]
    elsewhere = f":{SEAT.token(p)}"
    things = tuple(
        _tile(tile, count, own, "" if tile < FIRST_JOKER or (own and tile != pending) else elsewhere, words)
        for tile, count in known
    )
    things += _face_down(p, held - sum(count for _, count in known), words)
    notes = [words("zone.rack_note", count=held, points=points)]
    guessed = (("zone.maybe", maybe), ("zone.lacks", never)) if held else ()
    notes += [_listed(key, sets, words) for key, sets in guessed if any(sets)]
    return Zone(f"rack:{SEAT.token(p)}", words("zone.rack"), things, p, note=" · ".join(notes))


@cached_in_budget
def _face_down(p: int, count: int, words: Words) -> tuple[Thing, ...]:
    """Return unknown tiles, identified by their position on the rack."""
    return tuple(Thing(f"rack:{SEAT.token(p)}:{i}", words("tile.hidden"), up=False) for i in range(count))


@cached_in_budget
def _listed(key: str, sets: Set, words: Words) -> str:
    """A note that lists kinds of tiles."""
    return words(key, tiles=", ".join(_tile(tile, 1, True, "", words).text for tile in _kinds_in(sets)))


def _kinds_in(sets: Set) -> list[int]:
    """The kinds of tiles in some sets; a kind that is in two of them is listed twice."""
    found: list[int] = []
    for at in range(0, len(sets), ROWS):
        one = sets[at : at + ROWS]
        if not any(one):
            continue
        found += [LAST * r + n - 1 for r, mask in enumerate(one) for n in bits.members((mask & NUMBERS,))]
        found += [FIRST_JOKER + n - 1 for n in bits.members((tiles.jokers_in(one),))]
        found += [FIRST_SYMBOL + kind for kind in bits.members((tiles.symbols_in(one),))]
    return sorted(found)


def _memory(s: Any, p: int, off_board: Set) -> tuple[Set, Set]:
    """Tiles the viewer gave away that may be on this rack, and tiles that cannot be."""
    viewer, players = s.viewer, s.players
    if viewer == p or not 0 <= viewer < players:
        return (), ()
    distance = (p - viewer) % players
    maybe = tuple(s.seats[viewer].trail)[trail_at(max(distance, 2)) : trail_at(players)]
    lacks = s.seats[p].lacks_to_giver if distance == 1 else s.seats[p].lacks
    never = tuple(int(lacks[r]) & off_board[r] for r in range(ROWS)) if any(lacks) else ()
    return maybe, never


@cached_in_budget
def _off_board(board: Set, with_symbols: bool, printed: Printed) -> Set:
    """One of every kind of tile that does not lie on the board with all its copies (EB-1, EB-40)."""
    free = [int(cells) & ~row for cells, row in zip(printed.cells, board, strict=True)]
    found = [cells & ~printed.jokers for cells in free]
    found[0] |= (printed.jokers & (free[0] | free[1] | free[2] | free[3])) << JOKER_SHIFT
    for end, symbol in enumerate(printed.ends):
        if with_symbols and not board[end // 2] >> column_of_end(end) & 1:
            found[symbol] |= tiles.ONE_SYMBOL
    return tuple(found)


def scored(before: Any, seen: Any) -> list[ScoreRow]:
    """What the tiles that were left cost at the end of a round; its winner has none (EB-30)."""
    if not event_happened(seen, SCORED):
        return []
    return [ScoreRow("score.rack", [-minus for minus in points_of_events(seen, SCORED)])]
