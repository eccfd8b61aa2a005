"""How a turn of 11! the board game begins, goes on and ends, with tiles from the bag (EB-20, EB-26, EB-28)."""

from eleven.core.rules import bits
from eleven.core.rules.asking import ask
from eleven.core.rules.jit import rule
from eleven.games.eleven_board import placing, tiles
from eleven.games.eleven_board.events import (
    BONUS_DRAWN,
    BONUS_LOST,
    NO_BONUS,
    say,
    say_laid,
)
from eleven.games.eleven_board.state import (
    BONUS,
    FREE,
    GIVE,
    LIMIT,
    MORE,
    NO_TILE,
    PLACE,
    ROWS,
    TURN,
    State,
    is_symbol,
    left_of,
)


@rule
def begin_turn(s: State, p: int) -> None:
    """Start a turn: nothing has been laid or drawn yet."""
    s.turn = p
    s.laid = 0
    s.drew = 0
    for r in range(ROWS):
        s.fresh[r] = 0


@rule
def from_bag(s: State) -> int:
    """Draw the next tile from a bag that is not empty."""
    s.in_bag -= 1
    tile = s.bag[s.in_bag]
    s.bag[s.in_bag] = NO_TILE
    return tile


@rule
def into_rack(s: State, p: int, tile: int) -> None:
    """Put a tile on a rack."""
    tiles.put(s.seats[p].rack, 0, tile)
    s.seats[p].held += 1


@rule
def put_down(s: State, p: int, tile: int, spot: int) -> None:
    """Put a tile face up on the board; the first on a bonus bridge earns a bonus tile (EB-26)."""
    row, column = placing.row_of_spot(tile, spot), placing.column_of_spot(tile, spot)
    s.board[row] |= bits.bit(column)
    say_laid(s, p, tile, row, column)
    if not is_symbol(tile):
        s.fresh[row] |= bits.bit(column)
        s.bonuses += placing.new_bonuses(s, row, column)


@rule
def settle(s: State, p: int) -> None:
    """Draw and lay the bonus tiles that are due (EB-26, EB-28), then go on with the turn (EB-20)."""
    while s.bonuses > 0:
        s.bonuses -= 1
        if s.in_bag == 0:
            say(s, BONUS_LOST, p, 0)
        elif s.drew and not s.bonus_after_draw:
            say(s, NO_BONUS, p, 0)
        else:
            tile = from_bag(s)
            say(s, BONUS_DRAWN, p, tile)
            if not _lay_drawn(s, p, tile, BONUS):
                return
    if s.laid < LIMIT:
        ask(s, p, MORE, 0, LIMIT - s.laid)
    else:
        end_turn(s, p)


@rule
def _lay_drawn(s: State, p: int, tile: int, what: int) -> bool:
    """Lay a drawn tile, asking where if there is a choice; False if a question is open afterwards (EB-26, EB-28)."""
    spots = placing.spots(s, tile, what == PLACE)
    if spots & (spots - 1):
        s.pending = tile
        ask(s, p, what, 0, 0)
        return False
    put_down(s, p, tile, bits.lowest(spots))
    if is_symbol(tile):
        ask(s, p, FREE, 0, 0)
        return False
    return True


@rule
def end_turn(s: State, p: int) -> None:
    """A player who laid two neighbouring tiles may give one away (EB-27)."""
    if placing.may_give(s):
        ask(s, p, GIVE, left_of(s, p), 0)
    else:
        next_turn(s, p)


@rule
def next_turn(s: State, p: int) -> None:
    """Play goes on clockwise (EB-10, EB-20)."""
    begin_turn(s, left_of(s, p))
    ask(s, s.turn, TURN, 0, LIMIT)
