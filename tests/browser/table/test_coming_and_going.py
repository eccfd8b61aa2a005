"""People who go away and come back, bots that stand in for them, and a server that dies in the middle of a game."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Guest
from tests.browser.playing import GO_ON, READY, set_table, touch
from tests.browser.serving import Server
from tests.browser.table.test_tables import hand

pytestmark = pytest.mark.slow

SOME_TOUCHES = 10
ASKED = "() => document.querySelector('#question-bar.yours') !== null"


def together(ann: Page, ben: Page, game: str = "elevenses", players: int = 2) -> None:
    """Ben takes the second seat of Ann's table by the link."""
    set_table(ann, game, players, name="Ann", seat2="friend")
    ben.goto(ann.locator("#invitation .share-link input").first.input_value())
    ben.fill("#name", "Ben")
    ben.get_by_role("button", name="Sit down").click()
    for page in (ann, ben):
        expect(page.locator("#own .area h2")).to_contain_text("(you)")
        expect(page.locator("#invitation")).to_be_hidden()


def whose_turn(ann: Page, ben: Page) -> tuple[Page, Page]:
    """Who is asked, and the other."""
    ann.wait_for_function("() => /Ann|Ben/.test(document.querySelector('#question').textContent)")
    return (ann, ben) if ann.evaluate(ASKED) else (ben, ann)


def test_elevenses_against_three_bots_is_one_click_from_the_home_page(guest: Guest) -> None:
    page = guest()
    page.goto("/")
    page.click("[data-play=elevenses]")
    page.wait_for_function(READY)
    bots = page.locator("#seats .seat", has_text="bot, normal")
    assert bots.count() == 3
    names = [seat.inner_text().split("\n")[0] for seat in bots.all()]
    assert len(set(names)) == 3
    assert not any("Bot" in name for name in names)


def test_who_leaves_finds_the_seat_kept_and_a_bot_stands_in_until_then(guest: Guest) -> None:
    ann, ben = guest(), guest(360, 740)
    together(ann, ben)
    gone, stays = whose_turn(ann, ben)
    name = "Ann" if gone is ann else "Ben"
    table = gone.url
    if gone is ben:
        gone.locator("#menu").click()
    gone.get_by_role("button", name="Leave").click()
    expect(gone.locator("#table-dialog")).to_contain_text("You can come back")
    gone.get_by_role("button", name="Stay here").click()
    expect(gone.locator("#table-dialog")).to_be_hidden()
    if gone is ben:
        gone.locator("#menu").click()
    gone.get_by_role("button", name="Leave").click()
    gone.locator("#leave-go").click()
    gone.wait_for_url("**/")
    expect(stays.locator("#seats")).to_contain_text("has left")
    stays.get_by_label("Level of the bot").select_option("easy")
    stays.get_by_role("button", name=f"Let a bot play for {name}").click()
    expect(stays.locator("#log")).to_contain_text(f"A bot plays for {name}")
    expect(stays.locator("#seats")).to_contain_text("has left · bot, easy")
    stays.wait_for_function(ASKED)
    gone.locator(f"#mine a[href='{table[table.index('/table') :]}']").click()
    gone.wait_for_url(table)
    gone.locator("#tools").get_by_role("button", name="Come back").click()
    expect(stays.locator("#log")).to_contain_text(f"{name} is back")
    stays.evaluate(f"() => {{ ({GO_ON})(9000); }}")
    gone.wait_for_function(ASKED)
    touch(gone, 1)


def test_both_pages_go_on_after_the_server_was_killed(guest: Guest, server: Server) -> None:
    """And a move that was made while it was away is not lost."""
    ann, ben = guest(), guest(360, 740)
    together(ann, ben)
    for page in (ann, ben):
        page.evaluate("() => { window.notReloaded = true; }")
    asked, other = whose_turn(ann, ben)
    before, lines = hand(asked), {page: page.locator("#log li").count() for page in (ann, ben)}
    asked.locator("#own .legal").first.click()
    server.kill()
    for page in (ann, ben):
        expect(page.locator("#connection")).to_contain_text("lost")
    asked.locator("#choices .choice").first.click()
    expect(asked.locator("#question")).to_contain_text("Sending")
    server.start()
    for page in (ann, ben):
        expect(page.locator("#connection")).to_contain_text("connected")
    expect(asked.locator("#question")).not_to_contain_text("Sending")
    assert hand(asked) != before
    other.evaluate(f"() => {{ ({GO_ON})(9000); }}")
    asked.evaluate(GO_ON, SOME_TOUCHES)
    for page in (ann, ben):
        assert page.locator("#log li").count() > lines[page] + 2
        assert page.evaluate("() => window.notReloaded")
