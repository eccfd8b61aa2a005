"""How a finished game changes what is believed of its players' strength: the model of Plackett and Luce.

The scale is that of chess: newcomers have 1500, and with 400 points more one wins ten times as often as one loses. The
deviation says how sure that is: in two of three cases the strength lies within it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

MEAN, DEVIATION = 1500.0, 250.0
BETA = DEVIATION / 2
"""How much one plays better or worse from game to game."""
TAU = DEVIATION / 100
"""How much strength itself may change from game to game."""
PROVISIONAL = 10
"""Until so many games a rating is provisional."""
LOWEST, HIGHEST = 0, 4000
"""Between these the lobby is searched."""


@dataclass(frozen=True)
class Rating:
    """What is believed of somebody's strength at a game."""

    mu: float = MEAN
    sigma: float = DEVIATION
    games: int = 0

    @property
    def shown(self) -> int:
        """As people read it."""
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
    """The rank of each seat, those of equal points sharing one; none if the game does not count.

    Whoever had gone at the end, or was replaced by a bot for too long, is behind all who stayed. A game counts if each
    seat was a person of their own, and somebody stayed.
    """
    people = {seat.holder for seat in seats}
    if len(people) < max(2, len(seats)) or None in people or any(seat.kind != "human" for seat in seats):
        return None
    worth = [(not (seat.gone or seat.replaced), 0 if seat.gone or seat.replaced else seat.score) for seat in seats]
    if not any(stayed for stayed, _ in worth):
        return None
    return [sum(other > mine for other in worth) for mine in worth]


def after_game(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings after a game in which everybody reached a rank, the lowest being the best."""
    from openskill.models import PlackettLuce  # most servers never need it

    model = PlackettLuce(mu=MEAN, sigma=DEVIATION, beta=BETA, tau=TAU)
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    changed = model.rate(teams, ranks=[float(place) for place in places])
    return [Rating(one[0].mu, one[0].sigma, rating.games + 1) for one, rating in zip(changed, before, strict=True)]
