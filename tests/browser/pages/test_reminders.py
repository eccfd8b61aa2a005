"""Reminders on the page about me: chosen and stopped there, by keyboard and on a phone; a push is shown and opens."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import faults
from tests.browser.conftest import FLAGS, PATIENCE
from tests.browser.playing import OVERFLOW
from tests.browser.serving import SERVE, Server
from tests.server.reminders.post_office import MailBox, PushService, mail_server, push_service
from tools.system_packages import WITH_NOTIFICATIONS

pytestmark = pytest.mark.slow
ADDRESS = "ann@example.org"
FAKE_PUSH = """
(browser) => {
  let made = null;
  const unsubscribe = async () => {
    made = null;
    return true;
  };
  PushManager.prototype.subscribe = async (options) => {
    window.subscribedWith = options;
    made = { endpoint: browser.endpoint, toJSON: () => browser, unsubscribe };
    return made;
  };
  PushManager.prototype.getSubscription = async () => made;
  Notification.requestPermission = async () => "granted";
}
"""
SHOWN = """async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).map((one) => [one.title, one.body, one.data]);
}"""


@pytest.fixture
def notifying(browser: Browser) -> Iterator[Browser]:
    """A browser that can show notifications."""
    chromium = browser.browser_type.launch(executable_path=WITH_NOTIFICATIONS, args=FLAGS)
    yield chromium
    chromium.close()


@pytest.fixture
def box() -> Iterator[tuple[MailBox, dict[str, str]]]:
    with mail_server() as made:
        yield made


@pytest.fixture
def pushes() -> Iterator[PushService]:
    with push_service() as service:
        yield service


@pytest.fixture
def own(tmp_path: Path, box: tuple[MailBox, dict[str, str]], pushes: PushService) -> Iterator[Server]:
    more = f'smtp="{box[1]["smtp"]}", mail_from="{box[1]["mail_from"]}", push_hosts=("{pushes.host}",)'
    serving = Server(tmp_path, script=SERVE.replace("review_simulations=1", f"review_simulations=1, {more}"))
    serving.start()
    yield serving
    serving.kill()


def come(browser: Browser, server: Server, width: int = 360) -> Page:
    room = browser.new_context(
        base_url=server.address,
        service_workers="allow",
        locale="en-GB",
        viewport={"width": width, "height": 740},
        permissions=["notifications"],
    )
    room.set_default_timeout(PATIENCE)
    return room.new_page()


def test_mail_is_chosen_confirmed_and_stopped(
    browser: Browser, own: Server, box: tuple[MailBox, dict[str, str]]
) -> None:
    page, other = come(browser, own), come(browser, own)
    page.goto("/me")
    expect(page.locator("#remind-sound")).not_to_be_checked()
    expect(page.locator("#mail-off")).to_be_hidden()
    page.locator("#mail-address").fill(ADDRESS)
    page.keyboard.press("Tab")
    page.keyboard.type("once")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#mail-state")).to_contain_text(f"A message with a link went to {ADDRESS}.")
    assert page.evaluate(OVERFLOW) <= 0
    other.goto(box[0].link(ADDRESS, "confirm"))
    expect(other.locator("#lead")).to_contain_text(ADDRESS)
    assert other.evaluate(OVERFLOW) <= 0
    assert faults(other) == []
    other.locator("#ask button").click()
    expect(other.locator("h1")).to_have_text("Done")
    page.reload()
    expect(page.locator("#mail-state")).to_have_text(f"Messages go to {ADDRESS}. Each has a link to stop.")
    expect(page.locator("#mail-pace")).to_have_value("daily")
    assert faults(page) == []
    page.locator("#mail-off").click()
    expect(page.locator("#mail-state")).to_have_text("")
    expect(page.locator("#mail-address")).to_have_value("")
    page.locator("#remind-sound").check()
    assert page.evaluate("() => localStorage.getItem('eleven.sounds')") == "on"
    for room in (page, other):
        room.context.close()


def wait_for_devices(page: Page, count: int) -> None:
    """Until the server has so many devices to tell; the page's own waiting does not wait for promises."""
    end = time.monotonic() + PATIENCE / 1000
    while page.evaluate("async () => (await (await fetch('/api/me/reminders')).json()).push.devices") != count:
        assert time.monotonic() < end
        page.wait_for_timeout(50)


def test_a_device_is_told_shows_it_and_opens_the_table(notifying: Browser, own: Server, pushes: PushService) -> None:
    page = come(notifying, own, 1280)
    page.goto("/me")
    page.evaluate(FAKE_PUSH, pushes.browser("desk"))
    page.locator("#remind-push").check()
    expect(page.locator("#remind-push")).to_be_checked()
    wait_for_devices(page, 1)
    assert page.evaluate("() => window.subscribedWith.applicationServerKey.length") == 65
    page.locator("#remind-push").uncheck()
    wait_for_devices(page, 0)
    chrome = page.context.new_cdp_session(page)
    found: list[str] = []
    chrome.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda news: found.extend(one["registrationId"] for one in news["registrations"]),
    )
    chrome.send("ServiceWorker.enable")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    while not found:
        page.wait_for_timeout(20)
    told = {"title": "Your turn: Elevenses", "body": "Against Ben", "path": "/rules/elevenses", "tag": "t"}
    message = {"origin": own.address, "registrationId": found[0], "data": json.dumps(told)}
    chrome.send("ServiceWorker.deliverPushMessage", message)
    while not (shown := page.evaluate(SHOWN)):
        page.wait_for_timeout(20)
    assert shown == [["Your turn: Elevenses", "Against Ben", "/rules/elevenses"]]
    page.context.close()
