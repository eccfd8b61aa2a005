"""Prints the result of a simulation as tables in the terminal."""

from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

SPREAD = {
    "min": "least",
    "lower_quartile": "25 %",
    "median": "median",
    "upper_quartile": "75 %",
    "max": "most",
    "mean": "mean",
}


def show_simulation(data: dict[str, Any], console: Console) -> None:
    """Print the result as tables."""
    chosen = [f"{data['players']} players", *(f"{name} {value}" for name, value in data["options"].items())]
    title = f"{data['game']}, {data['edition']} edition, {', '.join(chosen)}, seed {data['seed']}"
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
