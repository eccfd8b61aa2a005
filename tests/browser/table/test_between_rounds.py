"""Between two rounds: what the last one brought is looked at, and the next is shown after a nod or some seconds."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults
from tests.browser.conftest import Guest
from tests.browser.playing import PICK, READY, set_table

pytestmark = pytest.mark.slow

TO_THE_END_OF_A_ROUND = f"""() => new Promise((resolve) => {{
  const pick = {PICK};
  const step = () => {{
    if (document.querySelector('#round-scores:not([hidden]) details:not([hidden])')) return resolve(true);
    if (document.querySelector('#results[open]')) return resolve(false);
    const isMyTurn = document.querySelector('#question-bar.yours') && document.querySelector('#round-scores').hidden;
    const target = isMyTurn && pick();
    if (target) target.click();
    setTimeout(step, 2);
  }};
  step();
}})"""
THINGS = "() => [...document.querySelectorAll('#table .thing')].map((one) => one.dataset.name).join()"

CUT_NAMES = """() => [...document.querySelectorAll('#round-scores .player-name')]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"""


def end_a_round(guest: Guest, *size: int, still: bool = False, players: int = 2) -> Page:
    page = guest(*size)
    page.emulate_media(reduced_motion="reduce" if still else "no-preference")
    set_table(page, "elevenses", players, target="11")
    page.wait_for_function(READY)
    while not page.evaluate(TO_THE_END_OF_A_ROUND):  # the first round was the last one
        set_table(page, "elevenses", players, target="11")
        page.wait_for_function(READY)
    return page


def test_the_next_round_waits_for_a_nod(guest: Guest) -> None:
    page = end_a_round(guest, 1280, 800)
    page.locator("#round-scores").hover()  # somebody reads, so that it does not go on by itself
    expect(page.locator("#question")).to_have_text("Round 1 is over")
    assert not page.locator("#table .legal").count()
    assert page.locator("#round-scores .sheet tbody tr").count() >= 3
    assert page.locator("#round-scores .sheet thead .name").count() == 2
    assert faults(page) == []
    before = page.evaluate(THINGS)
    assert page.evaluate("document.activeElement.textContent") == "Next round"
    page.keyboard.press("Enter")
    expect(page.locator("#round-scores")).to_be_hidden()
    assert page.evaluate(THINGS) != before
    page.wait_for_function(READY)


def test_scores_and_the_button_to_play_on_are_in_sight_after_a_round(guest: Guest) -> None:
    """It has no room for what each of four got for what; that is folded, and wide enough once it is asked for."""
    page = end_a_round(guest, 1280, 800, still=True, players=4)
    for name in page.locator("#round-scores .scores .player-name").all():
        expect(name).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Play on")).to_be_in_viewport(ratio=1)
    assert page.locator("#round-scores details[open]").count() == 0
    page.locator("#round-scores summary").click()
    last = page.locator("#round-scores .sheet thead .name").last.bounding_box()
    panel = page.locator("#round-scores").bounding_box()
    assert last
    assert panel
    assert last["x"] + last["width"] <= panel["x"] + panel["width"]
    page.set_viewport_size({"width": 360, "height": 640})
    page.locator("#round-scores summary").click()
    expect(page.locator("#question")).to_be_in_viewport(ratio=1)
    assert page.evaluate(CUT_NAMES) == []


def test_it_goes_on_by_itself_and_the_scores_stay(guest: Guest) -> None:
    page = end_a_round(guest, 360, 740)
    page.mouse.move(1, 1)
    before = page.evaluate(THINGS)
    page.wait_for_function(f"() => ({THINGS})() !== {before!r}")
    expect(page.locator("#round-scores")).to_be_visible()
    page.wait_for_function(READY)
    page.get_by_role("button", name="Play on").click()
    expect(page.locator("#round-scores")).to_be_hidden()


def test_who_wants_no_motion_waits_for_nothing(guest: Guest) -> None:
    page = end_a_round(guest, 360, 740, still=True)
    page.wait_for_function(READY)
    expect(page.locator("#round-scores")).to_be_visible()
    page.locator("#round-scores summary").click()
    expect(page.locator("#round-scores .sheet")).to_be_visible()
