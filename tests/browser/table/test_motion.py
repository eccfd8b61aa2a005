"""What moves is only the picture: the next action is never delayed, and who wants no motion sees none."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Guest
from tests.browser.playing import READY, is_over, play_bots, set_table, touch

pytestmark = pytest.mark.slow
GAME = "elevenses"

WATCH = """() => {
  window.seen = { slide: 0, turn: 0, deal: 0, most: 0 };
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const moves = String(frames[0].transform ?? '').startsWith('translate(');
    if (frames[0].rotate) window.seen.turn++;
    else if (moves) window.seen[options.delay === undefined ? 'slide' : 'deal']++;
    const lasts = moves || frames[0].rotate ? options.duration + (options.delay ?? 0) : 0;
    window.seen.most = Math.max(window.seen.most, lasts);
    return animate.call(this, frames, options);
  };
}"""


def play_until(page: Page, seen: str, most: int = 150) -> dict[str, int]:
    """Touch things until an animation of a kind was seen."""
    found: dict[str, int] = {}
    for _ in range(most):
        touch(page, 1)
        page.wait_for_function(READY)
        found = page.evaluate("window.seen")
        if found[seen] or is_over(page):
            break
    return found


def test_cards_slide_turn_and_are_dealt(guest: Guest) -> None:
    page = guest(motion=True)
    set_table(page, GAME, 2, target="11")
    page.wait_for_function(READY)
    page.evaluate(WATCH)
    found = play_until(page, "deal")
    assert found["slide"] > 0
    assert found["turn"] > 0
    assert found["deal"] > 0
    assert found["most"] < 3000


def test_animations_that_a_busy_server_refuses_are_asked_for_again(guest: Guest) -> None:
    page = guest(motion=True)
    with page.expect_response("**/effects/animation.js") as refused:
        page.route("**/effects/animation.js", lambda route: route.fulfill(status=429), times=1)
        set_table(page, GAME, 2, target="11")
    assert refused.value.status == 429
    page.wait_for_function(READY)
    page.evaluate(WATCH)
    assert play_until(page, "slide")["slide"] > 0


def test_the_next_action_does_not_wait_for_a_picture(guest: Guest) -> None:
    """Every picture takes a minute here, and a whole turn is played all the same."""
    page = guest(motion=True)
    play_bots(page, GAME)
    page.evaluate(
        """() => { const animate = Element.prototype.animate;
        Element.prototype.animate = function (f, o) { return animate.call(this, f, { ...o, duration: 60_000 }); }; }"""
    )
    touch(page, 8)
    page.wait_for_function(READY)
    assert page.locator("#log li").count() > 4


def test_no_motion_for_those_who_want_none(guest: Guest) -> None:
    page = guest()
    play_bots(page, GAME)
    page.evaluate(WATCH)
    touch(page, 8)
    assert page.evaluate("window.seen") == {"slide": 0, "turn": 0, "deal": 0, "most": 0}


def test_sounds_are_off_until_somebody_wants_them(guest: Guest) -> None:
    page = guest()
    play_bots(page, GAME)
    switch = page.locator("#sound")
    assert switch.get_attribute("aria-pressed") == "false"
    switch.click()
    assert switch.get_attribute("aria-pressed") == "true"
    page.reload()
    page.wait_for_function(READY)
    assert switch.get_attribute("aria-pressed") == "true"
