"""Win shares without the luck of the draw: the same mean, from fewer deals.

What luck gave to a seat is worked out with the network's values where a table has one, else with the game's `outlook`
(`search.luck_removal`). The interval is for a number of deals chosen beforehand.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from eleven.arena.estimates import Estimate, mean_of
from eleven.core.contract.game import Game, Setup
from eleven.core.play.engine import engine
from eleven.core.rules import luck
from eleven.core.rules.record import Array
from eleven.search.brain import MOST_SEATS
from eleven.search.luck_removal import BY_NETWORK, BY_OUTLOOK, PLACES, REDEALS, luck_removal

if TYPE_CHECKING:
    from eleven.arena.series import Played, Series


def judge_at(game: Game, setup: Setup) -> str:
    """Who says what a position is worth at a table."""
    from eleven.network.weights import has_network, network_of

    learnt = network_of(game.id).about["recipe"]["players"] if has_network(game.id) else ()
    return BY_NETWORK if setup.players in learnt else BY_OUTLOOK


class LuckRemover:
    """Finds what luck gave in games at one kind of table, with memory of its own."""

    def __init__(self, game: Game, setup: Setup, by: str | None = None) -> None:
        self.by = by or judge_at(game, setup)
        self.players = setup.players
        self.prepared = engine(game.id).prepared(setup)
        self.states = np.zeros(PLACES, game.state)
        self.rewards, self.sums = np.zeros(MOST_SEATS), np.zeros(MOST_SEATS)
        self.mind: Any = np.zeros(1)
        if self.by == BY_NETWORK:
            from eleven.network.inference import mind_of
            from eleven.network.weights import layers_of

            self.mind = mind_of(game, setup.players, layers_of(game.id, setup.players))
        self.remove = luck_removal(game.id, self.by, setup.players if self.by == BY_NETWORK else 0)

    def given(
        self, actions: Array, count: int, key: bytes, other_luck: bytes, redeals: int = REDEALS
    ) -> tuple[float, ...]:
        """What luck gave to each seat of a game, from its decisions and the key of its luck."""
        self.sums[:] = 0.0
        memory = (self.states, self.rewards, luck.fresh(key), luck.fresh(other_luck), redeals, self.sums, self.mind)
        self.remove(self.prepared, actions, count, *memory)
        return tuple(map(float, self.sums[: self.players]))


@dataclass(frozen=True)
class WithoutLuck:
    """The win share of a bot without luck, by whose values, and how many times fewer deals are needed that way."""

    bot: str
    win_share: Estimate
    by: str
    fewer_deals: float | None


def without_luck(series: "Series", games: "Sequence[Played]") -> list[WithoutLuck]:
    """Every bot of a series."""
    by, found = judge_at(series.game, series.setup), []
    for number, bot in enumerate(series.bots):
        mine = [played for played in games if number in played.seating]
        raw, fair = (_by_deal(mine, number, times) for times in (0.0, 1.0))
        spread = float(fair.var())
        found.append(WithoutLuck(bot.name, mean_of(fair), by, float(raw.var()) / spread if spread > 0.0 else None))
    return found


def _by_deal(games: "Sequence[Played]", bot: int, times: float) -> Array:
    """The mean of a bot's win share on every deal, less what luck gave it so many times."""
    deals: dict[int, list[float]] = {}
    for played in games:
        seats = [seat for seat, who in enumerate(played.seating) if who == bot]
        share = sum(played.shares[seat] - times * played.luck[seat] for seat in seats)
        deals.setdefault(played.deal, []).append(share)
    return np.array([sum(row) / len(row) for row in deals.values()])
