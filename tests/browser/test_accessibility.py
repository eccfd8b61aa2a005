"""Every page and every game can be used by everybody: axe finds nothing, in light and dark, on desktop and phone."""

import pytest

from tests.browser.axe import seen_by_everybody
from tests.browser.conftest import Guest
from tests.browser.playing import OVERFLOW, TOO_SMALL
from tests.browser.scenes import for_two, scenes

pytestmark = pytest.mark.slow
# How a game ends is looked at where it is played to the end, a game in its middle where it is laid on every screen, and
# the pages around a lesson and a replay are the same for every game.
ALIKE = ("lesson", "replay")
LOOKED_AT = [name for name in scenes() if not name.startswith(("ending", "beginning", "mid_game", *ALIKE))]
LOOKED_AT += [f"{name}-{for_two()}" for name in ALIKE]


@pytest.mark.parametrize("scene", LOOKED_AT)
def test_axe_finds_nothing(guest: Guest, scene: str) -> None:
    page = guest()
    page.emulate_media(reduced_motion="reduce")
    scenes()[scene](page)
    found = seen_by_everybody(page)
    assert page.evaluate(OVERFLOW) <= 0
    assert page.evaluate(TOO_SMALL) == []
    assert not found, "\n".join(found)
