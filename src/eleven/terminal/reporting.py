"""A simulation while it runs and when it is done."""

import contextlib
import sys
from collections.abc import Iterator
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from eleven.terminal.simulating import Progress as Told
from eleven.terminal.simulating import Series

SPREAD = {
    "min": "least",
    "lower_quartile": "25 %",
    "median": "median",
    "upper_quartile": "75 %",
    "max": "most",
    "mean": "mean",
}


@contextlib.contextmanager
def progress_bar(series: Series) -> Iterator[Told]:
    """A bar on the error stream, or silence where that is no terminal."""
    console = Console(stderr=True)
    if not (console.is_terminal and sys.stderr.isatty()):
        yield lambda games, seconds: None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[games]} games"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        total = series.games_here if series.games is not None else series.seconds
        task = bar.add_task("compiling", total=total, games=0)

        def told(games: int, seconds: float) -> None:
            done = games if series.games is not None else seconds
            bar.update(task, description="playing", completed=done, games=games)

        yield told


def show_simulation(data: dict[str, Any], console: Console) -> None:
    """The result as tables."""
    chosen = ", ".join(f"{name} {value}" for name, value in data["options"].items())
    title = f"{data['game']}, {data['edition']} edition, {data['players']} players ({chosen}), seed {data['seed']}"
    console.print(Text(title, style="bold"))
    facts = Table.grid(padding=(0, 2, 0, 0))
    for label, value in _facts(data):
        facts.add_row(label, value)
    console.print(facts)
    console.print(_seats(data))


def _facts(data: dict[str, Any]) -> list[tuple[str, str]]:
    return [
        ("games", f"{data['games']:,}"),
        ("decisions", f"{data['decisions']:,}"),
        ("decisions_per_second", f"{data['decisions_per_second']:,.0f}"),
        (
            "",
            f"random decisions with the legal actions found each time, {data['workers']} process(es), compiled before",
        ),
        ("mean length", f"{data['mean_length']:,.1f} decisions a game"),
        ("truncated", f"{data['truncated']:,} games cut off; wins and scores are those of the others"),
    ]


def _seats(data: dict[str, Any]) -> Table:
    table = Table("seat", "wins", "share", *SPREAD.values(), title="wins and scores", title_justify="left")
    finished = data["games"] - data["truncated"]
    for seat, wins in data["wins"].items():
        share = f"{wins / finished:.1%}" if finished else "-"
        table.add_row(seat, f"{wins:,.1f}", share, *_spread(data["scores"][seat]))
    table.add_row("all", f"{finished:,}", "", *_spread(data["scores_overall"]))
    return table


def _spread(scores: dict[str, Any] | None) -> list[str]:
    if scores is None:
        return ["-"] * len(SPREAD)
    return [f"{scores[name]:.2f}" if name == "mean" else str(scores[name]) for name in SPREAD]
