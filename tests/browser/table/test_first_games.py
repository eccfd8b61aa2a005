"""The first game of each kind, from the home page and without the lesson: every refused touch is explained."""

import re

import pytest

from eleven.core.contract.game import games
from tests.browser.conftest import Guest
from tests.browser.newcomer import play_first_game
from tests.browser.playing import is_over, set_table
from tests.effort import THOROUGH

pytestmark = pytest.mark.slow
SCREENS = {"phone": (360, 740), "desktop": (1280, 800)}
LEAST_WORDS = 4
CODE = re.compile(r"\b[a-z]+:[a-z0-9@]|undefined|null|NaN|\{\w*\}")
"""What only a program says."""


CASES = [(game, screen) for game in games() for screen in SCREENS]
"""Every game, and each on one screen; `make thorough` plays every game on both."""


@pytest.mark.parametrize(("game", "screen"), CASES if THOROUGH else [*CASES[::4], *CASES[3::4]])
def test_a_newcomer_finishes_and_is_told_why(guest: Guest, game: str, screen: str) -> None:
    page = guest(*SCREENS[screen])
    page.emulate_media(reduced_motion="reduce")
    set_table(page, game, min(games()[game].players))
    told = play_first_game(page)
    assert is_over(page)
    assert told.silent == []
    assert told.explained
    for text in set(told.explained):
        assert len(text.split()) >= LEAST_WORDS, text
        assert not CODE.search(text), text
        assert not text.startswith("Not done"), text
