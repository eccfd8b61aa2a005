"""The page of `bench.network`."""

from collections.abc import Mapping, Sequence
from typing import Any

NAMES = {"tenth": "guided, 1/10 of expert's time", "equal": "guided, expert's time"}
ORDER = ("network", "guided", "tenth", "equal", "plain", "peeking", "hands-open")
WALKERS = ("expert", "network", "tenth", "equal")
EVEN = 0.5
LEARNT = ("network", "guided", "tenth", "equal", "veteran", "specialist", "virtuoso", "champion", "master")
"""Bots that use a network; results of all others stay valid when the network changes."""
AGAINST = ("greedy", "normal", "hard", "expert", "plain", "network")


def joined(
    rows: Sequence[dict[str, Any]], before: Sequence[dict[str, Any]], weights: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Merge new rows into previous ones with the same networks; each pairing occurs once."""
    kept = [row for row in before if not has_network(row) or row.get("weights") == weights.get(row["game"])]
    found = {key_of(row): row for row in [*kept, *rows]}
    return sorted(found.values(), key=_place)


def has_network(row: Mapping[str, Any]) -> bool:
    """Whether one of the two bots uses a network."""
    return any(row[side].split("+")[0] in LEARNT for side in ("who", "against"))


def key_of(row: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the key of a row: game, number of players and both bots."""
    return row["game"], row["players"], row["who"], row["against"]


def _place(row: Mapping[str, Any]) -> tuple[Any, ...]:
    return row["game"], row["players"], _order(ORDER, row["who"]), _order(AGAINST, row["against"])


def _order(names: Sequence[str], name: str) -> tuple[int, str]:
    """Return a sort key: known names in order, then all others."""
    return names.index(name) if name in names else len(names), name


def page(found: Mapping[str, Any]) -> str:
    """What was measured, as a page."""
    made = f"{found['date']}, Table Eleven {found['version']}; {found['machine']}"
    lines = [
        "# Networks",
        "",
        f"`python -m bench.network`, {made}.",
        "The win share of the first named, every deal played in every seating; one half is even. The 95 % intervals",
        "hold however often you look. `network` decides alone, `guided` is the network in a search, with the number of",
        "simulations per decision in the last column. A star: each deal was played in one random rotation of the",
        "seats, and again with the bots exchanged (`python -m bench.network_pairings`).",
        "",
        "| game | players | who | against | deals | share | 95 % | seed | simulations |",
        "|---|---:|---|---|---:|---:|---|---:|---:|",
    ]
    rows = found["rows"]
    return "\n".join([*lines, *map(_line, rows), *_way(rows), *_without_luck(rows)]) + "\n"


def _without_luck(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the section with luck removed: the win share, and how many times fewer deals it needs."""
    lines = [
        "",
        "Without the luck of the draw, with intervals for a number of deals chosen beforehand; so many times fewer",
        "deals would have given the same interval:",
        "",
        "| game | players | who | against | deals | share | 95 % | fewer deals |",
        "|---|---:|---|---|---:|---:|---|---:|",
    ]
    measured = [row for row in rows if row.get("fair")]
    for row in measured:
        value, low, high = row["fair"]
        names = f"| {row['game']} | {row['players']} | {NAMES.get(row['who'], row['who'])} | {row['against']} |"
        fewer = f"{row['fewer_deals']:.2f}" if row["fewer_deals"] else ""
        lines.append(f"{names} {row['deals']} | {value:.1%} | {_interval(low, high)} | {fewer} |")
    return lines if measured else []


def _interval(low: float | None, high: float | None) -> str:
    """Return an interval as text; a dash if there is none."""
    return "-" if low is None or high is None else f"{low:.1%}–{high:.1%}"


def _way(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return where each bot is between `plain` and `peeking`, measured against expert, by table."""
    shares: dict[tuple[str, int], dict[str, float]] = {}
    for row in rows:
        if row["against"] == "expert":
            shares.setdefault((row["game"], row["players"]), {"expert": EVEN})[row["who"]] = row["share"]
    lines = [
        "",
        "The way from `plain` (0) to `peeking` (1), by the shares against expert:",
        "",
        f"| game | players | {' | '.join(WALKERS)} |",
        f"|---|---:|{'---:|' * len(WALKERS)}",
    ]
    measured = {table: found for table, found in shares.items() if {"plain", "peeking"} <= set(found)}
    for (game, players), found in measured.items():
        places = [
            _way_between(found[who], found["plain"], found["peeking"]) if who in found else None for who in WALKERS
        ]
        told = ["" if place is None else f"{place:.2f}" for place in places]
        lines.append(f"| {game} | {players} | {' | '.join(told)} |")
    return lines if measured else []


def _way_between(share: float, floor: float, ceiling: float) -> float | None:
    """Return how far a share has come from `plain` (0) to `peeking` (1); None if the two are equal."""
    return None if ceiling <= floor else (share - floor) / (ceiling - floor)


def _line(row: Mapping[str, Any]) -> str:
    who = NAMES.get(row["who"], row["who"])
    deals = f"{row['deals']}{'*' if row.get('rotations') else ''}"
    names = f"| {row['game']} | {row['players']} | {who} | {row['against']} | {deals} |"
    interval = f"{row['low']:.1%}–{row['high']:.1%}"
    return f"{names} {row['share']:.1%} | {interval} | {row['seed']} | {row.get('simulations', '')} |"
