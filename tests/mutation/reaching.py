"""Finds the lines that each test reaches, by running each test once without mutants; results are cached in `build`."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from tests.mutation.installing import import_anew
from tests.mutation.mutants import GAMES, ROOT, rule_files
from tests.mutation.running import BrokenTest, Child, collect, fails
from tests.mutation.tracing import IMPORT, Reach, Tracer

KEPT = ROOT / "build" / "mutation"
Kept = dict[str, tuple[dict[str, list[int]], float]]


def reach_of(game: str, items: list[pytest.Item]) -> dict[str, Reach]:
    """Return the lines and seconds of every test; tests whose files have not changed are read from the cache."""
    path, rules = KEPT / f"{game}.json", _rules(game)
    kept: Kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    files = {file: _digest([file]) for file in {item.path for item in items}}
    names = {IMPORT: f"{rules} {IMPORT}"} | {item.nodeid: f"{rules} {files[item.path]} {item.nodeid}" for item in items}
    wanted = [item for item in items if names[item.nodeid] not in kept]
    if wanted or names[IMPORT] not in kept:
        answer = Child(lambda: _trace(game, wanted)).wait()
        if "reach" not in answer:
            raise BrokenTest(answer.get("failed", "the tests end without an answer"))
        kept.update({names[test]: value for test, value in answer["reach"].items()})
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({name: kept[name] for name in kept if name.startswith(rules)}), encoding="utf-8")
    return {test: Reach(*kept[name]) for test, name in names.items()}


def _rules(game: str) -> str:
    return _digest(
        [*(GAMES.parent / "core").rglob("*.py"), *(GAMES / game).glob("*.py"), ROOT / "tests" / "support.py"]
    )


def _digest(paths: list[Path]) -> str:
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(paths))).hexdigest()[:12]


def _trace(game: str, items: list[pytest.Item]) -> dict[str, Any]:
    tracer = Tracer(rule_files(game))
    reach: Kept = {}
    for item in items:
        tracer.start()
        failed = fails(item)
        reach[item.nodeid] = tracer.stop()
        if failed:
            return {"failed": item.nodeid}
    import_anew(None)
    tracer.start()
    collect(game, lambda items, broken: None)
    reach[IMPORT] = tracer.stop()
    return {"reach": reach}
