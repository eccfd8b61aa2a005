"""Nobody is too slow for the page: what is done with a pause, or while a view comes, is not lost."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Guest
from tests.browser.test_coming_and_going import together, whose_turn
from tests.browser.test_tables import HAND, begin

pytestmark = pytest.mark.slow
LONGER_THAN_A_LONG_PRESS = 700
LAST_PLACE = "#own [data-touch$=':5']"


def take(page: Page, card: Locator, meanwhile: Callable[[], None]) -> None:
    """Press on a card, let something happen, and drag it to the last place of one's spread."""
    token = str(card.get_attribute("data-token"))
    card.hover()
    page.mouse.down()
    meanwhile()
    page.locator(LAST_PLACE).hover()
    page.mouse.up()
    expect(page.locator(LAST_PLACE)).to_have_attribute("data-token", token)


def test_a_card_can_be_dragged_after_a_pause(guest: Guest) -> None:
    page = guest()
    begin(page)
    take(page, page.locator(f"{HAND}.legal").first, lambda: page.wait_for_timeout(LONGER_THAN_A_LONG_PRESS))
    expect(page.locator("#notice")).to_be_hidden()


def test_a_view_that_comes_meanwhile_breaks_no_press_and_no_drag(guest: Guest) -> None:
    """The other player goes away while a button is pressed, and comes back while a card is dragged."""
    ann, ben = guest(), guest()
    together(ann, ben)
    asked, other = whose_turn(ann, ben)
    table, seats = other.url, asked.locator("#seats")
    asked.get_by_role("button", name="Rules to this").hover()
    asked.mouse.down()
    other.goto("about:blank")
    expect(seats).to_contain_text("away")
    asked.mouse.up()
    asked.locator("#lookup[open]").get_by_role("button").click()

    def come_back() -> None:
        asked.locator("#question").hover()
        other.goto(table)
        expect(seats).not_to_contain_text("away")

    take(asked, asked.locator(f"{HAND}.legal").first, come_back)
