"""The test that noticed each mutant last time, `killers/<game>.json`: tried first, it makes the next run short."""

import json
from collections.abc import Iterable
from pathlib import Path

from tests.mutation.running import SURVIVED, Result

FOLDER = Path(__file__).parent / "killers"


def read(game: str) -> dict[str, str]:
    """The tests by the keys of mutants."""
    path = FOLDER / f"{game}.json"
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}


def remember(game: str, results: Iterable[Result], keys: Iterable[str]) -> None:
    """Add what a run found; forget mutants that can no longer be made."""
    known = set(keys)
    killers = {key: test for key, test in read(game).items() if key in known}
    killers |= {result.mutant.key: result.by for result in results if result.status != SURVIVED}
    FOLDER.mkdir(exist_ok=True)
    text = json.dumps(killers, indent=0, sort_keys=True, ensure_ascii=False)
    (FOLDER / f"{game}.json").write_text(text + "\n", encoding="utf-8")
