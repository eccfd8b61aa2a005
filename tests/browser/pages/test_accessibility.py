"""Every page and every game can be used by everybody: axe finds nothing, in light and dark, on desktop and phone."""

import pytest
from playwright.sync_api import Page

from tests.browser.axe import seen_by_everybody
from tests.browser.conftest import Guest
from tests.browser.playing import OVERFLOW, READY, TOO_SMALL, play_bots
from tests.browser.scenes import after_a_game, for_two, scenes

pytestmark = pytest.mark.slow
# How a game ends is looked at where it is played to the end, a game in its middle where it is laid on every screen, and
# the pages around a lesson and a replay are the same for every game.
ALIKE = ("lesson", "replay")
LOOKED_AT = [name for name in scenes() if not name.startswith(("ending", "beginning", "mid_game", *ALIKE))]
LOOKED_AT += [f"{name}-{for_two()}" for name in ALIKE]


def asked_why(page: Page) -> None:
    """A touch that is not allowed was explained."""
    play_bots(page, "elefant")
    page.locator("#others .thing:not(.legal)").first.click()
    page.wait_for_selector("#notice:not([hidden])")


def leaving(page: Page) -> None:
    """Whether one wants to leave."""
    play_bots(page, "elefant")
    page.locator("#leave").click()
    page.wait_for_selector("#table-dialog[open]")


def rules_to_the_question(page: Page) -> None:
    """The rules that matter now."""
    play_bots(page, "elefant")
    page.get_by_role("button", name="Rules to this").click()
    page.wait_for_selector("#table-dialog[open] li")


def inviting(page: Page) -> None:
    """Links for others, while the game goes on."""
    play_bots(page, "elefant")
    page.locator("#share").click()
    page.wait_for_selector("#invitation[open]")


def chosen(page: Page) -> None:
    """A card is chosen, and places on a board are marked."""
    play_bots(page, "eleven_cards")
    while not page.locator("#own .legal").count():  # about one hand in twelve has no card that fits
        page.locator("#table .legal, #choices .choice").first.click()
        page.wait_for_function(READY)
    page.locator("#own .legal").first.click()
    page.wait_for_selector("#own .chosen")


def sharing_a_replay(page: Page) -> None:
    """Links to a finished game, and to a moment of it."""
    after_a_game(page)
    page.locator("#results a[href^='/replay/']").click()
    page.wait_for_selector("#table .thing")
    page.locator("#share").click()
    page.wait_for_selector("#share-dialog[open] input")


STATES = {
    state.__name__: state for state in (asked_why, leaving, rules_to_the_question, inviting, chosen, sharing_a_replay)
}


@pytest.mark.parametrize("scene", [*LOOKED_AT, *STATES])
def test_axe_finds_nothing(guest: Guest, scene: str) -> None:
    page = guest()
    (scenes() | STATES)[scene](page)
    found = seen_by_everybody(page)
    assert page.evaluate(OVERFLOW) <= 0
    assert page.evaluate(TOO_SMALL) == []
    assert not found, "\n".join(found)
