"""Random games on a GPU against one core of this machine, and whether both played the same games.

`python -m bench.gpu [--games 65536]` on a machine with a GPU and Numba's CUDA target; writes bench/gpu_results.md and
.json.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

from eleven.core.contract.game import Game, games
from eleven.core.play.cuda import playouts_kernel, playouts_memory
from eleven.core.play.engine import engine
from eleven.core.rules.jit import cuda_target
from eleven.core.rules.record import Array

SEED = 11
THREADS = 128
COMPARED = 2000
REPEATS = 3
HEAD = """# Random games on a GPU

Decisions a second, whole games from the deal to the score, transfer of lengths and scores included; a core of the same
machine beside it. "Same" says whether the first games had the same lengths and scores on both. `python -m bench.gpu`
measures it.

| game | games at once | GPU | one core | ratio | same |
|---|---:|---:|---:|---:|---|
"""
RESULTS = Path(__file__).with_name("gpu_results.json")


def on_one_core(game: Game, prepared: Array, number: int) -> tuple[Array, Array, float]:
    """Lengths and scores of the first games, and the seconds they took once compiled."""
    rules = engine(game.id)
    lengths = np.zeros(number, np.int64)
    scores = np.zeros((number, game.max_players), np.int64)
    states, chance, dice, mask = rules.workspace()
    for last in (1, number):
        span = np.array([0, last, SEED, game.truncate_at])
        began = time.perf_counter()
        rules.playouts(prepared, states, chance, dice, mask, span, lengths, scores)
    return lengths, scores, time.perf_counter() - began


def on_the_gpu(game: Game, prepared: Array, number: int) -> tuple[Array, Array, float]:
    """The same from the GPU; the best of a few runs, with the transfer of lengths and scores."""
    cuda = cuda_target()
    kernel = cuda.jit(playouts_kernel(game))
    memory = [cuda.to_device(array) for array in playouts_memory(game, number)]
    memory[0] = cuda.to_device(prepared)
    memory[5] = cuda.to_device(np.array([0, SEED, game.truncate_at]))
    seconds = []
    for _ in range(1 + REPEATS):
        began = time.perf_counter()
        kernel[(number + THREADS - 1) // THREADS, THREADS](*memory)
        lengths, scores = memory[6].copy_to_host(), memory[7].copy_to_host()
        seconds.append(time.perf_counter() - began)
    return lengths, scores, min(seconds[1:])


def compare(game: Game, number: int) -> dict[str, Any]:
    """Decisions a second on both, and whether the first games are the same."""
    prepared = engine(game.id).prepared(game.setup())
    lengths, scores, gpu_seconds = on_the_gpu(game, prepared, number)
    on_core, core_scores, core_seconds = on_one_core(game, prepared, COMPARED)
    same = np.array_equal(lengths[:COMPARED], on_core) and np.array_equal(scores[:COMPARED], core_scores)
    return {
        "game": game.id,
        "games": number,
        "same": bool(same),
        "gpu": float(np.abs(lengths).sum() / gpu_seconds),
        "core": float(np.abs(on_core).sum() / core_seconds),
    }


def page(rows: list[dict[str, Any]]) -> str:
    """What was measured, as a page."""
    lines = [_line(row) for row in rows]
    return HEAD + "\n".join(lines) + "\n"


def _line(row: dict[str, Any]) -> str:
    speeds = f"{row['gpu'] / 1e6:,.0f} M | {row['core'] / 1e6:.1f} M | {row['gpu'] / row['core']:.0f}"
    return f"| {row['game']} | {row['games']:,} | {speeds} | {'yes' if row['same'] else 'no'} |"


def main() -> None:
    """Compare every game, and say so."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=65536, help="games at once, one thread each")
    parser.add_argument("--json", type=Path, default=RESULTS, help="where to write; the page goes beside it")
    chosen = parser.parse_args()
    rows = []
    for game in games().values():
        rows.append(compare(game, chosen.games))
        print(json.dumps(rows[-1]), flush=True)
    chosen.json.write_text(json.dumps(rows, indent=1) + "\n")
    chosen.json.with_suffix(".md").write_text(page(rows))


if __name__ == "__main__":
    main()
