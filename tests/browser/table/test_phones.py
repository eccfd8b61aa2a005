"""On a phone the board and one's own place are in sight together while one chooses; what is chosen is never covered."""

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from eleven.core.contract.game import games
from tests.browser.conftest import Guest
from tests.browser.playing import READY, set_table, touch
from tests.browser.table.test_table_layout import PAINTED

pytestmark = pytest.mark.slow
PHONES = [(360, 640), (390, 844)]
LONG_RACK = 13
"""So many tiles take three lines or more."""
OURS = {"X-Table-Eleven": "1"}
WITH_BOARDS = [game for game in ("eleven_board", "eleven_cards") if game in games()]

COVERED = """(which) => [...document.querySelectorAll(which)].filter((one) => {
  const box = one.getBoundingClientRect();
  const at = (y) => document.elementFromPoint((box.left + box.right) / 2, y);
  return ![.25, .5, .75].map((part) => box.top + part * box.height).every((y) => at(y)?.closest('.thing') === one);
}).map((one) => one.dataset.touch)"""
"""The things that are not in sight: off the screen, or something lies over them."""

PLAIN = "#own .legal:not([data-touch*='joker'])"
"""What goes to few places. A joker goes to any, and each must be as high as a finger needs: then one pans."""

LINES = "() => new Set([...document.querySelectorAll('#own .thing')].map((one) => one.offsetTop)).size"


def look(page: Page, size: tuple[int, int]) -> None:
    """Turn to another screen, as a new turn would find it."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.reload()
    page.wait_for_function(READY)
    page.evaluate(PAINTED)


@pytest.mark.parametrize("game", WITH_BOARDS)
@pytest.mark.parametrize("most", [False, True], ids=["two", "many"])
def test_board_and_hand_are_in_sight_together(guest: Guest, game: str, most: bool) -> None:
    page = guest(*PHONES[0], locale="de-DE")
    set_table(page, game, max(games()[game].players) if most else 2)
    touch(page, 3 if most else 6)  # with many players a round is soon over
    for size in PHONES:
        look(page, size)
        assert page.evaluate(COVERED, "#own .thing") == [], size
        if page.evaluate(LINES) <= 3:
            assert page.evaluate(COVERED, "#board .thing") == [], size
        for choice in page.locator(PLAIN).all()[:2]:
            choice.click()
            page.evaluate(PAINTED)
            assert page.locator("#own .chosen").count() == 1
            assert page.evaluate(COVERED, "#own .thing, #board .legal") == [], size
            page.keyboard.press("Escape")


@pytest.mark.parametrize("size", [(320, 640), (360, 740), (1024, 768)], ids=str)
def test_the_bar_never_covers_what_was_chosen(guest: Guest, size: tuple[int, int]) -> None:
    """It grows with what it says about a card; one's own place moves up with it."""
    page = guest(*size, locale="de-DE")
    set_table(page, "elevenses", 4, start="red")
    page.wait_for_function(READY)
    for card in page.locator("#own .legal").all():
        card.click()
        page.evaluate(PAINTED)
        assert page.evaluate(COVERED, "#own .thing") == []
        page.keyboard.press("Escape")


LATE_PICTURE = """document.addEventListener("DOMContentLoaded", () => {
  document.body.append(Object.assign(new Image(), { src: "/late.png" }));
});"""
"""While something is still to come, the browser scrolls to where the page was before."""


def test_a_page_that_comes_again_begins_at_the_board(guest: Guest) -> None:
    page = guest(*PHONES[0])
    set_table(page, "eleven_cards", 2)
    page.wait_for_function(READY)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.add_init_script(LATE_PICTURE)
    page.route("**/late.png", lambda route: (page.wait_for_function(READY), route.fulfill(body="")))
    look(page, PHONES[0])
    assert page.evaluate(LINES) > 3 or page.evaluate(COVERED, "#board .thing") == []


def find_drawing(page: Page) -> bool:
    """Play at a new table, without looking, until one can only draw, with a rack of three lines; whether that came."""
    set_table(page, "eleven_board", 2)
    page.wait_for_function(READY)
    table, dice = page.url.rsplit("/", 1)[1], random.Random(11)
    page.goto("about:blank")
    while (view := asked_again(page, table))["over"] is None:
        touches = {touch for action in view["actions"] for touch in action["touch"]}
        assert not any("tile:" in word for word in view["verbs"].values()), "a drawn tile is called by its name"
        if touches == {"bag"} and len(rack_of(view)) >= LONG_RACK:
            page.goto(f"/table/{table}")
            page.wait_for_function(READY)
            if page.evaluate(LINES) == 3:
                return True
            page.goto("about:blank")
        move = {"action": dice.choice(view["actions"])["name"], "version": view["version"]}
        assert page.request.post(f"/api/tables/{table}/moves", data=move, headers=OURS).ok
    return False


def asked_again(page: Page, table: str) -> dict[str, Any]:
    """My view as soon as it is my turn, or the game is over."""
    while True:
        view: dict[str, Any] = page.request.get(f"/api/tables/{table}/view?language=de").json()
        if view["yours"] or view["over"]:
            return view
        page.wait_for_timeout(20)


def rack_of(view: dict[str, Any]) -> list[Any]:
    """My own things."""
    return [thing for zone in view["zones"] if zone.get("seat") == view["you"] for thing in zone["things"]]


def test_the_board_stays_in_sight_where_one_can_only_draw(guest: Guest) -> None:
    """The bag is covered, and drawing is offered in words: nothing is scrolled to show it."""
    page = guest(*PHONES[0], locale="de-DE")
    assert any(find_drawing(page) for _ in range(10))
    look(page, PHONES[0])
    assert "tile:" not in page.locator("#choices").inner_text()
    expect(page.locator("#choices [data-touch=bag]")).to_be_visible()
    assert page.evaluate(COVERED, "#own .thing, #board .thing") == []


def test_what_lies_under_the_hand_has_a_button(guest: Guest) -> None:
    """On the lowest phone the pile may be covered; drawing is offered in words."""
    page = guest(320, 568)
    set_table(page, "eleven_cards", 2)
    page.wait_for_function(READY)
    for _ in range(20):
        if page.locator("#middle [data-touch=pile].legal").count():
            break
        touch(page, 1)
        page.wait_for_function(READY)
    page.locator("#choices [data-touch=pile]").click()
    page.wait_for_function(READY)
    expect(page.locator("#log")).to_contain_text("Player 1 draws")
