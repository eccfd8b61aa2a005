"""From components to a record that is ready for the deal, and what a hand-written position leaves out."""

from collections.abc import Mapping
from typing import Any

from eleven.core.components import check_counts, counts_of
from eleven.core.game import Setup

from .sight import in_sight
from .state import CARD, HAND, KINDS, MOST_PLAYERS, NO_CARD, SEAT


def check_components(tables: Mapping[str, Any]) -> None:
    """Refuse a box with which not everybody could be dealt a hand (XX-2)."""
    check_counts(tables, "cards", CARD.tokens, HAND * MOST_PLAYERS, 100)


def prepare(s: Any, setup: Setup) -> None:
    """Write what is in the box into a blank record."""
    s.box[:] = counts_of(setup.components.tables, "cards", CARD.tokens)
    s.last = NO_CARD


def complete(s: Any, given: set[str]) -> None:
    """The cards that a position does not mention are in the deck."""
    for p in range(s.players):
        if f"{SEAT.token(p)} cards" not in given:
            s.seats[p].cards = min(sum(map(int, s.seats[p].hand)), 127)
    if "deck" not in given:
        s.deck[:] = [max(int(s.box[kind] - in_sight(s, kind)), 0) for kind in range(KINDS)]
    if "left" not in given:
        s.left = min(sum(map(int, s.deck)), 127)
