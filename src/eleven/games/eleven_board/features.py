"""The features of 11! the board game for networks, including those set-up options that affect good play."""

from eleven.core.contract.features import OTHER_SEATS, VIEWER, Bits, Count, Feature, OneOf, SeatOf
from eleven.core.rules import bits
from eleven.core.rules.jit import rule
from eleven.games.eleven_board import placing, tiles
from eleven.games.eleven_board.state import COLUMNS, JOKER_SHIFT, LAST, LIMIT, NUMBERS, ROWS, TILE_KINDS, State

TILES = JOKER_SHIFT + LAST + 1
LEFT = 1


@rule
def open_numbers(seen: State, row: int) -> int:
    """Return the numbers of a row that can be laid now, as bits from 1."""
    return placing.open_cells(seen, row) >> 1


@rule
def pairs(seen: State, row: int) -> int:
    """Return the numbers that the viewer can lay together with the next higher one this turn, to give a tile away."""
    rack, now = seen.seats[seen.viewer].rack, placing.open_cells(seen, row)
    own = (rack[row] & NUMBERS | tiles.jokers_in(rack)) & placing.free_cells(seen, row)
    return (own & own >> 1 & (now | now >> 1)) >> 1


@rule
def may_give(seen: State, _: int) -> int:
    """Return whether a neighbouring pair was laid this turn."""
    return 1 if placing.may_give(seen) else 0


@rule
def stuck(seen: State, _: int) -> int:
    """Return how many of the viewer's coloured tiles cannot be laid now."""
    rack, found = seen.seats[seen.viewer].rack, 0
    for row in range(ROWS):
        found += bits.size(rack[row] & NUMBERS & ~placing.open_cells(seen, row))
    return found


FEATURES = (
    Feature("board", Bits(COLUMNS)),
    Feature("fresh", Bits(LAST + 1)),
    Feature("fresh", Count(1), items=1, by=may_give),
    Feature("board", Bits(LAST), by=open_numbers),
    Feature("board", Bits(LAST), by=pairs),
    Feature("board", Count(8, step=2), items=1, by=stuck),
    Feature("pending", OneOf(TILE_KINDS)),
    Feature("in_bag", Count(30, step=2)),
    Feature("turn", SeatOf()),
    Feature("laid", Count(LIMIT)),
    Feature("bonuses", Count(4)),
    Feature("rounds", Count(8)),
    Feature("last_round", Count(8)),
    Feature("opener", SeatOf()),
    Feature("with_symbols", Count(1)),
    Feature("bonus_after_draw", Count(1)),
    Feature("seats.rack", Bits(TILES), of=VIEWER),
    Feature("seats.trail", Bits(TILES), of=VIEWER),
    Feature("seats.lacks", Bits(TILES), of=OTHER_SEATS),
    Feature("seats.lacks_to_giver", Bits(TILES), of=LEFT),
    Feature("seats.held", Count(24)),
    Feature("seats.points", Count(16, step=8)),
)
