"""Where tiles may be laid (EB-20 to EB-25, EB-40): the predicates that allow a lay and explain a refusal."""

from eleven.core.rules.bits import bit
from eleven.core.rules.jit import rule
from eleven.games.eleven_board.state import (
    ELEVEN,
    ENDS,
    FIRST_SYMBOL,
    GAPS,
    LAST,
    LEFT_END,
    RIGHT_END,
    ROWS,
    State,
    is_joker,
    is_symbol,
    number_of,
    row_of,
)


@rule
def free_cells(s: State, row: int) -> int:
    """The number cells of a row without a tile."""
    return s.cells[row] & ~s.board[row]


@rule
def touching(s: State, row: int) -> int:
    """Contact: the cells left and right of a tile in the same row, symbols being tiles too (EB-21, EB-43)."""
    return s.board[row] << 1 | s.board[row] >> 1


@rule
def bridged(s: State, row: int) -> int:
    """The cells at whose bridge's other end a tile lies (EB-25)."""
    cells = 0
    if row > 0:
        cells |= s.board[row - 1] & s.bridges[row - 1]
    if row < GAPS:
        cells |= s.board[row + 1] & s.bridges[row]
    return cells


@rule
def open_zones(s: State) -> int:
    """The columns that need no contact: zones in which a tile lies (EB-24), and the 11 always (EB-21)."""
    lying = s.board[0] | s.board[1] | s.board[2] | s.board[3]
    return lying & s.zones | 1 << ELEVEN


@rule
def open_cells(s: State, row: int) -> int:
    """The free number cells of a row where a tile may be laid now (EB-21, EB-24, EB-25)."""
    return (touching(s, row) | bridged(s, row) | open_zones(s)) & free_cells(s, row)


@rule
def column_of_end(end: int) -> int:
    """The column of a symbol cell: ends are counted left and right, row by row."""
    if end & 1:
        return RIGHT_END
    return LEFT_END


@rule
def end_is_free(s: State, end: int) -> bool:
    """Whether no symbol lies on a symbol cell."""
    return s.board[end >> 1] & bit(column_of_end(end)) == 0


@rule
def end_is_open(s: State, end: int) -> bool:
    """Whether a symbol cell is free and the 1 or 20 beside it lies (EB-40)."""
    neighbour = LAST if end & 1 else 1
    return end_is_free(s, end) and s.board[end >> 1] & bit(neighbour) != 0


@rule
def open_ends(s: State) -> int:
    """The symbol cells where their symbol may be laid now, as bits."""
    found = 0
    for end in range(ENDS):
        if end_is_open(s, end):
            found |= bit(end)
    return found


@rule
def spots(s: State, tile: int, contact: bool) -> int:
    """Where a tile may go, as bits: rows for a number (EB-22, EB-23), ends for a symbol; with or without contact."""
    if is_symbol(tile):
        return _symbol_spots(s, tile - FIRST_SYMBOL, contact)
    number = bit(number_of(tile))
    found = 0
    for r in range(ROWS):
        if is_joker(tile) or r == row_of(tile):
            cells = open_cells(s, r) if contact else free_cells(s, r)
            if cells & number:
                found |= bit(r)
    return found


@rule
def _symbol_spots(s: State, symbol: int, contact: bool) -> int:
    found = 0
    for end in range(ENDS):
        if s.ends[end] == symbol and (end_is_open(s, end) if contact else end_is_free(s, end)):
            found |= bit(end)
    return found


@rule
def row_of_spot(tile: int, spot: int) -> int:
    """The row in which a spot lies."""
    if is_symbol(tile):
        return spot >> 1
    return spot


@rule
def column_of_spot(tile: int, spot: int) -> int:
    """The column in which a spot lies."""
    if is_symbol(tile):
        return column_of_end(spot)
    return number_of(tile)


@rule
def new_bonuses(s: State, row: int, column: int) -> int:
    """How many bonus bridges get their first tile when one is laid here (EB-26)."""
    found = 0
    cell = bit(column)
    if row > 0 and s.bonus_bridges[row - 1] & cell & ~s.board[row - 1]:
        found += 1
    if row < GAPS and s.bonus_bridges[row] & cell & ~s.board[row + 1]:
        found += 1
    return found


@rule
def may_give(s: State) -> bool:
    """Whether two neighbouring numbers of one row were laid this turn (EB-27, EB-42)."""
    pairs = 0
    for r in range(ROWS):
        pairs |= s.fresh[r] & s.fresh[r] >> 1
    return pairs != 0
