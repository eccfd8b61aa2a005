"""The first game of each kind, from the home page and without the lesson: every refused touch is explained."""

import re

import pytest

from eleven.core.contract.game import games
from tests.browser.conftest import Guest
from tests.browser.newcomer import MOST, play_first_game
from tests.browser.playing import is_over, set_table
from tests.sample_sizes import THOROUGH, usual_or

pytestmark = pytest.mark.slow
SCREENS = {"phone": (360, 740), "desktop": (1280, 800)}
LEAST_WORDS = 4
TOUCHES = usual_or(40, MOST)
"""Every game is played to its end in `test_games`; here only in `make thorough`."""
CODE = re.compile(r"\b[a-z]+:[a-z0-9@]|undefined|null|NaN|\{\w*\}")
"""What only a program says."""


CASES = [(game, screen) for game in games() for screen in SCREENS]
"""Every game, and each on one screen; `make thorough` plays every game on both."""


@pytest.mark.parametrize(("game", "screen"), CASES if THOROUGH else [*CASES[::4], *CASES[3::4]])
def test_a_newcomer_goes_on_and_is_told_why(guest: Guest, game: str, screen: str) -> None:
    page = guest(*SCREENS[screen])
    set_table(page, game, min(games()[game].players))
    told = play_first_game(page, most=TOUCHES)
    assert is_over(page) or told.touches > TOUCHES
    assert told.silent == []
    assert told.explained
    for text in set(told.explained):
        assert len(text.split()) >= LEAST_WORDS, text
        assert not CODE.search(text), text
        assert not text.startswith("Not done"), text
