"""A soak: many random decisions of every game, every invariant checked at each."""

import pytest

from eleven.core.game import Game
from tests.contract.processes import COMPILED, run
from tests.contract.walking import each_game

VARIANTS = 12
DECISIONS = 100_000


@pytest.mark.slow
@each_game
def test_nothing_gets_stuck_lost_or_leaked(game: Game) -> None:
    """The ten million of a release are run by `python -m tests.contract.soak`."""
    printed = run(COMPILED, "soak", game.id, "--decisions", VARIANTS * DECISIONS, "--variants", VARIANTS)
    assert "decisions" in printed.splitlines()[-1]
