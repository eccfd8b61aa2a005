"""A table whose server got newer files is loaded anew when nothing would be lost, and not again and again."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Guest
from tests.browser.playing import READY, set_table
from tests.browser.table.test_coming_and_going import together, whose_turn

pytestmark = pytest.mark.slow
PING_EVERY = LONGEST_DELAY = 15_000
ONE_MINUTE = 60_000
RELOADED_AT = "() => sessionStorage.getItem('reloaded at')"
FOCUSED = "() => document.activeElement.matches('.legal, .choice')"


class Line:
    """The connection of a page whose clock is ours; the server's pongs name the version of the pages that we want."""

    def __init__(self, page: Page) -> None:
        self.page, self.version, self.pongs = page, "", 0
        self.held: list[Callable[[], None]] | None = None
        page.route_web_socket("**/ws/*", self._connect)
        page.clock.install()

    def _connect(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda text: self._hear(route, str(text)))

    def _hear(self, route: WebSocketRoute, text: str) -> None:
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "pong":
            self.pongs += 1
            message["page_version"] = self.version or message["page_version"]
            if self.version == "unknown":
                del message["page_version"]
            route.send(json.dumps(message))
        elif self.held is not None:
            self.held.append(lambda: route.send(text))
        else:
            route.send(text)

    def release(self) -> None:
        """Let the page hear what was held."""
        for send in self.held or ():
            send()
        self.held = None

    def wait_for_pong(self) -> None:
        """Wait until a pong has come, and until the page would have reloaded for it."""
        before = self.pongs
        self.page.clock.fast_forward(PING_EVERY)
        while self.pongs == before:
            self.page.wait_for_timeout(10)
        self.page.clock.fast_forward(LONGEST_DELAY)

    def wait_for_reload(self, after: int = 0) -> None:
        """Let some time pass, and wait for pongs until the page has reloaded."""
        before = self.page.evaluate(RELOADED_AT)
        self.page.evaluate("() => { window.before = true; }")
        self.page.clock.fast_forward(after)
        self.wait_for_pong()
        self.page.wait_for_function(f"(old) => !window.before && ({RELOADED_AT})() !== old", arg=before)


@pytest.fixture
def line(guest: Guest) -> Line:
    """A table with a chat where it is our turn, and a server with the files of the page."""
    ann, ben = Line(guest()), Line(guest())
    together(ann.page, ben.page)
    line = ann if whose_turn(ann.page, ben.page)[0] == ann.page else ben
    line.page.wait_for_function(READY)
    line.wait_for_pong()
    assert line.page.evaluate(RELOADED_AT) is None
    return line


def test_an_outdated_table_reloads_at_most_once_in_a_minute(line: Line) -> None:
    line.version = "newer"
    line.wait_for_reload()
    line.page.wait_for_function(READY)
    first = line.page.evaluate(RELOADED_AT)
    line.version = "other"
    line.wait_for_pong()
    assert line.page.evaluate(RELOADED_AT) == first, "whatever version another server has"
    line.wait_for_reload(after=ONE_MINUTE)


def test_a_server_that_names_no_version_reloads_nothing(line: Line) -> None:
    line.version = "unknown"
    line.wait_for_pong()
    assert line.page.evaluate(RELOADED_AT) is None


def test_the_keyboard_keeps_its_focus(line: Line) -> None:
    line.page.keyboard.press("ArrowDown")
    assert line.page.evaluate(FOCUSED)
    line.version = "newer"
    line.wait_for_reload()
    line.page.wait_for_function(READY)
    line.page.wait_for_function(FOCUSED)
    expect(line.page.locator("body")).to_contain_class("keyboard")


def write(line: Line) -> Callable[[], None]:
    """Leave a draft in the chat."""
    line.page.fill("#chat-text", "a thought")
    line.page.locator("#chat-text").blur()
    return lambda: line.page.fill("#chat-text", "")


def choose(line: Line) -> Callable[[], None]:
    """Choose what is to be played, but not where."""
    line.page.locator("#own .legal").first.click()
    expect(line.page.locator("#path")).to_contain_text("Chosen")
    return lambda: line.page.keyboard.press("Escape")


def decide(line: Line) -> Callable[[], None]:
    """Send a move whose acknowledgement does not come."""
    line.held = []
    while not line.page.locator("#question").filter(has_text="Sending").count():
        line.page.locator("#choices .choice, .legal").first.click()
    return line.release


def ask_for_rules(line: Line) -> Callable[[], None]:
    """Read the rules for the question."""
    line.page.get_by_role("button", name="Rules to this").click()
    expect(line.page.locator("#table-dialog")).to_be_visible()
    return lambda: line.page.keyboard.press("Escape")


def wonder(line: Line) -> Callable[[], None]:
    """Ask why not, without saying what yet."""
    line.page.get_by_role("button", name="Why can't I?").click()
    return lambda: line.page.keyboard.press("Escape")


@pytest.mark.parametrize("keep_busy", [write, choose, decide, ask_for_rules, wonder])
def test_nothing_that_somebody_does_is_lost(line: Line, keep_busy: Callable[[Line], Callable[[], None]]) -> None:
    stop = keep_busy(line)
    line.version = "newer"
    line.wait_for_pong()
    assert line.page.evaluate(RELOADED_AT) is None
    stop()
    line.wait_for_reload()


def test_an_invitation_does_not_keep_a_table_outdated(guest: Guest) -> None:
    line = Line(guest())
    set_table(line.page, "elevenses", 2, seat2="friend")
    link = line.page.locator("#invitation .share-link input").first
    link.focus()
    line.version = "newer"
    line.wait_for_reload()
    expect(link).to_be_visible()
