"""Finding players on the home page: matchmaking with people and bots, and filters in the URL."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Guest

pytestmark = pytest.mark.slow
AT_A_TABLE = re.compile("/table/[0-9a-f]{16}$")


def look_for(page: Page, name: str, bots: str) -> None:
    page.goto("/")
    page.fill("#name", name)
    page.wait_for_selector("#play-now select")
    page.select_option("#play-now [name=game]", "eleven_cards")
    page.select_option("#play-now [name=players]", "2")
    page.select_option("#play-now [name=bots]", bots)
    page.click("#play-now button")


def test_two_who_want_the_same_meet_at_a_table(guest: Guest) -> None:
    ann, bob = guest(), guest(360, 740, "de-DE")
    look_for(ann, "Ann", "never")
    expect(ann.locator("#play-now-status")).to_contain_text("1 of 2 are here")
    assert ann.evaluate("document.activeElement.id") == "play-now-leave"
    second = ann.context.new_page()
    second.goto("/")
    expect(second.locator("#play-now-status")).to_contain_text("1 of 2 are here")
    second.close()
    look_for(bob, "Bob", "180")
    expect(bob).to_have_url(AT_A_TABLE)
    expect(ann).to_have_url(AT_A_TABLE)
    assert ann.url == bob.url
    for page in (ann, bob):
        expect(page.locator("#seats")).to_contain_text("Ann")
        expect(page.locator("#seats")).to_contain_text("Bob")


def test_who_stops_or_leaves_the_page_waits_no_longer(guest: Guest) -> None:
    page = guest()
    look_for(page, "Ann", "never")
    page.click("#play-now-leave")
    expect(page.locator("#play-now")).to_be_visible()
    expect(page.locator("#play-now-gone")).not_to_be_empty()
    look_for(page, "Ann", "never")
    expect(page.locator("#play-now-waiting")).to_be_visible()
    page.goto("/history")
    page.goto("/")
    page.wait_for_selector("#play-now select")
    expect(page.locator("#play-now")).to_be_visible()


def test_bots_take_the_free_seats_after_the_time(guest: Guest) -> None:
    page = guest()

    def hasten(route: Route) -> None:
        asked = route.request.post_data or ""
        assert '"bots_after":30' in asked
        route.continue_(post_data=asked.replace('"bots_after":30', '"bots_after":2'))

    page.route("**/api/play_now", hasten)
    look_for(page, "Ann", "30")
    expect(page.locator("#play-now-status")).to_contain_text("Bots take the free seats at")
    expect(page).to_have_url(AT_A_TABLE)
    expect(page.locator("#seats")).to_contain_text("Ann")
    expect(page.locator("#question")).not_to_be_empty()


def test_what_is_looked_for_is_in_the_address(guest: Guest) -> None:
    page = guest()
    page.goto("/?game=elefant&pace=days&rating_from=nonsense")
    expect(page.locator("#filters-part")).to_have_attribute("open", "")
    expect(page.locator("#filters [name=game]")).to_have_value("elefant")
    expect(page.locator("#open")).to_contain_text("No open table is like that.")
    expect(page).to_have_url(re.compile(r"/\?game=elefant&pace=days$"))
    page.select_option("#filters [name=spoken]", "nl")
    expect(page).to_have_url(re.compile(r"/\?game=elefant&pace=days&spoken=nl$"))
    page.click("#filters button")
    expect(page).to_have_url(re.compile(r"/$"))
