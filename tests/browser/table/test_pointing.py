"""What can be touched explains itself before it commits: to a pointer, to keys, and to a finger that stays."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Guest
from tests.browser.playing import READY, play_bots, touch

pytestmark = pytest.mark.slow
ELEPHANT = "#middle [data-key=herd] .thing"


def to_elephants(page: Page) -> None:
    """My turn, and elephants may be taken."""
    play_bots(page, "elefant")
    while page.locator(f"{ELEPHANT}.legal").count() == 0:
        touch(page, 1)
        page.wait_for_function(READY)


def test_pointing_at_an_elephant_tells_what_i_would_lose(guest: Guest) -> None:
    page = guest()
    to_elephants(page)
    told = page.locator("#log li").count()
    page.locator(f"{ELEPHANT}.legal").first.hover()
    expect(page.locator("#path")).to_contain_text("You would lose")
    page.locator("#title").hover()
    expect(page.locator("#path")).to_be_empty()
    page.keyboard.press("ArrowUp")
    page.locator(f"{ELEPHANT}.legal").first.focus()
    expect(page.locator("#path")).to_contain_text("You would lose")
    assert page.locator("#log li").count() == told


def test_a_long_press_tells_it_to_a_finger(guest: Guest) -> None:
    page = guest(360, 740)
    to_elephants(page)
    told = page.locator("#log li").count()
    page.locator(f"{ELEPHANT}.legal").first.click(delay=800)
    expect(page.locator("#notice")).to_contain_text("You would lose")
    assert page.locator("#log li").count() == told
