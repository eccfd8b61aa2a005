"""The home page: light, quick, in four languages, on a phone, by keyboard."""

import re

import pytest
from playwright.sync_api import Page, Response, expect

from tests.browser.conftest import Guest
from tests.browser.playing import OVERFLOW, READY, TOO_SMALL, play_bots_by_click

pytestmark = pytest.mark.slow
FIRST_PAGE = 150_000
INTERACTIVE = 0.5
"""Processor seconds until a game can be begun; the time on a quiet machine is measured by bench.pages."""
NARROW = [(360, 740), (740, 360)]
PLAY = {
    "en": "Play against bots",
    "fr": "Jouer contre des robots",
    "nl": "Tegen bots spelen",
    "de": "Gegen Bots spielen",
}


def choose(page: Page, language: str) -> None:
    page.select_option("#language", language)
    expect(page.locator("html")).to_have_attribute("lang", language)


def test_the_first_page_is_light_and_quick(guest: Guest) -> None:
    page = guest()
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto("/")
    page.wait_for_selector("[data-play]")
    page.wait_for_load_state("networkidle")
    bodies = [answer for answer in answers if answer.request.resource_type != "image"]
    assert len(bodies) > 5
    assert sum(len(answer.body()) for answer in bodies) < FIRST_PAGE
    assert work_until_playable(page) < INTERACTIVE


def work_until_playable(page: Page) -> float:
    """Processor seconds of the page's thread until its first game can be clicked, whatever else the machine does."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto("/")
    page.wait_for_selector("[data-play]")
    metrics = {each["name"]: each["value"] for each in devtools.send("Performance.getMetrics")["metrics"]}
    return float(metrics["TaskDuration"])


@pytest.mark.parametrize("language", PLAY)
def test_the_browsers_language_is_spoken(guest: Guest, language: str) -> None:
    page = guest(locale=f"{language}-BE")
    page.goto("/")
    expect(page.locator("[data-play]").first).to_have_text(PLAY[language])
    expect(page.locator("html")).to_have_attribute("lang", language)


def test_another_language_is_chosen_and_remembered(guest: Guest) -> None:
    """On the home page, on a running table at once, and on the rules."""
    page = guest()
    page.goto("/")
    choose(page, "fr")
    expect(page.locator("[data-play]").first).to_have_text(PLAY["fr"])
    expect(page.locator("#new-title")).to_have_text("Une nouvelle table")
    play_bots_by_click(page, "elevenses")
    expect(page.locator("#connection")).to_have_text("connecté")
    expect(page.locator("#log")).to_contain_text("s'assoit")
    choose(page, "de")
    expect(page.locator("#log")).to_contain_text("setzt sich")
    expect(page.locator("#log")).not_to_contain_text("s'assoit")
    page.wait_for_function(READY)
    expect(page.locator("#history summary")).to_have_text("Was geschah")
    page.goto("/rules/elevenses")
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_colours_are_chosen_and_remembered(guest: Guest) -> None:
    page = guest()
    page.goto("/")
    for theme in ("light", "dark"):
        page.click("#theme")
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
    page.goto("/rules/elevenses")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"


@pytest.mark.parametrize(("width", "height"), NARROW)
def test_the_home_page_fits_a_phone_upright_and_sideways(guest: Guest, width: int, height: int) -> None:
    page = guest(width, height)
    page.goto("/")
    page.wait_for_selector("[data-play]")
    assert page.evaluate(OVERFLOW) <= 0
    assert page.evaluate(TOO_SMALL) == []
    page.click("[data-setup] >> nth=0")
    page.click("#more summary")
    assert page.evaluate(OVERFLOW) <= 0
    assert page.evaluate(TOO_SMALL) == []
    expect(page.get_by_role("button", name="Set the table")).to_be_visible()


def test_a_table_is_set_up_by_keyboard(guest: Guest) -> None:
    page = guest()
    page.goto("/")
    page.wait_for_selector("[data-setup=elevenses]")
    page.focus("[data-setup=elevenses]")
    page.keyboard.press("Enter")
    expect(page.locator("#setup")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#setup")).to_be_hidden()
    page.keyboard.press("Enter")
    page.focus("#player-count input:checked")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".seat-chip")).to_have_count(3)
    page.get_by_label("Who sits on seat 3").select_option("friend")
    expect(page.locator("#public-line")).to_be_visible()
    page.get_by_label("Level of the bot on seat 2").select_option("expert")
    expect(page.locator("#level-about")).to_have_text(re.compile("two seconds"))
    page.get_by_label("Who sits on seat 3").select_option("bot")
    page.get_by_role("button", name="Set the table").press("Enter")
    page.wait_for_url("**/table/*")
    expect(page.locator("#seats .seat")).to_have_count(3)
    page.goto("/")
    expect(page.locator("#mine li")).to_have_count(1)


def test_only_the_levels_that_a_table_has_are_offered(guest: Guest) -> None:
    page = guest()
    page.goto("/")
    page.click("[data-setup=eleven_cards]")
    levels = page.get_by_label("Level of the bot on seat 2")
    veteran, master = (levels.locator(f"option[value={level}]") for level in ("veteran", "master"))
    page.locator("#player-count label", has_text="6").click()
    expect(veteran).to_be_disabled()
    expect(master).to_be_enabled()
    page.locator("#player-count label", has_text="2").click()
    expect(veteran).to_be_enabled()
    levels.select_option("master")
    expect(page.locator("#level-about")).to_have_text(re.compile("against themselves"))
    page.click("#more summary")
    page.locator("[name='option:variant']").select_option("beginners")
    expect(master).to_be_disabled()
    expect(levels).to_have_value("normal")
    page.locator("#choice [name=game]").select_option("eleven_board")
    expect(master).to_have_count(0)


def test_more_open_tables_are_shown_when_wanted(guest: Guest) -> None:
    """Page by page; whoever asked for more keeps it when the list is looked at again."""
    page = guest()

    def line(name: str) -> dict[str, object]:
        seats = [{"token": "red", "name": name, "kind": "human"}, {"token": "blue", "name": "", "kind": "open"}]
        return {"table": name, "game": "elevenses", "title": "Elevenses", "stage": "waiting", "seats": seats}

    first = {"open": [line("Ann")], "mine": [], "more_open": "1-00000000000000aa", "more_mine": None}
    second = {"open": [line("Bea")], "mine": [], "more_open": None, "more_mine": None}
    page.route("**/api/tables", lambda route: route.fulfill(json=first))
    page.route("**/api/tables?open_before=1-00000000000000aa", lambda route: route.fulfill(json=second))
    page.goto("/")
    rows, more = page.locator("#open li"), page.locator("#more-open")
    expect(rows).to_have_count(1)
    expect(page.locator("#more-mine")).to_be_hidden()
    more.click()
    expect(rows).to_have_count(2)
    expect(rows.nth(1)).to_contain_text("Bea")
    expect(more).to_be_hidden()


WIDTH_AND_LETTERS = """() => {
  const main = document.querySelector('main');
  return [main.offsetWidth, parseFloat(getComputedStyle(main.querySelector('p')).fontSize)];
}"""


@pytest.mark.parametrize("path", ["/", "/rules/elefant", "/me"])
def test_a_large_screen_is_used(guest: Guest, path: str) -> None:
    """What is read and touched grows with it, as the table does."""
    page = guest(1280, 800)
    page.goto(path)
    page.wait_for_selector(".switches")
    width, letters = page.evaluate(WIDTH_AND_LETTERS)
    page.set_viewport_size({"width": 2560, "height": 1440})
    large_width, large_letters = page.evaluate(WIDTH_AND_LETTERS)
    assert large_width >= 1.4 * width
    assert large_letters >= 1.4 * letters
    assert page.evaluate(OVERFLOW) <= 0
