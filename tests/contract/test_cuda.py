"""The rules of every game compile for a GPU."""

import pytest

from eleven.core.contract.game import Game
from tests.contract.processes import COMPILED, run
from tests.contract.walking import each_game


@pytest.mark.slow
@each_game
def test_the_rules_compile_for_a_gpu(game: Game) -> None:
    """A kernel that plays whole games, for compute capability 9.0, that calls nothing outside itself."""
    ptx = run(COMPILED, "ptx", game.id)
    assert ".target sm_90" in ptx
    assert "playouts_kernel_template" in ptx
    assert ".extern .func" not in ptx
