"""Equivalent mutants, which change nothing that a player could notice, with reasons: `equivalent/<game>.toml`."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tests.mutation.running import SURVIVED, Result

FOLDER = Path(__file__).parent / "equivalent"


@dataclass(frozen=True)
class Equivalents:
    """Reasons by key; several keys may share a reason."""

    reasons: dict[str, str]

    @classmethod
    def of(cls, game: str) -> "Equivalents":
        path = FOLDER / f"{game}.toml"
        tables = tomllib.loads(path.read_text(encoding="utf-8"))["equivalent"] if path.exists() else []
        return cls({key: table["why"] for table in tables for key in table["mutants"]})

    def unexplained(self, results: Iterable[Result]) -> list[Result]:
        """The survivors that are not listed."""
        return [r for r in results if r.status == SURVIVED and r.mutant.key not in self.reasons]

    def explained(self, results: Iterable[Result]) -> list[Result]:
        """The survivors that are listed."""
        return [r for r in results if r.status == SURVIVED and r.mutant.key in self.reasons]
