"""The features of Elevenses for networks, including those set-up options that affect good play."""

from eleven.core.contract.features import SEATS, SPECTATOR, VIEWER, Count, Feature, OneOf, Owned, OwnedBits, SeatOf
from eleven.core.contract.features import Bits as Mask
from eleven.games.elevenses.state import GUESTS, SET
from eleven.games.elevenses.tokens import BACK, CARD, SEAT

FEATURES = (
    Feature("server", SeatOf()),
    Feature("turn", SeatOf()),
    Feature("taken", Owned(SET)),
    Feature("centre", Owned(SET)),
    Feature("rounds", Count(8)),
    Feature("target", Count(16)),
    Feature("play_on", Count(1)),
    Feature("with_guests", Count(1)),
    Feature("holder_last", Count(1)),
    Feature("noon", Count(2, step=15)),
    Feature("turns", Count(60, step=2)),
    Feature("knows", OwnedBits(SET), VIEWER),
    Feature("knows", OwnedBits(SET), SPECTATOR),
    Feature("seats.kitchen", OwnedBits(SET)),
    Feature("seats.backs", Count(SET), SEATS),
    Feature("seats.slots", Owned(SET)),
    Feature("seats.up", Mask(SET)),
    Feature("seats.aware", Mask(SET)),
    Feature("seats.cubes", Count(24)),
    Feature("seats.picked", Owned(SET)),
    Feature("seats.guest", OneOf(GUESTS)),
    Feature("seats.arrived", Count(1)),
)
OWNED = (SEAT, BACK, CARD)
"""The action arguments that belong to seats; for networks, they are counted from the viewer."""
