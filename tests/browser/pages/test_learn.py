"""A lesson in the browser: what is wanted is marked, anything else is declined, and at the end a real game begins."""

import pytest
from playwright.sync_api import Page, expect

from eleven.core.contract.game import games
from eleven.server.views.lessons import has_lesson
from tests.browser.conftest import Guest
from tests.browser.playing import OVERFLOW, TOO_SMALL

pytestmark = pytest.mark.slow
WANTED = "#next, #choices .choice, #table .legal, #seats .legal"
MOST = 60


QUICKLY = """() => { const wait = setTimeout; window.setTimeout = (deed, pause) => wait(deed, pause / 10); }"""
"""Replies come as fast as a tenth of the time lets them: who learns would like to see them, a test need not."""


def learn(page: Page) -> None:
    """Do what is wanted until the lesson is over."""
    page.evaluate(QUICKLY)
    for _ in range(MOST):
        page.wait_for_selector(f"{WANTED}, #play-for-real")
        if page.locator("#play-for-real").count():
            return
        page.locator(WANTED).first.click()


# Every lesson is played to its end through the rules in tests/server; here one shows that the page can.
@pytest.mark.parametrize("game", [game.id for game in games().values() if has_lesson(game)][:1])
def test_a_lesson_to_its_end_and_a_real_game_follows(guest: Guest, game: str) -> None:
    page = guest(360, 740)
    page.goto(f"/learn/{game}")
    expect(page.locator("#progress")).to_contain_text("Step 1")
    assert page.evaluate(OVERFLOW) <= 0
    learn(page)
    expect(page.locator("#progress")).to_have_text("Well done")
    assert page.evaluate(OVERFLOW) <= 0
    assert page.evaluate(TOO_SMALL) == []
    page.click("#play-for-real")
    page.wait_for_url("**/table/*")


def test_a_lesson_by_keyboard_alone(guest: Guest) -> None:
    page = guest()
    page.goto("/learn/elevenses")
    page.wait_for_selector("#next")
    page.evaluate(QUICKLY)
    while page.evaluate("document.activeElement?.id") != "next":
        page.keyboard.press("Tab")
    for _ in range(MOST):
        page.wait_for_selector(f"{WANTED}, #play-for-real")
        if page.locator("#play-for-real").count():
            break
        page.keyboard.press("Enter" if page.locator("#next").count() else "1")
    expect(page.locator("#progress")).to_have_text("Well done")
    expect(page.locator("#coach")).to_be_focused()


def test_other_touches_are_declined(guest: Guest) -> None:
    page = guest()
    page.goto("/")
    page.locator("a[href='/learn/elevenses']").click()
    page.locator("#next").click()
    expect(page.locator("#progress")).to_contain_text("Step 2")
    page.locator("#own .thing:not(.legal)").last.click()
    expect(page.locator("#notice")).to_contain_text("Here, please")
    page.select_option("#language", "de")
    expect(page.locator("#progress")).to_contain_text("Schritt 2")


def test_a_lesson_that_does_not_load_says_so(guest: Guest) -> None:
    page = guest(360, 740)
    page.add_init_script(
        """const load = window.fetch;
        const fails = (path) => String(path).includes("/lessons/");
        window.fetch = (path, ...more) => fails(path) ? Promise.reject(Error()) : load(path, ...more);"""
    )
    page.goto("/learn/elevenses")
    expect(page.locator("#notice")).to_be_visible()
    expect(page.locator("#notice")).to_contain_text("The server does not answer.")
    assert page.evaluate(TOO_SMALL) == []
    page.locator("#notice").get_by_role("button", name="Close").click()
    expect(page.locator("#notice")).to_be_hidden()
