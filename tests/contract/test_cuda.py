"""The rules of every game compile for a GPU."""

import pytest

from eleven.core.contract.game import Game
from tests.contract.processes import COMPILED, run
from tests.contract.walking import each_game


@pytest.mark.slow
@pytest.mark.parametrize("kernel", ["playouts", "rows"])
@each_game
def test_the_rules_compile_for_a_gpu(game: Game, kernel: str) -> None:
    """Kernels that play whole games and step a batch, for compute capability 9.0, that call nothing outside."""
    ptx = run(COMPILED, "ptx", game.id, kernel)
    assert ".target sm_90" in ptx
    assert f"{kernel}_kernel_template" in ptx
    assert ".extern .func" not in ptx
