"""Help at the table: a hint, the rules that matter now, and playing without the memory aid."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Guest
from tests.browser.playing import OVERFLOW, READY, TOO_SMALL, play_bots, set_table

pytestmark = pytest.mark.slow


def test_a_hint_marks_what_to_touch_and_can_be_followed(guest: Guest) -> None:
    page = guest(360, 740)
    play_bots(page, "elevenses")
    page.get_by_role("button", name="Hint").click()
    advice = page.locator("#notice .hint-panel li")
    expect(advice.first).not_to_be_empty()
    assert page.evaluate(OVERFLOW) <= 0
    assert page.evaluate(TOO_SMALL) == []
    said = advice.first.inner_text()
    path = 0
    while page.locator(".hinted").count() and path < 4:
        page.locator(".hinted").last.click()
        path += 1
        page.wait_for_function(READY)
    assert path > 0
    expect(page.locator("#log")).to_contain_text(said.split(" ")[-1].strip(".()"))


def test_rules_to_the_question_are_one_click_away(guest: Guest) -> None:
    page = guest(360, 740)
    set_table(page, "elevenses", 4, start="red")
    page.wait_for_function(READY)
    page.get_by_role("button", name="Rules to this").click()
    book = page.locator("#table-dialog[open]")
    expect(book).to_contain_text("EL-3")
    expect(book).to_contain_text("play one card, or arrange")
    assert page.evaluate(OVERFLOW) <= 0
    book.get_by_role("button", name="Back to the table").click()
    expect(book).to_be_hidden()


def test_with_others_at_the_table_there_is_no_hint_unless_agreed(guest: Guest) -> None:
    page = guest()
    page.goto("/")
    page.click("[data-setup=elevenses]")
    page.check("[name=players][value='2']")
    page.get_by_label("Who sits on seat 2").select_option("hotseat")
    page.get_by_role("button", name="Set the table").click()
    page.wait_for_url("**/table/*")
    page.locator("#hot-seat-cover[open] button").click()
    page.wait_for_function(READY)
    assert page.get_by_role("button", name="Hint").count() == 0


def test_without_the_memory_aid_a_card_laid_down_is_not_shown(guest: Guest) -> None:
    page = guest()
    page.goto("/")
    page.click("[data-setup=elevenses]")
    page.click("#more summary")
    page.select_option("[name='option:start']", "red")
    page.select_option("[name=memory]", "off")
    page.get_by_role("button", name="Set the table").click()
    page.wait_for_url("**/table/*")
    page.wait_for_function(READY)
    page.locator("#own [data-key^='kitchen:'] .legal").first.click()
    page.locator("#choices [data-touch='do:arrange']").click()
    page.locator("#own [data-touch='slot:red:6']").click()
    page.wait_for_function(READY)
    place = page.locator("#own [data-touch='slot:red:6']")
    expect(place).to_have_attribute("data-token", "red-?")


WHAT_FITS_NOWHERE = "#own .thing:not(.legal):not([data-touch*='link'])"


@pytest.mark.parametrize("size", [(360, 640), (1280, 800)], ids=str)
def test_the_case_and_the_rule_lie_below_each_other(guest: Guest, size: tuple[int, int]) -> None:
    """Each as wide as the bar, and the question stays in sight."""
    page = guest(*size, locale="de-DE")
    set_table(page, "eleven_cards", 2)
    page.wait_for_function(READY)
    page.locator(WHAT_FITS_NOWHERE).first.click()
    lines = page.locator("#notice p")
    expect(lines).to_have_count(2)
    case, rule = lines.all()
    expect(case).to_contain_text("braucht")
    expect(rule).to_contain_text("Regel EC-12")
    above, below = case.bounding_box(), rule.bounding_box()
    assert above
    assert below
    assert above["y"] + above["height"] <= below["y"]
    assert above["width"] > 0.7 * size[0]
    expect(page.locator("#question")).to_be_in_viewport(ratio=1)
