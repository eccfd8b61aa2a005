"""The features of Der Elefant im Porzellanladen for networks; constants of a game are left out."""

from eleven.core.contract.features import Bits, Count, Feature, OneOf, SeatOf
from eleven.games.elefant.state import CHINA_DECK, CHINA_KINDS, ELEPHANT_KINDS, HERD, MOST_MONEY

FEATURES = (
    Feature("open_china", Bits(CHINA_KINDS)),
    Feature("open_herd", Bits(ELEPHANT_KINDS)),
    Feature("turn", SeatOf()),
    Feature("bought", Count(CHINA_DECK)),
    Feature("suffered", OneOf(ELEPHANT_KINDS)),
    Feature("china_left", Count(CHINA_DECK)),
    Feature("herd_left", Count(HERD)),
    Feature("broken", Count(3)),
    Feature("discard", Count(2)),
    Feature("seats.china", Bits(CHINA_KINDS)),
    Feature("seats.money", Count(MOST_MONEY)),
    Feature("seats.push", Count(1)),
    Feature("seats.sheet", Count(25, step=2, plus=2)),
)
