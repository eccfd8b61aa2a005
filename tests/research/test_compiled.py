"""Batches compiled: the same bytes as plain."""

import os
import subprocess
import sys

import pytest

from eleven.core.contract.game import Game, games
from tests.research.fingerprint import fingerprint
from tests.sample_sizes import THOROUGH

pytestmark = [pytest.mark.slow, pytest.mark.compiled]
FIRST = next(iter(games()))


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, id=game.id, marks=() if game.id == FIRST else pytest.mark.thorough)
        for game in games().values()
    ],
)
def test_compiled_batches_are_the_plain_ones(game: Game) -> None:
    """Sights, features, masks, rewards and scores of the smallest table; if there is time, of the largest too.

    The learner plays at the smallest one, so that its steps are compiled once for both.

    That the rules of every game are the same compiled, `test_modes` says; the steps of a batch are the same for all
    games, and to compile them takes as long as all the rest.
    """
    for players in {min(game.players), max(game.players) if THOROUGH else min(game.players)}:
        command = [sys.executable, "-m", "tests.research.fingerprint", game.id, str(players)]
        environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
        plain = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
        assert fingerprint(game.id, players) == plain.strip()
