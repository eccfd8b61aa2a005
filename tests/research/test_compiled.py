"""Batches compiled: the same bytes as plain."""

import os
import subprocess
import sys

import pytest

from eleven.core.contract.game import Game
from tests.contract.walking import each_game
from tests.effort import THOROUGH
from tests.research.fingerprint import fingerprint

pytestmark = [pytest.mark.slow, pytest.mark.compiled]


@each_game
def test_compiled_batches_are_the_plain_ones(game: Game) -> None:
    """Sights, features, masks, rewards and scores of the largest table; if there is time, of the smallest too."""
    for players in {max(game.players), min(game.players) if THOROUGH else max(game.players)}:
        command = [sys.executable, "-m", "tests.research.fingerprint", game.id, str(players)]
        environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
        plain = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
        assert fingerprint(game.id, players) == plain.strip()
