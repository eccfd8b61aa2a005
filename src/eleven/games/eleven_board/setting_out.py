"""All tiles into the bag, and a rack for everybody (EB-1, EB-5)."""

from eleven.core.rules import luck as fortune
from eleven.core.rules.jit import rule
from eleven.core.rules.luck import Luck
from eleven.games.eleven_board import knowledge, tiles
from eleven.games.eleven_board.state import (
    COPIES,
    FIRST_JOKER,
    FIRST_SYMBOL,
    LAST,
    MAX_TILES,
    NO_TILE,
    NUMBER_TILES,
    ROWS,
    SYMBOL_COPIES,
    SYMBOL_KINDS,
    State,
    is_joker,
    is_symbol,
    number_of,
)
from eleven.games.eleven_board.telling import DEALT, say


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
    """Mix the tiles; the order they lie in is the order they will come out, the first of the shuffle first."""
    count = tiles_in_game(s)
    for i in range(count):
        luck.things[i] = tile_number(s, i)
    fortune.shuffle(luck, kind, luck.things, count)
    for i in range(count):
        s.bag[count - 1 - i] = luck.things[i]
    for i in range(count, MAX_TILES):
        s.bag[i] = NO_TILE
    s.in_bag = count


@rule
def tiles_in_game(s: State) -> int:
    """80 tiles, 88 with the symbols (EB-1, EB-40)."""
    if s.with_symbols:
        return MAX_TILES
    return NUMBER_TILES


@rule
def tile_number(s: State, index: int) -> int:
    """The tiles one by one: for each cell its coloured tile or a joker, then two of each symbol (EB-1)."""
    if index >= NUMBER_TILES:
        return FIRST_SYMBOL + (index - NUMBER_TILES) % SYMBOL_KINDS
    if (s.jokers >> number_of(index)) & 1:
        return FIRST_JOKER + index % LAST
    return index


@rule
def copies_of(s: State, tile: int) -> int:
    """How many tiles of a kind are in the game (EB-1)."""
    if is_symbol(tile):
        return SYMBOL_COPIES * s.with_symbols
    grey = (s.jokers >> number_of(tile)) & 1
    if is_joker(tile):
        return COPIES * grey
    return 1 - grey
