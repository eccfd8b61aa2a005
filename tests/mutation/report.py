"""Reports a run: as text, as JSON data, and as the page `docs/mutation.md`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.mutation.equivalents import Equivalents
from tests.mutation.mutants import ROOT
from tests.mutation.running import KILLED, TIMED_OUT, Result

if TYPE_CHECKING:
    from tests.mutation.command import Run

PAGE = ROOT / "docs" / "mutation.md"


def in_words(run: Run, equivalents: Equivalents) -> str:
    """Return a text with the survivors one by one, then the numbers."""
    lines = [_lines(result) for result in equivalents.unexplained(run.results)]
    for name in run.missing:
        lines.append(f"not collected, so not run: {name}")
    counts = _counts(run, equivalents)
    told = ", ".join(f"{value} {name}" for name, value in counts.items())
    return "\n".join([*lines, f"{run.game}: {told}; {run.tests} tests, {run.seconds:.0f} s"])


def _lines(result: Result) -> str:
    mutant = result.mutant
    reached = f"{result.tests} tests reach it" if result.tests else "no test reaches it"
    head = f"{mutant.where}  {mutant.function or 'module'}  [{mutant.operator}]  {reached}, {result.seconds:.1f} s"
    return f"{head}\n  - {mutant.before}\n  + {mutant.after}\n  key: {mutant.key}\n"


def _counts(run: Run, equivalents: Equivalents) -> dict[str, int]:
    return {
        "mutants": len(run.results),
        "killed": sum(result.status == KILLED for result in run.results),
        "timed out": sum(result.status == TIMED_OUT for result in run.results),
        "equivalent": len(equivalents.explained(run.results)),
        "survivors": len(equivalents.unexplained(run.results)),
    }


def as_data(run: Run, equivalents: Equivalents) -> dict[str, Any]:
    """Return everything as JSON data."""
    mutants = [
        {
            "key": result.mutant.key,
            "where": result.mutant.where,
            "before": result.mutant.before,
            "after": result.mutant.after,
            "status": result.status,
            "by": result.by,
            "tests": result.tests,
            "seconds": round(result.seconds, 3),
            "why": equivalents.reasons.get(result.mutant.key, ""),
        }
        for result in run.results
    ]
    return {"game": run.game, "made": run.made, "missing": run.missing, **_counts(run, equivalents), "results": mutants}


def write_page(runs: list[Run], equivalents: dict[str, Equivalents], how: str, ran: str) -> None:
    """Write the numbers of every game, and all equivalent mutants with their reasons."""
    PAGE.write_text("\n".join(_page(runs, equivalents, how, ran)), encoding="utf-8")


def _page(runs: list[Run], equivalents: dict[str, Equivalents], how: str, ran: str) -> list[str]:
    lines = [
        "# Mutants",
        "",
        "A mutant is one small change in a game's rules: a comparison inverted, a number increased by one, a statement",
        "left out. A test that fails kills it. Each runs under the game's own tests and a short random walk with the",
        "contract tests (`tests/mutation/walk.py`), rules uncompiled ([why](decisions/mutants-of-our-own.md)).",
        "",
        "```sh",
        f"python -m tests.mutation --sample {max(len(run.results) for run in runs)} {how} --page",
        "```",
        "",
        *([ran, ""] if ran else []),
        "| game | possible | tried | killed | timed out | equivalent | survivors |",
        "|---|---|---|---|---|---|---|",
    ]
    for run in runs:
        counts = " | ".join(str(count) for count in _counts(run, equivalents[run.game]).values())
        lines.append(f"| `{run.game}` | {run.made} | {counts} |")
    lines += ["", "A mutant that never ends is stopped and counts as noticed.", ""]
    for run in runs:
        lines += _section(run, equivalents[run.game])
    return lines


def _section(run: Run, equivalents: Equivalents) -> list[str]:
    lines = [f"## {run.game}", ""]
    for result in equivalents.unexplained(run.results):
        lines += [f"- survives: `{result.mutant.key}`"]
    by_reason: dict[str, list[str]] = {}
    for result in equivalents.explained(run.results):
        by_reason.setdefault(equivalents.reasons[result.mutant.key], []).append(result.mutant.key)
    for why, keys in sorted(by_reason.items()):
        lines += [f"- {why}", *(f"  - `{key}`" for key in sorted(keys))]
    return [*lines, ""]
