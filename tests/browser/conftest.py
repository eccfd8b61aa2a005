"""Fixtures: one server and one browser for all tests; every guest has a separate profile and page."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from tests.browser.serving import Server
from tools.system_packages import CHROMIUM

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
PATIENCE = 120_000
CUT_OFF = ("ERR_CONNECTION_RESET", "ERR_CONNECTION_CLOSED", "ERR_EMPTY_RESPONSE")
"""The errors of requests that were in progress when a test killed the server."""
Guest = Callable[..., Page]
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on a free port with an empty database."""
    serving = Server(tmp_path_factory.mktemp("server"))
    serving.start()
    yield serving
    serving.kill()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start the system's Chromium."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def guest(browser: Browser, server: Server, tmp_path: Path) -> Iterator[Guest]:
    """Create guests with new browser profiles and, by default, reduced motion; script errors fail the test."""
    rooms: list[BrowserContext] = []
    failures: list[str] = []
    kills = server.kills

    def note(line: ConsoleMessage) -> None:
        if _is_fault(line) and not (server.kills > kills and any(error in line.text for error in CUT_OFF)):
            failures.append(line.text)

    def come(width: int = 1280, height: int = 800, locale: str = "en-GB", motion: bool = False) -> Page:
        room = browser.new_context(
            viewport={"width": width, "height": height},
            base_url=server.address,
            locale=locale,
            service_workers="block",
            reduced_motion="no-preference" if motion else "reduce",
        )
        room.set_default_timeout(PATIENCE)
        rooms.append(room)
        page = room.new_page()
        page.on("pageerror", lambda error: failures.append(str(error)))
        page.on("console", note)
        return page

    yield come
    for room in rooms:
        room.close()
    assert failures == []


def _is_fault(line: ConsoleMessage) -> bool:
    """Whether a console message is an unexpected error: not a missing or busy server, a taken seat or a broken log."""
    away = "ERR_CONNECTION_REFUSED" in line.text or "WebSocket" in line.text
    taken = "403" in line.text and "/qr?" in line.location.get("url", "")
    refused = "400" in line.text and line.location.get("url", "").endswith("/api/replays")
    busy = "429" in line.text and "/static/" in line.location.get("url", "")
    return line.type == "error" and not away and not busy and not taken and not refused
