"""11! the board game, by Reiner Knizia: the state record.

The board is four masks, one per row: bits 1 to 20 are the numbers, bits 0 and 21 the symbol cells at the ends, so that
contact is a shift. A set of tiles is four masks too: row r has its coloured numbers on bits 1 to 20. Tiles that are
alike are counted in ones: holding k jokers of number n sets bit 21 + n of the first k rows, and mask s has the
symbols of kind s, the first on bit 0, the second on bit 21.
"""

from typing import Protocol

from eleven.core.rules.jit import rule
from eleven.core.rules.record import Header, Ints, Records, record, state_type

MAX_PLAYERS = 4
ROWS = 4
GAPS = ROWS - 1
LAST = 20
COLUMNS = LAST + 2
ELEVEN = 11
LEFT_END, RIGHT_END = 0, LAST + 1
NUMBERS = (1 << (LAST + 1)) - 2
"""The number cells of a row."""
ENDS = 2 * ROWS
JOKER_SHIFT = LAST + 1
SYMBOL_KINDS = 4
COPIES, SYMBOL_COPIES = 4, 2
"""Jokers of one number, and symbols of one kind."""

FIRST_JOKER = ROWS * LAST
FIRST_SYMBOL = FIRST_JOKER + LAST
TILE_KINDS = FIRST_SYMBOL + SYMBOL_KINDS
NUMBER_TILES = ROWS * LAST
MAX_TILES = NUMBER_TILES + SYMBOL_COPIES * SYMBOL_KINDS
NO_TILE = -1

LIMIT = 3
DRAWS = 3
TRAIL = (MAX_PLAYERS - 1) * ROWS

START, TURN, MORE, PLACE, BONUS, FREE, GIVE = range(7)
QUESTIONS = ("start", "turn", "more", "place", "bonus", "free", "give")

SEAT = record(
    [
        ("rack", "i8", (ROWS,)),
        ("trail", "i8", (TRAIL,)),
        ("lacks", "i8", (ROWS,)),
        ("lacks_to_giver", "i8", (ROWS,)),
        ("points", "i2"),
        ("held", "i1"),
    ]
)
STATE = state_type(
    [
        ("board", "i8", (ROWS,)),
        ("fresh", "i8", (ROWS,)),
        ("seats", SEAT, (MAX_PLAYERS,)),
        ("bridges", "i8", (GAPS,)),
        ("bonus_bridges", "i8", (GAPS,)),
        ("zones", "i8"),
        ("jokers", "i8"),
        ("ends", "i2", (ENDS,)),
        ("bag", "i2", (MAX_TILES,)),
        ("pending", "i2"),
        ("in_bag", "i1"),
        ("turn", "i1"),
        ("laid", "i1"),
        ("drew", "i1"),
        ("bonuses", "i1"),
        ("rounds", "i1"),
        ("opener", "i1"),
        ("hand", "i1"),
        ("with_symbols", "i1"),
        ("bonus_after_draw", "i1"),
        ("last_round", "i1"),
        ("first", "i1"),
    ]
)


class Seat(Protocol):
    """What one player has, and what is known of it.

    `rack` is her set of tiles, `held` their number, `points` her minus points so far. `trail` is what she remembers of
    tiles she gave away: the sets at 0, 4 and 8 are tiles that are surely on the rack of the next one, two or three
    players. `lacks` are tiles that she publicly cannot hold; `lacks_to_giver` what her right neighbour can tell.
    """

    rack: Ints
    trail: Ints
    lacks: Ints
    lacks_to_giver: Ints
    points: int
    held: int


class State(Header, Protocol):
    """One game of 11! the board game.

    `fresh` are the number cells filled in this turn, `laid` the tiles that count for the limit, `drew` whether the
    player had to draw, `bonuses` the bonus tiles still to be drawn, `pending` a drawn tile whose cell is being chosen.
    The tile drawn next is `bag[in_bag - 1]`. `opener` is the starting player of EB-10; the rest is the board and what
    the table agreed on.
    """

    board: Ints
    fresh: Ints
    seats: Records[Seat]
    bridges: Ints
    bonus_bridges: Ints
    zones: int
    jokers: int
    ends: Ints
    bag: Ints
    in_bag: int
    turn: int
    laid: int
    drew: int
    bonuses: int
    pending: int
    rounds: int
    opener: int
    hand: int
    with_symbols: int
    bonus_after_draw: int
    last_round: int
    first: int


@rule
def left_of(s: State, seat: int) -> int:
    """The next player clockwise."""
    return (seat + 1) % s.players


@rule
def right_of(s: State, seat: int) -> int:
    """The player before, who gives to this one."""
    return (seat + s.players - 1) % s.players


@rule
def number_of(tile: int) -> int:
    """The number on a coloured tile or a joker."""
    return tile % LAST + 1


@rule
def row_of(tile: int) -> int:
    """The row of a coloured tile."""
    return tile // LAST


@rule
def is_joker(tile: int) -> bool:
    """Whether a tile is a grey number."""
    return FIRST_JOKER <= tile < FIRST_SYMBOL


@rule
def is_symbol(tile: int) -> bool:
    """Whether a tile is a symbol (EB-40)."""
    return tile >= FIRST_SYMBOL
