"""What `bench.strength` found, as a page."""

import os
import platform
from datetime import date
from pathlib import Path
from typing import Any

from bench.calibrate_page import settings_of
from eleven import __version__
from eleven.arena.yardsticks import way_between
from eleven.bots.levels import COMMON_LEVELS, find_bot
from eleven.core.contract.game import find_game


def write_report(data: dict[str, Any], path: Path) -> None:
    path.write_text("\n".join(lines(data)) + "\n", encoding="utf-8")


def lines(data: dict[str, Any]) -> list[str]:
    names = list(dict.fromkeys(row["game"] for row in data["questions"]))
    open_ones = [row for row in data["questions"] if not (row["shown"] and row["target_met"])]
    return [
        "# Strength",
        "",
        f"Version {__version__}, {date.today().isoformat()}, {platform.machine()}, {os.cpu_count()} cores, "
        f"Python {platform.python_version()}. Made by `python -m bench.strength --seed {data['seed']}` in "
        f"{data['seconds']} s on {data['workers']} threads, bots on their simulations. Deals are played twice with the "
        "seats exchanged; intervals hold however often one looks (`eleven.arena.always_valid`).",
        "",
        *(part for note in data.get("notes", []) for part in (note, "")),
        f"{len(data['questions']) - len(open_ones)} of {len(data['questions'])} questions are answered as hoped.",
        "",
        "| game | players | who | against | deals | win share | 95 % | wanted | shown |",
        "|---|---:|---|---|---:|---:|---|---:|---|",
        *(question_row(row) for row in data["questions"]),
        "",
        *ways(data["questions"]),
        *studies(data.get("studies", [])),
        "| level | " + " | ".join(names) + " |",
        "|---|" + "---|" * len(names),
        *(level_row(level, names) for level in COMMON_LEVELS),
        "",
        "Search on one core, simulations per second of CPU time:",
        "",
        *(f"- {game}: {rate:,}" for game, rate in data["speed"].items()),
        "",
        "The slowest decision of each level in seconds, by its own clock:",
        "",
        "| game | players | positions | " + " | ".join(COMMON_LEVELS) + " |",
        "|---|---:|---:|" + "---:|" * len(COMMON_LEVELS),
        *(time_row(row) for row in data["decisions"]),
    ]


def ways(rows: list[dict[str, Any]]) -> list[str]:
    """Where expert stands between textbook search without judgement and the same search on the true state."""
    shares = {(row["game"], row["players"], row["who"], row["against"]): row["win_share"] for row in rows}
    found = []
    for game, players, who, against in shares:
        if (who, against) == ("expert", "plain") and (game, players, "peeking", "plain") in shares:
            ceiling = shares[game, players, "peeking", "plain"]
            way = way_between(shares[game, players, who, against], 0.5, ceiling)
            found.append(f"| {game} | {players} | {ceiling:.1%} | {'–' if way is None else f'{way:.0%}'} |")
    head = ["Expert on the way from `plain` (0 %) to `peeking` (100 %), by win share against plain:", ""]
    head += ["| game | players | peeking against plain | expert's way |", "|---|---:|---:|---:|"]
    return [*head, *found, ""] if found else []


def studies(rows: list[dict[str, Any]]) -> list[str]:
    if not rows:
        return []
    head = ["| game | players | who | against | deals | win share | 95 % |", "|---|---:|---|---|---:|---:|---|"]
    return [*head, *(question_row(row).rsplit(" | ", 2)[0] + " |" for row in rows), ""]


def question_row(row: dict[str, Any]) -> str:
    shown = "yes" if row["shown"] and row["target_met"] else "no"
    cut = f", {row['cut_off']} cut off" if row["cut_off"] else ""
    return (
        f"| {row['game']} | {row['players']} | {row['who']} | {row['against']} | {row['deals']} | "
        f"{row['win_share']:.1%} | {row['low']:.1%}–{row['high']:.1%} | {row['target']:.0%} | {shown}{cut} |"
    )


def level_row(level: str, names: list[str]) -> str:
    bots = [find_bot(level, find_game(name)) for name in names]
    return f"| {level} | " + " | ".join(map(settings_of, bots)) + " |"


def time_row(row: dict[str, Any]) -> str:
    times = " | ".join(f"{row['slowest'][level]:.2f}" for level in COMMON_LEVELS)
    return f"| {row['game']} | {row['players']} | {row['positions']} | {times} |"
