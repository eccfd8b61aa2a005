"""Variance reduction: win shares without the luck of the draw, which have the same mean and need fewer deals.

A control variate: what luck gave to a seat is estimated with the network's values if there is a network for the table,
otherwise with the game's `outlook` (`search.luck_removal`). Its coefficient minimises the variance, and is fitted for
each half of the deals on the other half to avoid bias. The interval assumes a number of deals chosen in advance.
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
from eleven.search.compiled_search import MOST_SEATS
from eleven.search.luck_removal import BY_NETWORK, BY_OUTLOOK, PLACES, REDEALS, luck_removal

if TYPE_CHECKING:
    from eleven.arena.series import ArenaGame, Series


def judge_at(game: Game, setup: Setup) -> str:
    """Which value function judges positions at a table: the network or the game's `outlook`."""
    from eleven.network.weights import has_network, network_of

    learnt = network_of(game.id).about["recipe"]["players"] if has_network(game.id) else ()
    return BY_NETWORK if setup.players in learnt else BY_OUTLOOK


class LuckRemover:
    """Computes what luck gave to each seat in games at one kind of table, with its own buffers."""

    def __init__(self, game: Game, setup: Setup, by: str | None = None) -> None:
        self.by = by or judge_at(game, setup)
        self.players = setup.players
        self.prepared = engine(game.id).prepared(setup)
        self.states = np.zeros(PLACES, game.state)
        self.rewards, self.sums = np.zeros(MOST_SEATS), np.zeros(MOST_SEATS)
        self.net: Any = np.zeros(1)
        if self.by == BY_NETWORK:
            from eleven.network.inference import net_for
            from eleven.network.weights import layers_of

            self.net = net_for(game, setup.players, layers_of(game.id, setup.players))
        self.remove = luck_removal(game.id, self.by, setup.players if self.by == BY_NETWORK else 0)

    def given(
        self, actions: Array, count: int, key: bytes, other_luck: bytes, redeals: int = REDEALS
    ) -> tuple[float, ...]:
        """What luck gave to each seat of a game, computed from its actions and its random key."""
        self.sums[:] = 0.0
        memory = (self.states, self.rewards, luck.fresh(key), luck.fresh(other_luck), redeals, self.sums, self.net)
        self.remove(self.prepared, actions, count, *memory)
        return tuple(map(float, self.sums[: self.players]))


ENOUGH = 10
"""The fewest deals in a half from which the coefficient is fitted; with fewer it is 1."""


@dataclass(frozen=True)
class AdjustedShare:
    """A bot's win share without luck, the value function used, and how many times fewer deals are needed."""

    bot: str
    win_share: Estimate
    by: str
    fewer_deals: float | None


def without_luck(series: "Series", games: "Sequence[ArenaGame]") -> list[AdjustedShare]:
    """The adjusted win share of every bot of a series."""
    by, found = judge_at(series.game, series.setup), []
    for number, bot in enumerate(series.bots):
        raw, given = _by_deal([played for played in games if number in played.seating], number)
        fair = raw - _times(raw, given) * given
        spread = float(fair.var())
        found.append(AdjustedShare(bot.name, mean_of(fair), by, float(raw.var()) / spread if spread > 0.0 else None))
    return found


def _times(raw: Array, given: Array) -> Array:
    """The control-variate coefficient for each deal, fitted on the other half of the deals."""
    found = np.ones(len(raw))
    for half in (0, 1):
        shares, gifts = raw[1 - half :: 2], given[1 - half :: 2]
        spread = float(gifts.var()) if len(gifts) >= ENOUGH else 0.0
        if spread > 0.0:
            together = float(((shares - shares.mean()) * (gifts - gifts.mean())).mean())
            found[half::2] = min(max(together / spread, 0.0), 1.0)
    return found


def _by_deal(games: "Sequence[ArenaGame]", bot: int) -> tuple[Array, Array]:
    """The mean of a bot's win share on every deal, and of what luck gave it."""
    deals: dict[int, list[tuple[float, float]]] = {}
    for played in games:
        seats = [seat for seat, who in enumerate(played.seating) if who == bot]
        sums = (sum(row[seat] for seat in seats) for row in (played.shares, played.luck))
        deals.setdefault(played.deal, []).append((next(sums), next(sums)))
    means = np.array([np.mean(rows, axis=0) for rows in deals.values()])
    return means[:, 0], means[:, 1]
