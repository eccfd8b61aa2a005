"""How fast the games are from Python: `python -m bench.research` writes bench/research_results.md.

Contestants take turns in short slices, measured in CPU time, because other programs may be running. Every row includes
choosing a random legal action. Other libraries are measured if they are installed, and the page lists those that are
not. In the end, several processes play at the same time, measured in wall-clock time. The table in docs/research.md is
updated, too.

    python -m bench.research --rounds 5 --slice 0.5 --games elefant,elevenses --scaling elevenses
"""

import argparse
import json
import os
import platform
import random
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np

import eleven
from bench.research import page as research_page
from bench.research import scaling
from bench.research.peers import Slice, others, pettingzoo_slice
from eleven.core.contract.game import find_game, games
from eleven.core.play.engine import engine
from eleven.research import Batch

STEPS = 2_048
PLAYOUTS = 50
LIBRARIES = ("numpy", "numba", "gymnasium", "pettingzoo", "open_spiel", "rlcard", "pgx", "jax")


def match_slice(game_id: str, seeing: bool) -> Slice:
    """Play with the public API, one decision at a time."""
    dice = random.Random(1)
    at: list[Any] = [eleven.new_match(game_id, seed=1)]

    def run() -> int:
        for number in range(500):
            if at[0].over:
                at[0] = eleven.new_match(game_id, seed=number)
            actions = at[0].legal()
            if seeing:
                at[0].seen(at[0].asked)
            at[0].play(actions[int(dice.random() * len(actions))])
        return 500

    return run


def batch_slice(game_id: str, size: int, dense: bool = False, **wanted: Any) -> Slice:
    """A batch, stepped with random legal actions."""
    batch = Batch(game_id, size=size, seed=1, **wanted)
    room = batch.dense_mask()

    def run() -> int:
        times = max(1, STEPS // size)
        for _ in range(times):
            batch.step(batch.sample())
            if dense:
                batch.dense_mask(room)
        return times * size

    return run


def playouts_slice(game_id: str) -> Slice:
    """Play whole random games inside one compiled call, without exporting anything."""
    game, rules = find_game(game_id), engine(game_id)
    prepared = rules.prepared(game.setup())
    states, luck, dice, mask = rules.workspace(1)
    lengths, scores = np.zeros(PLAYOUTS, np.int64), np.zeros((PLAYOUTS, game.max_players), np.int64)
    first = [0]

    def run() -> int:
        span = np.array([first[0], first[0] + PLAYOUTS, 1, game.truncate_at])
        first[0] += PLAYOUTS
        return int(rules.playouts(prepared, states, luck, dice, mask, span, lengths, scores))

    return run


def vector_slice(game_id: str, size: int) -> Slice:
    """Gymnasium's vector interface."""
    from eleven.research.gym import TableVectorEnv

    games_at_once = TableVectorEnv(game_id, size)
    at = [games_at_once.reset(seed=1)[0]]
    dice = np.random.default_rng(1)

    def run() -> int:
        mask = at[0]["action_mask"]
        at[0] = games_at_once.step((dice.random(mask.shape, np.float32) * mask).argmax(1))[0]
        return size

    return run


def ours(game_id: str) -> dict[str, Callable[[], Slice]]:
    """Return all contestants for a game, not compiled yet."""
    from eleven.research import pettingzoo

    return {
        f"{game_id}: Match, legal and play": lambda: match_slice(game_id, False),
        f"{game_id}: Match, legal, seen and play": lambda: match_slice(game_id, True),
        f"{game_id}: Batch 1, sight, packed mask": lambda: batch_slice(game_id, 1),
        f"{game_id}: Batch 256, sight, packed mask": lambda: batch_slice(game_id, 256),
        f"{game_id}: Batch 256, packed mask": lambda: batch_slice(game_id, 256, sight=False),
        f"{game_id}: Batch 256, sight, dense mask": lambda: batch_slice(game_id, 256, dense=True),
        f"{game_id}: Batch 256, features, packed mask": lambda: batch_slice(game_id, 256, sight=False, features=True),
        f"{game_id}: playouts, nothing exported": lambda: playouts_slice(game_id),
        f"{game_id}: PettingZoo raw_env": lambda: pettingzoo_slice(pettingzoo.raw_env(game_id)),
        f"{game_id}: Gymnasium vector 256": lambda: vector_slice(game_id, 256),
    }


def measure(
    makers: dict[str, Callable[[], Slice]], rounds: int, seconds: float
) -> tuple[dict[str, list[float]], list[str]]:
    """Return decisions per CPU second of every contestant in every round, and the libraries that are not installed."""
    runners: dict[str, Slice] = {}
    absent = []
    for name, make in makers.items():
        try:
            runners[name] = make()
            runners[name]()
        except ImportError as missing:
            print(f"{name}: left out, {missing}", file=sys.stderr)
            runners.pop(name, None)
            absent.append(name)
    rates: dict[str, list[float]] = {name: [] for name in runners}
    for _ in range(rounds):
        for name, run in runners.items():
            decisions, begin = 0, time.process_time()
            while time.process_time() - begin < seconds:
                decisions += run()
            rates[name].append(decisions / (time.process_time() - begin))
    return rates, absent


def found_here() -> str:
    """The processor and the versions."""
    found = [f"Python {platform.python_version()}"]
    for name in LIBRARIES:
        with suppress(PackageNotFoundError):
            found.append(f"{name} {version(name)}")
    return f"{processor()}, {os.cpu_count()} cores; {', '.join(found)}"


def load() -> str:
    """Return the load average; if it exceeds the number of cores, figures are too low."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def processor() -> str:
    """The model of the processor."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.split(":")[1].strip() for line in text.splitlines() if line.startswith("model name")]
    return names[0] if names else platform.machine()


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--slice", type=float, default=0.5)
    parser.add_argument("--games", default=",".join(games()))
    parser.add_argument("--scaling", default=",".join(games()), help="games to play on several cores; empty for none")
    parser.add_argument("--out", type=Path, default=research_page.PAGE)
    arguments = parser.parse_args()
    makers: dict[str, Callable[[], Slice]] = {}
    for game_id in filter(None, arguments.games.split(",")):
        makers |= ours(find_game(game_id).id)
    before = load()
    rates, absent = measure(makers | others(), arguments.rounds, arguments.slice)
    on_cores = {
        game_id: scaling.rates(partial(batch_slice, game_id, 256), 1.0, arguments.rounds)
        for game_id in filter(None, arguments.scaling.split(","))
    }
    found = {
        "date": str(date.today()),
        "version": eleven.__version__,
        "machine": found_here(),
        "rounds": arguments.rounds,
        "load": f"{before} and {load()}",
        "rates": rates,
        "absent": absent,
        "scaling": on_cores,
    }
    write(found, arguments.out)


def write(found: dict[str, Any], out: Path) -> None:
    """Write the page, the JSON results, and the table in docs/research.md."""
    out.with_suffix(".json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    out.write_text(research_page.page(found), encoding="utf-8")
    if out == research_page.PAGE:
        guide = research_page.GUIDE
        guide.write_text(research_page.written(guide.read_text(encoding="utf-8"), found), encoding="utf-8")
    print(out.read_text(encoding="utf-8"))
