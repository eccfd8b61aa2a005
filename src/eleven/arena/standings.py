"""Win share, mean score and rating of each bot, with 95 % intervals.

The games of one deal are not independent, so intervals are computed from the variance between deals. The interval of
the win share is valid at any stopping time; those of scores and ratings assume a number of deals chosen in advance.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from eleven.arena.estimates import Estimate, mean_of, share_of
from eleven.arena.series import ArenaGame, Series
from eleven.core.rules.record import Array

RESAMPLES = 300
MEAN_RATING = 1500.0
RATING_SCALE = 400.0


@dataclass(frozen=True)
class Standing:
    """How one bot did."""

    bot: str
    games: int
    win_share: Estimate
    even_share: float
    score: Estimate
    rating: Estimate


def standings(series: Series, games: Sequence[ArenaGame]) -> list[Standing]:
    """The standings, strongest bot first."""
    bots = range(len(series.bots))
    ratings = _ratings(series, games)
    rows = []
    for bot in bots:
        mine = [played for played in games if bot in played.seating]
        shares = by_deal_of(mine, [_total(played, played.shares, bot) for played in mine])
        points = by_deal_of(mine, [_total(played, played.scores, bot) / played.seating.count(bot) for played in mine])
        even = 1 / min(len(series.bots), series.setup.players)
        rows.append(
            Standing(series.bots[bot].name, len(mine), share_of(shares), even, mean_of(points), ratings[bot]),
        )
    return sorted(rows, key=lambda row: -row.rating.value)


def _total(played: ArenaGame, figures: Sequence[float], bot: int) -> float:
    """The sum of a figure over the seats of a bot."""
    return sum(figure for seat, figure in enumerate(figures) if played.seating[seat] == bot)


def by_deal_of(games: Sequence[ArenaGame], figures: Sequence[float]) -> Array:
    """The mean of a figure on every deal."""
    deals: dict[int, list[float]] = {}
    for played, figure in zip(games, figures, strict=True):
        deals.setdefault(played.deal, []).append(figure)
    return np.array([sum(row) / len(row) for row in deals.values()])


# Ratings


def _ratings(series: Series, games: Sequence[ArenaGame]) -> list[Estimate]:
    """Bradley-Terry strengths on the scale of chess ratings, around 1500; intervals by resampling deals.

    Deals that are all alike give no interval, as in `mean_of`.
    """
    deals = _beaten(series, games)
    point = fit(deals.sum(axis=0))
    if (deals == deals[:1]).all():
        return [Estimate(float(rating), None, None) for rating in point]
    draw = np.random.default_rng(series.seed)
    drawn = draw.integers(len(deals), size=(RESAMPLES, len(deals)))
    samples = fit(np.array([deals[sample].sum(axis=0) for sample in drawn]))
    low, high = np.quantile(samples, [0.025, 0.975], axis=0)
    return [Estimate(float(p), float(lo), float(hi)) for p, lo, hi in zip(point, low, high, strict=True)]


def _beaten(series: Series, games: Sequence[ArenaGame]) -> Array:
    """For every deal, how often each bot finished above each other bot; a draw or a truncated game counts half."""
    number = len(series.bots)
    beaten = np.zeros((series.deals, number, number))
    for played in games:
        shared_by_all = min(played.shares) == max(played.shares)
        for seat, bot in enumerate(played.seating):
            for other_seat, other in enumerate(played.seating):
                if bot != other:
                    ahead = 0 if shared_by_all else np.sign(played.scores[seat] - played.scores[other_seat])
                    beaten[played.deal, bot, other] += (1 + ahead) / 2
    return beaten


def fit(beaten: Array, rounds: int = 200) -> Array:
    """The maximum-likelihood ratings (Hunter's algorithm); half a win per pair as a prior keeps them finite.

    `beaten[..., i, j]` is how often i beat j; further axes are further sets of results.
    """
    wins = beaten + 0.5 * (1 - np.eye(beaten.shape[-1]))
    played = wins + wins.swapaxes(-1, -2)
    strength = np.ones(beaten.shape[:-1])
    for _ in range(rounds):
        strength = wins.sum(axis=-1) / (played / (strength[..., :, None] + strength[..., None, :])).sum(axis=-1)
        strength /= np.exp(np.log(strength).mean(axis=-1, keepdims=True))
    return np.asarray(MEAN_RATING + RATING_SCALE * np.log10(strength))
