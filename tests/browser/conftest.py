"""One server and one browser for all; every guest has cookies and a page of their own."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from tests.browser.serving import Server
from tools.system import CHROMIUM

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
PATIENCE = 120_000
CUT_OFF = ("ERR_CONNECTION_RESET", "ERR_CONNECTION_CLOSED", "ERR_EMPTY_RESPONSE")
"""What a request says that was on its way to a server when a test killed it."""
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
    """Chromium, as the system has it."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def guest(browser: Browser, server: Server, tmp_path: Path) -> Iterator[Guest]:
    """Make guests: each a fresh browser profile, without motion unless it is asked for; no script may fail on any."""
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
    """Whatever the browser calls an error, but for a server that is away, a seat just taken, and a broken log."""
    away = "ERR_CONNECTION_REFUSED" in line.text or "WebSocket" in line.text
    taken = "403" in line.text and "/qr?" in line.location.get("url", "")
    refused = "400" in line.text and line.location.get("url", "").endswith("/api/replays")
    return line.type == "error" and not away and not taken and not refused
