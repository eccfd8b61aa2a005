"""The report of a finished series: a table, and win shares as bars."""

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from eleven.arena.estimates import Estimate
from eleven.arena.series import ArenaGame, Series
from eleven.arena.standings import standings
from eleven.arena.variance_reduction import without_luck

BAR = 40


def as_data(series: Series, games: Sequence[ArenaGame]) -> dict[str, Any]:
    """Everything that is shown, for a script; nothing in it depends on the clock."""
    found: dict[str, Any] = {
        "game": series.game.id,
        "edition": series.setup.edition,
        "players": series.setup.players,
        "seed": series.seed,
        "deals": series.deals,
        "games": len(games),
        "decisions": sum(played.decisions for played in games),
        "bots": [
            {
                "bot": row.bot,
                "games": row.games,
                "win_share": _interval(row.win_share),
                "even_share": row.even_share,
                "score": _interval(row.score),
                "rating": _interval(row.rating),
            }
            for row in standings(series, games)
        ],
    }
    if series.remove_luck:
        found["luck_removed"] = [
            {
                "bot": row.bot,
                "win_share": _interval(row.win_share),
                "by": row.by,
                "fewer_deals": None if row.fewer_deals is None else round(row.fewer_deals, 2),
            }
            for row in without_luck(series, games)
        ]
    return found


def _interval(estimate: Estimate) -> dict[str, float | None]:
    return {
        "value": round(estimate.value, 4),
        "low": None if estimate.low is None else round(estimate.low, 4),
        "high": None if estimate.high is None else round(estimate.high, 4),
    }


def show(data: dict[str, Any], console: Console) -> None:
    """Print the table, and the win shares as bars with their intervals."""
    title = (
        f"{data['game']}, {data['players']} players: {data['deals']} deals, {data['games']} games, seed {data['seed']}"
    )
    console.print(Text(title, style="bold"))
    table = Table("bot", "games", "wins", "95 %", "score", "95 %", "rating", "95 %")
    for row in data["bots"]:
        table.add_row(
            row["bot"],
            str(row["games"]),
            *_cells(row["win_share"], ".1%"),
            *_cells(row["score"], ".1f"),
            *_cells(row["rating"], ".0f"),
        )
    console.print(table)
    for row in data.get("luck_removed", []):
        value, interval = _cells(row["win_share"], ".1%")
        times = "" if row["fewer_deals"] is None else f"; needs {row['fewer_deals']:.1f} times fewer deals"
        console.print(f"{row['bot']} without luck: {value} ({interval}, values by {row['by']}){times}", soft_wrap=True)
    width = max(len(row["bot"]) for row in data["bots"])
    for row in data["bots"]:
        console.print(f"{row['bot']:<{width}} {bar(row['win_share'], row['even_share'])}")
    console.print(f"{'':<{width}} █ win share, ─ its 95 % interval, ┊ an even share")


def _cells(estimate: dict[str, float], form: str) -> tuple[str, str]:
    if estimate["low"] is None:
        return f"{estimate['value']:{form}}", "-"
    return f"{estimate['value']:{form}}", f"{estimate['low']:{form}}–{estimate['high']:{form}}"


def bar(share: dict[str, float], even: float) -> str:
    """A win share from 0 to 1 as a bar of text."""
    cells = [" "] * (BAR + 1)
    value, low, high = (round(BAR * min(1.0, max(0.0, share[name]))) for name in ("value", "low", "high"))
    cells[:value] = "█" * value
    for at in range(max(low, value), high):
        cells[at] = "─"
    even_at = round(BAR * even)
    if cells[even_at] == " ":
        cells[even_at] = "┊"
    return "".join(cells).rstrip()
