"""The page of `bench.strength`."""

from pathlib import Path
from typing import Any

from bench.match_ups import Row
from eleven import __version__
from eleven.bots.levels import COMMON_LEVELS
from eleven.core.contract.game import find_game

TARGETS = {("greedy", "random"): 0.85, ("expert", "greedy"): 0.70}
"""The target win shares at the smallest table; at other tables, the target is more than an even share."""
EVEN, FEWEST_DEALS = 0.5, 30


def target_of(row: Row) -> float:
    """Return the target win share of a row."""
    smallest = row["players"] == find_game(row["game"]).players[0]
    return TARGETS.get((row["who"], row["against"]), EVEN) if smallest else EVEN


def write_report(data: dict[str, Any], path: Path) -> None:
    """The page."""
    path.write_text("\n".join(lines(data)) + "\n", encoding="utf-8")


def lines(data: dict[str, Any]) -> list[str]:
    """The whole page, line by line."""
    seeds = ", ".join(str(seed) for seed in sorted({row["seed"] for row in data["questions"]}))
    dates = sorted({row["date"] for row in data["questions"] if "date" in row})
    days = " to ".join(dict.fromkeys((dates[0], dates[-1]))) if dates else ""
    return [
        "# Strength",
        "",
        f"Version {__version__}{', ' if days else ''}{days}, {data['machine']}. Made by `python -m bench.strength` on",
        f"seed {seeds}, bots on their simulations. Deals are played twice with the seats exchanged; intervals hold",
        "however often one looks (`eleven.arena.confidence_sequence`). The steps between the levels are on",
        "[their own page](levels_results.md), networks, `plain` and `peeking` on [another](network_results.md).",
        "",
        *(part for note in data.get("notes", []) for part in (note, "")),
        "| game | players | who | against | deals | win share | 95 % | hoped for | shown |",
        "|---|---:|---|---|---:|---:|---|---:|---|",
        *map(question_row, data["questions"]),
        "",
        *speeds(data["speed"]),
        *times(data["decisions"]),
    ]


def question_row(row: Row) -> str:
    """Format the result of one match-up."""
    target = target_of(row)
    shown = "yes" if row["low"] > EVEN and row["deals"] >= FEWEST_DEALS and row["share"] >= target else "no"
    return (
        f"| {row['game']} | {row['players']} | {row['who']} | {row['against']} | {row['deals']} | "
        f"{row['share']:.1%} | {row['low']:.1%}–{row['high']:.1%} | {target:.0%} | {shown} |"
    )


def speeds(rates: dict[str, int]) -> list[str]:
    """Return the section about search speed, if it was measured."""
    if not rates:
        return []
    return [
        "Search on one core, simulations per second of CPU time:",
        "",
        *(f"- {game}: {rate:,}" for game, rate in rates.items()),
        "",
    ]


def times(rows: list[dict[str, Any]]) -> list[str]:
    """Return the section about the levels' thinking times, if they were measured."""
    if not rows:
        return []
    return [
        "The slowest decision of each level in seconds, by its own clock:",
        "",
        "| game | players | positions | " + " | ".join(COMMON_LEVELS) + " |",
        "|---|---:|---:|" + "---:|" * len(COMMON_LEVELS),
        *map(time_row, rows),
    ]


def time_row(row: dict[str, Any]) -> str:
    """Format the slowest decisions for a game and number of players, with gaps for missing levels."""
    times = " | ".join(f"{row['slowest'][level]:.2f}" for level in COMMON_LEVELS)
    return f"| {row['game']} | {row['players']} | {row['positions']} | {times} |"
