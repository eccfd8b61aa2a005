"""The rules of every game as a page: in every language, with ids to link to, drawings and what is in the box."""

import re

import pytest
from playwright.sync_api import expect

from eleven.core.contract.game import games
from eleven.core.contract.rulebook import rulebook
from eleven.core.text.words import LANGUAGES
from eleven.server.views.rules_page import rules_page
from tests.browser.conftest import Guest
from tests.browser.playing import OVERFLOW, TOO_SMALL

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game", games())
def test_every_rule_is_there_and_can_be_linked_to(guest: Guest, game: str) -> None:
    page = guest(360, 740, locale=LANGUAGES[len(game) % len(LANGUAGES)])
    page.goto(f"/rules/{game}")
    page.wait_for_selector("#rulebook li")
    ids = page.evaluate("[...document.querySelectorAll('#rulebook li[id]')].map((rule) => rule.id)")
    assert ids == list(rulebook(games()[game]).rules)
    assert page.evaluate(
        "new Set([...document.querySelectorAll('[id]')].map((part) => part.id)).size"
    ) == page.evaluate("document.querySelectorAll('[id]').length")
    tables = games()[game].components().tables
    expect(page.locator("#component-tables h3")).to_have_count(len(tables))
    kinds = page.evaluate("[...document.querySelectorAll('.kind')].map((kind) => kind.classList[1])")
    assert kinds == [f"kind-{table['kind']}" for table in tables.values()]
    beside = rules_page(games()[game], "en")["beside"]
    expect(page.locator("#rulebook li > .rule-drawings")).to_have_count(len(beside))
    expect(page.locator(".rule-drawings .art")).to_have_count(sum(map(len, beside.values())))
    assert page.evaluate(OVERFLOW) <= 0
    assert page.evaluate(TOO_SMALL) == []


def test_a_link_leads_to_its_rule_also_in_another_language(guest: Guest) -> None:
    page = guest()
    page.goto("/rules/elevenses#EL-12")
    rule = page.locator("[id='EL-12']")
    expect(rule).to_have_class("highlighted")
    expect(rule).to_be_in_viewport()
    english = rule.inner_text()
    page.select_option("#language", "nl")
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    expect(rule).not_to_have_text(english)
    expect(rule).to_have_class("highlighted")
    expect(page.locator(".gallery li").first).to_be_visible()
    page.locator("#contents a").last.click()
    expect(page.locator("#components-title")).to_be_in_viewport()


def test_a_drawing_is_of_the_whole_name(guest: Guest) -> None:
    """In German the name of one card begins with the name of another."""
    page = guest(locale="de")
    page.goto("/rules/elevenses")
    drawn = page.locator("td", has_text="Teegedeck").first.locator("use")
    expect(drawn).to_have_attribute("href", re.compile("#cups$"))
