"""The start of a round, the legal actions, and acting (EB-10, EB-20 to EB-29, EB-40, EB-41)."""

from eleven.core.rules import bits
from eleven.core.rules import luck as fortune
from eleven.core.rules.asking import answered, ask
from eleven.core.rules.jit import rule
from eleven.core.rules.luck import Luck
from eleven.core.rules.record import Ints
from eleven.games.eleven_board import knowledge, placing, tiles
from eleven.games.eleven_board.actions import DRAW, GIVE_TILE, KEEP, LAY, LAY_JOKER, LAY_SYMBOL, PASS, STOP
from eleven.games.eleven_board.setting_out import deal_round
from eleven.games.eleven_board.state import (
    BONUS,
    ELEVEN,
    ENDS,
    FIRST_JOKER,
    FIRST_SYMBOL,
    FREE,
    GIVE,
    LAST,
    LIMIT,
    MORE,
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
from eleven.games.eleven_board.telling import NO_ELEVEN, PASSED, SOUGHT, STARTS, say
from eleven.games.eleven_board.turn import (
    begin_turn,
    draw,
    end_turn,
    from_bag,
    give,
    into_rack,
    lay,
    next_turn,
    put_down,
    settle,
)

LUCK_FIRST, LUCK_DEAL = range(2)


# The start


@rule
def deal(s: State, luck: Luck) -> None:
    """The first round: the starting player is chosen by the table or by luck (EB-10)."""
    s.opener = s.first
    if s.first < 0:
        s.opener = fortune.choose(luck, LUCK_FIRST, bits.bit(s.players) - 1)
    begin_round(s, luck)


@rule
def begin_round(s: State, luck: Luck) -> None:
    """The first player clockwise with an 11 starts by laying one (EB-10).

    She is asked even with a single 11, for the others must not learn that it is the only one.
    """
    deal_round(s, LUCK_DEAL, luck)
    for step in range(s.players):
        p = (s.opener + step) % s.players
        if tiles.has_eleven(s.seats[p].rack):
            begin_turn(s, p)
            say(s, STARTS, p, 0)
            ask(s, p, START, 0, LIMIT)
            return
        knowledge.has_no_eleven(s, p)
        say(s, NO_ELEVEN, p, 0)
    _seek_eleven(s)


@rule
def _seek_eleven(s: State) -> None:
    """Nobody holds an 11: all draw in turn until one comes out, with which its drawer starts (EB-10)."""
    p, drawn = s.opener, 0
    tile = from_bag(s)
    while tile >= FIRST_JOKER or tile % LAST != ELEVEN - 1:
        into_rack(s, p, tile)
        drawn += 1
        p = left_of(s, p)
        tile = from_bag(s)
    for step in range(s.players):
        took = (drawn - step + s.players - 1) // s.players
        if took > 0:
            say(s, SOUGHT, (s.opener + step) % s.players, took)
    begin_turn(s, p)
    say(s, STARTS, p, 0)
    s.laid = 1
    put_down(s, p, tile, tile // LAST)
    settle(s, p)


# What may be done


@rule
def legal(s: State, words: Ints) -> None:
    """The answers to the open question."""
    if s.depth == 0:
        return
    question = s.asking[s.depth - 1]
    p, what = question.seat, question.what
    if what == TURN:
        if not _legal_lays(s, p, words):
            bits.add(words, DRAW if s.in_bag > 0 else PASS)
    elif what == MORE:
        _legal_lays(s, p, words)
        bits.add(words, STOP)
    elif what == START:
        for r in range(ROWS):
            bits.add_all(words, LAY + r * LAST, (s.seats[p].rack[r] & bits.bit(ELEVEN)) >> 1)
    elif what in (PLACE, BONUS):
        _legal_spots(s, s.pending, placing.spots(s, s.pending, what == PLACE), words)
    elif what == FREE:
        _legal_free_lays(s, p, words)
        bits.add(words, STOP)
    elif what == GIVE:
        _legal_gifts(s, p, words)
        bits.add(words, KEEP)


@rule
def _legal_lays(s: State, p: int, words: Ints) -> bool:
    """Every tile of the rack on every cell where it may go (EB-21 to EB-25, EB-40); whether there is one."""
    rack = s.seats[p].rack
    jokers = tiles.jokers_in(rack)
    found = 0
    for r in range(ROWS):
        cells = placing.open_cells(s, r)
        found |= cells & (rack[r] | jokers)
        bits.add_all(words, LAY + r * LAST, (cells & rack[r]) >> 1)
        bits.add_all(words, LAY_JOKER + r * LAST, (cells & jokers) >> 1)
    if s.with_symbols:
        found |= _legal_symbols(s, tiles.symbols_in(rack), words)
    return found != 0


@rule
def _legal_symbols(s: State, symbols: int, words: Ints) -> int:
    """Symbols beside a 1 or 20 that lies (EB-40)."""
    if symbols == 0:
        return 0
    found = placing.open_ends(s)
    for end in range(ENDS):
        if (symbols >> s.ends[end]) & 1 == 0:
            found &= ~bits.bit(end)
        elif (found >> end) & 1:
            bits.add(words, LAY_SYMBOL + s.ends[end] * ENDS + end)
    return found


@rule
def _legal_spots(s: State, tile: int, spots: int, words: Ints) -> None:
    """The cells for a drawn tile, which must be laid (EB-26, EB-28)."""
    while spots:
        bits.add(words, lay_action(tile, bits.lowest(spots)))
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
def _legal_free_lays(s: State, p: int, words: Ints) -> None:
    """Any number or joker of the rack on any free cell of its own, contact ignored (EB-41)."""
    rack = s.seats[p].rack
    jokers = tiles.jokers_in(rack)
    for r in range(ROWS):
        cells = placing.free_cells(s, r)
        bits.add_all(words, LAY + r * LAST, (cells & rack[r]) >> 1)
        bits.add_all(words, LAY_JOKER + r * LAST, (cells & jokers) >> 1)


@rule
def _legal_gifts(s: State, p: int, words: Ints) -> None:
    """Any tile of the rack, symbols too (EB-27, EB-42)."""
    rack = s.seats[p].rack
    for r in range(ROWS):
        bits.add_all(words, GIVE_TILE + r * LAST, (rack[r] & NUMBERS) >> 1)
    bits.add_all(words, GIVE_TILE + FIRST_JOKER, tiles.jokers_in(rack) >> 1)
    bits.add_all(words, GIVE_TILE + FIRST_SYMBOL, tiles.symbols_in(rack))


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
