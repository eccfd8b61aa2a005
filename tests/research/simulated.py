"""Play on Numba's simulated GPU and on the CPU, and compare: `python -m tests.research.simulated GAME`.

NUMBA_ENABLE_CUDASIM=1 and NUMBA_DISABLE_JIT=1 are set by the test that runs this.
"""

import sys

import numpy as np
import pytest

from eleven.core.contract.game import Game, find_game
from eleven.core.play.cuda import playouts_kernel, playouts_memory
from eleven.core.play.engine import engine
from eleven.core.rules import luck
from eleven.core.rules.jit import cuda_target
from eleven.core.text.errors import Mistake
from eleven.research import Batch, CudaBatch
from eleven.research.cuda import put_states, states_of

EXPORTED = ("sight", "features", "mask", "asked", "reward", "score", "done", "truncated")
SIZE, STEPS, SHORT, SEED = 3, 14, 5, 7


def compare_batches(game: Game) -> None:
    """Every buffer at every step, over several games of a row; then what is hidden is dealt anew."""
    there = CudaBatch(game, game.max_players, SIZE, SEED, features=True, truncate_at=SHORT)
    here = Batch(game, game.max_players, SIZE, SEED, features=True, truncate_at=SHORT)
    for _ in range(STEPS):
        for name in EXPORTED:
            ours, theirs = getattr(here, name), np.asarray(getattr(there, name))
            assert (ours.shape, ours.dtype) == (theirs.shape, theirs.dtype), name
            assert ours.tobytes() == theirs.tobytes(), name
        assert there.seen(1).tobytes() == here.seen(1).tobytes()
        actions = here.sample()
        assert there.sample().copy_to_host().tobytes() == actions.tobytes()
        here.step(actions)
        there.step(actions)
    assert np.array_equal(np.asarray(there.dense_mask()), here.dense_mask())
    assert np.array_equal(np.asarray(there.dense_features()), here.dense_features())
    keep_secrets(game, there)
    refuse(there)


def keep_secrets(game: Game, batch: CudaBatch) -> None:
    """In worlds that the asked seats cannot tell from the truth, all that is exported has the same bytes."""
    before, truth = [np.asarray(getattr(batch, name)).tobytes() for name in EXPORTED], states_of(batch)
    worlds, dream = np.zeros(SIZE, game.state), luck.fresh(bytes(32))
    for row in range(SIZE):
        luck.begin(dream, row)
        game.imagine(batch.seen(row), dream, worlds[row])
    assert worlds.tobytes() != truth.tobytes(), "worlds that are all true prove nothing"
    put_states(batch, worlds)
    batch._look_again()
    assert [np.asarray(getattr(batch, name)).tobytes() for name in EXPORTED] == before
    put_states(batch, truth)


def refuse(batch: CudaBatch) -> None:
    """Bad input is told in words, and nothing is carried out."""
    before = states_of(batch).tobytes()
    legal = batch.sample().copy_to_host()
    wrong = [([*legal[:2], -1], "row 2: action -1"), ([0], "shape"), ([0.5] * SIZE, "whole numbers")]
    for actions, said in wrong:
        with pytest.raises(Mistake, match=said):
            batch.step(actions)
    assert states_of(batch).tobytes() == before
    batch.close()
    with pytest.raises(Mistake, match="closed"):
        batch.step(legal)


def compare_playouts(game: Game) -> None:
    """Fewer threads than games, cut off early."""
    rules, number, longest = engine(game.id), 5, 30
    prepared = rules.prepared(game.setup())
    memory = playouts_memory(game, prepared, number, SEED)
    memory[1][2] = longest
    there = [cuda_target().to_device(each) for each in memory]
    cuda_target().jit(playouts_kernel(game, TOGETHER=7))[1, 2](*there)
    states, chance, dice, words = rules.workspace()
    span = np.array([0, number, SEED, longest])
    rules.playouts(prepared, states, chance, dice, words, span, memory[3], memory[4])
    assert np.array_equal(there[3].copy_to_host(), memory[3])
    assert np.array_equal(there[4].copy_to_host(), memory[4])


if __name__ == "__main__":
    wanted = find_game(sys.argv[1])
    compare_batches(wanted)
    compare_playouts(wanted)
    print("the same")
