"""The start of a round: all tiles into the bag, a rack for everybody, and who begins (EB-1, EB-5, EB-10)."""

from eleven.core.rules import bits
from eleven.core.rules import luck as fortune
from eleven.core.rules.asking import ask
from eleven.core.rules.jit import rule
from eleven.core.rules.luck import Luck
from eleven.games.eleven_board import knowledge, tiles
from eleven.games.eleven_board.events import DEALT, LUCK_DEAL, LUCK_FIRST, NO_ELEVEN, SOUGHT, STARTS, say
from eleven.games.eleven_board.state import (
    ELEVEN,
    FIRST_JOKER,
    FIRST_SYMBOL,
    LAST,
    LIMIT,
    MAX_TILES,
    NO_TILE,
    NUMBER_TILES,
    ROWS,
    START,
    SYMBOL_KINDS,
    State,
    left_of,
    number_of,
    row_of,
)
from eleven.games.eleven_board.turns import begin_turn, from_bag, into_rack, put_down, settle

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

    They are asked even with a single 11, for the others must not learn that it is the only one.
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


@rule
def deal_round(s: State, kind: int, luck: Luck) -> None:
    """An empty board, a full bag, and everybody's hand (EB-5)."""
    s.rounds += 1
    s.bonuses = 0
    s.pending = NO_TILE
    for r in range(ROWS):
        s.board[r] = 0
    knowledge.forget_everything(s)
    _fill_bag(s, kind, luck)
    for p in range(s.players):
        tiles.empty(s.seats[p].rack, 0)
        s.seats[p].held = s.hand
        for _ in range(s.hand):
            s.in_bag -= 1
            tiles.put(s.seats[p].rack, 0, s.bag[s.in_bag])
            s.bag[s.in_bag] = NO_TILE
    say(s, DEALT, s.opener, s.rounds)


@rule
def _fill_bag(s: State, kind: int, luck: Luck) -> None:
    """Shuffle the tiles into the bag; the first tile of the shuffle is drawn first."""
    count = 0
    for i in range(MAX_TILES):
        if _is_in_game(s, i):
            luck.things[count] = tile_number(s, i)
            count += 1
    fortune.shuffle(luck, kind, luck.things, count)
    for i in range(count):
        s.bag[count - 1 - i] = luck.things[i]
    for i in range(count, MAX_TILES):
        s.bag[i] = NO_TILE
    s.in_bag = count


@rule
def tiles_in_game(s: State) -> int:
    """One for every cell, 80 of them, and 8 symbols (EB-1, EB-40)."""
    count = bits.size(s.cells[0]) + bits.size(s.cells[1]) + bits.size(s.cells[2]) + bits.size(s.cells[3])
    if s.with_symbols:
        count += MAX_TILES - NUMBER_TILES
    return count


@rule
def _is_in_game(s: State, index: int) -> bool:
    """Whether the box has a tile: every cell has one, and symbols belong to the variant (EB-1, EB-40)."""
    if index >= NUMBER_TILES:
        return s.with_symbols != 0
    return (s.cells[row_of(index)] >> number_of(index)) & 1 != 0


@rule
def tile_number(s: State, index: int) -> int:
    """The tiles one by one: for each cell its coloured tile or a joker, then two of each symbol (EB-1)."""
    if index >= NUMBER_TILES:
        return FIRST_SYMBOL + (index - NUMBER_TILES) % SYMBOL_KINDS
    if (s.jokers >> number_of(index)) & 1:
        return FIRST_JOKER + index % LAST
    return index
