"""The rules of every game compile for a GPU."""

import pytest

from eleven.core.contract.game import Game
from tests.contract.processes import COMPILED, run
from tests.contract.walking import each_game


@pytest.mark.slow
@each_game
def test_the_rules_compile_for_a_gpu(game: Game) -> None:
    """Kernels that play whole games and step a batch, for compute capability 9.0, that call nothing outside.

    Both in one process: the rules that they share are translated once.
    """
    ptx = run(COMPILED, "ptx", game.id, "playouts", "rows")
    assert ptx.count(".target sm_90") == 2
    assert "playouts_kernel_template" in ptx
    assert "rows_kernel_template" in ptx
    assert ".extern .func" not in ptx
