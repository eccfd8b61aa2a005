"""A finished game is stepped through in the browser: by keys and by touch, with other eyes, from a file, on a phone."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from eleven.core.text.log import write_log
from tests.bots.test_winning import GIVE_AWAY
from tests.browser.axe import faults
from tests.browser.conftest import PATIENCE, Guest
from tests.browser.playing import OVERFLOW, TOO_SMALL
from tests.browser.scenes import golden
from tests.support import Scene

pytestmark = pytest.mark.slow

GOLDEN = Path(__file__).parents[2] / "games" / "elevenses" / "golden.log"
LAST = 115


def open_log(page: Page, log: Path = GOLDEN) -> None:
    """Open a log from this computer."""
    page.goto("/replay")
    page.wait_for_selector("#file")
    page.set_input_files("#file", log)
    page.wait_for_url("**/replay/log-*")
    page.wait_for_selector("#table .thing")


def place(page: Page, step: int) -> None:
    """Wait until a moment is shown."""
    expect(page.locator("#current-step")).to_contain_text(f"Decision {step} of")
    expect(page.locator("#slider")).to_have_value(str(step))
    expect(page.locator("#event-list [aria-current]")).to_have_count(1)


def test_by_keys_through_a_game(guest: Guest) -> None:
    page = guest()
    open_log(page)
    place(page, 0)
    deal = page.locator("#table").inner_html()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    place(page, 3)
    page.wait_for_function("before => document.querySelector('#table').innerHTML !== before", arg=deal)
    page.keyboard.press("ArrowLeft")
    place(page, 2)
    page.keyboard.press("PageDown")
    expect(page.locator("#current-step")).not_to_contain_text("Decision 2 of")
    page.keyboard.press("End")
    place(page, LAST)
    expect(page.locator("#current-step")).to_contain_text("The end")
    page.keyboard.press("ArrowRight")
    place(page, LAST)
    page.keyboard.press("Home")
    place(page, 0)
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => document.querySelector('#slider').valueAsNumber >= 2")
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")


def test_another_seats_view_a_chosen_event_and_a_link_to_the_moment(guest: Guest) -> None:
    page = guest()
    open_log(page)
    tokens = "() => [...document.querySelectorAll('#table .thing')].map((each) => each.dataset.token)"
    page.locator("#event-list [data-step='12']").click()
    place(page, 12)
    page.wait_for_function(f"() => ({tokens})().length > 10")
    opened = set(page.evaluate(tokens))
    page.select_option("#viewer", "green")
    expect(page.locator("#own .area h2")).to_contain_text("Green")
    seen = set(page.evaluate(tokens))
    assert {token for token in opened - seen if token and not token.startswith("?")}
    place(page, 12)
    assert re.search(r"#12/green$", page.url)
    other = guest()
    other.goto(page.url)
    expect(other.locator("#own .area h2")).to_contain_text("Green")
    place(other, 12)


def test_the_viewer_chosen_last_is_shown_and_a_failure_changes_none(guest: Guest) -> None:
    page = guest()
    open_log(page)
    held: list[Route] = []
    page.route(re.compile(r"/api/replays/[^/]*\?.*seat=green"), lambda route: held.append(route))
    page.select_option("#viewer", "green")
    page.select_option("#viewer", "red")
    expect(page.locator("#own .area h2")).to_contain_text("Red")
    with page.expect_response(re.compile("seat=green")):
        held[0].continue_()
    expect(page.locator("#viewer")).to_have_value("red")
    expect(page.locator("#own .area h2")).to_contain_text("Red")
    page.evaluate("() => { window.fetch = () => Promise.reject(Error()); }")
    page.select_option("#viewer", "green")
    expect(page.locator("#problem")).to_have_text("The server does not answer.")
    expect(page.locator("#viewer")).to_have_value("red")


def test_a_phone_shows_it_without_sideways_scrolling(guest: Guest) -> None:
    page = guest(360, 740)
    open_log(page)
    for key, step in (("End", LAST), ("Home", 0), ("ArrowRight", 1)):
        page.keyboard.press(key)
        place(page, step)
        assert page.evaluate(OVERFLOW) <= 0
        assert page.evaluate(TOO_SMALL) == []
    assert page.locator("#slider").is_visible()


def test_a_broken_file_is_refused_with_its_line(guest: Guest, tmp_path: Path) -> None:
    page = guest()
    broken = tmp_path / "broken.log"
    broken.write_text(GOLDEN.read_text().replace(": play", ": dance", 1))
    page.goto("/replay")
    page.wait_for_selector("#file")
    page.set_input_files("#file", broken)
    expect(page.locator("#problem")).to_contain_text(re.compile(r"line \d+: there is no action"))


def test_a_review_is_made_and_shown(guest: Guest, tmp_path: Path) -> None:
    """Of a game that began near its end; the one decision that mattered heads the list."""
    log = tmp_path / "short.log"
    scene = Scene("eleven_board", GIVE_AWAY).play("lay yellow-10", "lay yellow-9", "stop", "keep", "lay yellow-12")
    log.write_text(write_log(scene.match))
    page = guest()
    open_log(page, log)
    page.get_by_role("button", name="Review this game").click()
    page.wait_for_selector("#review-found .plot", timeout=3 * PATIENCE)
    page.wait_for_selector("#review-progress", state="hidden", timeout=3 * PATIENCE)
    chances, ways = page.locator("#review-found .plot").all()
    assert chances.locator("polyline").count() == 2
    assert chances.locator(".line text").all_text_contents() == ["1", "2"], "both are called Player"
    assert ways.locator("polyline").count() == 2, "luck and own decisions of one player"
    before = ways.locator("polyline").last.get_attribute("points")
    page.select_option("#review-ways", index=1)
    assert page.locator("#review-found .plot").nth(1).locator("polyline").last.get_attribute("points") != before
    assert page.locator("#review-found table").count() == 2
    chances.click()
    expect(page.locator("#current-step")).not_to_contain_text("Decision 0 of")
    assert page.evaluate(OVERFLOW) <= 0
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate(OVERFLOW) <= 0
    assert page.evaluate(TOO_SMALL) == []
    assert faults(page) == []


def test_the_game_goes_on_from_a_moment_at_a_new_table(guest: Guest) -> None:
    page = guest()
    open_log(page)
    page.select_option("#viewer", "blue")
    play_on(page, 20, "blue")
    expect(page.locator("#log")).to_contain_text("goes on from an earlier one")


def play_on(page: Page, step: int, seat: str) -> None:
    """From a moment of the replay, on the seat whose eyes look or on another."""
    page.locator(f"#event-list [data-step='{step}']").click()
    place(page, step)
    viewer = page.locator("#viewer").input_value()
    page.get_by_role("button", name="Play on from here").click()
    chosen = page.locator("#play-on-dialog [name=seat]")
    if viewer == seat:
        expect(chosen).to_have_value(seat)
    chosen.select_option(seat)
    page.get_by_role("button", name="Set the table").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("#own .area h2")).to_contain_text("(you)")


def test_a_half_made_turn_is_taken_back(guest: Guest) -> None:
    """Yellow takes an elephant that lets the player choose what is broken, and thinks better of it."""
    page = guest()
    open_log(page, GOLDEN.parents[1] / "elefant" / "golden.log")
    play_on(page, 3, "yellow")
    page.locator("#table .legal[data-touch='herd:grey2']").click()
    expect(page.locator("#question")).to_contain_text("(2 to go)")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#log")).to_contain_text("takes the last decision back")
    expect(page.locator("#question")).to_contain_text("buy china, take an elephant")


def test_review_and_table_are_in_sight_together(guest: Guest) -> None:
    """Whoever looks at a decision of the review sees the table of that decision, and the log names the same number."""
    for width, height in ((1280, 800), (360, 740)):
        page = guest(width, height)
        page.route("**/api/replays/**/review*", lambda route: route.fulfill(json=REVIEWED))
        page.goto("/replay")
        page.wait_for_selector("#open-log:not([hidden])")
        page.set_input_files("#file", golden("elevenses"))
        page.wait_for_selector("#review-found .plot")
        page.get_by_role("button", name="Decision 3", exact=True).click()
        expect(page.locator("#current-step")).to_contain_text("Decision 3 of")
        expect(page.locator("#table .thing").first).to_be_in_viewport()
        heights = page.locator(".plot .line text").evaluate_all(HEIGHTS)
        assert abs(heights[0] - heights[1]) > 10


HEIGHTS = "all => all.map((one) => Number(one.getAttribute('y')))"
SURE = {"value": 0.5, "margin": 0.0}
REVIEWED = {
    "state": "done",
    "progress": 1,
    "review": {
        "simulations": 1,
        "shares": [[SURE, SURE, SURE]] * 4,
        "costliest": [{"step": 3, "seat": "red", "sentence": "Play", "better": "Wait", "cost": SURE}],
        "luck": [],
        "swings": [],
    },
}
