"""Reviews of many games in shards; a unit is a log."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from rich.console import Console
from rich.text import Text

from eleven.bots.offered import adviser_at
from eleven.core.contract.game import find_game
from eleven.core.text.errors import Mistake
from eleven.core.text.log import read_log
from eleven.core.text.narration import seat_names
from eleven.review import report
from eleven.review.judging import Effort
from eleven.review.reviewing import OnProgress, moments_of, review
from eleven.shards.jobs import Json, UnitOutcomes, source_version
from eleven.shards.parts import Part
from eleven.terminal.files import read_text


@dataclass(frozen=True)
class ReviewJob:
    """Logs by name and text, and the simulations for each decision."""

    names: tuple[str, ...]
    texts: tuple[str, ...]
    simulations: int
    kind: ClassVar[str] = "review"

    @classmethod
    def of(cls, files: Sequence[Path], simulations: int) -> "ReviewJob":
        """The job of some files, each of which must be the log of a finished game."""
        texts = tuple(read_text(file) for file in files)
        for file, text in zip(files, texts, strict=True):
            try:
                moments_of(read_log(text))
            except Mistake as mistake:
                raise Mistake(f"{file}: {mistake}") from None
        return cls(tuple(str(file) for file in files), texts, simulations)

    @property
    def settings(self) -> Json:
        """All that the result depends on."""
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
        """Review logs."""
        return lambda unit: UnitOutcomes({unit: self.review(unit)})

    def empty(self) -> UnitOutcomes:
        """No logs."""
        return UnitOutcomes()

    def review(self, unit: int, on_progress: OnProgress | None = None) -> Json:
        """The review of one log, as data."""
        match = read_log(self.texts[unit])
        found = review(match, Effort.of(self.simulations, adviser_at(match.game, match.setup)), on_progress)
        return report.as_data(found, match.game, match.setup.players)


def as_data(logs: Sequence[str], total: UnitOutcomes) -> Any:
    """The reviews for a script: one alone is given as it is."""
    found = total.in_order()
    if len(logs) == 1:
        return found[0]
    return [{"log": name, **data} for name, data in zip(logs, found, strict=True)]


def merged(parts: list[Part]) -> Any:
    """All reviews, as the command gives them."""
    total = UnitOutcomes()
    for part in parts:
        total.add(UnitOutcomes.from_json(part.result))
    return as_data(parts[0].settings["logs"], total)


def show(data: Any, console: Console) -> None:
    """The reviews for people, one after the other."""
    for one in data if isinstance(data, list) else [data]:
        if "log" in one:
            console.print(Text(one["log"], style="bold"))
        game = find_game(one["game"])
        words = game.words()
        report.show(one, game, words, seat_names(game, words, len(one["seats"])), console)
