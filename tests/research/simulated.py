"""Compares Numba's simulated GPU with the CPU: `python -m tests.research.simulated GAME`.

NUMBA_ENABLE_CUDASIM=1 and NUMBA_DISABLE_JIT=1 are set by the test that runs this.
"""

import importlib
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from eleven.bots.levels import GREEDY, Bot
from eleven.core.contract.game import Game, find_game
from eleven.core.play.cuda_memory import THREADS
from eleven.core.play.cuda_playouts import playouts_kernel, playouts_memory
from eleven.core.play.engine import engine
from eleven.core.rules import luck
from eleven.core.rules.jit import bind, cuda_target
from eleven.core.text.errors import Mistake
from eleven.research import Batch, CudaBatch
from eleven.research.encoding import encode_rule, encoding_of_all
from eleven.research.encoding.pieces import ANY_NUMBER
from eleven.research.gpu.cuda_batch import EVERY_BLOCK, put_states, states_of
from eleven.train import step_kernels as training
from eleven.train.error_rates import error_rates_of
from eleven.train.kernels import teachers_rules, training_kernels
from eleven.train.mixed_batch import MixedBatch, MixedCudaBatch

EXPORTED = ("sight", "features", "mask", "asked", "reward", "score", "done", "truncated")
SIZE, MANY, STEPS, SHORT, SEED = 3, THREADS + 1, 14, 5, 7
PAUSE = 0.001
"""Seconds between checks of a running thread."""


def wait_for_threads() -> None:
    """Patch the simulator to sleep while waiting for its threads; its busy waiting slows them down."""
    simulator: Any = importlib.import_module("numba.cuda.simulator.kernel")
    thread: Any = simulator.BlockThread

    class PatientThread(thread):  # type: ignore[misc]
        def is_alive(self) -> bool:
            if not self.syncthreads_blocked:
                self.join(PAUSE)
            return bool(super().is_alive())

    simulator.BlockThread = PatientThread


def compare_batches(game: Game, players: int, steps: int) -> None:
    """Compare every buffer at every step over several games per row, and again with other hidden cards."""
    there = CudaBatch(game, players, SIZE, SEED, features=True, truncate_at=SHORT)
    here = Batch(game, players, SIZE, SEED, features=True, truncate_at=SHORT)
    for _ in range(steps):
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


def compare_plain(game: Game) -> None:
    """Compare a game without features, whose state is not a multiple of the word size."""
    there = CudaBatch(game, None, SIZE, SEED, truncate_at=SHORT)
    here = Batch(game, None, SIZE, SEED, truncate_at=SHORT)
    for _ in range(STEPS):
        for name in set(EXPORTED) - {"features"}:
            ours, theirs = getattr(here, name), np.asarray(getattr(there, name))
            assert (ours.shape, ours.tobytes()) == (theirs.shape, theirs.tobytes()), name
        assert there.seen(1).tobytes() == here.seen(1).tobytes()
        actions = here.sample()
        here.step(actions)
        there.step(actions)
    refuse(there)


class OneBlock(CudaBatch):
    """A batch that also tries one resident block per multiprocessor."""

    fewer = (1,)


def compare_few_blocks(game: Game) -> None:
    """Compare one block for all rows with a block per 32 rows, and features without sights."""
    cuda_target().get_current_device = lambda: SimpleNamespace(MULTIPROCESSOR_COUNT=1)
    there = OneBlock(game, size=MANY, seed=SEED, features=True, sight=False, truncate_at=2)
    here = Batch(game, size=MANY, seed=SEED, features=True, sight=False, truncate_at=2)
    assert there._ways() == [EVERY_BLOCK, 1]
    for _ in range(4):
        actions = here.sample()
        here.step(actions)
        there.step(actions)
        for name in set(EXPORTED) - {"sight"}:
            assert getattr(here, name).tobytes() == np.asarray(getattr(there, name)).tobytes(), name


def keep_secrets(game: Game, batch: CudaBatch) -> None:
    """Check that all exported buffers are equal in worlds that the seats to move cannot distinguish."""
    before, truth = [np.asarray(getattr(batch, name)).tobytes() for name in EXPORTED], states_of(batch)
    worlds, dream = np.zeros(SIZE, game.state), luck.fresh(bytes(32))
    for row in range(SIZE):
        luck.begin(dream, row)
        game.imagine(batch.seen(row), dream, worlds[row])
    assert worlds.tobytes() != truth.tobytes(), "worlds that are all true prove nothing"
    put_states(batch, worlds)
    batch._observe_again()
    assert [np.asarray(getattr(batch, name)).tobytes() for name in EXPORTED] == before
    put_states(batch, truth)


def refuse(batch: CudaBatch) -> None:
    """Check that bad input raises a clear error and changes nothing."""
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
    """Compare whole games with fewer threads than games, truncated early."""
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


def compare_mixed(game: Game) -> None:
    """Compare batches with mixed numbers of players, including the training kernels."""
    kinds = [game.setup(players) for players in game.players]
    rows = len(kinds) + 1
    here, there = MixedBatch(game, kinds, rows, SEED), MixedCudaBatch(game, kinds, rows, SEED)
    names = teachers_rules(game)
    names["teacher_action"] = bind(training.teacher_action_template, game.id, **names)
    error_rates = error_rates_of(game, dict.fromkeys(game.players, Bot("", GREEDY, overlook=30, forget=30)))
    for _ in range(STEPS):
        for name in set(EXPORTED) - {"sight"}:
            assert getattr(here, name).tobytes() == np.asarray(getattr(there, name)).tobytes(), name
        actions = here.sample()
        here.step(actions)
        there.step(actions)
    cuda, (teach, notice, others) = cuda_target(), training_kernels(game)
    blank, taught, noticed = there._blank, np.zeros(rows, np.int64), np.zeros_like(here.mask)
    own = (np.zeros(1, game.state), np.zeros(1, game.state), engine(game.id).no_actions(), np.zeros(1, luck.DICE))
    bind(training.teacher_actions_template, game.id, **names)(here._states, *own, np.uint64(5), error_rates, 0, taught)
    bind(training.noticed_masks_template, game.id, **names)(here._states, *own[2:], np.uint64(5), error_rates, noticed)
    theirs, left = cuda.to_device(np.zeros_like(taught)), cuda.to_device(np.zeros_like(noticed))
    cuda.jit(teach)[1, THREADS](there._store, blank, np.uint64(5), cuda.to_device(error_rates), 0, theirs)
    cuda.jit(notice)[1, THREADS](there._store, np.uint64(5), cuda.to_device(error_rates), left)
    assert np.array_equal(theirs.copy_to_host(), taught)
    assert np.array_equal(left.copy_to_host(), noticed)
    for row, action in enumerate(taught.tolist()):
        assert here.dense_mask()[row, action], "a teacher does what is legal"
    if others is not None:
        words = encoding_of_all(game, hidden=True).words
        found = cuda.to_device(np.ones((rows, game.max_players - 1, words), np.uint64))
        cuda.jit(others)[1, THREADS](there._store, blank, found)
        expected = np.ones((rows, game.max_players - 1, words), np.uint64)
        names["encode"] = encode_rule(game, ANY_NUMBER, hidden=True)
        look = bind(training.opponent_features_template, game.id, "opponent_features", **names)
        look(here._states, np.zeros(1, game.state), np.zeros(1, game.state), expected)
        assert np.array_equal(found.copy_to_host(), expected)
        assert expected.any()


if __name__ == "__main__":
    wait_for_threads()
    wanted = find_game(sys.argv[1])
    if (wanted.folder / "features.py").exists():
        compare_mixed(wanted)
        compare_batches(wanted, wanted.max_players, STEPS)
        compare_batches(wanted, wanted.setup().players, SHORT + 2)
        compare_few_blocks(wanted)
    else:
        compare_plain(wanted)
    compare_playouts(wanted)
    print("the same")
