"""Games over days, and against the clock: chosen at set-up, shown at the table, on a phone too."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PATIENCE, Guest
from tests.browser.playing import OVERFLOW, TOO_SMALL, set_table
from tests.browser.serving import SERVE, Server

pytestmark = pytest.mark.slow
HASTY = SERVE.replace(
    "import sys\n", "import sys\nfrom eleven.server.clocks import clock_timer\nclock_timer.GRACE = 0\n", 1
)
TABLE = """async (clock) => {
  const headers = { "Content-Type": "application/json", "X-Table-Eleven": "1" };
  const seats = [{ kind: "me", name: "Ann" }, { kind: "friend" }];
  const body = JSON.stringify({ game: "elevenses", options: { start: "red" }, seats, clock });
  return (await (await fetch("/api/tables", { method: "POST", headers, body })).json()).table;
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server at which time runs out from the start."""
    serving = Server(tmp_path_factory.mktemp("hasty"), script=HASTY)
    serving.start()
    yield serving
    serving.kill()


@pytest.fixture
def guest(browser: Browser, server: Server) -> Iterator[Guest]:
    """Somebody with a fresh browser at that server."""
    rooms = []

    def come(width: int = 1280, height: int = 800, locale: str = "en-GB") -> Page:
        room = browser.new_context(
            viewport={"width": width, "height": height},
            base_url=server.address,
            locale=locale,
            timezone_id="Europe/Paris",
        )
        room.set_default_timeout(PATIENCE)
        rooms.append(room)
        return room.new_page()

    yield come
    for room in rooms:
        room.close()


def sit(ann: Page, ben: Page, clock: dict[str, object]) -> None:
    """Both at a table with a clock, at which Ann begins."""
    for page in (ann, ben):
        page.goto("/")
    table = ann.evaluate(TABLE, clock)
    ann.goto(f"/table/{table}")
    ben.goto(ann.locator("#invitation .share-link input").first.input_value())
    ben.fill("#name", "Ben")
    ben.get_by_role("button", name="Sit down").click()
    expect(ben.locator("#own .area h2")).to_contain_text("(you)")
    expect(ann.locator("#question-bar.yours")).to_be_visible()


def test_a_clock_is_chosen_and_shown(guest: Guest, tmp_path: Path) -> None:
    """Days: until when, in the reader's time; on which days somebody is away is said and seen."""
    ann, ben = guest(), guest(360, 740)
    ann.goto("/")
    ann.click("[data-setup=elefant]")
    ann.click("#more summary")
    expect(ann.get_by_label("Nights, from 10 p.m. to 8 a.m.")).to_be_hidden()
    ann.get_by_label("Clock", exact=True).select_option("days3")
    expect(ann.get_by_label("Nights, from 10 p.m. to 8 a.m.")).to_be_visible()
    ann.get_by_label("When time runs out, this bot plays on").select_option("hard")
    ann.keyboard.press("Escape")
    sit(ann, ben, {"kind": "days", "days": 3, "offset": 60})
    for page in (ann, ben):
        expect(page.locator("#clock")).to_contain_text("Ann has until ")
        assert page.evaluate(OVERFLOW) <= 0
    assert ben.evaluate(TOO_SMALL) == []
    ann.locator("#tools").get_by_role("button", name="Away days").click()
    first = ann.locator("#away-from")
    tomorrow = ann.evaluate("() => new Date(Date.now() + 864e5).toISOString().slice(0, 10)")
    first.fill(tomorrow)
    ann.locator("#away-to").fill(tomorrow)
    before = ann.locator("#clock").text_content() or ""
    ann.locator("#away-go").click()
    expect(ann.locator("#table-dialog")).to_be_hidden()
    expect(ann.locator("#clock")).not_to_have_text(before)
    aria = ben.locator("#seats .seat").first
    expect(aria).to_have_attribute("aria-label", re.compile("away until"))


def test_a_bot_plays_for_who_is_out_of_time_until_they_are_back(guest: Guest) -> None:
    ann, ben = guest(360, 740), guest()
    sit(ann, ben, {"kind": "live", "seconds": 5, "reserve": 0, "level": "easy"})
    expect(ben.locator("#seats")).to_contain_text("out of time · bot, easy")
    expect(ben.locator("#log")).to_contain_text("Ann's time has run out")
    expect(ben.locator("#clock")).to_have_text("The clock stands: nobody waits.")
    expect(ben.locator("#question-bar.yours")).to_be_visible()
    ann.locator("#tools").get_by_role("button", name="Come back").click()
    expect(ben.locator("#log")).to_contain_text("Ann is back")
    expect(ben.locator("#seats .seat").first).not_to_contain_text("out of time")


def test_a_table_without_a_clock_shows_none(guest: Guest) -> None:
    page = guest()
    set_table(page, "elevenses", 2)
    expect(page.locator("#own .area h2")).to_be_visible()
    expect(page.locator("#clock")).to_be_hidden()


REACTIONS_IN_SIGHT = """() => [...document.querySelectorAll("#chat-reactions button")].every((button) => {
  const box = button.getBoundingClientRect();
  return button.contains(document.elementFromPoint(box.x + box.width / 2, box.bottom - 4));
})"""
HTML = "<img src=x onerror='window.hurt = 1'><b>hello</b>"


def test_people_talk_mute_and_report(guest: Guest) -> None:
    """Text stays text; a spectator is heard by spectators alone; digits that are typed play no card."""
    ann, ben, eve = guest(), guest(360, 740), guest(360, 740, "fr-FR")
    sit(ann, ben, {"kind": "live", "seconds": 3600, "reserve": 300})
    expect(ann.locator("#clock")).to_have_text(re.compile(r"^Ann: (60:00|5\d:\d\d), then 5:00 in reserve$"))
    eve.goto(ann.url)
    version = ann.locator("#log li").count()
    ann.get_by_label("What you want to say").fill(HTML)
    ann.keyboard.press("Enter")
    ann.get_by_label("What you want to say").focus()
    ann.keyboard.type("1 2 u n ?")
    expect(ann.get_by_label("What you want to say")).to_have_value("1 2 u n ?")
    for page in (ann, ben, eve):
        expect(page.locator("#chat-lines li")).to_contain_text("<b>hello</b>")
        assert page.evaluate("() => window.hurt === undefined && !document.querySelector('#chat b b, #chat img')")
    expect(ben.locator("#chat-unread")).to_have_text("(1)")
    expect(ben.locator("#chat-announcement")).to_contain_text("Ann: <img")
    ben.locator("#chat summary").click()
    expect(ben.locator("#chat-unread")).to_be_empty()
    ben.get_by_role("button", name="Well played!").click()
    expect(ann.locator("#chat-lines")).to_contain_text("Well played!")
    eve.locator("#chat summary").click()
    expect(eve.locator("#chat-lines")).to_contain_text("Bien joué")
    eve.fill("#chat-text", "Ann va gagner")
    eve.keyboard.press("Enter")
    expect(eve.locator("#chat-lines")).to_contain_text("(regarde) Ann va gagner")
    ben.get_by_label("Mute or report Ann").click()
    ben.get_by_role("button", name="Report this").click()
    expect(ben.locator("#chat-lines .message-actions")).to_contain_text("Reported")
    assert ben.evaluate(TOO_SMALL) == []
    assert ben.evaluate(OVERFLOW) <= 0
    ben.get_by_label("Mute or report Ann").click()
    ben.get_by_label("Mute or report Ann").click()
    ben.get_by_role("button", name="Do not show me Ann").click()
    expect(ben.locator("#chat-lines li", has_text="hello")).to_be_hidden()
    ben.reload()
    ben.locator("#chat summary").click()
    expect(ben.locator("#chat-lines")).to_contain_text("Well played!")
    expect(ben.locator("#chat-lines li", has_text="hello")).to_be_hidden()
    ben.get_by_role("button", name="Show everybody again").click()
    expect(ben.locator("#chat-lines li", has_text="hello")).to_be_visible()
    assert "gagner" not in (ann.locator("#chat-lines").text_content() or "")
    assert "gagner" not in (ben.locator("#chat-lines").text_content() or "")
    assert ann.locator("#log li").count() == version
    for number in range(4):
        ann.get_by_label("What you want to say").fill(f"and another line, number {number}")
        ann.keyboard.press("Enter")
        expect(ann.locator("#chat-lines")).to_contain_text(f"number {number}")
    for height in (800, 720):
        ann.set_viewport_size({"width": 1280, "height": height})
        ann.wait_for_function(REACTIONS_IN_SIGHT)


MUCH_WAS_SAID = """() => {
  for (const list of document.querySelectorAll('#log, #chat-lines')) {
    for (let i = 0; i < 30; i++) list.append(Object.assign(document.createElement('li'), { textContent: `Ann: ${i}` }));
  }
}"""
IN_SIGHT = """(button) => {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const at = (y) => document.elementFromPoint((left + right) / 2, y);
  return at(top + 2) === button && at(bottom - 2) === button;
}"""


@pytest.mark.parametrize("locale", ["de-DE", "fr-FR"])
def test_quick_reactions_are_in_sight_without_scrolling(guest: Guest, locale: str) -> None:
    """However much was said before, and with what lies in the bar at most times."""
    page = guest(locale=locale)
    set_table(page, "elevenses", 2, seat2="friend")
    page.wait_for_selector("#invitation .qr")
    page.keyboard.press("Escape")
    page.evaluate(MUCH_WAS_SAID)
    for button in page.locator("#chat-reactions button").all():
        page.wait_for_function(IN_SIGHT, arg=button.element_handle())  # once the invitation has gone


def test_my_turn_is_in_the_title_and_on_the_icon(guest: Guest) -> None:
    """The icon has a mark while I am asked, and none while somebody else is."""
    ann, ben = guest(), guest()
    for page in (ann, ben):
        page.add_init_script(
            "navigator.setAppBadge = async (n) => { window.badge = n; };"
            "navigator.clearAppBadge = async () => { window.badge = 0; };"
        )
    sit(ann, ben, {"kind": "days", "days": 3})
    ann.wait_for_function("() => window.badge === 1 && document.title.startsWith('●')")
    ben.wait_for_function("() => window.badge === 0 && !document.title.startsWith('●')")
