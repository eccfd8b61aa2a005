"""Checks that the GPU plays the same games as the CPU, and exports no hidden information."""

from concurrent.futures import ThreadPoolExecutor
from os import cpu_count

import numpy as np

from eleven.core.contract.game import Game
from eleven.core.rules import luck as fortune
from eleven.core.rules.record import Array
from eleven.research import Batch
from eleven.research.gpu.cuda_batch import CudaBatch, put_states, states_of

EXPORTED = ("sight", "features", "mask", "asked", "reward", "score", "done", "truncated")
ROWS_OF_A_CORE = 2048
GAMES_COMPARED, STEPS_COMPARED = 4096, 10


def compile_all(game: Game) -> None:
    """Compile what the checks need."""
    batch = Batch(game, size=1, features=True)
    batch.step(batch.sample())
    game.imagine(batch.seen(0), fortune.fresh(bytes(32)), np.zeros(1, game.state)[0])


class FewBlocks(CudaBatch):
    """A batch that also tries very few resident blocks, so that each block has many rows even in a small batch."""

    fewer = (2, 1)


class Exported:
    """All buffers of a batch, copied to the same CPU memory every time."""

    def __init__(self, batch: CudaBatch) -> None:
        self._batch = batch
        shown = {name: getattr(batch, name) for name in EXPORTED}
        self._pinned = {name: batch.pinned(each) for name, each in shown.items()}

    def fetch(self) -> dict[str, Array]:
        """Copy the buffers; the result is valid until the next call."""
        return {name: getattr(self._batch, name).copy_to(room) for name, room in self._pinned.items()}


def same_games(game: Game, number: int, seed: int) -> dict[str, int]:
    """Play games on both with the same actions, and compare all bytes after every step."""
    cores = cpu_count() or 1
    size = cores * ROWS_OF_A_CORE
    shards = [
        Batch(game, size=ROWS_OF_A_CORE, seed=seed, features=True, check=False, first_row=first)
        for first in range(0, size, ROWS_OF_A_CORE)
    ]
    batch = FewBlocks(game, size=size, seed=seed, features=True, check=False)

    def differs(shard: Batch, first: int, buffers: dict[str, Array], actions: Array | None) -> str:
        if actions is not None:
            shard.step(actions[first : first + ROWS_OF_A_CORE])
        for name, buffer in buffers.items():
            if not np.array_equal(getattr(shard, name), buffer[first : first + ROWS_OF_A_CORE]):
                return name
        return ""

    played, step, actions, fetched = 0, 0, None, Exported(batch)
    with ThreadPoolExecutor(cores) as pool:
        while played < number:
            buffers = fetched.fetch()
            played += int(buffers["done"].sum())
            firsts = range(0, size, ROWS_OF_A_CORE)
            wrong = list(pool.map(lambda s, f, b=buffers, a=actions: differs(s, f, b, a), shards, firsts))
            if any(wrong):
                raise SystemExit(f"{game.id}: GPU and CPU differ at step {step} in {max(wrong)}")
            actions = batch.sample().copy_to_host()
            batch.step(actions)
            step += 1
    return {"same": played}


def tells_nothing_hidden(game: Game, seed: int) -> dict[str, int]:
    """Replace every state by one that the seat to move cannot distinguish; the exported buffers must not change."""
    batch = CudaBatch(game, game.max_players, GAMES_COMPARED, seed, features=True, check=False)
    imagine, luck, other = game.imagine, fortune.fresh(bytes(32)), 0
    earlier, later = Exported(batch), Exported(batch)
    for step in range(STEPS_COMPARED):
        for _ in range(7):
            batch.step(batch.sample())
        before, truth = earlier.fetch(), states_of(batch)
        sights = before["sight"].view(game.state).reshape(GAMES_COMPARED)
        worlds = np.zeros(GAMES_COMPARED, game.state)
        for row in range(GAMES_COMPARED):
            fortune.begin(luck, step * GAMES_COMPARED + row)
            imagine(sights[row], luck, worlds[row])
        other += int((worlds.view(np.uint8) != truth.view(np.uint8)).reshape(GAMES_COMPARED, -1).any(1).sum())
        put_states(batch, worlds)
        batch._observe_again()
        after = later.fetch()
        for name in EXPORTED:
            if before[name].tobytes() != after[name].tobytes():
                raise SystemExit(f"{game.id}: {name} tells of what is hidden")
        if before["reward"][~before["done"]].any():
            raise SystemExit(f"{game.id}: a reward before the end")
        put_states(batch, truth)
    if other < GAMES_COMPARED:
        raise SystemExit(f"{game.id}: worlds that are all true prove nothing")
    return {"dreams": other}
