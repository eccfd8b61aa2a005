"""The turn of 11! the board game (EB-20 to EB-30, EB-40 to EB-42): legal actions, and acting."""

from eleven.core.rules import bits
from eleven.core.rules.asking import answered, ask
from eleven.core.rules.jit import rule
from eleven.core.rules.luck import Luck
from eleven.core.rules.record import Ints
from eleven.games.eleven_board import knowledge, placing, tiles
from eleven.games.eleven_board.actions import DRAW, GIVE_TILE, KEEP, LAY, LAY_JOKER, LAY_SYMBOL, PASS, STOP
from eleven.games.eleven_board.dealing import begin_round
from eleven.games.eleven_board.events import DREW, FITTING, GAVE, PASSED, say, say_secretly
from eleven.games.eleven_board.scoring import score_round
from eleven.games.eleven_board.state import (
    BONUS,
    DRAWS,
    ELEVEN,
    ENDS,
    FIRST_JOKER,
    FIRST_SYMBOL,
    FREE,
    GIVE,
    LAST,
    MORE,
    NO_TILE,
    NUMBERS,
    PLACE,
    ROWS,
    START,
    TURN,
    State,
    is_joker,
    is_symbol,
    left_of,
)
from eleven.games.eleven_board.turns import (
    _lay_drawn,
    end_turn,
    from_bag,
    into_rack,
    next_turn,
    put_down,
    settle,
)

# What may be done


@rule
def legal(s: State, mask: Ints) -> None:
    """The answers to the open question."""
    if s.depth == 0:
        return
    question = s.asking[s.depth - 1]
    p, what = question.seat, question.what
    if what == TURN:
        if not _legal_lays(s, p, mask):
            bits.add(mask, DRAW if s.in_bag > 0 else PASS)
    elif what == MORE:
        _legal_lays(s, p, mask)
        bits.add(mask, STOP)
    elif what == START:
        for r in range(ROWS):
            bits.add_all(mask, LAY + r * LAST, (s.seats[p].rack[r] & bits.bit(ELEVEN)) >> 1)
    elif what in (PLACE, BONUS):
        _legal_spots(s, s.pending, placing.spots(s, s.pending, what == PLACE), mask)
    elif what == FREE:
        _legal_free_lays(s, p, mask)
        bits.add(mask, STOP)
    elif what == GIVE:
        _legal_gifts(s, p, mask)
        bits.add(mask, KEEP)


@rule
def _legal_lays(s: State, p: int, mask: Ints) -> bool:
    """Every tile of the rack on every cell where it may go (EB-21 to EB-25, EB-40); whether there is one."""
    rack = s.seats[p].rack
    jokers = tiles.jokers_in(rack)
    found = 0
    for r in range(ROWS):
        cells = placing.open_cells(s, r)
        found |= cells & (rack[r] | jokers)
        bits.add_all(mask, LAY + r * LAST, (cells & rack[r]) >> 1)
        bits.add_all(mask, LAY_JOKER + r * LAST, (cells & jokers) >> 1)
    if s.with_symbols:
        found |= _legal_symbols(s, tiles.symbols_in(rack), mask)
    return found != 0


@rule
def _legal_symbols(s: State, symbols: int, mask: Ints) -> int:
    """Symbols beside a 1 or 20 that lies (EB-40)."""
    if symbols == 0:
        return 0
    found = placing.open_ends(s)
    for end in range(ENDS):
        if (symbols >> s.ends[end]) & 1 == 0:
            found &= ~bits.bit(end)
        elif (found >> end) & 1:
            bits.add(mask, LAY_SYMBOL + s.ends[end] * ENDS + end)
    return found


@rule
def _legal_spots(s: State, tile: int, spots: int, mask: Ints) -> None:
    """The cells for a drawn tile, which must be laid (EB-26, EB-28)."""
    while spots:
        bits.add(mask, lay_action(tile, bits.lowest(spots)))
        spots &= spots - 1


@rule
def lay_action(tile: int, spot: int) -> int:
    """The action that lays a tile on a spot."""
    if is_symbol(tile):
        return LAY_SYMBOL + (tile - FIRST_SYMBOL) * ENDS + spot
    if is_joker(tile):
        return LAY_JOKER + spot * LAST + tile - FIRST_JOKER
    return LAY + tile


@rule
def _legal_free_lays(s: State, p: int, mask: Ints) -> None:
    """Any number or joker of the rack on any free cell of its own, contact ignored (EB-41)."""
    rack = s.seats[p].rack
    jokers = tiles.jokers_in(rack)
    for r in range(ROWS):
        cells = placing.free_cells(s, r)
        bits.add_all(mask, LAY + r * LAST, (cells & rack[r]) >> 1)
        bits.add_all(mask, LAY_JOKER + r * LAST, (cells & jokers) >> 1)


@rule
def _legal_gifts(s: State, p: int, mask: Ints) -> None:
    """Any tile of the rack, symbols too (EB-27, EB-42)."""
    rack = s.seats[p].rack
    for r in range(ROWS):
        bits.add_all(mask, GIVE_TILE + r * LAST, (rack[r] & NUMBERS) >> 1)
    bits.add_all(mask, GIVE_TILE + FIRST_JOKER, tiles.jokers_in(rack) >> 1)
    bits.add_all(mask, GIVE_TILE + FIRST_SYMBOL, tiles.symbols_in(rack))


# Doing it


@rule
def act(s: State, action: int, luck: Luck) -> None:
    """Carry out the answer to the open question; a new round begins when one has ended and the game has not."""
    question = s.asking[s.depth - 1]
    p, what = question.seat, question.what
    answered(s)
    if action < GIVE_TILE:
        lay(s, p, what, action)
    elif action < DRAW:
        give(s, p, action - GIVE_TILE)
    elif action == DRAW:
        draw(s, p)
    elif action == PASS:
        knowledge.cannot_lay(s, p, 0)
        say(s, PASSED, p, 0)
        next_turn(s, p)
    elif action == KEEP:
        next_turn(s, p)
    elif what == FREE:
        settle(s, p)
    else:
        end_turn(s, p)
    if s.depth == 0 and s.over == 0:
        s.opener = left_of(s, s.opener)
        begin_round(s, luck)


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
