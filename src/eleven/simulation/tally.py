"""Statistics of random games, in integers only, so that the order of adding does not matter."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from eleven.core.rules.record import Array


@dataclass
class Tally:
    """Counts over finished games; `wins[seat, n]` are victories shared by n seats, `scores[seat, points]` results."""

    games: int = 0
    decisions: int = 0
    truncated: int = 0
    wins: Counter[tuple[int, int]] = field(default_factory=Counter)
    scores: Counter[tuple[int, int]] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        """Add another tally to this one."""
        self.games += other.games
        self.decisions += other.decisions
        self.truncated += other.truncated
        self.wins.update(other.wins)
        self.scores.update(other.scores)

    def as_json(self) -> dict[str, Any]:
        """Convert to JSON data, which is equal for equal tallies."""
        counts = {"games": self.games, "decisions": self.decisions, "truncated": self.truncated}
        return {**counts, "wins": _listed(self.wins), "scores": _listed(self.scores)}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Tally":
        """Create a tally from JSON data."""
        counters = {name: Counter({(a, b): n for a, b, n in data[name]}) for name in ("wins", "scores")}
        return cls(data["games"], data["decisions"], data["truncated"], **counters)

    def wins_of(self, seat: int) -> float:
        """Return the wins of a seat, counting a shared win as a fraction."""
        return sum(count / sharers for (who, sharers), count in sorted(self.wins.items()) if who == seat)

    def scores_of(self, seats: Sequence[int]) -> list[tuple[int, int]]:
        """Return (points, count) pairs in ascending order of points."""
        found: Counter[int] = Counter()
        for (seat, points), count in self.scores.items():
            if seat in seats:
                found[points] += count
        return sorted(found.items())


def _listed(counter: Counter[tuple[int, int]]) -> list[list[int]]:
    return [[a, b, count] for (a, b), count in sorted(counter.items())]


def tally_of(lengths: Array, scores: Array, players: int) -> Tally:
    """Count a block of games from `playouts`; a negative length is a truncated game."""
    tally = Tally(games=len(lengths), decisions=int(abs(lengths).sum()), truncated=int((lengths < 0).sum()))
    for row in scores[lengths >= 0, :players]:
        points = [int(score) for score in row]
        winners = [seat for seat in range(players) if points[seat] == max(points)]
        tally.wins.update((seat, len(winners)) for seat in winners)
        tally.scores.update(enumerate(points))
    return tally


def quantile(sorted_scores: Sequence[tuple[int, int]], share: float) -> int:
    """Return the smallest score that at least this share of the results do not exceed."""
    total = sum(count for _, count in sorted_scores)
    passed = 0
    for points, count in sorted_scores:
        passed += count
        if passed >= share * total:
            return points
    return sorted_scores[-1][0]


def spread(sorted_scores: Sequence[tuple[int, int]]) -> dict[str, Any] | None:
    """Return minimum, quartiles, maximum and mean; None if no game was finished."""
    if not sorted_scores:
        return None
    total = sum(count for _, count in sorted_scores)
    return {
        "min": sorted_scores[0][0],
        "lower_quartile": quantile(sorted_scores, 0.25),
        "median": quantile(sorted_scores, 0.5),
        "upper_quartile": quantile(sorted_scores, 0.75),
        "max": sorted_scores[-1][0],
        "mean": sum(points * count for points, count in sorted_scores) / total,
    }
