"""The games on a GPU: how fast, and whether they are the games of the CPU.

`python -m bench.gpu` on a machine with a GPU and Numba's CUDA target writes bench/gpu_results.md and .json; without a
GPU it says so, and the exit code is 2. The games are compiled side by side, and measured one after the other. With
torch, a network is put in the loop; with JAX and Pgx, Pgx is measured beside; the page names what was not there. Where
time is short, several runs make one page: `--games elefant --parts playouts,batch --add`.
"""

import argparse
import itertools
import json
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

import eleven
from bench import gpu_checks
from bench.gpu_page import GAMES, NETWORK_SIZE, SIZE, WIDTH, added, machine, page, versions
from eleven.core.contract.game import Game, find_game, games
from eleven.core.play.cuda import BLOCK, playouts_blocks, playouts_kernel, playouts_memory
from eleven.core.play.engine import engine
from eleven.core.rules.jit import cuda_target
from eleven.core.rules.record import Array
from eleven.core.text.errors import Mistake
from eleven.research.cuda import CudaBatch, find_gpu

RESULTS = Path(__file__).with_name("gpu_results.json")
SEED, COMPARED, REPEATS = 11, 2000, 3
PARTS = ("playouts", "batch", "network", "equal", "dreams", "pgx")
NO_GPU = 2
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


def chosen_of(given: list[str] | None) -> argparse.Namespace:
    """What is wanted; names that do not exist are refused."""
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
    """Measure every game, and say so."""
    try:
        chosen = chosen_of(given)
        find_gpu()
    except (Mistake, ModuleNotFoundError) as mistake:
        print(mistake, file=sys.stderr)
        return NO_GPU
    names, parts = chosen.games, chosen.parts
    before = json.loads(chosen.json.read_text()) if chosen.add and chosen.json.exists() else {"games": [], "pgx": {}}
    context = get_context("spawn")
    lock = context.Lock()
    with ProcessPoolExecutor(len(names), mp_context=context, initializer=_keep, initargs=(lock,)) as pool:
        rows = list(pool.map(measure, names, [parts] * len(names), [chosen.compared] * len(names)))
    pgx = pgx_rates() if "pgx" in parts else {}
    found: dict[str, Any] = {
        "date": date.today().isoformat(),
        "version": eleven.__version__,
        "machine": machine(),
        "games": added(rows, before["games"]),
        "pgx": before["pgx"] | pgx,
        "absent": [name for name in ("torch", "jax", "pgx") if name not in versions()],
    }
    chosen.json.write_text(json.dumps(found, indent=1) + "\n")
    chosen.json.with_suffix(".md").write_text(page(found))
    print(page(found))
    if not all(row.get("playouts_same", True) for row in rows):
        print("the GPU played other games than the CPU", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
