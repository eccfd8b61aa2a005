"""What a network is told of a sight of 11! the board game; of the set-up it is told what changes the best play."""

from eleven.core.contract.features import OTHER_SEATS, VIEWER, Bits, Count, Feature, OneOf, SeatOf
from eleven.core.rules import bits
from eleven.core.rules.jit import rule
from eleven.games.eleven_board import placing, tiles
from eleven.games.eleven_board.state import COLUMNS, JOKER_SHIFT, LAST, LIMIT, NUMBERS, ROWS, TILE_KINDS, State

TILES = JOKER_SHIFT + LAST + 1
LEFT = 1


@rule
def open_numbers(seen: State, row: int) -> int:
    """The numbers of a row that can be laid now, the 1 first."""
    return placing.open_cells(seen, row) >> 1


@rule
def pairs(seen: State, row: int) -> int:
    """The numbers of a row that the viewer can lay this turn together with the next higher one, so as to give."""
    rack, now = seen.seats[seen.viewer].rack, placing.open_cells(seen, row)
    own = (rack[row] & NUMBERS | tiles.jokers_in(rack)) & placing.free_cells(seen, row)
    return (own & own >> 1 & (now | now >> 1)) >> 1


@rule
def may_give(seen: State, _: int) -> int:
    """Whether a pair lies that was laid this turn."""
    return 1 if placing.may_give(seen) else 0


@rule
def stuck(seen: State, _: int) -> int:
    """How many coloured tiles of the viewer cannot be laid now."""
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
