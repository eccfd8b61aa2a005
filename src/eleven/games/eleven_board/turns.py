"""A turn of 11! the board game: laying, bonus tiles, drawing, giving (EB-20, EB-26 to EB-30, EB-41)."""

from eleven.core.rules import bits
from eleven.core.rules.asking import ask
from eleven.core.rules.jit import rule
from eleven.games.eleven_board import knowledge, placing, tiles
from eleven.games.eleven_board.actions import LAY, LAY_JOKER, LAY_SYMBOL
from eleven.games.eleven_board.events import (
    BONUS_DRAWN,
    BONUS_LOST,
    DREW,
    FITTING,
    GAVE,
    NO_BONUS,
    say,
    say_laid,
    say_secretly,
)
from eleven.games.eleven_board.scoring import score_round
from eleven.games.eleven_board.state import (
    BONUS,
    DRAWS,
    ENDS,
    FIRST_JOKER,
    FIRST_SYMBOL,
    FREE,
    GIVE,
    LAST,
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
def lay(s: State, p: int, what: int, action: int) -> None:
    """A tile from the rack or a drawn one goes onto its cell; with the last of the rack the round is won (EB-30)."""
    tile, spot = tile_of(action), spot_of(action)
    if what in (PLACE, BONUS):
        s.pending = NO_TILE
    else:
        tiles.take(s.seats[p].rack, 0, tile)
        s.seats[p].held -= 1
        knowledge.tile_is_laid(s, p, tile)
    if what != BONUS and what != FREE and what != PLACE:
        s.laid += 1
    put_down(s, p, tile, spot)
    if s.seats[p].held == 0:
        score_round(s, p)
    elif is_symbol(tile):
        ask(s, p, FREE, 0, 0)
    else:
        settle(s, p)


@rule
def tile_of(action: int) -> int:
    """The tile that an action lays."""
    if action < LAY_JOKER:
        return action - LAY
    if action < LAY_SYMBOL:
        return FIRST_JOKER + (action - LAY_JOKER) % LAST
    return FIRST_SYMBOL + (action - LAY_SYMBOL) // ENDS


@rule
def spot_of(action: int) -> int:
    """Return the spot of a lay: the row for a number, the end for a symbol."""
    if action < LAY_SYMBOL:
        return (action - LAY) // LAST % ROWS
    return (action - LAY_SYMBOL) % ENDS


@rule
def put_down(s: State, p: int, tile: int, spot: int) -> None:
    """A tile comes to lie face up; the first on a bonus bridge earns a bonus tile (EB-26)."""
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
def draw(s: State, p: int) -> None:
    """Nothing to lay: draw up to three tiles until one can be laid, which must be (EB-28)."""
    kept, tile = 0, NO_TILE
    s.drew = 1
    while kept < DRAWS and s.in_bag > 0 and tile == NO_TILE:
        tile = from_bag(s)
        if placing.spots(s, tile, True) == 0:
            into_rack(s, p, tile)
            say_secretly(s, DREW, p, p, tile, bits.bit(p))
            kept += 1
            tile = NO_TILE
    knowledge.cannot_lay(s, p, kept)
    if tile == NO_TILE:
        next_turn(s, p)
        return
    say(s, FITTING, p, tile)
    s.laid = 1
    if _lay_drawn(s, p, tile, PLACE):
        settle(s, p)


@rule
def end_turn(s: State, p: int) -> None:
    """Who laid two neighbouring tiles may give one away (EB-27)."""
    if placing.may_give(s):
        ask(s, p, GIVE, left_of(s, p), 0)
    else:
        next_turn(s, p)


@rule
def give(s: State, p: int, tile: int) -> None:
    """A tile goes face down to the left neighbour; with the last one the round is won (EB-27, EB-30)."""
    receiver = left_of(s, p)
    tiles.take(s.seats[p].rack, 0, tile)
    s.seats[p].held -= 1
    into_rack(s, receiver, tile)
    knowledge.tile_is_given(s, p, receiver, tile)
    say_secretly(s, GAVE, p, receiver, tile, bits.bit(p) | bits.bit(receiver))
    if s.seats[p].held == 0:
        score_round(s, p)
    else:
        next_turn(s, p)


@rule
def next_turn(s: State, p: int) -> None:
    """Play goes on clockwise (EB-10, EB-20)."""
    begin_turn(s, left_of(s, p))
    ask(s, s.turn, TURN, 0, LIMIT)
