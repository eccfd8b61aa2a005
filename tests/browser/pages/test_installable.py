"""Installed: the page opens without a connection and says so, takes a new version at once, and asks nobody else."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PATIENCE
from tests.browser.playing import READY, play_bots
from tests.browser.scenes import for_two
from tests.browser.serving import Server
from tests.browser.table.test_outdated_page import LONGEST_DELAY, RELOADED_AT

pytestmark = pytest.mark.slow
PAGES = ("/", "/me", "/history", "/offline", f"/rules/{for_two()}", f"/learn/{for_two()}")
VERSION = "() => document.documentElement.dataset.version"
CONTROLLED = "() => navigator.serviceWorker.controller !== null"


@pytest.fixture
def own(tmp_path: Path) -> "Server":
    serving = Server(tmp_path)
    serving.start()
    return serving


def come(browser: Browser, server: Server) -> tuple[Page, list[str], list[str]]:
    """A page whose service worker works, what it asked for, and what went wrong on it."""
    room = browser.new_context(base_url=server.address, service_workers="allow", locale="en-GB")
    room.set_default_timeout(PATIENCE)
    page = room.new_page()
    asked: list[str] = []
    faults: list[str] = []
    room.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
    page.on("websocket", lambda socket: asked.append(socket.url.replace("ws", "http", 1)))
    page.goto("/")
    page.wait_for_function(CONTROLLED)
    return page, asked, faults


def test_it_is_installable_opens_without_a_server_and_takes_a_new_version(browser: Browser, own: Server) -> None:
    page, asked, faults = come(browser, own)
    try:
        chrome = page.context.new_cdp_session(page)
        errors = {error["errorId"] for error in chrome.send("Page.getInstallabilityErrors")["installabilityErrors"]}
        assert errors <= {"in-incognito"}, "a profile of a test forgets all"
        for address in PAGES:
            page.goto(address)
            page.wait_for_load_state("networkidle")
            assert faults == [], address
        play_bots(page, for_two())
        assert any(url.startswith(f"{own.address}/ws/") for url in asked)
        assert faults == []
        assert [url for url in asked if not url.startswith((own.address, "data:", "blob:"))] == []

        first = page.evaluate("() => caches.keys()")
        page.evaluate(
            "async (name) => (await caches.open(name)).put('/static/icon.svg', new Response('kept'))", first[0]
        )
        assert page.evaluate("async () => (await (await fetch('/static/icon.svg')).text())") == "kept", (
            "files come from here"
        )
        own.kill()
        page.goto("/")
        expect(page.locator("h1")).to_contain_text("Table Eleven")
        expect(page.locator("#problem")).to_have_text("The server does not answer.")
        page.goto("/replay")
        expect(page.locator("h1")).to_have_text("No connection")

        own.script = NEWER + own.script
        own.start()
        page.locator("#again").click()
        expect(page.locator("h1")).not_to_have_text("No connection")
        assert page.evaluate("async () => (await (await fetch('/static/icon.svg')).text())") != "kept", "nothing stale"
        page.wait_for_function(
            "(old) => caches.keys().then((names) => names.length === 1 && names[0] !== old)", arg=first[0]
        )
    finally:
        page.context.close()
        if own.process is not None:
            own.kill()


def test_an_open_table_reloads_for_new_files(browser: Browser, own: Server) -> None:
    page, _, _ = come(browser, own)
    pongs: list[str] = []

    def hear(text: str | bytes) -> None:
        if '"pong"' in str(text):
            pongs.append(str(text))

    page.on("websocket", lambda socket: socket.on("framereceived", hear))
    page.clock.install()
    try:
        play_bots(page, for_two())
        version = page.evaluate(VERSION)
        _restart(page, own, pongs)
        assert page.evaluate(RELOADED_AT) is None, "the same files"
        own.script = NEWER + own.script
        _restart(page, own, pongs)
        page.wait_for_function(f"(old) => ({VERSION})() !== old", arg=version)
        page.wait_for_function(READY)
        reloaded_at = page.evaluate(RELOADED_AT)
        _restart(page, own, pongs)
        assert page.evaluate(RELOADED_AT) == reloaded_at, "the same files again"
    finally:
        page.context.close()
        own.kill()


def _restart(page: Page, own: Server, pongs: list[str]) -> None:
    """Restart the server; wait for its first pong, and as long as the page may wait before it reloads."""
    own.kill()
    expect(page.locator("#connection")).to_contain_text("lost")
    pongs.clear()
    own.start()
    expect(page.locator("#connection")).to_contain_text("connected")
    while not pongs:
        page.wait_for_timeout(10)
    page.clock.fast_forward(LONGEST_DELAY)


NEWER = """
import eleven
eleven.__version__ = "99"
"""
