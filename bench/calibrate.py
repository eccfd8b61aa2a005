"""Checks that levels mean the same everywhere: plays each level against the one below, for every number of players.

    python -m bench.calibrate --workers 16 --seconds 300 --pairs expert:hard --json levels.json

plays neighbouring levels until each result is clear or the time is up, all tables in parallel, and saves results
continuously. Each level should win 58 % to 85 % against the one below, with seats exchanged on every deal. Deals come
from `--seed`; seeds below `TUNED_BELOW`, on which the levels were tuned, are rejected. Existing rows are kept if they
were not played again or have more deals, as long as both bots still have the same settings. `--open` plays only
match-ups that are not yet shown to be in range. With the same seed, a run resumes from the file. `--settings` is a file
with level settings to try before a game declares them.
"""

import argparse
import json
import os
import time
from collections.abc import Sequence
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any

from bench.calibrate_page import TOLD_FROM, page, verdict
from bench.match_ups import Row, key_of, measure_match_ups, settings_in, try_settings
from bench.network_pairings import tables_of
from bench.research.run import processor
from bench.side_by_side import CONTEXT
from eleven.arena.baselines import find_contestant
from eleven.bots.available_levels import levels_at
from eleven.core.contract.game import find_game, games

RESULTS = Path(__file__).parent / "levels_results.json"
SEED, TUNED_BELOW = 19_190_001, 10_000
FEWEST, MOST = 20, 3000
"""The minimum number of deals for a clear result, and the maximum."""


def is_clear(row: Row) -> bool:
    """Whether a match-up is finished: shown to be in or out of range, or played often enough."""
    return row["deals"] >= MOST or (row["deals"] >= FEWEST and verdict(row) in ("yes", "no"))


def neighbours(game_id: str, players: int, wanted: Sequence[str]) -> list[tuple[int, str, str]]:
    """Return each level of a table with the one below, limited to the wanted pairs if any are given."""
    game = find_game(game_id)
    pairs = [(who, against) for against, who in pairwise(levels_at(game, game.setup(players)))]
    return [(players, *pair) for pair in pairs if not wanted or ":".join(pair) in wanted]


def write(path: Path, rows: Sequence[Row]) -> None:
    """Merge the rows into the file without outdated ones, and write the page."""
    found: dict[tuple[Any, ...], Row] = {}
    for row in (*rows_in(path), *filter(is_current, rows)):
        found[key_of(row)] = max(found.get(key_of(row), row), row, key=lambda each: int(each["deals"]))
    order = list(games())
    kept = sorted(found.values(), key=lambda row: (order.index(row["game"]), row["players"], rank(row)))
    data = {"date": date.today().isoformat(), "machine": processor(), "unknown": unknown(kept), "rows": kept}
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    path.with_suffix(".md").write_text(page(data), encoding="utf-8")


def rows_in(path: Path) -> list[Row]:
    """Return the rows of a file that are valid for the current bots."""
    rows = json.loads(path.read_text(encoding="utf-8"))["rows"] if path.exists() else []
    return [row for row in rows if is_current(row)]


def unknown(rows: Sequence[Row]) -> list[str]:
    """Return the pairs of levels with too few deals."""
    known = {(row["game"], row["players"], row["who"]) for row in rows if row["deals"] >= TOLD_FROM}
    tables = [(game.id, players) for game in games().values() for players in game.players]
    return [
        f"{who} over {against} in {game_id} for {players}"
        for game_id, players in tables
        for _, who, against in neighbours(game_id, players, ())
        if (game_id, players, who) not in known
    ]


def shown_in(path: Path) -> set[tuple[Any, ...]]:
    """Return the pairs of levels that a file shows to be in range."""
    return {key_of(row) for row in rows_in(path) if verdict(row) == "yes"}


def rank(row: Row) -> int:
    """Return the sort key of a row: its level from weak to strong."""
    game = find_game(row["game"])
    return levels_at(game, game.setup(row["players"])).index(row["who"])


def is_current(row: Row) -> bool:
    """Whether the two bots are neighbouring levels with the same settings as when they were measured."""
    pair = (row["players"], row["who"], row["against"])
    if pair not in neighbours(row["game"], row["players"], ()):
        return False
    game = find_game(row["game"])
    now = [settings_in(game, find_contestant(name, game, row["players"])) for name in (row["who"], row["against"])]
    return bool(row["settings"] == now)


def options_from(words: Sequence[str] | None = None) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", nargs="+", default=list(games()), help="such as elefant:3,4")
    parser.add_argument("--pairs", nargs="+", default=[], metavar="WHO:AGAINST", help="all neighbours unless given")
    parser.add_argument("--open", action="store_true", help="only what the file does not show to be in range yet")
    parser.add_argument("--seconds", type=float, default=400.0, help="for everything, compiling included")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--settings", type=Path, help="settings to try, as the games' `LEVELS`, by game, in JSON")
    parser.add_argument("--json", type=Path, default=RESULTS, help="where to write; the page goes beside it")
    told = parser.parse_args(words)
    told.tried = json.loads(told.settings.read_text(encoding="utf-8")) if told.settings else {}
    if told.seed < TUNED_BELOW:
        parser.error(f"the levels were tuned on seeds below {TUNED_BELOW}: choose another")
    return told


def main() -> int:
    """Measure, save continuously, and print the results."""
    told = options_from()
    end = time.time() + told.seconds
    try_settings(told.tried)
    shown, known = shown_in(told.json) if told.open else set(), {key_of(row): row for row in rows_in(told.json)}
    by_game: dict[str, list[tuple[int, str, str]]] = {}
    for game_id, players in tables_of(told.tables):
        pairs = [each for each in neighbours(game_id, players, told.pairs) if (game_id, *each) not in shown]
        by_game.setdefault(game_id, []).extend(pairs)
    slots, rows = CONTEXT.BoundedSemaphore(told.workers), CONTEXT.Queue()
    given = [(name, asked, told, known, is_clear, slots, rows, end) for name, asked in by_game.items() if asked]
    found = measure_match_ups(given, rows, end, lambda known: write(told.json, known))
    write(told.json, found)
    for row in found:
        print(json.dumps(row))
    return int(len(found) < sum(len(each) for each in by_game.values()))


if __name__ == "__main__":
    raise SystemExit(main())
