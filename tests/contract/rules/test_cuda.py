"""The rules of every game compile for a GPU."""

import pytest

from eleven.core.contract.game import Game, games
from tests.contract.processes import COMPILED, run
from tests.contract.walking import each_game
from tests.game_files import declares_features
from tests.sample_sizes import THOROUGH

FIRST = next(iter(games()))
STEP = ["play", "deal", "observe"]


@pytest.mark.slow
@each_game
def test_the_rules_compile_for_a_gpu(game: Game) -> None:
    """The kernels that step a batch, for compute capability 9.0, call nothing outside; all the rules are in them.

    Those of whole games add only loops, which are the same for every game: one of them is enough. A batch of one table
    size or of all has the same rules in it.
    """
    kernels = {"mixed": STEP, "training": ["teacher_actions", "noticed_masks", "opponent_features"]}
    if not declares_features(game):
        kernels = {"mixed": STEP}
    elif game.id == FIRST:
        kernels = {"rows": STEP, "playouts": ["playouts"], "training": ["teacher_actions", "noticed_masks"]}
    if THOROUGH:
        kernels |= {"rows": STEP, "mixed": STEP, "playouts": ["playouts"]}
    ptx = run(COMPILED, "ptx", game.id, *kernels)
    names = [name for each in kernels.values() for name in each]
    assert ptx.count(".target sm_90") == len(names)
    for name in names:
        assert f"{name}_kernel_template" in ptx
    assert ".extern .func" not in ptx
