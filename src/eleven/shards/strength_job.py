"""The bots above random play in shards: how much each beats the other, on a number of deals fixed before.

The bench (`python -m bench.strength`) asks the same questions until each is settled, so what it plays depends on the
clock; here every question is played on the same number of deals, and a unit is one deal of one question.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from eleven.arena.estimates import share_of
from eleven.arena.series import ArenaTable, Played, Seating, Series
from eleven.arena.yardsticks import find_contestant
from eleven.core.contract.game import find_game
from eleven.shards.jobs import Json, UnitOutcomes, source_version

if TYPE_CHECKING:  # the bench needs none of this to play
    from rich.console import Console

    from eleven.shards.parts import Part

PAIRS = (("greedy", "random"), ("expert", "greedy"))
"""Bots that every table has."""
LONGEST = 1000
"""Decisions after which a game is cut off and everybody's; a usual one takes a hundred."""


@dataclass(frozen=True)
class Pairing:
    """One bot against another at a table of some size."""

    game: str
    players: int
    who: str
    against: str


def pairings(games: tuple[str, ...], pairs: tuple[tuple[str, str], ...] = PAIRS) -> list[Pairing]:
    """Every pair at the smallest and the largest table of every game."""
    found = []
    for name in games:
        sizes = find_game(name).players
        found += [Pairing(name, players, *pair) for players in (sizes[0], sizes[-1]) for pair in pairs]
    return found


def seatings(players: int) -> list[Seating]:
    """Both bots in turn round the table, and the other way round: each has each seat once."""
    return [tuple((seat + first) % 2 for seat in range(players)) for first in range(2)]


def first_share(played: Played) -> float:
    """The part of the victory that the first bot has, in all its seats."""
    return sum(share for bot, share in zip(played.seating, played.shares, strict=True) if bot == 0)


@dataclass(frozen=True)
class StrengthJob:
    """The questions about some games, each on `deals` deals."""

    games: tuple[str, ...]
    deals: int
    seed: int
    pairs: tuple[tuple[str, str], ...] = PAIRS
    kind: ClassVar[str] = "strength"

    @property
    def settings(self) -> Json:
        """All that the result depends on."""
        plain = {"games": list(self.games), "deals": self.deals, "seed": self.seed}
        return {**plain, "pairs": [list(pair) for pair in self.pairs], "source": source_version(self.games)}

    @property
    def units(self) -> int:
        """One deal of one question each."""
        return self.deals * len(pairings(self.games, self.pairs))

    def worker(self) -> Callable[[int], UnitOutcomes]:
        """Play deals, at a table for each question."""
        asked = pairings(self.games, self.pairs)
        tables: dict[Pairing, ArenaTable] = {}

        def play(unit: int) -> UnitOutcomes:
            number, deal = divmod(unit, self.deals)
            pairing = asked[number]
            if pairing not in tables:
                tables.clear()  # a tree is large, and the deals of a question follow each other
                tables[pairing] = _table(pairing, self.seed)
            games = [tables[pairing].play(deal, seating) for seating in seatings(pairing.players)]
            return UnitOutcomes({unit: [[first_share(played), played.decisions] for played in games]})

        return play

    def empty(self) -> UnitOutcomes:
        """No deals."""
        return UnitOutcomes()


def _table(pairing: Pairing, seed: int) -> ArenaTable:
    game = find_game(pairing.game)
    bots = [find_contestant(name, game, pairing.players) for name in (pairing.who, pairing.against)]
    return ArenaTable(Series(game, game.setup(pairing.players), bots, 0, seed), LONGEST)


def merged(parts: "list[Part]") -> Any:
    """Every question with its answer."""
    total, settings = UnitOutcomes(), parts[0].settings
    for part in parts:
        total.add(UnitOutcomes.from_json(part.result))
    pairs = tuple((who, against) for who, against in settings["pairs"])
    asked = pairings(tuple(settings["games"]), pairs)
    rows = []
    for number, pairing in enumerate(asked):
        units = range(number * settings["deals"], (number + 1) * settings["deals"])
        rows.append(_row(pairing, [total.by_unit[unit] for unit in units]))
    return {"seed": settings["seed"], "questions": rows}


def _row(pairing: Pairing, deals: list[list[list[float]]]) -> Json:
    share = share_of(np.array([sum(first for first, _ in games) / len(games) for games in deals]))
    decisions = [int(number) for games in deals for _, number in games]
    return {
        "game": pairing.game,
        "players": pairing.players,
        "who": pairing.who,
        "against": pairing.against,
        "deals": len(deals),
        "games": len(decisions),
        "decisions": sum(decisions),
        "cut_off": sum(number >= LONGEST for number in decisions),
        "win_share": round(share.value, 4),
        "low": round(share.low or 0.0, 4),
        "high": round(share.high or 0.0, 4),
    }


def show(data: Json, console: "Console") -> None:
    """The answers as a table."""
    from rich.table import Table as Screen

    table = Screen("game", "players", "who", "against", "deals", "win share", "95 %")
    for row in data["questions"]:
        names = (row["game"], str(row["players"]), row["who"], row["against"], str(row["deals"]))
        table.add_row(*names, f"{row['win_share']:.1%}", f"{row['low']:.1%}–{row['high']:.1%}")
    console.print(table)
