"""Sets of tiles as four masks (see `state`); `at` is the start index of the set in its array."""

from eleven.core.rules.bits import bit, lowest, size
from eleven.core.rules.jit import rule
from eleven.core.rules.record import FixedInts, Ints
from eleven.games.eleven_board.state import (
    ELEVEN,
    FIRST_SYMBOL,
    JOKER_SHIFT,
    LEFT_END,
    NUMBERS,
    RIGHT_END,
    ROWS,
    SYMBOL_COPIES,
    State,
    is_joker,
    is_symbol,
    number_of,
    row_of,
)

SYMBOL_POINTS = 11
ONE_SYMBOL = 1 << LEFT_END
TWO_SYMBOLS = 1 << RIGHT_END


@rule
def has(tiles: Ints, at: int, tile: int) -> bool:
    """Whether at least one such tile is in a set."""
    if is_symbol(tile):
        return tiles[at + tile - FIRST_SYMBOL] & ONE_SYMBOL != 0
    if is_joker(tile):
        return tiles[at] & bit(JOKER_SHIFT + number_of(tile)) != 0
    return tiles[at + row_of(tile)] & bit(number_of(tile)) != 0


@rule
def put(tiles: Ints, at: int, tile: int) -> None:
    """Add one tile to a set; identical tiles use the first free bit."""
    if is_symbol(tile):
        k = at + tile - FIRST_SYMBOL
        if tiles[k] & ONE_SYMBOL:
            tiles[k] |= TWO_SYMBOLS
        else:
            tiles[k] |= ONE_SYMBOL
    elif is_joker(tile):
        copy = bit(JOKER_SHIFT + number_of(tile))
        r = 0
        while r < ROWS - 1 and tiles[at + r] & copy:
            r += 1
        tiles[at + r] |= copy
    else:
        tiles[at + row_of(tile)] |= bit(number_of(tile))


@rule
def take(tiles: Ints, at: int, tile: int) -> None:
    """Remove one tile from a set that contains it; identical tiles free the last bit."""
    if is_symbol(tile):
        k = at + tile - FIRST_SYMBOL
        if tiles[k] & TWO_SYMBOLS:
            tiles[k] &= ~TWO_SYMBOLS
        else:
            tiles[k] &= ~ONE_SYMBOL
    elif is_joker(tile):
        copy = bit(JOKER_SHIFT + number_of(tile))
        r = ROWS - 1
        while r > 0 and tiles[at + r] & copy == 0:
            r -= 1
        tiles[at + r] &= ~copy
    else:
        tiles[at + row_of(tile)] &= ~bit(number_of(tile))


@rule
def count_of(tiles: FixedInts, at: int, tile: int) -> int:
    """How many such tiles are in a set."""
    if is_symbol(tile):
        return size(tiles[at + tile - FIRST_SYMBOL] & (ONE_SYMBOL | TWO_SYMBOLS))
    if is_joker(tile):
        copies = 0
        for r in range(ROWS):
            copies += (tiles[at + r] >> (JOKER_SHIFT + number_of(tile))) & 1
        return copies
    return (tiles[at + row_of(tile)] >> number_of(tile)) & 1


@rule
def empty(tiles: Ints, at: int) -> None:
    """Remove every tile."""
    for r in range(ROWS):
        tiles[at + r] = 0


@rule
def number_in(tiles: Ints, at: int) -> int:
    """How many tiles are in a set."""
    return size(tiles[at]) + size(tiles[at + 1]) + size(tiles[at + 2]) + size(tiles[at + 3])


@rule
def jokers_in(tiles: FixedInts) -> int:
    """The numbers of which a set has a joker, as bits."""
    return (tiles[0] >> JOKER_SHIFT) & NUMBERS


@rule
def symbols_in(tiles: FixedInts) -> int:
    """The kinds of symbols in a set, as bits."""
    return (
        (tiles[0] & ONE_SYMBOL)
        | (tiles[1] & ONE_SYMBOL) << 1
        | (tiles[2] & ONE_SYMBOL) << 2
        | (tiles[3] & ONE_SYMBOL) << 3
    )


@rule
def has_eleven(tiles: Ints) -> bool:
    """Whether a rack holds an 11 (EB-10)."""
    return (tiles[0] | tiles[1] | tiles[2] | tiles[3]) & bit(ELEVEN) != 0


@rule
def _sum_of(numbers: int) -> int:
    total = 0
    while numbers:
        total += lowest(numbers)
        numbers &= numbers - 1
    return total


@rule
def value_of(tiles: Ints) -> int:
    """What a rack costs: every tile its number, symbols 11 each (EB-30)."""
    total = 0
    for r in range(ROWS):
        total += _sum_of(tiles[r] & NUMBERS) + _sum_of((tiles[r] >> JOKER_SHIFT) & NUMBERS)
        total += SYMBOL_POINTS * size(tiles[r] & (ONE_SYMBOL | TWO_SYMBOLS))
    return total


@rule
def copies_of(s: State, tile: int) -> int:
    """How many tiles of a kind are in the game (EB-1)."""
    if is_symbol(tile):
        return SYMBOL_COPIES * s.with_symbols
    number = number_of(tile)
    grey = (s.jokers >> number) & 1
    if not is_joker(tile):
        return (1 - grey) & (s.cells[row_of(tile)] >> number)
    copies = 0
    for r in range(ROWS):
        copies += grey & (s.cells[r] >> number)
    return copies
