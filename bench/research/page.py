"""The pages of `bench.research`: bench/research_results.md, and the table in docs/research.md."""

import json
import statistics
from pathlib import Path
from typing import Any

from bench.research import scaling

PAGE = Path(__file__).parents[1] / "research_results.md"
GUIDE = Path(__file__).parents[2] / "docs" / "research.md"
BEGIN, END = "<!-- table: python -m bench.research -->", "<!-- end of table -->"
SEPARATOR = ": "
"""Separates the game from the measurement in the name of a row; rows of other libraries have none."""

WANTED = {
    "Match, legal and play": 50_000,
    "Batch 1, sight, packed mask": 250_000,
    "Batch 256, sight, packed mask": 5_000_000,
    "Batch 256, features, packed mask": 4_000_000,
    "playouts, nothing exported": 10_000_000,
}
"""The targets: steps per second on one core of an idle machine."""


def page(found: dict[str, Any]) -> str:
    """Return the results page."""
    lines = [
        "# Steps a second from Python",
        "",
        f"`python -m bench.research`, {found['date']}, Table Eleven {found['version']}; {found['machine']}.",
        "Random legal play, choosing included, smallest table, one core, per second of CPU time; median, lowest and",
        f"highest of {found['rounds']} rounds in which all take turns. Load before and after: {found['load']}.",
        "",
        *wanted(found),
        "## Everything",
        "",
        "| who | steps/s | lowest | highest |",
        "|---|---:|---:|---:|",
    ]
    for name, values in found["rates"].items():
        lines.append(f"| {name} | {statistics.median(values):,.0f} | {min(values):,.0f} | {max(values):,.0f} |")
    lines += missing(found)
    if found["scaling"]:
        lines += ["", "## Several cores", ""]
        lines += ["`Batch` of 256 with sight and packed mask in every process, by the clock on the wall; medians."]
    for game, by_count in found["scaling"].items():
        lines += ["", f"### {game}", "", *scaling.table({int(count): rate for count, rate in by_count.items()})]
    return "\n".join(lines) + "\n"


def missing(found: dict[str, Any]) -> list[str]:
    """Return the libraries that were not installed."""
    return ["", f"Not installed here, so not measured: {', '.join(found['absent'])}."] if found["absent"] else []


def by_game(found: dict[str, Any]) -> dict[str, dict[str, float]]:
    """Return the medians by measurement and game, for our games."""
    rows: dict[str, dict[str, float]] = {}
    for name, values in found["rates"].items():
        game, separator, what = name.partition(SEPARATOR)
        if separator:
            rows.setdefault(what, {})[game] = statistics.median(values)
    return rows


def wanted(found: dict[str, Any]) -> list[str]:
    """Return the targets and the results; results in bold miss their target."""
    rows = {what: rates for what, rates in by_game(found).items() if what in WANTED}
    if not rows:
        return []
    games = sorted({game for rates in rows.values() for game in rates})
    lines = ["## Targets", "", "Thousand steps a second; bold ones fall short.", ""]
    lines += [f"| | wanted | {' | '.join(games)} |", f"|---|---:|{'---:|' * len(games)}"]
    for what, rates in rows.items():
        told = [f"{rates[game] / 1e3:,.0f}" for game in games]
        told = [f"**{text}**" if rates[game] < WANTED[what] else text for game, text in zip(games, told, strict=True)]
        lines.append(f"| {what} | {WANTED[what] / 1e3:,.0f} | {' | '.join(told)} |")
    return [*lines, ""]


def table(found: dict[str, Any]) -> str:
    """Return a table for comparing libraries: our games from slowest to fastest, and the others."""
    lines = [f"{found['machine']}, {found['date']}; one core, random legal play, per second of CPU time.", ""]
    lines += ["| | steps a second |", "|---|---:|"]
    for what, rates in by_game(found).items():
        lines.append(f"| Table Eleven: {what} | {short(min(rates.values()))} to {short(max(rates.values()))} |")
    for name, values in found["rates"].items():
        if SEPARATOR not in name:
            lines.append(f"| {name} | {short(statistics.median(values))} |")
    return "\n".join([*lines, *missing(found)])


def short(rate: float) -> str:
    """Format a rate with two or three digits."""
    if rate >= 1e6:
        return f"{rate / 1e6:.1f} M"
    return f"{rate / 1e3:,.0f} k" if rate >= 1e4 else f"{rate / 1e3:.1f} k"


def last() -> dict[str, Any] | None:
    """Return the last JSON results, if there are any."""
    kept = PAGE.with_suffix(".json")
    found: dict[str, Any] | None = json.loads(kept.read_text(encoding="utf-8")) if kept.is_file() else None
    return found


def written(guide: str, found: dict[str, Any] | None) -> str:
    """Return docs/research.md with the current table, or without one if there are no results."""
    before, _, rest = guide.partition(BEGIN)
    told = f"{table(found)}\n\n" if found else ""
    return f"{before}{BEGIN}\n\n{told}{END}{rest.partition(END)[2]}"
