"""Ratings after a finished game, by the Plackett-Luce model.

The scale is that of chess (Elo): newcomers have 1500, and 400 points more mean ten wins for one loss. The deviation is
the standard deviation of the estimate: in two of three cases the strength lies within it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

MEAN, DEVIATION = 1500.0, 250.0
BETA = DEVIATION / 2
"""How much performance varies from game to game."""
TAU = DEVIATION / 100
"""How much strength itself may drift from game to game."""
PROVISIONAL = 10
"""A rating after fewer games is provisional."""
LOWEST, HIGHEST = 0, 4000
"""The range in which the lobby can be searched."""


@dataclass(frozen=True)
class Rating:
    """An estimate of somebody's strength at a game: its mean, its deviation, and the number of games behind it."""

    mu: float = MEAN
    sigma: float = DEVIATION
    games: int = 0

    @property
    def shown(self) -> int:
        """The number that people are shown."""
        return round(self.mu)

    @property
    def uncertainty(self) -> int:
        """How many points it may be off, in two of three cases."""
        return round(self.sigma)

    @property
    def provisional(self) -> bool:
        """Whether there were too few games to rely on it."""
        return self.games < PROVISIONAL


NEWCOMER = Rating()


def ranks(seats: Sequence[Any]) -> list[int] | None:
    """The rank of each seat, equal for equal points; None if the game does not count.

    Players who had left at the end, or were replaced by a bot for too long, rank behind all who stayed. A game counts
    if each seat was a different person, and somebody stayed.
    """
    people = {seat.holder for seat in seats}
    if len(people) < max(2, len(seats)) or None in people or any(seat.kind != "human" for seat in seats):
        return None
    worth = [(not (seat.gone or seat.replaced), 0 if seat.gone or seat.replaced else seat.score) for seat in seats]
    if not any(stayed for stayed, _ in worth):
        return None
    return [sum(other > mine for other in worth) for mine in worth]


def after_game(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings after a game, from the rank of each player, the lowest being the best."""
    from openskill.models import PlackettLuce  # most servers never need it

    model = PlackettLuce(mu=MEAN, sigma=DEVIATION, beta=BETA, tau=TAU)
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    changed = model.rate(teams, ranks=[float(place) for place in places])
    return [Rating(one[0].mu, one[0].sigma, rating.games + 1) for one, rating in zip(changed, before, strict=True)]
