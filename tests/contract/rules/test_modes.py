"""The rules compiled: a soak with every invariant checked, and the same bytes as plain and bounds-checked."""

import pytest

from eleven.core.contract.game import Game, games
from tests.contract.processes import BOUNDS_CHECKED, COMPILED, PLAIN, begin, finish, run
from tests.sample_sizes import THOROUGH, usual_or

VARIANTS = 12
DECISIONS = usual_or(20_000, 50_000)
GAMES = usual_or(60, 250)
"""Of each, and every variant once at least; `python -m tests.contract.modes GAME` plays 2,000."""
PROCESSES = 2
FIRST = next(iter(games()))

# By the scope, both tests of a game follow each other: what the first has compiled, the second finds in the cache.
each_game_in_turn = pytest.mark.parametrize("game", games().values(), ids=games().keys(), scope="module")


@pytest.mark.slow
@pytest.mark.compiles
@each_game_in_turn
def test_random_play_breaks_no_invariant(game: Game) -> None:
    """The ten million of a release are run by `python -m tests.contract.soak`."""
    printed = run(COMPILED, "soak", game.id, "--decisions", VARIANTS * DECISIONS, "--variants", VARIANTS)
    assert "decisions" in printed.splitlines()[-1]


@pytest.mark.slow
@pytest.mark.compiles
@each_game_in_turn
def test_compiled_plain_and_bounds_checked_games_are_the_same(game: Game) -> None:
    """Every state, sight and imagined world has the same bytes in all three modes.

    To compile with bounds checks takes as long as all the rest, and what they notice, `test_strict` notices as well:
    in `make test` one game is enough to say that the mode itself is right.
    """
    count = max(GAMES, len(game.variants()))
    plain = [begin(PLAIN, "modes", game.id, "--games", count, "--part", f"{i}/{PROCESSES}") for i in range(PROCESSES)]
    expected = sorted(line for process in plain for line in finish(process).splitlines())
    assert len(expected) == count
    for mode in (COMPILED, BOUNDS_CHECKED) if THOROUGH or game.id == FIRST else (COMPILED,):
        assert sorted(finish(begin(mode, "modes", game.id, "--games", count)).splitlines()) == expected
