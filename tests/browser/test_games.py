"""Every game is played to its end through the page."""

import pytest

from eleven.core.game import games
from tests.browser.conftest import Guest
from tests.browser.playing import OVERFLOW, READY, TOO_SMALL, go_on, is_over, play_bots, set_table, touch

pytestmark = pytest.mark.slow
BY_MOUSE = 25


@pytest.mark.parametrize("game", games())
def test_by_clicks_to_the_end(guest: Guest, game: str) -> None:
    page = guest()
    set_table(page, game, min(games()[game].players))
    page.wait_for_function(READY)
    assert page.locator("#question").inner_text()
    touch(page, BY_MOUSE)
    go_on(page)
    assert is_over(page)
    ranking = page.locator("#ending .scores li")
    assert ranking.count() == min(games()[game].players)
    assert page.locator("#ending .won").count() >= 1
    page.get_by_role("button", name="Look at the table").click()
    assert page.locator("#log li").count() > 10


def test_by_keyboard_alone(guest: Guest) -> None:
    game = "elefant" if "elefant" in games() else "elevenses"
    page = guest()
    page.goto("/")
    page.wait_for_selector(f"[data-play={game}]")
    while page.evaluate("document.activeElement?.dataset.play") != game:
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    moved = 0
    while moved < 60:
        page.wait_for_function(READY)
        if is_over(page):
            break
        _one_touch_by_keys(page, moved)
        moved += 1
    assert page.locator("#log li").count() > 5
    assert moved > 20


def _one_touch_by_keys(page: object, number: int) -> None:
    from playwright.sync_api import Page

    assert isinstance(page, Page)
    keys = page.locator("[data-number]")
    if number % 2 and page.evaluate("document.activeElement?.matches('.legal, .choice')"):
        page.keyboard.press("Enter")
    elif number % 3 == 0:
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowDown")
        page.keyboard.press(str(keys.first.get_attribute("data-number")))
    else:
        page.keyboard.press(str(keys.last.get_attribute("data-number")))


@pytest.mark.parametrize("game", games())
def test_a_phone_needs_no_sideways_scrolling(guest: Guest, game: str) -> None:
    page = guest(360, 740)
    play_bots(page, game)
    for _ in range(4):
        touch(page, 3)
        page.wait_for_function(READY)
        assert page.evaluate(OVERFLOW) <= 0
        assert page.evaluate(TOO_SMALL) == []
    assert page.locator("#question").is_visible()
    assert page.locator(".seat .score").first.is_visible()


@pytest.mark.parametrize("path", ["/", "/rules/elevenses"])
def test_other_pages_on_a_phone(guest: Guest, path: str) -> None:
    page = guest(360, 740)
    page.goto(path)
    page.wait_for_selector("[data-play], #rulebook li")
    assert page.evaluate(OVERFLOW) <= 0
    assert page.evaluate(TOO_SMALL) == []
