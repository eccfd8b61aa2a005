"""The page sees the hash before it adds its share, keeps both, and says at the end whether the server was honest."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from eleven.server.verify import verified
from tests.browser.conftest import PATIENCE, Guest
from tests.browser.playing import go_on_unseen, set_table
from tests.browser.serving import SERVE, Server

pytestmark = pytest.mark.slow

VERDICT = "#results .fairness"
CHEAT = (
    """
import dataclasses, secrets
from eleven.server.live.luck_shares import LuckShares

honest = LuckShares.give

async def choose_afterwards(shares, seats, shown, digits):
    table = shares.live.table
    table.row = dataclasses.replace(table.row, secret=secrets.token_hex(32))
    return await honest(shares, seats, shown, digits)

LuckShares.give = choose_afterwards
"""
    + SERVE
)


def play_out(page: Page) -> None:
    """A short game against a bot, to its end."""
    set_table(page, "elevenses", 2)
    go_on_unseen(page)
    page.wait_for_selector("#results[open]")


def kept(page: Page) -> dict[str, str]:
    """What the browser keeps of the table it is at."""
    name = f"fair:{page.url.rsplit('/', 1)[1]}"
    found: dict[str, str] = json.loads(page.evaluate("(name) => localStorage.getItem(name)", name))
    return found


def listen(page: Page) -> list[tuple[str, dict[str, object]]]:
    """All that goes over the page's sockets, in its order."""
    said: list[tuple[str, dict[str, object]]] = []

    def opened(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: said.append(("in", json.loads(frame))))
        socket.on("framesent", lambda frame: said.append(("out", json.loads(frame))))

    page.on("websocket", opened)
    return said


def test_a_fair_game_is_found_fair(guest: Guest) -> None:
    page = guest()
    said = listen(page)
    play_out(page)
    expect(page.locator(VERDICT)).to_have_attribute("data-verdict", "fair.yes")
    expect(page.locator(f"{VERDICT} p")).to_contain_text("A fair shuffle")
    mine = kept(page)
    first = next(i for i, (_, message) in enumerate(said) if message["type"] == "view")
    sent = next(i for i, (_, message) in enumerate(said) if message["type"] == "share")
    assert first < sent, "the hash comes before the share"
    assert said[first][1]["hash"] == mine["shown"]
    assert said[first][1]["stage"] == "waiting"
    assert said[sent][1] == {"type": "share", "id": "share", "commitment": mine["shown"], "share": mine["share"]}
    page.locator(f"{VERDICT} summary").click()
    expect(page.locator(f"{VERDICT} code")).to_contain_text(f"--shown {mine['shown']} --share {mine['share']}")
    log = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}/log").text()
    assert verified(log, mine["shown"], mine["share"]).over


def test_a_hash_that_changes_is_noticed(guest: Guest) -> None:
    page = guest()
    set_table(page, "elevenses", 2, seat2="friend")
    expect(page.locator("#question")).to_contain_text("Waiting")
    name = f"fair:{page.url.rsplit('/', 1)[1]}"
    page.evaluate(
        "(name) => localStorage.setItem(name, JSON.stringify({ shown: '77'.repeat(32), share: 'ab', at: 0 }))", name
    )
    page.reload()
    expect(page.locator("#notice")).to_contain_text(re.compile("another (fingerprint|secret)"))


@pytest.fixture
def cheating_server(tmp_path: Path) -> Iterator[Server]:
    """A server that chooses its secret when it knows the shares."""
    serving = Server(tmp_path, script=CHEAT)
    serving.start()
    yield serving
    serving.kill()


def test_a_server_that_chooses_its_secret_afterwards_is_found_out(browser: Browser, cheating_server: Server) -> None:
    room = browser.new_context(base_url=cheating_server.address, locale="en-GB", reduced_motion="reduce")
    room.set_default_timeout(PATIENCE)
    try:
        page = room.new_page()
        play_out(page)
        expect(page.locator(VERDICT)).to_have_attribute("data-verdict", "fair.broken")
        expect(page.locator(f"{VERDICT}.alarm [role=alert]")).to_contain_text(
            "Careful! The secret does not match the fingerprint"
        )
    finally:
        room.close()
