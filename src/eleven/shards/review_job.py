"""Reviews of many games as a job; a unit is the log of a game."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from rich.console import Console
from rich.text import Text

from eleven.bots.available_levels import adviser_at
from eleven.core.contract.game import find_game
from eleven.core.text.errors import Mistake
from eleven.core.text.log import read_log
from eleven.core.text.narration import seat_names
from eleven.review import report
from eleven.review.decision_review import ReviewBudget
from eleven.review.game_review import decision_points, review
from eleven.shards.jobs import Json, UnitOutcomes, source_version
from eleven.shards.parts import Part
from eleven.terminal.files import read_text


@dataclass(frozen=True)
class ReviewJob:
    """The names and texts of logs, and the number of simulations per decision."""

    names: tuple[str, ...]
    texts: tuple[str, ...]
    simulations: int
    kind: ClassVar[str] = "review"

    @classmethod
    def of(cls, files: Sequence[Path], simulations: int) -> "ReviewJob":
        """Create the job for some files, each of which must be the log of a finished game."""
        texts = tuple(read_text(file) for file in files)
        for file, text in zip(files, texts, strict=True):
            try:
                decision_points(read_log(text))
            except Mistake as mistake:
                raise Mistake(f"{file}: {mistake}") from None
        return cls(tuple(str(file) for file in files), texts, simulations)

    @property
    def settings(self) -> Json:
        """Everything that the result depends on."""
        games = sorted({read_log(text).game.id for text in self.texts})
        return {
            "logs": list(self.names),
            "texts": [hashlib.sha256(text.encode()).hexdigest()[:16] for text in self.texts],
            "simulations": self.simulations,
            "source": source_version(games),
        }

    @property
    def units(self) -> int:
        """The number of logs."""
        return len(self.names)

    def worker(self) -> Callable[[int], UnitOutcomes]:
        """Return a function that reviews a log."""
        return lambda unit: UnitOutcomes({unit: self.review(unit)})

    def empty(self) -> UnitOutcomes:
        """Return the total of no logs."""
        return UnitOutcomes()

    def review(self, unit: int, on_progress: Callable[[float], None] | None = None) -> Json:
        """Review one log, and return JSON data."""
        match = read_log(self.texts[unit])
        found = review(match, ReviewBudget.of(self.simulations, adviser_at(match.game, match.setup)), on_progress)
        return report.as_data(found, match.game, match.setup.players)


def as_data(logs: Sequence[str], total: UnitOutcomes) -> Any:
    """Return the reviews as JSON data: a list, or the review itself if there is only one."""
    found = total.in_order()
    if len(logs) == 1:
        return found[0]
    return [{"log": name, **data} for name, data in zip(logs, found, strict=True)]


def merged(parts: list[Part]) -> Any:
    """Combine parts into all reviews, as the command prints them."""
    total = UnitOutcomes()
    for part in parts:
        total.add(UnitOutcomes.from_json(part.result))
    return as_data(parts[0].settings["logs"], total)


def show(data: Any, console: Console) -> None:
    """Print the reviews one after the other."""
    for one in data if isinstance(data, list) else [data]:
        if "log" in one:
            console.print(Text(one["log"], style="bold"))
        game = find_game(one["game"])
        words = game.words()
        report.show(one, game, words, seat_names(game, words, len(one["seats"])), console)
