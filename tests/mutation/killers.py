"""The tests that killed each mutant last time (`killers/<game>.json`); they are tried first, which saves time."""

import json
from collections.abc import Iterable
from pathlib import Path

from tests.mutation.running import SURVIVED, Result

FOLDER = Path(__file__).parent / "killers"


def read(game: str) -> dict[str, str]:
    """Return the tests by mutant keys."""
    path = FOLDER / f"{game}.json"
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}


def remember(game: str, results: Iterable[Result], keys: Iterable[str]) -> None:
    """Add the results of a run, and remove mutants that no longer exist."""
    known = set(keys)
    killers = {key: test for key, test in read(game).items() if key in known}
    killers |= {result.mutant.key: result.by for result in results if result.status != SURVIVED}
    FOLDER.mkdir(exist_ok=True)
    text = json.dumps(killers, indent=0, sort_keys=True, ensure_ascii=False)
    (FOLDER / f"{game}.json").write_text(text + "\n", encoding="utf-8")
