"""The interface of computations that can be distributed: numbered units whose results can be added in any order."""

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
"""The packages that affect results, besides the game's own; for networks, including the weights."""
_SUFFIXES = (".py", ".toml", ".npz")


class Job(Protocol):
    """A computation; it is sent to other processes, so it holds plain values only."""

    kind: ClassVar[str]

    @property
    def settings(self) -> Json:
        """Everything that the result depends on, as JSON data."""

    @property
    def units(self) -> int:
        """The number of units, which are numbered from 0."""

    def worker(self) -> Callable[[int], Any]:
        """Compile, allocate memory, and return a function that computes one unit; each thread needs its own."""

    def empty(self) -> Any:
        """Return the total of no units."""


@dataclass
class UnitOutcomes:
    """The outcomes of units, by their numbers, as plain data."""

    by_unit: dict[int, Any] = field(default_factory=dict)

    def add(self, other: "UnitOutcomes") -> None:
        """Add the outcomes of other units."""
        if common := self.by_unit.keys() & other.by_unit.keys():
            raise Mistake(f"unit {min(common)} is there twice")
        self.by_unit.update(other.by_unit)

    def as_json(self) -> Json:
        """Convert to JSON data, with the units in order."""
        return {str(unit): self.by_unit[unit] for unit in sorted(self.by_unit)}

    @classmethod
    def from_json(cls, data: Json) -> "UnitOutcomes":
        """Create outcomes from JSON data."""
        return cls({int(unit): outcome for unit, outcome in data.items()})

    def in_order(self) -> list[Any]:
        """Return the outcomes in the order of their units."""
        return [self.by_unit[unit] for unit in sorted(self.by_unit)]


def source_version(games: Iterable[str]) -> str:
    """Return a hash of the code that affects results of these games; results of different versions are never added."""
    package = Path(eleven.__file__).parent
    folders = [package / name for name in _DECIDING] + [find_game(game).folder for game in games]
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(path for path in folder.rglob("*") if path.suffix in _SUFFIXES):
            digest.update(path.relative_to(folder.parent).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:16]
