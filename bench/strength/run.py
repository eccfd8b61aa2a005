"""How far the bots are above playing at random, how fast the search is, and how long each level takes.

    python -m bench.strength --workers 16 --minutes 9 --seed 2026

first measures the speed of the search and the thinking time of each level, then plays greedy against random and expert
against greedy in all games, limited by simulations, on deals that were not used for tuning, until each match-up is
decided or the time is up. Steps between levels are measured by `bench.calibrate`, networks and baselines by
`bench.network`. It needs NumPy and Numba only (set NUMBA_CACHE_DIR if platformdirs is missing), and updates
bench/strength_results.md and .json while it runs.

    python -m bench.strength --deals 400 --shard 3/8

plays a shard of a fixed number of deals of every match-up, and writes a part; `eleven merge` merges the parts, and
`--parts PART...` writes the page from them. `--deals 400 --ray` runs everything on a Ray cluster.
"""

import argparse
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from bench.match_ups import Row, key_of, measure_match_ups
from bench.research.run import processor
from bench.side_by_side import CONTEXT
from bench.strength.report import EVEN, FEWEST_DEALS, question_row, target_of, write_report
from bench.strength.timing import decision_times, search_speed
from eleven.core.contract.game import find_game, games
from eleven.core.text.errors import Mistake
from eleven.shards.strength_job import PAIRS, StrengthJob, merged

HERE = Path(__file__).parents[1]
MOST_DEALS = 2000
FOR_TIMING = 25.0


def is_settled(row: Row) -> bool:
    """Whether a match-up is decided: its target is reached with 95 % confidence, or it has the maximum of deals."""
    shown = row["deals"] >= FEWEST_DEALS and row["low"] > max(EVEN, target_of(row))
    return bool(shown or row["deals"] >= MOST_DEALS)


def tables_of(game_id: str, all_sizes: bool) -> list[tuple[int, str, str]]:
    """Return the match-ups of a game, with their numbers of players."""
    sizes = find_game(game_id).players
    chosen = sizes if all_sizes else dict.fromkeys((sizes[0], sizes[-1]))
    return [(players, *pair) for players in chosen for pair in PAIRS]


def options_from(arguments: list[str] | None = None) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--games", default=",".join(games()), help="which games, with commas between")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--minutes", type=float, default=9.0, help="for everything together")
    parser.add_argument("--all-sizes", action="store_true", help="at every table size, not at the smallest and largest")
    parser.add_argument("--no-timing", action="store_true", help="only play")
    parser.add_argument("--deals", type=int, help="play so many deals of every question, whatever the clock says")
    parser.add_argument("--shard", metavar="I/N", help="only a share of these deals, into a part for `eleven merge`")
    parser.add_argument("--part", type=Path, help="where the part is written")
    parser.add_argument("--ray", nargs="?", const="auto", metavar="ADDRESS", help="on a Ray cluster")
    parser.add_argument("--parts", type=Path, nargs="+", metavar="PART", help="make the page of these parts")
    parser.add_argument("--json", type=Path, default=HERE / "strength_results.json")
    told = parser.parse_args(arguments)
    told.tried = {}
    return told


def share(told: argparse.Namespace) -> None:
    """Play a shard of a fixed number of deals, or write the page from all parts."""
    from eleven.shards.parts import WHOLE, Part, read_parts
    from eleven.shards.shard_options import ShardOptions

    if told.parts:
        write_page(read_parts(told.parts), told.json)
        return
    if told.deals is None:
        raise Mistake("--shard and --ray share a number of --deals")
    wanted = ShardOptions.of(told.shard, told.part, told.ray)
    job = StrengthJob(tuple(told.games.split(",")), told.deals, told.seed)
    total, took = wanted.compute(job, told.workers)
    if wanted.in_parts:
        wanted.keep(job, "ladder", total, took, told.workers)
        return
    write_page([Part(job.kind, job.settings, WHOLE, total.as_json(), took, told.workers)], told.json)


def write_page(parts: list[Any], path: Path) -> None:
    """Write the page of a run in shards."""
    found = merged(parts)
    rows = [{**row, "share": row["win_share"], "seed": found["seed"]} for row in found["questions"]]
    seconds = round(max(part.seconds for part in parts))
    write(path, {"seconds": seconds, "speed": {}, "decisions": [], "questions": rows})


def write(path: Path, data: dict[str, Any]) -> None:
    """Write the current results and the page."""
    data = {"machine": processor(), **data}
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    write_report(data, path.with_suffix(".md"))


def main() -> None:
    """Measure, and save continuously."""
    told = options_from()
    if told.deals is not None or told.shard or told.ray or told.parts:
        try:
            share(told)
        except Mistake as mistake:
            sys.exit(f"strength: {mistake}")
        return
    begin, names = time.time(), told.games.split(",")
    end = begin + 60 * told.minutes
    data: dict[str, Any] = {"speed": {}, "decisions": [], "questions": []}
    if not told.no_timing:
        data["speed"] = {name: round(search_speed(name)) for name in names}
        data["decisions"] = decision_times(names, FOR_TIMING)
    slots, rows = CONTEXT.BoundedSemaphore(told.workers), CONTEXT.Queue()
    known: dict[tuple[Any, ...], Row] = {}
    given = [(name, tables_of(name, told.all_sizes), told, known, is_settled, slots, rows, end) for name in names]

    def keep(questions: list[Row]) -> None:
        spent = round(time.time() - begin)
        write(told.json, {**data, "seconds": spent, "questions": sorted(questions, key=key_of)})

    for row in measure_match_ups(given, rows, end, keep):
        print(question_row(row))
