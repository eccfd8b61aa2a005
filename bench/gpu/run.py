"""The games on a GPU: how fast, and whether they are the games of the CPU.

`python -m bench.gpu` on a machine with a GPU and Numba's CUDA target writes bench/gpu_results.md and .json; without a
GPU it says so, and the exit code is 2. First everything is compiled, in parallel in a process per game and kernel; then
everything is measured one by one, alone on the machine. With torch, a network is included; with JAX and Pgx, Pgx is
measured for comparison; the page lists what is missing. If time is short, several runs can share one page:
`--games elefant --parts playouts,features --add`.
"""

import argparse
import itertools
import json
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from datetime import date
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

import eleven
from bench.gpu import checks as gpu_checks
from bench.gpu.page import GAMES, NETWORK_SIZE, SIZE, WIDTH, added, machine, page, versions
from bench.gpu.pgx import pgx_ready
from eleven.core.contract.game import Game, find_game, games
from eleven.core.play.cuda_playouts import BLOCK, playouts_blocks, playouts_kernel, playouts_memory, quickest_threads
from eleven.core.play.engine import engine
from eleven.core.rules.jit import cuda_target
from eleven.core.rules.record import Array
from eleven.core.text.errors import Mistake
from eleven.research.gpu.cuda_batch import CudaBatch, find_gpu

RESULTS = Path(__file__).parents[1] / "gpu_results.json"
SEED, COMPARED, REPEATS = 11, 2000, 3
PGX = "pgx"
TOGETHER = (("same",), ("features", "network"), ("dreams",), ("mask", "sight"), ("playouts",))
"""Parts that one process measures, because they need the same kernel."""
PARTS = ("playouts", "mask", "features", "sight", "network", "same", "dreams", PGX)
PATIENCE = 300.0
"""Seconds to wait for the slowest compiler."""
NO_GPU = 2


def on_one_core(game: Game, prepared: Array, number: int) -> tuple[Array, Array, float]:
    """Play games on one core; return lengths, scores, and the seconds without compilation."""
    rules = engine(game.id)
    lengths, scores = np.zeros(number, np.int64), np.zeros((number, game.max_players), np.int64)
    states, luck, dice, mask = rules.workspace()
    for last in (1, number):
        span = np.array([0, last, SEED, game.truncate_at])
        began = time.perf_counter()
        rules.playouts(prepared, states, luck, dice, mask, span, lengths, scores)
    return lengths, scores, time.perf_counter() - began


@cache
def playouts_compiled(game_id: str) -> Any:
    """Compile the kernel that plays whole games."""
    return cuda_target().jit(playouts_kernel(find_game(game_id)))


def on_the_gpu(game: Game, prepared: Array, number: int, threads: int) -> tuple[Array, Array, float]:
    """Play the same games on the GPU; copying lengths and scores is not counted."""
    cuda = cuda_target()
    given = [cuda.to_device(each) for each in playouts_memory(game, prepared, number, SEED)]
    cuda.synchronize()
    began = time.perf_counter()
    playouts_compiled(game.id)[playouts_blocks(threads), BLOCK](*given)
    cuda.synchronize()
    seconds = time.perf_counter() - began
    return given[3].copy_to_host(), given[4].copy_to_host(), seconds


def playouts(game: Game) -> dict[str, Any]:
    """Measure whole random games: decisions per second, the best of a few runs, compared with one core."""
    prepared = engine(game.id).prepared(game.setup())
    on_core, core_scores, core_seconds = on_one_core(game, prepared, COMPARED)
    threads = quickest_threads(playouts_compiled(game.id), game, prepared, SEED)
    runs = (on_the_gpu(game, prepared, GAMES, threads) for _ in range(REPEATS))
    lengths, scores, seconds = min(runs, key=lambda run: run[2])
    same = np.array_equal(lengths[:COMPARED], on_core) and np.array_equal(scores[:COMPARED], core_scores)
    core, best = float(np.abs(on_core).sum() / core_seconds), float(np.abs(lengths).sum() / seconds)
    return {"playouts": best, "core": core, "playouts_same": bool(same), "threads": threads}


def timed(turn: Any, wait: Any, decisions: int) -> float:
    """Return decisions per second, the best of a few runs of half a second each."""
    rates = []
    for _ in range(10):
        turn()
    for _ in range(REPEATS):
        wait()
        times, began = 0, time.perf_counter()
        while time.perf_counter() - began < 0.5:
            for _ in range(8):
                turn()
            wait()
            times += 8
        rates.append(decisions * times / (time.perf_counter() - began))
    return max(rates)


def batches(game: Game, part: str) -> dict[str, Any]:
    """Measure steps per second, including the choice of random actions, by exported buffers."""
    batch = CudaBatch(game, size=SIZE, seed=SEED, check=False, features=part == "features", sight=part == "sight")
    rate = timed(lambda: batch.step(batch.sample()), batch.synchronize, SIZE)
    return {part: rate, f"{part}_blocks": list(batch.resident)}


def network_turn(game: Game, size: int) -> tuple[Callable[[], None], Callable[[], None]] | None:
    """Return a function that decides with a network in every row, entirely on the GPU, and one that waits for it."""
    try:
        import torch
    except ImportError:
        return None
    batch = CudaBatch(game, size=size, seed=SEED, features=True, sight=False, check=False)
    width, actions = 64 * batch.encoding.words, 64 * batch.mask_words
    features = torch.zeros((size, width), dtype=torch.float16, device="cuda")
    mask = torch.zeros((size, actions), dtype=torch.bool, device="cuda")
    layers: list[Any] = []
    for one, other in itertools.pairwise((width, WIDTH, WIDTH, actions)):
        layers += [torch.nn.Linear(one, other), torch.nn.ReLU()]
    net = torch.nn.Sequential(*layers[:-1]).cuda().half()

    def choose() -> Any:
        noise = torch.empty((size, actions), dtype=torch.float32, device="cuda").exponential_()
        return torch.where(mask, net(features) - noise.log_(), -torch.inf).argmax(1)

    def turn() -> None:
        batch.dense_features(features)
        batch.dense_mask(mask.view(torch.uint8))
        with torch.no_grad():
            batch.step(choose())

    return turn, torch.cuda.synchronize


def network(game: Game) -> dict[str, Any]:
    """Measure decisions per second with a network that chooses every action."""
    made = network_turn(game, NETWORK_SIZE)
    return {"network": timed(*made, NETWORK_SIZE)} if made else {}


def compile_for(game: Game, part: str) -> None:
    """Compile what a part needs."""
    if part == "playouts":
        prepared = engine(game.id).prepared(game.setup())
        on_one_core(game, prepared, 1)
        on_the_gpu(game, prepared, 1, BLOCK)
        return
    if part in ("same", "dreams"):
        gpu_checks.compile_all(game)
    if part == "network" and (made := network_turn(game, 64)):
        made[0]()
    players = game.max_players if part == "dreams" else None
    batch = CudaBatch(game, players, size=64, features=part not in ("mask", "sight"))
    batch.step(batch.sample())


def measure(game: Game, part: str, compared: int) -> dict[str, Any]:
    """Measure one part of a game."""
    measures: dict[str, Callable[[], dict[str, Any]]] = {
        "playouts": lambda: playouts(game),
        "network": lambda: network(game),
        "same": lambda: gpu_checks.same_games(game, compared, SEED),
        "dreams": lambda: gpu_checks.tells_nothing_hidden(game, SEED),
    }
    return measures.get(part, lambda: batches(game, part))()


_turns: Any = None


def _keep(turns: Any) -> None:
    global _turns
    _turns = turns


def work(game_id: str, parts: list[str], compared: int) -> dict[str, Any]:
    """Compile, wait until all others have compiled, and measure in turn."""
    ready, alone = _turns
    began = time.perf_counter()
    run: Callable[[], dict[str, Any]] = dict
    try:
        if game_id == PGX:
            run = pgx_ready(timed)
        else:
            for part in parts:
                compile_for(find_game(game_id), part)
    finally:
        compiled = time.perf_counter() - began
        ready.wait(PATIENCE)
    with alone:
        began, row = time.perf_counter(), {"game": game_id}
        for part in parts:
            row |= run() if part == PGX else measure(find_game(game_id), part, compared)
    seconds = f"compiled in {compiled:.0f} s, measured in {time.perf_counter() - began:.0f} s"
    print(seconds, json.dumps(row), flush=True)
    return row


def jobs_of(names: list[str], parts: list[str]) -> list[tuple[str, list[str]]]:
    """Return the jobs: one process per game and kernel, and one for Pgx."""
    groups = [[part for part in group if part in parts] for group in TOGETHER]
    jobs = [(name, group) for group in groups if group for name in names]
    return jobs + [(PGX, [PGX])] * (PGX in parts)


def chosen_of(given: list[str] | None) -> argparse.Namespace:
    """Parse the command line; reject unknown names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(games()))
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--compared", type=int, default=100_000, help="games to compare with the CPU's")
    parser.add_argument("--json", type=Path, default=RESULTS, help="where to write; the page goes beside it")
    parser.add_argument("--add", action="store_true", help="keep what the file has of other games and parts")
    chosen = parser.parse_args(given)
    chosen.games, chosen.parts = [find_game(name).id for name in chosen.games.split(",")], chosen.parts.split(",")
    for part in chosen.parts:
        if part not in PARTS:
            raise Mistake("there is no part {part}; there is {names}", part=part, names=", ".join(PARTS))
    return chosen


def main(given: list[str] | None = None) -> int:
    """Measure every game, and write the page."""
    try:
        chosen = chosen_of(given)
        find_gpu()
    except (Mistake, ModuleNotFoundError) as mistake:
        print(mistake, file=sys.stderr)
        return NO_GPU
    found = json.loads(chosen.json.read_text()) if chosen.add and chosen.json.exists() else {"games": [], "pgx": {}}
    found |= {"date": date.today().isoformat(), "version": eleven.__version__, "machine": machine()}
    found["absent"] = [name for name in ("torch", "jax", "pgx") if name not in versions()]
    jobs, context, problems = jobs_of(chosen.games, chosen.parts), get_context("spawn"), 0
    turns = (context.Barrier(len(jobs)), context.Lock())
    with ProcessPoolExecutor(len(jobs), mp_context=context, initializer=_keep, initargs=(turns,)) as pool:
        running = {pool.submit(work, *job, chosen.compared): job for job in jobs}
        for done in as_completed(running):
            problems += not took(found, done, running[done])
            chosen.json.write_text(json.dumps(found, indent=1) + "\n")
            chosen.json.with_suffix(".md").write_text(page(found))
    print(page(found))
    return 1 if problems else 0


def took(found: dict[str, Any], done: Future[dict[str, Any]], job: tuple[str, list[str]]) -> bool:
    """Add the results of a process; return whether all its checks passed."""
    try:
        row = done.result()
    except (Exception, SystemExit) as problem:
        print(f"{job[0]}, {', '.join(job[1])}: {problem!r}", file=sys.stderr)
        return False
    if row.pop("game") == PGX:
        found["pgx"] |= row
        return True
    found["games"] = added([{"game": job[0]} | row], found["games"])
    if not row.get("playouts_same", True):
        print(f"{job[0]}: the GPU played other games than the CPU", file=sys.stderr)
    return bool(row.get("playouts_same", True))
