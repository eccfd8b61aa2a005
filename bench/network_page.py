"""What `bench.network` measured, as a page."""

from collections.abc import Mapping, Sequence
from typing import Any

NAMES = {"tenth": "guided, 1/10 of expert's time", "equal": "guided, expert's time"}
ORDER = ("network", "guided", "tenth", "equal", "peeking", "expert")
AGAINST = ("greedy", "normal", "hard", "expert", "plain", "network")


def joined(
    rows: Sequence[dict[str, Any]], before: Sequence[dict[str, Any]], weights: Mapping[str, str]
) -> list[dict[str, Any]]:
    """What was measured now, beside what was measured before with the same networks; a pairing counts once."""
    kept = [row for row in before if row.get("weights") == weights.get(row["game"])]
    found = {key_of(row): row for row in [*kept, *rows]}
    return sorted(found.values(), key=_place)


def key_of(row: Mapping[str, Any]) -> tuple[Any, ...]:
    """Who played whom at which table."""
    return row["game"], row["players"], row["who"], row["against"]


def _place(row: Mapping[str, Any]) -> tuple[Any, ...]:
    return row["game"], row["players"], _order(ORDER, row["who"]), _order(AGAINST, row["against"])


def _order(names: Sequence[str], name: str) -> tuple[int, str]:
    """Names in their order, others behind them."""
    return names.index(name) if name in names else len(names), name


def page(found: Mapping[str, Any]) -> str:
    """What was measured, as a page."""
    made = f"{found['date']}, Table Eleven {found['version']}; {found['machine']}"
    lines = [
        "# Networks",
        "",
        f"`python -m bench.network`, {made}.",
        "The share of the victories of the first named, every deal played in every seating; one half is even. The 95 %",
        "intervals stay true however often one looks. `network` decides alone, `guided` is the network in a search,",
        "with so many simulations a decision as the last column says. Where the number of deals has a star, each was",
        "played in one rotation of the seats, drawn by lot, and with the bots exchanged (`python -m bench.masters`).",
        "",
        "| game | players | who | against | deals | share | 95 % | seed | simulations |",
        "|---|---:|---|---|---:|---:|---|---:|---:|",
    ]
    return "\n".join([*lines, *map(_line, found["rows"])]) + "\n"


def _line(row: Mapping[str, Any]) -> str:
    who = NAMES.get(row["who"], row["who"])
    deals = f"{row['deals']}{'*' if row.get('rotations') else ''}"
    names = f"| {row['game']} | {row['players']} | {who} | {row['against']} | {deals} |"
    interval = f"{row['low']:.1%}–{row['high']:.1%}"
    return f"{names} {row['share']:.1%} | {interval} | {row['seed']} | {row.get('simulations', '')} |"
