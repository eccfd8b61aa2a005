"""11! the board game, by Reiner Knizia: the state record.

The board is four masks, one per row: bits 1 to 20 are the numbers, bits 0 and 21 the symbol cells at the ends, so that
contact is a shift. A set of tiles is four masks, too: row r has its coloured numbers on bits 1 to 20. Identical tiles
are counted in unary: k jokers of number n set bit 21 + n of the first k rows, and mask s has the symbols of kind s,
the first on bit 0, the second on bit 21.
"""

from typing import Annotated, Protocol

from eleven.core.rules.enums import Questions
from eleven.core.rules.jit import rule
from eleven.core.rules.record import Header, Int8, Int16, Int64, Ints, Records, state_of

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
"""The number of jokers per number, and of symbols per kind."""

FIRST_JOKER = ROWS * LAST
FIRST_SYMBOL = FIRST_JOKER + LAST
TILE_KINDS = FIRST_SYMBOL + SYMBOL_KINDS
NUMBER_TILES = ROWS * LAST
MAX_TILES = NUMBER_TILES + SYMBOL_COPIES * SYMBOL_KINDS
NO_TILE = -1

LIMIT = 3
DRAWS = 3
TRAIL = (MAX_PLAYERS - 1) * ROWS

QUESTIONS = Questions()
"""What a seat can be asked, and the rules to look up meanwhile."""
START = QUESTIONS.add("start", "EB-10")
TURN = QUESTIONS.add("turn", "EB-20", "EB-21", "EB-22", "EB-23", "EB-24", "EB-25", "EB-28")
MORE = QUESTIONS.add("more", "EB-20", "EB-21", "EB-23", "EB-24", "EB-25", "EB-27")
PLACE = QUESTIONS.add("place", "EB-28", "EB-21")
BONUS = QUESTIONS.add("bonus", "EB-26")
FREE = QUESTIONS.add("free", "EB-41")
GIVE = QUESTIONS.add("give", "EB-27", "EB-42")


class Seat(Protocol):
    """What one player has, and what is known of it.

    `rack` is the set of tiles, `held` their number, `points` the minus points. `trail` is what the player remembers
    of tiles given away: the sets at 0, 4 and 8 are tiles that are surely on the rack of the next one, two or three
    players. `lacks` are tiles that they publicly cannot hold; `lacks_to_giver` what their right neighbour can tell.
    """

    rack: Annotated[Ints, "i8", ROWS]
    trail: Annotated[Ints, "i8", TRAIL]
    lacks: Annotated[Ints, "i8", ROWS]
    lacks_to_giver: Annotated[Ints, "i8", ROWS]
    points: Int16
    held: Int8


class State(Header, Protocol):
    """One game of 11! the board game.

    `fresh` are the number cells filled in this turn, `laid` the tiles that count for the limit, `drew` whether the
    player had to draw, `bonuses` the bonus tiles still to be drawn, `pending` a drawn tile whose cell is being chosen.
    `cells` are the number cells of each row: 1 to 20, but fewer in a small box.
    The tile drawn next is `bag[in_bag - 1]`. `opener` is the starting player of EB-10; the rest is the board and what
    the table agreed on.
    """

    board: Annotated[Ints, "i8", ROWS]
    fresh: Annotated[Ints, "i8", ROWS]
    seats: Annotated[Records[Seat], MAX_PLAYERS]
    bridges: Annotated[Ints, "i8", GAPS]
    bonus_bridges: Annotated[Ints, "i8", GAPS]
    zones: Int64
    jokers: Int64
    cells: Annotated[Ints, "i4", ROWS]
    ends: Annotated[Ints, "i2", ENDS]
    bag: Annotated[Ints, "i2", MAX_TILES]
    pending: Int16
    in_bag: Int8
    turn: Int8
    laid: Int8
    drew: Int8
    bonuses: Int8
    rounds: Int8
    opener: Int8
    hand: Int8
    with_symbols: Int8
    bonus_after_draw: Int8
    last_round: Int8
    first: Int8


STATE = state_of(State)


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
