"""Comparisons of bots as a job: how often one beats the other, over a fixed number of deals.

The benchmark `python -m bench.strength` plays the same match-ups until each is decided, so its number of games varies;
here every match-up is played on the same number of deals, and a unit is one deal of one match-up.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from eleven.arena.baselines import find_contestant
from eleven.arena.estimates import share_of
from eleven.arena.series import ArenaGame, ArenaTable, BotSeating, Series
from eleven.core.contract.game import find_game
from eleven.shards.jobs import Json, UnitOutcomes, source_version

if TYPE_CHECKING:  # bench imports this module without needing these
    from rich.console import Console

    from eleven.shards.parts import Part

PAIRS = (("greedy", "random"), ("expert", "greedy"))
"""Pairs of bots that are available at every table."""
LONGEST = 1000
"""Games are truncated and shared by all after this many decisions; a typical game has a hundred."""


@dataclass(frozen=True)
class Pairing:
    """A match-up: one bot against another in a game with a number of players."""

    game: str
    players: int
    who: str
    against: str


def pairings(games: tuple[str, ...], pairs: tuple[tuple[str, str], ...] = PAIRS) -> list[Pairing]:
    """Return every pair of bots with the smallest and the largest number of players of every game."""
    found = []
    for name in games:
        sizes = find_game(name).players
        found += [Pairing(name, players, *pair) for players in (sizes[0], sizes[-1]) for pair in pairs]
    return found


def seatings(players: int) -> list[BotSeating]:
    """Return two seatings with alternating bots, so that each bot has each seat once."""
    return [tuple((seat + first) % 2 for seat in range(players)) for first in range(2)]


def first_share(played: ArenaGame) -> float:
    """Return the win share of the first bot over all its seats."""
    return sum(share for bot, share in zip(played.seating, played.shares, strict=True) if bot == 0)


@dataclass(frozen=True)
class StrengthJob:
    """Match-ups in some games as a job, each on `deals` deals."""

    games: tuple[str, ...]
    deals: int
    seed: int
    pairs: tuple[tuple[str, str], ...] = PAIRS
    kind: ClassVar[str] = "strength"

    @property
    def settings(self) -> Json:
        """Everything that the result depends on."""
        plain = {"games": list(self.games), "deals": self.deals, "seed": self.seed}
        return {**plain, "pairs": [list(pair) for pair in self.pairs], "source": source_version(self.games)}

    @property
    def units(self) -> int:
        """The number of units: one for each deal of each match-up."""
        return self.deals * len(pairings(self.games, self.pairs))

    def worker(self) -> Callable[[int], UnitOutcomes]:
        """Return a function that plays a deal; it keeps a table for the current match-up."""
        asked = pairings(self.games, self.pairs)
        tables: dict[Pairing, ArenaTable] = {}

        def play(unit: int) -> UnitOutcomes:
            number, deal = divmod(unit, self.deals)
            pairing = asked[number]
            if pairing not in tables:
                tables.clear()  # trees need much memory, and the deals of a match-up are consecutive
                tables[pairing] = _table(pairing, self.seed)
            games = [tables[pairing].play(deal, seating) for seating in seatings(pairing.players)]
            return UnitOutcomes({unit: [[first_share(played), played.decisions] for played in games]})

        return play

    def empty(self) -> UnitOutcomes:
        """Return the total of no deals."""
        return UnitOutcomes()


def _table(pairing: Pairing, seed: int) -> ArenaTable:
    game = find_game(pairing.game)
    bots = [find_contestant(name, game, pairing.players) for name in (pairing.who, pairing.against)]
    return ArenaTable(Series(game, game.setup(pairing.players), bots, 0, seed), LONGEST)


def merged(parts: "list[Part]") -> Any:
    """Combine parts into the result of every match-up."""
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
    """Print the results as a table."""
    from rich.table import Table as Screen

    table = Screen("game", "players", "who", "against", "deals", "win share", "95 %")
    for row in data["questions"]:
        names = (row["game"], str(row["players"]), row["who"], row["against"], str(row["deals"]))
        table.add_row(*names, f"{row['win_share']:.1%}", f"{row['low']:.1%}–{row['high']:.1%}")
    console.print(table)
