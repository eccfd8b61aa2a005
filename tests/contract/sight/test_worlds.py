"""The support of `imagine`: where little is hidden, all consistent worlds are imagined, evenly, and no others."""

import pytest

from eleven.core.contract.game import Game
from tests.contract.processes import COMPILED, run
from tests.contract.walking import each_game
from tests.sample_sizes import usual_or

POSITIONS = usual_or(10, 24)
"""`python -m tests.contract.worlds GAME` looks at 24."""


@pytest.mark.slow
@pytest.mark.compiles
@each_game
def test_all_consistent_worlds_are_imagined(game: Game) -> None:
    """What can be drawn looks right, holds the truth, equals the game's own enumeration, and stays reachable."""
    assert run(COMPILED, "worlds", game.id, "--positions", POSITIONS).startswith(f"{game.id}: ")
