"""The features of 11! the card game for networks, including those set-up options that affect good play."""

from eleven.core.contract.features import VIEWER, Bits, Count, Feature, OneOf, SeatOf
from eleven.games.eleven_cards.state import CARDS_A_TURN, COLOURS, HALF_ROWS, NUMBERS

FEATURES = (
    Feature("filled", Bits(NUMBERS)),
    Feature("stand_ins", Bits(NUMBERS)),
    Feature("order", OneOf(COLOURS)),
    Feature("pile", Count(60)),
    Feature("box", Count(8)),
    Feature("bonuses_left", Count(HALF_ROWS)),
    Feature("used", Count(CARDS_A_TURN)),
    Feature("laid", Count(CARDS_A_TURN)),
    Feature("exchanged", Count(CARDS_A_TURN)),
    Feature("passes", Count(6)),
    Feature("starter", SeatOf()),
    Feature("rounds", Count(8)),
    Feature("rounds_to_play", Count(8)),
    Feature("beginners", Count(1)),
    Feature("exchanges_count", Count(1)),
    Feature("seats.hand", Bits(NUMBERS), of=VIEWER),
    Feature("seats.jokers", Count(8), of=VIEWER),
    Feature("seats.lacks", Bits(NUMBERS)),
    Feature("seats.cards", Count(40)),
    Feature("seats.regained", Count(8)),
    Feature("seats.links", Count(8)),
    Feature("seats.bonuses", Count(HALF_ROWS)),
    Feature("seats.points", Count(24, step=8)),
)
