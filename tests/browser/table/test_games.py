"""Every game is played to its end through the page."""

import pytest
from playwright.sync_api import Page, expect

from eleven.core.contract.game import games
from tests.browser.axe import faults
from tests.browser.conftest import Guest
from tests.browser.playing import BY_NUMBERS, READY, fill_in_form, go_on, is_over, set_table, touch
from tests.sample_sizes import THOROUGH, usual_or

pytestmark = pytest.mark.slow
BY_MOUSE = usual_or(12, 25)
MOST_BY_KEYS = 600
FIRST_BY_KEYS = 8
MOST_FROM_INSIDE, SOME_FROM_INSIDE = 5000, 40
ROWS = """() => [...document.querySelectorAll('#results .sheet tr')].map((row) => ({ kind: row.className,
    cells: [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent.replace('−', '-')) || 0) }))"""


@pytest.mark.parametrize("game", games())
def test_by_clicks_to_the_end(guest: Guest, game: str) -> None:
    page = guest(motion=True)
    fill_in_form(page, game, min(games()[game].players))
    page.wait_for_function(READY)
    assert page.locator("#question").inner_text()
    touch(page, BY_MOUSE)
    page.emulate_media(reduced_motion="reduce")
    go_on(page)
    assert is_over(page)
    assert_the_sheet_adds_up(page)
    assert faults(page) == []
    ranking = page.locator("#results .scores li")
    assert ranking.count() == min(games()[game].players)
    assert page.locator("#results .won").count() >= 1
    page.get_by_role("button", name="Look at the table").click()
    assert page.locator("#log li").count() > 10
    page.set_viewport_size({"width": 360, "height": 640})
    page.get_by_role("button", name="Result and next game").click()
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    expect(page.locator("#results .winner")).to_be_in_viewport(ratio=1)
    page.goto("/")
    expect(page.locator("#finished li")).to_have_count(1)
    expect(page.locator("#mine-part")).to_be_hidden()


def test_by_keyboard_alone(guest: Guest) -> None:
    game = "elefant" if "elefant" in games() else "elevenses"
    page = guest()
    page.goto("/")
    page.wait_for_selector(f"[data-play={game}]")
    while page.evaluate("document.activeElement?.dataset.play") != game:
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    touches = 0
    while touches < MOST_BY_KEYS:
        page.wait_for_function(READY)
        if is_over(page):
            break
        one_touch_by_keys(page, touches)
        touches += 1
    assert is_over(page)
    finished = page.url
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(finished)


@pytest.mark.parametrize("game", [game for game in games() if game != "elefant"])
def test_by_number_keys(guest: Guest, game: str) -> None:
    """One game to its end, of the others a good part."""
    most = MOST_FROM_INSIDE if THOROUGH or game == "elevenses" else SOME_FROM_INSIDE
    page = guest()
    set_table(page, game, min(games()[game].players))
    for touches in range(FIRST_BY_KEYS):
        page.wait_for_function(READY)
        one_touch_by_keys(page, touches)
    assert page.evaluate(BY_NUMBERS, most) > SOME_FROM_INSIDE or is_over(page)
    assert is_over(page) or most == SOME_FROM_INSIDE


def one_touch_by_keys(page: Page, number: int) -> None:
    """Now a number, now Enter on what has the focus, now arrows before it; mostly the first thing on offer."""
    if number % 4 == 1 and page.evaluate("document.activeElement?.matches('.legal, .choice')"):
        page.keyboard.press("Enter")
        return
    if number % 4 == 2:
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowLeft")
    offered = page.evaluate("[...document.querySelectorAll('[data-number]')].map((each) => each.dataset.number)")
    page.keyboard.press(max(offered) if number % 4 == 3 else "1")


def assert_the_sheet_adds_up(page: Page) -> None:
    """A column for each player with the place they took; what is in it makes up the total."""
    ranking = page.locator("#results .scores li b").all_inner_texts()
    page.wait_for_selector("#results .sheet caption:has-text('Score sheet')")
    places = page.locator("#results .sheet thead .place")
    assert places.count() == len(ranking)
    expect(places.first).to_have_text("1st place")
    rows = [(row["kind"], row["cells"]) for row in page.evaluate(ROWS)[1:] if row["cells"]]
    total = rows.pop()
    assert total == ("total", [int(score.replace("−", "-")) for score in ranking])
    assert [sum(column) for column in zip(*(cells for kind, cells in rows if not kind), strict=True)] == total[1]
