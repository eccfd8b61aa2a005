"""The games on a GPU: how fast, and whether they are the games of the CPU.

`python -m bench.gpu [--games elefant,elevenses]` on a machine with a GPU and Numba's CUDA target; writes
bench/gpu_results.md and .json. The games are compiled side by side, and measured one after the other. With torch, a
network is put in the loop; with JAX and Pgx, Pgx is measured beside.
"""

import argparse
import itertools
import json
import os
import platform
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

import eleven
from bench import gpu_checks
from bench.research import processor
from eleven.core.contract.game import Game, find_game, games
from eleven.core.play.cuda import BLOCK, playouts_blocks, playouts_kernel, playouts_memory
from eleven.core.play.engine import engine
from eleven.core.rules.jit import cuda_target
from eleven.core.rules.record import Array
from eleven.research.cuda import CudaBatch

RESULTS = Path(__file__).with_name("gpu_results.json")
SEED, SIZE, GAMES, COMPARED, REPEATS = 11, 1 << 20, 1 << 20, 2000, 3
NETWORK_SIZE, WIDTH = 1 << 16, 512
LIBRARIES = ("numpy", "numba", "numba-cuda", "torch", "jax", "pgx")
PGX = (("sparrow_mahjong", 1 << 18), ("backgammon", 1 << 16), ("leduc_holdem", 1 << 20))


def on_one_core(game: Game, prepared: Array, number: int) -> tuple[Array, Array, float]:
    """Lengths and scores of the first games, and the seconds they took once compiled."""
    rules = engine(game.id)
    lengths, scores = np.zeros(number, np.int64), np.zeros((number, game.max_players), np.int64)
    states, chance, dice, mask = rules.workspace()
    for last in (1, number):
        span = np.array([0, last, SEED, game.truncate_at])
        began = time.perf_counter()
        rules.playouts(prepared, states, chance, dice, mask, span, lengths, scores)
    return lengths, scores, time.perf_counter() - began


@cache
def playouts_compiled(game_id: str) -> Any:
    """The kernel of whole games."""
    return cuda_target().jit(playouts_kernel(find_game(game_id)))


def on_the_gpu(game: Game, prepared: Array, number: int) -> tuple[Array, Array, float]:
    """The same from the GPU; the transfer of lengths and scores is not counted."""
    cuda = cuda_target()
    given = [cuda.to_device(each) for each in playouts_memory(game, prepared, number, SEED)]
    cuda.synchronize()
    began = time.perf_counter()
    playouts_compiled(game.id)[playouts_blocks(), BLOCK](*given)
    cuda.synchronize()
    seconds = time.perf_counter() - began
    return given[3].copy_to_host(), given[4].copy_to_host(), seconds


def playouts(game: Game) -> dict[str, Any]:
    """Whole random games: decisions a second, the best of a few tries, and a core beside it."""
    prepared = engine(game.id).prepared(game.setup())
    on_core, core_scores, core_seconds = on_one_core(game, prepared, COMPARED)
    lengths, scores, seconds = min((on_the_gpu(game, prepared, GAMES) for _ in range(REPEATS)), key=lambda run: run[2])
    same = np.array_equal(lengths[:COMPARED], on_core) and np.array_equal(scores[:COMPARED], core_scores)
    core, best = float(np.abs(on_core).sum() / core_seconds), float(np.abs(lengths).sum() / seconds)
    return {"playouts": best, "core": core, "playouts_same": bool(same)}


def timed(turn: Any, wait: Any, decisions: int) -> float:
    """Decisions a second, the best of a few tries of half a second each."""
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


def batches(game: Game) -> dict[str, Any]:
    """Steps a second with a random action chosen in each, by what is exported."""
    found: dict[str, Any] = {"batch_size": SIZE}
    for name, wanted in (("features", {"features": True, "sight": False}), ("sight", {}), ("mask", {"sight": False})):
        batch = CudaBatch(game, size=SIZE, seed=SEED, check=False, **wanted)  # type: ignore[arg-type]
        found[name] = timed(lambda b=batch: b.step(b.sample()), batch.synchronize, SIZE)
    return found


def network(game: Game) -> dict[str, Any]:
    """Decisions a second with a network that chooses every action; nothing leaves the GPU."""
    try:
        import torch
    except ImportError:
        return {}
    batch = CudaBatch(game, size=NETWORK_SIZE, seed=SEED, features=True, sight=False, check=False)
    width, actions = 64 * batch.encoding.words, 64 * batch.mask_words
    features = torch.zeros((NETWORK_SIZE, width), dtype=torch.float16, device="cuda")
    mask = torch.zeros((NETWORK_SIZE, actions), dtype=torch.bool, device="cuda")
    layers: list[Any] = []
    for one, other in itertools.pairwise((width, WIDTH, WIDTH, actions)):
        layers += [torch.nn.Linear(one, other), torch.nn.ReLU()]
    net = torch.nn.Sequential(*layers[:-1]).cuda().half()

    def choose() -> Any:
        noise = torch.empty((NETWORK_SIZE, actions), dtype=torch.float32, device="cuda").exponential_()
        return torch.where(mask, net(features) - noise.log_(), -torch.inf).argmax(1)

    def turn() -> None:
        batch.dense_features(features)
        batch.dense_mask(mask.view(torch.uint8))
        batch.step(choose())

    with torch.no_grad():
        turn()
        return {"network": timed(turn, torch.cuda.synchronize, NETWORK_SIZE)}


def pgx_rates() -> dict[str, float]:
    """Pgx on the same GPU, where it is installed: random legal actions, redealt by its own wrapper."""
    try:
        import jax
        import pgx
        from pgx.experimental.wrappers import auto_reset
    except ImportError:
        return {}
    found = {}
    for name, size in PGX:
        environment = pgx.make(name)
        step = auto_reset(environment.step, environment.init)

        def turn(state: Any, key: Any, step: Any = step, size: int = size) -> Any:
            keys = jax.random.split(key, size)
            scores = jax.random.uniform(key, state.legal_action_mask.shape)
            return jax.vmap(step)(state, (scores * state.legal_action_mask).argmax(1), keys)

        many = jax.jit(lambda state, keys, turn=turn: jax.lax.scan(lambda s, k: (turn(s, k), None), state, keys)[0])
        keys = jax.random.split(jax.random.PRNGKey(1), 64)
        at = [jax.jit(jax.vmap(environment.init))(jax.random.split(keys[0], size))]

        def run(at: list[Any] = at, many: Any = many, keys: Any = keys) -> None:
            at[0] = jax.block_until_ready(many(at[0], keys))

        run()
        found[f"{name}, {size:,}"] = timed(run, lambda: None, size * 64)
    return found


_alone: Any = None


def _keep(lock: Any) -> None:
    global _alone
    _alone = lock


def compile_all(game: Game) -> None:
    """Everything is compiled before anything is measured."""
    prepared = engine(game.id).prepared(game.setup())
    on_one_core(game, prepared, 1)
    on_the_gpu(game, prepared, 1)
    for features in (True, False):
        batch = CudaBatch(game, size=64, features=features)
        batch.step(batch.sample())
    gpu_checks.compile_all(game)


def measure(game_id: str, parts: list[str], compared: int) -> dict[str, Any]:
    """All that is wanted of a game, alone on the machine but for the compiling of others."""
    game = find_game(game_id)
    compile_all(game)
    measures: dict[str, Callable[[], dict[str, Any]]] = {
        "playouts": lambda: playouts(game),
        "batch": lambda: batches(game),
        "network": lambda: network(game),
        "equal": lambda: gpu_checks.same_games(game, compared, SEED),
        "dreams": lambda: gpu_checks.tells_nothing_hidden(game, SEED),
    }
    row: dict[str, Any] = {"game": game_id}
    with _alone:
        for part in parts:
            if part in measures:
                row |= measures[part]()
    print(json.dumps(row), flush=True)
    return row


def page(found: dict[str, Any]) -> str:
    """What was measured, as a page."""
    lines = [
        "# The games on a GPU",
        "",
        f"`python -m bench.gpu`, {found['date']}, Table Eleven {found['version']}; {found['machine']}.",
        "Million decisions a second, smallest table, random legal actions chosen on the GPU.",
        "",
        f"- **playouts**: {GAMES:,} whole games from the deal to the score; lengths and scores stay on the GPU",
        "- **one core**: the same games on one core of the machine",
        f"- **mask**, **features**, **sight**: a `CudaBatch` of {SIZE:,}, `step(sample())`, with the mask alone,",
        "  with packed features and mask, with the whole sight and mask",
        f"- **network**: {NETWORK_SIZE:,} games, every action chosen by a network {WIDTH} wide, in half precision",
        "- **same**: games compared with the CPU's, byte for byte, every buffer at every step",
        "- **dreams**: positions in which what is exported stayed the same when all that is hidden was dealt anew",
        "",
        "| game | playouts | one core | mask | features | sight | network | same | dreams |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    lines += [_line(row) for row in found["games"]]
    if found["pgx"]:
        lines += ["", "| Pgx on the same GPU, games at once | million steps a second |", "|---|---:|"]
        lines += [f"| {name} | {rate / 1e6:,.0f} |" for name, rate in found["pgx"].items()]
    return "\n".join(lines) + "\n"


def _line(row: dict[str, Any]) -> str:
    speeds = [row.get(name) for name in ("playouts", "core", "mask", "features", "sight", "network")]
    told = ["–" if speed is None else f"{speed / 1e6:,.{1 if speed < 2e7 else 0}f}" for speed in speeds]
    counts = [f"{row[name]:,}" if name in row else "–" for name in ("same", "dreams")]
    return "| " + " | ".join([row["game"], *told, *counts]) + " |"


def machine() -> str:
    """The GPU, the processor and the versions."""
    found = []
    for name in LIBRARIES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            continue
    gpu = cuda_target().get_current_device().name
    gpu = gpu.decode() if isinstance(gpu, bytes) else gpu
    return f"{gpu}; {processor()}, {os.cpu_count()} cores; Python {platform.python_version()}, {', '.join(found)}"


def main() -> None:
    """Measure every game, and say so."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(games()))
    parser.add_argument("--parts", default="playouts,batch,network,equal,dreams,pgx")
    parser.add_argument("--compared", type=int, default=100_000, help="games to compare with the CPU's")
    parser.add_argument("--json", type=Path, default=RESULTS, help="where to write; the page goes beside it")
    chosen = parser.parse_args()
    names, parts = chosen.games.split(","), chosen.parts.split(",")
    context = get_context("spawn")
    lock = context.Lock()
    with ProcessPoolExecutor(len(names), mp_context=context, initializer=_keep, initargs=(lock,)) as pool:
        rows = list(pool.map(measure, names, [parts] * len(names), [chosen.compared] * len(names)))
    pgx = pgx_rates() if "pgx" in parts else {}
    found: dict[str, Any] = {
        "date": date.today().isoformat(),
        "version": eleven.__version__,
        "machine": machine(),
        "games": rows,
    }
    found |= {"pgx": pgx}
    chosen.json.write_text(json.dumps(found, indent=1) + "\n")
    chosen.json.with_suffix(".md").write_text(page(found))
    print(page(found))
    if not all(row.get("playouts_same", True) for row in rows):
        raise SystemExit("the GPU played other games than the CPU")


if __name__ == "__main__":
    main()
