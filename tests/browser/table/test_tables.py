"""People at tables: friends by link, a shared device, spectators, reloads."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Guest
from tests.browser.playing import GO_ON, READY, fill_in_form, is_over, play_bots, set_table, touch, unseen

pytestmark = pytest.mark.slow

HAND = "#own [data-key^='kitchen:'] .thing"


def hand(page: Page) -> list[str]:
    """The names of one's kitchen cards in Elevenses."""
    return [str(card.get_attribute("data-token")) for card in page.locator(HAND).all()]


def begin(page: Page) -> None:
    """Sit down on the seat that begins, so that the first question is what to play."""
    set_table(page, "elevenses", 4, start="red")
    page.wait_for_function(READY)


def test_two_browsers_at_one_table(guest: Guest) -> None:
    ann, ben = guest(), guest(360, 740)
    ann.goto("/")
    ann.fill("#name", "Ann")
    fill_in_form(ann, "elevenses", 2, seat2="friend")
    expect(ann.locator("#question")).to_contain_text("Waiting")
    link = ann.locator("#invitation .share-link input").first.input_value()
    expect(ann.locator("#invitation .qr").first).to_be_visible()
    ben.goto(link)
    ben.fill("#name", "Ben")
    ben.get_by_role("button", name="Sit down").click()
    for page in (ann, ben):
        expect(page.locator("#own .area h2")).to_contain_text("(you)")
        expect(page.locator("#invitation")).to_be_hidden()
    expect(ann.locator("#seats")).to_contain_text("Ben")
    assert not set(hand(ann)) & {str(t.get_attribute("data-token")) for t in ben.locator(".thing").all()}
    with unseen(ann, ben):
        ben.evaluate(f"() => {{ ({GO_ON})(9000); }}")
        ann.evaluate(GO_ON, 9000)
    for page in (ann, ben):
        page.wait_for_selector("#results[open]")
        expect(page.locator("#results .fairness")).to_have_attribute("data-verdict", "fair.yes")
    finished = ann.url
    ann.get_by_role("button", name="Play again").click()
    expect(ann).not_to_have_url(finished)
    ben.get_by_role("button", name="Go to the new game").click()
    expect(ben).to_have_url(ann.url)
    expect(ben.locator("#own .area h2")).to_contain_text("Ben (you)")


def test_a_shared_device_has_a_cover(guest: Guest) -> None:
    page = guest()
    set_table(page, "elevenses", 2, seat2="hotseat")
    seen: list[str] = []
    for _ in range(2):
        cover = page.locator("#hot-seat-cover[open]")
        expect(cover).to_contain_text("Pass the device to")
        assert page.locator(".thing, #log li").count() == 0
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        expect(cover).to_be_visible()
        cover.get_by_role("button").click()
        page.wait_for_function(READY)
        seen.append(page.locator("#own .area h2").inner_text())
        while page.locator("#hot-seat-cover[open]").count() == 0:
            touch_unless_covered(page)
    assert len(set(seen)) == 2


def touch_unless_covered(page: Page) -> None:
    """One touch, unless the other player is asked meanwhile."""
    page.wait_for_function(f"() => document.querySelector('#hot-seat-cover[open]') !== null || ({READY})()")
    if page.locator("#hot-seat-cover[open]").count() == 0:
        touch(page, 1)
        page.wait_for_function(f"() => document.querySelector('#hot-seat-cover[open]') !== null || ({READY})()")


def test_a_spectator_sees_no_hand_and_moves_nothing(guest: Guest) -> None:
    ann, eve = guest(), guest()
    play_bots(ann, "elevenses")
    eve.goto(ann.url)
    expect(eve.locator("#question")).not_to_be_empty()
    shown = {str(t.get_attribute("data-token")) for t in eve.locator(".thing").all()}
    assert hand(ann)
    assert not set(hand(ann)) & shown
    assert eve.locator(".legal, .choice").count() == 0
    eve.locator(".thing").first.click()
    expect(eve.locator("#notice")).to_contain_text("watching")
    lines = eve.locator("#log li").count()
    touch(ann, 3)
    eve.wait_for_function(f"() => document.querySelectorAll('#log li').length > {lines}")


def test_reload_in_the_middle_of_a_turn(guest: Guest) -> None:
    page = guest()
    begin(page)
    before = hand(page)
    page.locator("#own .legal").first.click()
    expect(page.locator("#path")).to_contain_text("Chosen")
    page.keyboard.press("Escape")
    expect(page.locator("#path")).not_to_contain_text("Chosen")  # the pointer still says what it is over
    page.locator("#own .legal").first.click()
    page.reload()
    page.wait_for_function(READY)
    assert hand(page) == before
    assert page.locator("#log li").count() > 0
    page.locator("#own .legal").first.click()
    page.locator("#choices .choice").first.click()
    page.wait_for_function(READY)
    assert hand(page) != before or is_over(page)


def test_what_a_card_does_is_said_when_it_is_chosen(guest: Guest) -> None:
    page = guest()
    begin(page)
    card = page.locator(f"{HAND}.legal").first
    about = str(card.get_attribute("data-about"))
    assert about in str(card.get_attribute("title"))
    assert len(about) > 10
    card.click()
    expect(page.locator("#path")).to_contain_text(about)


def test_why_not_names_the_rule(guest: Guest) -> None:
    page = guest()
    begin(page)
    notice = page.locator("#notice p")
    page.locator("#own [data-touch='slot:red:5']").click()
    expect(notice).to_contain_text("First touch")
    hand = page.locator(HAND).evaluate_all("(cards) => cards.map((card) => card.ariaLabel || card.textContent).join()")
    page.locator("#own [data-touch='slot:red:1']").click()
    expect(notice).to_contain_text("Tea Trolley" if "Tea Trolley" in hand else "There is nothing to do with that now")
    page.locator("#others [data-touch='slot:green:3']").click()
    expect(notice.first).to_contain_text("Something else is asked now")
    expect(notice.last).to_contain_text("Rule EL-")
    expect(notice.locator("a")).to_have_attribute("href", re.compile("^/rules/elevenses#EL-"))
