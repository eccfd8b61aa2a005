"""Race conditions: input before the page is ready, or while a view arrives, is not lost."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import Guest
from tests.browser.pages.test_replay import GOLDEN
from tests.browser.playing import set_table
from tests.browser.table.test_coming_and_going import together, whose_turn
from tests.browser.table.test_tables import HAND, begin

pytestmark = pytest.mark.slow
LONGER_THAN_A_LONG_PRESS = 700
REFUSE_WORDS_TWICE = """
  window.refused = 0;
  const load = window.fetch;
  window.fetch = async (path, ...more) => {
    if (!String(path).includes("/static/words/") || window.refused === 2) return load(path, ...more);
    window.refused++;
    return new Response('{"error": "too many requests"}', { status: 429 });
  };"""
LAST_PLACE = "#own [data-touch$=':5']"


@contextmanager
def speechless(page: Page, path: str) -> Iterator[None]:
    """A page whose words are still on their way; they come at the end."""
    held: list[Route] = []
    come = False
    page.route("**/static/words/*.json", lambda route: route.continue_() if come else held.append(route))
    page.goto(path, wait_until="domcontentloaded")
    while not held:
        page.wait_for_timeout(10)
    yield
    come = True
    for route in held:
        route.continue_()


def test_a_log_chosen_before_the_words_are_there_is_opened(guest: Guest) -> None:
    page = guest()
    with speechless(page, "/replay"):
        page.set_input_files("#file", GOLDEN)
    page.wait_for_url("**/replay/log-*")


def test_a_name_said_before_the_words_are_there_is_taken(guest: Guest) -> None:
    ann, ben = guest(), guest()
    set_table(ann, "elevenses", 2, seat2="friend")
    link = ann.locator("#invitation .share-link input").first.input_value()
    with speechless(ben, link):
        ben.fill("#name", "Ben")
        ben.press("#name", "Enter")
    expect(ann.locator("#seats")).to_contain_text("Ben")
    expect(ben.locator("#own .area h2")).to_contain_text("Ben (you)")


def test_the_bar_of_a_table_listens_before_the_words_are_there(guest: Guest) -> None:
    page = guest()
    begin(page)
    with speechless(page, page.url):
        expect(page.locator("#share")).to_be_disabled()
        page.click("#sound")
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "true")
    page.click("#share")
    expect(page.locator("#invitation")).to_be_visible()


def test_words_that_a_busy_server_refuses_are_asked_for_again(guest: Guest) -> None:
    page = guest()
    page.add_init_script(REFUSE_WORDS_TWICE)
    begin(page)
    assert page.evaluate("window.refused") == 2
    expect(page.locator("#share")).to_have_text("Invite")


def take(page: Page, card: Locator, meanwhile: Callable[[], None]) -> None:
    """Press on a card, let something happen, and drag it to the last place of one's spread."""
    token = str(card.get_attribute("data-token"))
    card.hover()
    page.mouse.down()
    meanwhile()
    page.locator(LAST_PLACE).hover()
    page.mouse.up()
    if page.locator(LAST_PLACE).get_attribute("data-verb") == "arrange":  # not its own number: it is asked for twice
        page.locator(LAST_PLACE).click()
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
    asked.locator("#table-dialog[open]").get_by_role("button").click()

    def come_back() -> None:
        asked.locator("#question").hover()
        other.goto(table)
        expect(seats).not_to_contain_text("away")

    take(asked, asked.locator(f"{HAND}.legal").first, come_back)
