"""The rules of every game compile for a GPU."""

import pytest

from eleven.core.contract.game import Game, games
from tests.contract.processes import COMPILED, run
from tests.contract.walking import each_game
from tests.effort import THOROUGH

FIRST = next(iter(games()))


@pytest.mark.slow
@each_game
def test_the_rules_compile_for_a_gpu(game: Game) -> None:
    """The kernel that steps a batch, for compute capability 9.0, calls nothing outside; all the rules are in it.

    That of whole games adds only loops, which are the same for every game: one of them is enough.
    """
    kernels = ["rows", "playouts"] if THOROUGH or game.id == FIRST else ["rows"]
    ptx = run(COMPILED, "ptx", game.id, *kernels)
    assert ptx.count(".target sm_90") == len(kernels)
    for kernel in kernels:
        assert f"{kernel}_kernel_template" in ptx
    assert ".extern .func" not in ptx
