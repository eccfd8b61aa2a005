"""The command: `python -m tests.mutation GAME…`."""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import pytest

from tests.mutation import killers
from tests.mutation.equivalents import Equivalents
from tests.mutation.mutants import GAMES, Mutant, mutants_of, sample
from tests.mutation.reaching import reach_of
from tests.mutation.report import as_data, in_words, write_page
from tests.mutation.running import SURVIVED, BrokenTest, Result, collect, try_all, try_known
from tests.mutation.tracing import IMPORT

EXAMPLE = """example:
  python -m tests.mutation elevenses --sample 40 --seed 1 --jobs 2   forty mutants of one game
  python -m tests.mutation --sample 250 --page                       250 of every game, and docs/mutation.md anew
"""

HEAVY = 0.8
"""Tests with at least this much CPU time are left out unless the run is thorough."""

ROW = ("status", "by", "tests", "seconds")
"""The columns of a result in the JSON of a run."""


@dataclass
class Run:
    """The mutants of one game, and their results."""

    game: str
    made: int
    results: list[Result] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    tests: int = 0
    seconds: float = 0.0


class Progress(Protocol):
    def __call__(self, done: int, survivors: int) -> None: ...


def main() -> None:
    """Try the mutants; exit with 1 if one survives without an explanation."""
    choices = parser().parse_args()
    games = choices.games or sorted(path.name for path in GAMES.iterdir() if (path / "rules.py").exists())
    try:
        runs = read_runs(choices.results) if choices.results else [_try(game, choices) for game in games]
    except BrokenTest as broken:
        sys.exit(f"a test fails with the rules intact: {broken}")
    if choices.remember:
        for run in runs:
            killers.remember(run.game, run.results, (mutant.key for mutant in mutants_of(run.game)))
    equivalents = {run.game: Equivalents.of(run.game) for run in runs}
    if choices.json:
        print(json.dumps([as_data(run, equivalents[run.game]) for run in runs], indent=1))
    else:
        print("\n".join(in_words(run, equivalents[run.game]) for run in runs))
    if choices.page:
        how = f"--seed {choices.seed} --jobs {choices.jobs}{' --thorough' * choices.thorough}"
        write_page(runs, equivalents, how, choices.ran)
    sys.exit(any(equivalents[run.game].unexplained(run.results) for run in runs))


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(
        prog="python -m tests.mutation",
        description="Break the rules of a game on purpose and see whether a test notices.",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    found.add_argument(
        "games", nargs="*", metavar="GAME", help="folders of src/eleven/games; all of them if none is named"
    )
    found.add_argument("--sample", type=int, default=0, metavar="N", help="only so many mutants a game; 0 is all")
    found.add_argument("--seed", type=int, default=1, metavar="N", help="which sample; a larger one contains a smaller")
    found.add_argument("--jobs", type=int, default=1, metavar="N", help="mutants at a time")
    found.add_argument("--only", default="", metavar="TEXT", help="only mutants with this in their key (rules._buy)")
    found.add_argument("--tests", default="", metavar="TEXT,…", help="only tests with one of these in their names")
    found.add_argument(
        "--again", default="", metavar="FILE", help="only those that survive in this JSON of an earlier run"
    )
    found.add_argument(
        "--unexplained", action="store_true", help="believe what is explained as equivalent, without trying it"
    )
    found.add_argument("--thorough", action="store_true", help=f"also run tests marked slow or longer than {HEAVY} s")
    found.add_argument("--remember", action="store_true", help="keep which test notices which mutant, to try it first")
    found.add_argument(
        "--results", nargs="+", metavar="FILE", help="take the JSON of earlier runs instead of trying any"
    )
    found.add_argument("--json", action="store_true", help="print the results as JSON")
    found.add_argument("--page", action="store_true", help="write docs/mutation.md")
    found.add_argument("--ran", default="", metavar="TEXT", help="a sentence for the page: when and where")
    return found


def _try(game: str, choices: argparse.Namespace) -> Run:
    mutants = mutants_of(game)
    run = Run(game, len(mutants))
    explained = Equivalents.of(game).reasons if choices.unexplained else {}
    again = _survivors(choices.again)
    chosen = []
    for mutant in sample(mutants, choices.sample, choices.seed):
        if choices.only in mutant.key and (again is None or mutant.key in again):
            if mutant.key in explained:
                run.results.append(Result(mutant, SURVIVED, "", 0, 0.0))
            else:
                chosen.append(mutant)
    began = time.perf_counter()

    def work(items: list[pytest.Item], missing: list[str]) -> None:
        run.missing, run.tests = missing, len(items)
        _work(run, chosen, items, choices)

    collect(game, work)
    run.seconds = time.perf_counter() - began
    return run


def read_runs(paths: list[str]) -> list[Run]:
    """Read the results of earlier runs, possibly from other machines; the last result of a mutant counts."""
    found: dict[str, dict[str, Result]] = {}
    for path in paths:
        for data in json.loads(Path(path).read_text(encoding="utf-8")):
            mutants = {mutant.key: mutant for mutant in mutants_of(data["game"])}
            rows = [row for row in data["results"] if row["key"] in mutants]
            found.setdefault(data["game"], {}).update(
                {row["key"]: Result(mutants[row["key"]], *(row[name] for name in ROW)) for row in rows}
            )
    return [Run(game, len(mutants_of(game)), list(found[game].values())) for game in sorted(found)]


def _survivors(path: str) -> set[str] | None:
    """Return the keys of the mutants that survived an earlier run."""
    if not path:
        return None
    runs = json.loads(Path(path).read_text(encoding="utf-8"))
    return {row["key"] for run in runs for row in run["results"] if row["status"] == SURVIVED}


def _work(run: Run, chosen: Sequence[Mutant], items: list[pytest.Item], choices: argparse.Namespace) -> None:
    """Try each mutant with the test that killed it last time, and only survivors with all tests that reach them."""
    known = killers.read(run.game)
    with _progress(run.game, len(chosen)) as show:
        kept = [mutant for mutant in chosen if mutant.key in known]
        for result in try_known(run.game, kept, items, known, choices.jobs):
            if result.status != SURVIVED:
                run.results.append(result)
                show(len(run.results), 0)
        noticed = {result.mutant.key for result in run.results if result.status != SURVIVED}
        rest = [mutant for mutant in chosen if mutant.key not in noticed]
        if rest:
            usual = [item for item in items if choices.thorough or not item.get_closest_marker("slow")]
            usual = [item for item in usual if any(part in item.nodeid for part in choices.tests.split(","))]
            reach = reach_of(run.game, usual)
            light = {test for test in reach if choices.thorough or test == IMPORT or reach[test].seconds < HEAVY}
            quick = {test: reach[test] for test in reach if test in light}
            for result in try_all(run.game, rest, usual, quick, choices.jobs):
                run.results.append(result)
                show(len(run.results), sum(result.status == SURVIVED for result in run.results))
                if result.status == SURVIVED and not sys.stderr.isatty():
                    print(f"survives: {result.mutant.key}", file=sys.stderr, flush=True)


@contextmanager
def _progress(game: str, total: int) -> Iterator[Progress]:
    """Show a progress bar on stderr if it is a terminal and Rich is installed; it is drawn without a thread."""
    try:
        from rich.console import Console
        from rich.progress import Progress as Bar
    except ImportError:
        yield lambda done, survivors: None
        return
    with Bar(console=Console(stderr=True), auto_refresh=False, disable=not sys.stderr.isatty()) as bar:
        task: Any = bar.add_task(game, total=total)

        def show(done: int, survivors: int) -> None:
            bar.update(task, completed=done, description=f"{game}: {survivors} survive", refresh=True)

        yield show
