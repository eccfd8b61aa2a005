"""An arena series as a job; a unit is a deal with all its seatings."""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from rich.console import Console

from eleven.arena import report
from eleven.arena.baselines import PeekingBot
from eleven.arena.series import ArenaGame, ArenaTable, Series
from eleven.bots.levels import Bot
from eleven.core.contract.game import find_game
from eleven.shards.jobs import Json, UnitOutcomes, source_version
from eleven.shards.parts import Part

FORMER_NAMES = {"sight": "cutoff", "blur": "noise", "room": "max_nodes"}
"""What older parts call settings of a bot."""


@dataclass(frozen=True)
class ArenaJob:
    """An arena series as a job, which holds plain values only."""

    game: str
    players: int
    bots: tuple[Bot, ...]
    deals: int
    seed: int
    kind: ClassVar[str] = "arena"

    @classmethod
    def of(cls, series: Series) -> "ArenaJob":
        """Create the job for a series."""
        return cls(series.game.id, series.setup.players, tuple(series.bots), series.deals, series.seed)

    @property
    def series(self) -> Series:
        """The series of this job."""
        game = find_game(self.game)
        return Series(game, game.setup(self.players), self.bots, self.deals, self.seed)

    @property
    def settings(self) -> Json:
        """Everything that the result depends on."""
        return {
            "game": self.game,
            "players": self.players,
            "bots": [asdict(bot) for bot in self.bots],
            "deals": self.deals,
            "seed": self.seed,
            "source": source_version([self.game]),
        }

    @property
    def units(self) -> int:
        """The number of deals."""
        return self.deals

    def worker(self) -> Callable[[int], UnitOutcomes]:
        """Return a function that plays a deal; its first call compiles."""
        table = ArenaTable(self.series)
        return lambda deal: outcomes_of(table.play_deal(deal))

    def empty(self) -> UnitOutcomes:
        """Return the total of no deals."""
        return UnitOutcomes()


def outcomes_of(games: Iterable[ArenaGame]) -> UnitOutcomes:
    """Convert finished games to plain data, deal by deal."""
    by_deal: dict[int, Any] = {}
    for played in games:
        row = [list(played.seating), list(played.scores), list(played.shares), played.decisions]
        by_deal.setdefault(played.deal, []).append(row)
    return UnitOutcomes(by_deal)


def games_of(outcomes: UnitOutcomes) -> list[ArenaGame]:
    """Convert plain data back to games, in the order of deals and seatings."""
    return [
        ArenaGame(deal, tuple(seating), tuple(scores), tuple(shares), decisions)
        for deal in sorted(outcomes.by_unit)
        for seating, scores, shares, decisions in outcomes.by_unit[deal]
    ]


def merged(parts: list[Part]) -> Json:
    """Combine parts into the result of the whole series, as the command prints it."""
    total, settings = UnitOutcomes(), parts[0].settings
    for part in parts:
        total.add(UnitOutcomes.from_json(part.result))
    bots = tuple(_bot_from(bot) for bot in settings["bots"])
    job = ArenaJob(settings["game"], settings["players"], bots, settings["deals"], settings["seed"])
    return report.as_data(job.series, games_of(total))


def _bot_from(settings: Json) -> Bot:
    """Return a bot from its settings, which say what it peeks at if it does."""
    kind = PeekingBot if "peeks_at" in settings else Bot
    return kind(**{FORMER_NAMES.get(name, name): value for name, value in settings.items()})


def show(data: Json, console: Console) -> None:
    """Print the result."""
    report.show(data, console)
