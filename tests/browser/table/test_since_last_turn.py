"""What happened since my last turn is marked and can be stepped through; how fast cards move can be chosen."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Guest
from tests.browser.playing import READY, play_bots, touch

pytestmark = pytest.mark.slow


def test_what_happened_since_my_last_turn_is_marked_and_stepped_through(guest: Guest) -> None:
    page = guest()
    play_bots(page, "elefant")
    told = page.locator("#log li").count()
    for _ in range(20):
        touch(page, 1)
        page.wait_for_function(READY)
        if page.locator("#log li").count() >= told + 4 and page.locator("#table .fresh").count():
            break
    new = page.locator("#log .since-last-turn").count()
    assert 0 < new < page.locator("#log li").count()
    assert page.locator("#table .fresh").count() > 0
    page.keyboard.press("n")
    expect(page.locator("#notice")).to_contain_text(f"Since your last turn, 1 of {new}")
    page.keyboard.press("n")
    expect(page.locator("#notice")).to_contain_text("2 of" if new > 1 else "1 of")


def test_on_a_phone_the_last_event_is_touched_to_step_through(guest: Guest) -> None:
    page = guest(360, 740)
    play_bots(page, "elefant")
    touch(page, 2)
    page.wait_for_function(READY)
    page.locator("#latest-event").click()
    expect(page.locator("#notice")).to_contain_text("Since your last turn, 1 of")


def test_how_fast_cards_move_is_chosen_and_kept(guest: Guest) -> None:
    page = guest(motion=True)
    play_bots(page, "elefant")
    page.locator("#menu").evaluate("menu => menu.offsetParent && menu.click()")
    pace = page.locator("#pace")
    expect(pace).to_have_text("Movement: calm")
    pace.click()
    page.reload()
    expect(pace).to_have_text("Movement: quick")
    page.locator("#menu").evaluate("menu => menu.offsetParent && menu.click()")
    pace.click()
    expect(pace).to_have_text("Movement: none")
