"""Without a connection nothing that somebody has written or asked is lost silently."""

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Guest
from tests.browser.playing import READY, play_bots
from tests.browser.table.test_coming_and_going import together

pytestmark = pytest.mark.slow


class Cable:
    """The connection of a page, which can be pulled out; nothing is heard of hints."""

    def __init__(self, page: Page) -> None:
        self.page, self.plugged = page, True
        self.routes: list[WebSocketRoute] = []
        page.route_web_socket("**/ws/*", self._connect)

    def _connect(self, route: WebSocketRoute) -> None:
        if not self.plugged:
            route.close()
            return
        self.routes.append(route)
        server = route.connect_to_server()
        route.on_message(lambda text: None if '"hint"' in str(text) else server.send(text))

    def pull(self) -> None:
        """Break the connection, and every new one."""
        self.plugged = False
        self.routes[-1].close()
        expect(self.page.locator("#connection")).to_contain_text("lost")

    def plug(self) -> None:
        """Connect again."""
        self.plugged = True
        expect(self.page.locator("#connection")).to_contain_text("connected")


def test_a_message_stays_in_its_field_until_it_is_sent(guest: Guest) -> None:
    ann, ben = guest(), guest()
    cable = Cable(ann)
    together(ann, ben)
    field = ann.locator("#chat-text")
    field.fill("Good luck")
    cable.pull()
    field.press("Enter")
    expect(field).to_have_value("Good luck")
    cable.plug()
    field.press("Enter")
    expect(field).to_have_value("")
    expect(ben.locator("#chat-lines")).to_contain_text("Good luck")


def test_a_hint_is_not_waited_for_without_a_connection(guest: Guest) -> None:
    page = guest()
    cable = Cable(page)
    play_bots(page, "elevenses")
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("button", name="Thinking")).to_be_disabled()
    cable.pull()
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("button", name="Thinking")).to_have_count(0)
    cable.plug()
    page.wait_for_function(READY)
    expect(page.get_by_role("button", name="Hint")).to_be_enabled()


def test_a_report_that_fails_says_so(guest: Guest) -> None:
    ann, ben = guest(), guest()
    ben.add_init_script(
        """const load = window.fetch;
        const fails = (path) => String(path).endsWith("/report");
        window.fetch = (path, ...more) => fails(path) ? Promise.reject(Error()) : load(path, ...more);"""
    )
    together(ann, ben)
    ann.locator("#chat-text").fill("Hurry up")
    ann.locator("#chat-text").press("Enter")
    ben.get_by_label("Mute or report Ann").click()
    ben.get_by_role("button", name="Report this").click()
    expect(ben.locator("#chat-lines .message-actions")).to_have_text("The server does not answer.")
    expect(ben.locator("#chat-announcement")).to_have_text("The server does not answer.")
