"""Every page and every game can be used by everybody: axe finds nothing, in light and dark, on desktop and phone."""

from typing import Literal

import pytest

from tests.browser.axe import faults
from tests.browser.conftest import Guest
from tests.browser.playing import OVERFLOW, TOO_SMALL
from tests.browser.scenes import for_two, scenes

pytestmark = pytest.mark.slow
Scheme = Literal["light", "dark"]
# How a game ends is looked at where it is played to the end, a deal is looked at in mid-game, and the pages around a
# lesson and a replay are the same for every game.
ALIKE = ("lesson", "replay")
LOOKED_AT = [name for name in scenes() if not name.startswith(("ending", "beginning", *ALIKE))]
LOOKED_AT += [f"{name}-{for_two()}" for name in ALIKE]


@pytest.mark.parametrize("scene", LOOKED_AT)
def test_axe_finds_nothing(guest: Guest, scene: str) -> None:
    page = guest()
    page.emulate_media(reduced_motion="reduce")
    scenes()[scene](page)
    found: list[str] = []
    schemes: tuple[Scheme, Scheme] = ("light", "dark")
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        found += [f"{scheme}: {fault}" for fault in faults(page)]
    page.set_viewport_size({"width": 360, "height": 740})
    found += [f"phone: {fault}" for fault in faults(page)]
    assert page.evaluate(OVERFLOW) <= 0
    assert page.evaluate(TOO_SMALL) == []
    assert not found, "\n".join(found)
