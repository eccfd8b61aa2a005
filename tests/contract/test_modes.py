"""Modes agree: compiled, plain and bounds-checked runs of the same games give the same bytes."""

import pytest

from eleven.core.game import Game, games
from tests.contract.processes import BOUNDS_CHECKED, COMPILED, PLAIN, begin, finish
from tests.contract.walking import each_game

ALL_GAMES = 2_000
"""Shared out among the games of the house; `python -m tests.contract.modes GAME` plays as many of one."""
PROCESSES = 2


@pytest.mark.slow
@each_game
def test_compiled_plain_and_bounds_checked_games_are_the_same(game: Game) -> None:
    """Every state, sight and imagined world has the same bytes in all three modes."""
    count = -(-ALL_GAMES // len(games()))
    plain = [begin(PLAIN, "modes", game.id, "--games", count, "--part", f"{i}/{PROCESSES}") for i in range(PROCESSES)]
    expected = sorted(line for process in plain for line in finish(process).splitlines())
    assert len(expected) == count
    for mode in (COMPILED, BOUNDS_CHECKED):
        assert sorted(finish(begin(mode, "modes", game.id, "--games", count)).splitlines()) == expected
