"""How fast the games run: `make bench` writes bench/results.md and bench/results.json.

Times are CPU seconds, which other programs affect only through shared cores and caches; contestants take turns in short
slices, so that this slows all of them equally. Compare ratios rather than absolute numbers.

    python -m bench.speed --rounds 9 --slice 0.4
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import Progress

from bench.speed.peers import Contestant, openspiel, rlcard_uno
from eleven import __version__
from eleven.core.contract.game import Game, games
from eleven.core.play.engine import Engine, engine
from eleven.core.rules import luck as fortune
from eleven.core.rules.record import blank

HERE = Path(__file__).parents[1]
BATCH = 200
REPEATS = 200_000
FIRST_DECISION = """
import time
begin = time.perf_counter()
from eleven.core.contract.game import find_game
from eleven.core.play.match import new_match
game = find_game({game!r})
match = new_match(game, game.setup(), bytes(32))
match.try_apply(match.legal()[0].name)
print(time.perf_counter() - begin)
"""


def random_play(rules: Engine, players: int, edition: str, sight: bool) -> Contestant:
    """Play random games, including legal masks, with or without computing the sight at every decision."""
    prepared = rules.prepared(rules.game.setup(players, edition))
    states, luck, dice, mask = rules.workspace(5)
    lengths = np.zeros(BATCH, np.int64)
    scores = np.zeros((BATCH, rules.game.max_players), np.int64)

    def run(seconds: float) -> tuple[int, float]:
        decisions, first, begin = 0, 0, time.process_time()
        while decisions == 0 or time.process_time() - begin < seconds:
            if sight:
                decisions += rules.sights(prepared, states, luck, dice, mask, BATCH * 100, first)
            else:
                span = np.array([first, first + BATCH, 1, rules.game.truncate_at])
                decisions += rules.playouts(prepared, states, luck, dice, mask, span, lengths, scores)
            first += BATCH
        return decisions, time.process_time() - begin

    run(1e-9)  # compile outside the measurement
    return run


def contestants() -> dict[str, Contestant]:
    """Return all contestants by name."""
    found: dict[str, Contestant] = {}
    for game in games().values():
        edition = game.editions[0].id
        for players in game.players:
            found[f"{game.id} {players}"] = random_play(engine(game.id), players, edition, False)
            found[f"{game.id} {players} seeing"] = random_play(engine(game.id), players, edition, True)
    found["openspiel spades"] = openspiel("spades")
    found["openspiel hearts"] = openspiel("hearts")
    found["rlcard uno"] = rlcard_uno()
    return found


def race(rounds: int, slice_seconds: float) -> dict[str, list[float]]:
    """Return decisions per second of every contestant in every round."""
    runners = contestants()
    rates: dict[str, list[float]] = {name: [] for name in runners}
    with Progress(disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("racing", total=rounds * len(runners))
        for _ in range(rounds):
            for name, run in runners.items():
                decisions, seconds = run(slice_seconds)
                rates[name].append(decisions / seconds)
                progress.advance(task)
    return rates


def _play_on_one_core(game_id: str, players: int, seconds: float) -> tuple[int, float]:
    game = games()[game_id]
    return random_play(engine(game_id), players, game.editions[0].id, False)(seconds)


def all_cores(game: Game, seconds: float) -> float:
    """Return total decisions per second of all cores, with one process per core and the maximum number of players."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
        jobs = [pool.submit(_play_on_one_core, game.id, game.max_players, seconds) for _ in range(cores)]
        return sum(decisions / spent for decisions, spent in (job.result() for job in jobs))


def costs(game: Game) -> dict[str, float]:
    """Return the nanoseconds of clone, see and imagine in compiled loops, for a position in mid-game."""
    rules = engine(game.id)
    states, luck, dice, mask = rules.workspace(5)
    states[0] = rules.prepared(game.setup(game.max_players))[0]
    rules.start(states[0], luck)
    for _ in range(40):
        rules.apply(states[0], rules.random_action(states[0], mask, dice), luck)
    game.see(states[0], 0, states[1])
    search_luck = blank(fortune.LUCK)
    calls: dict[str, Callable[[int], Any]] = {
        "clone": lambda times: rules.repeat_clone(np.zeros(2, game.state), times),
        "see": lambda times: rules.repeat_see(states, 0, times),
        "imagine": lambda times: rules.repeat_imagine(states, search_luck, times),
    }
    best: dict[str, float] = {}
    for _ in range(5):
        for name, call in calls.items():
            call(1)
            begin = time.process_time()
            call(REPEATS)
            best[name] = min(best.get(name, 1e9), (time.process_time() - begin) / REPEATS * 1e9)
    return best


def first_decision(game: Game) -> dict[str, float]:
    """Return the seconds from starting Python to the first decision: with an empty cache, cached, and uncompiled."""
    seconds: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, extra in (("cold", {}), ("warm", {}), ("uncompiled", {"NUMBA_DISABLE_JIT": "1"})):
            environment = {**os.environ, "NUMBA_CACHE_DIR": folder, **extra}
            code = FIRST_DECISION.format(game=game.id)
            done = subprocess.run(
                [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
            )
            seconds[name] = float(done.stdout)
    return seconds


def measure(rounds: int, slice_seconds: float, starts: bool) -> dict[str, Any]:
    """Return all figures of a run; with `starts`, including start-up times, which take a minute per game."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    rates = race(rounds, slice_seconds)
    return {
        "version": __version__,
        "date": date.today().isoformat(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        "load": round(load, 1),
        "rounds": rounds,
        "slice_seconds": slice_seconds,
        "decisions_per_second": {name: {"median": statistics.median(r), "best": max(r)} for name, r in rates.items()},
        "all_cores": {game.id: all_cores(game, 2.0) for game in games().values()},
        "nanoseconds": {game.id: costs(game) for game in games().values()},
        "first_decision_seconds": {game.id: first_decision(game) for game in games().values() if starts},
        "record_bytes": {game.id: game.state.itemsize for game in games().values()},
    }


def page(figures: dict[str, Any]) -> str:
    """The figures as a page."""
    rates = figures["decisions_per_second"]
    rival = max(rates["openspiel spades"]["median"], rates["openspiel hearts"]["median"])
    longest = max(row["median"] for row in rates.values())
    lines = [
        "# Speed",
        "",
        f"Version {figures['version']}, {figures['date']}, {figures['machine']}, load {figures['load']} before. Made "
        f"by `make bench`: all contestants took turns, {figures['rounds']} times {figures['slice_seconds']} s each. "
        "Random play, legal mask included, one core; seconds are the processor's, also those of all cores.",
        "",
        "| contestant | decisions/s, median | best | × OpenSpiel's better game | |",
        "|---|---:|---:|---:|---|",
    ]
    for name, row in rates.items():
        bar = "█" * max(1, round(30 * row["median"] / longest))
        lines.append(f"| {name} | {row['median']:,.0f} | {row['best']:,.0f} | {row['median'] / rival:.2f} | {bar} |")
    lines += [
        "",
        "`game N` is the game with N players; `seeing` also makes the asked seat's view at every decision.",
        "",
        "| game | all cores, decisions/s | clone | see | imagine | record | first decision: cold | warm | uncompiled |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for game_id, cost in figures["nanoseconds"].items():
        first = figures["first_decision_seconds"].get(game_id)
        start = " | ".join(f"{first[name]:.1f} s" if first else "–" for name in ("cold", "warm", "uncompiled"))
        lines.append(
            f"| {game_id} | {figures['all_cores'][game_id]:,.0f} | {cost['clone']:.0f} ns | {cost['see']:.0f} ns | "
            f"{cost['imagine']:.0f} ns | {figures['record_bytes'][game_id]} B | {start} |"
        )
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7, help="how often everybody takes a turn")
    parser.add_argument("--slice", type=float, default=0.4, help="seconds of a turn")
    parser.add_argument("--no-starts", dest="starts", action="store_false", help="leave out the first decisions")
    choice = parser.parse_args()
    figures = measure(choice.rounds, choice.slice, choice.starts)
    (HERE / "results.json").write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    (HERE / "results.md").write_text(page(figures), encoding="utf-8")
    print(page(figures))
