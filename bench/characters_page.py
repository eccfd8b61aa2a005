"""The page of `bench.characters`: how strong characters are against each other, and what each does more often."""

from collections.abc import Mapping, Sequence
from typing import Any

from eleven import __version__

NARROW = 0.03


def is_equal(row: dict[str, Any]) -> bool:
    """Whether two are shown to be equal: an interval of ± 3 % that contains 50 %, or one that is within 47 to 53 %."""
    low, high = float(row["low"]), float(row["high"])
    within = low >= 0.5 - NARROW and high <= 0.5 + NARROW
    return within or (low <= 0.5 <= high and high - low <= 2 * NARROW + 1e-9)


Rate = Mapping[str, float | None]
"""A frequency with its interval; `low` and `high` are None if there is none."""


def differs(two: Sequence[Rate]) -> bool:
    """Whether two frequencies are shown to differ: both have an interval, and the two do not overlap."""
    (low, high), (other_low, other_high) = ((each["low"], each["high"]) for each in two)
    if low is None or high is None or other_low is None or other_high is None:
        return False
    return high < other_low or other_high < low


def page(data: dict[str, Any]) -> str:
    """The whole page."""
    rows: Sequence[dict[str, Any]] = data["rows"]
    habits = [(row, name, two) for row in rows for name, two in row["habits"].items() if differs(two)]
    lines = [
        "# Characters",
        "",
        f"Version {__version__}, {data['date']}, {data['machine']}. Made by `python -m bench.characters` on seed "
        f"{data['seed']}: characters of a level",
        "against each other at the smallest table, two games a deal with the seats exchanged. Equal means one half in",
        "an interval of at most ± 3 %.",
        "",
        f"{sum(map(is_equal, rows))} of {len(rows)} pairs are shown to be of one strength; in "
        f"{sum(any(map(differs, row['habits'].values())) for row in rows)} something is done more often by one.",
        "",
        "| game | players | level | who | against | deals | share | 95 % | equal |",
        "|---|---:|---|---|---|---:|---:|---|---|",
        *(
            f"| {row['game']} | {row['players']} | {row['level']} | {row['who']} | {row['against']} | {row['deals']} | "
            f"{row['share']:.1%} | {row['low']:.1%}–{row['high']:.1%} | {'yes' if is_equal(row) else 'not shown'} |"
            for row in rows
        ),
        "",
        "What one does more often than the other, of the decisions in which it was possible and something else too,",
        "by the game's names of its actions; where the intervals meet, nothing is listed:",
        "",
        "| game | level | action | who | how often | against | how often |",
        "|---|---|---|---|---|---|---|",
        *(
            f"| {row['game']} | {row['level']} | {name} | {row['who']} | {_rate(two[0])} | {row['against']} | "
            f"{_rate(two[1])} |"
            for row, name, two in habits
        ),
    ]
    return "\n".join(lines) + "\n"


def _rate(found: Rate) -> str:
    interval = "-" if found["low"] is None else f"{found['low']:.1%}–{found['high']:.1%}"
    return f"{found['rate']:.1%} ({interval})"
