"""What a network is told of a sight of 11! the board game; of the set-up it is told what changes the best play."""

from eleven.core.contract.features import OTHER_SEATS, VIEWER, Bits, Count, Feature, OneOf, SeatOf
from eleven.games.eleven_board.state import COLUMNS, JOKER_SHIFT, LAST, LIMIT, TILE_KINDS

TILES = JOKER_SHIFT + LAST + 1
LEFT = 1

FEATURES = (
    Feature("board", Bits(COLUMNS)),
    Feature("fresh", Bits(COLUMNS)),
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
