"""What a computation must be to be shared: numbered units, each with a result of its own, added up in any order."""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Protocol

import eleven
from eleven.core.contract.game import find_game
from eleven.core.text.errors import Mistake

Json = dict[str, Any]
_DECIDING = ("core", "bots", "search", "network", "research", "arena", "review")
"""The folders that decide a result, besides the game's own; networks with their weights."""
_SUFFIXES = (".py", ".toml", ".npz")


class Job(Protocol):
    """A computation; it travels to other processes, so it holds plain values only."""

    kind: ClassVar[str]

    @property
    def settings(self) -> Json:
        """All that the result depends on, as plain data."""

    @property
    def units(self) -> int:
        """How many units there are; they are numbered from 0."""

    def worker(self) -> Callable[[int], Any]:
        """Compile, take memory, and return what computes the total of one unit; one worker for each thread."""

    def empty(self) -> Any:
        """The total of no unit."""


@dataclass
class UnitOutcomes:
    """The outcome of every unit by its number, as plain data."""

    by_unit: dict[int, Any] = field(default_factory=dict)

    def add(self, other: "UnitOutcomes") -> None:
        """Put other units beside these."""
        if common := self.by_unit.keys() & other.by_unit.keys():
            raise Mistake(f"unit {min(common)} is there twice")
        self.by_unit.update(other.by_unit)

    def as_json(self) -> Json:
        """Units in order."""
        return {str(unit): self.by_unit[unit] for unit in sorted(self.by_unit)}

    @classmethod
    def from_json(cls, data: Json) -> "UnitOutcomes":
        """The same from plain data."""
        return cls({int(unit): outcome for unit, outcome in data.items()})

    def in_order(self) -> list[Any]:
        """The outcomes by the numbers of their units."""
        return [self.by_unit[unit] for unit in sorted(self.by_unit)]


def source_version(games: Iterable[str]) -> str:
    """A hash of the code that decides results of these games: two versions of it are never added up."""
    package = Path(eleven.__file__).parent
    folders = [package / name for name in _DECIDING] + [find_game(game).folder for game in games]
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(path for path in folder.rglob("*") if path.suffix in _SUFFIXES):
            digest.update(path.relative_to(folder.parent).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:16]
