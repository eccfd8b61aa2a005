"""What was said at a table is kept, reported, forgotten with its people, and heard after the end."""

import asyncio
import json
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from eleven.cli import app
from eleven.core.text.messages import Message
from eleven.server.http.identity.visitor import Visitor
from eleven.server.live.chat import MAX_SHOWN_LINES
from eleven.server.live.new_table import SeatSpec, new_table
from eleven.server.live.restore import log_of
from eleven.server.live.tables import Tables
from eleven.server.sockets.connection import TableSubscriber
from eleven.server.store import StoreError
from eleven.server.store.rows import chat as chat_rows
from tests.server.conftest import Device, Running
from tests.server.conftest import settings as server_settings
from tests.server.live.test_absence import together
from tests.server.live.test_chat import lines, say
from tests.server.replays.test_replay import finished

Friend = Callable[[], Device]


@pytest.mark.slow
def test_a_chat_survives_a_restart_and_old_lines_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_rows, "MAX_LINES", 70)
    chosen = server_settings(tmp_path, chat_per_second=1e6, chat_burst=10**6)
    running = Running(chosen)
    ann, ben = Device(running.base), Device(running.base)
    table = together(ann, ben)
    for number in range(75):
        say(ann, table, f"line {number}")
    running.stop()
    running = Running(chosen)
    try:
        ben.http.base_url = running.base
        assert lines(ben, table) == [f"line {number}" for number in range(75 - MAX_SHOWN_LINES, 75)]
        with sqlite3.connect(tmp_path / "tables.sqlite") as database:
            assert database.execute("SELECT count(*), min(number) FROM talk").fetchone() == (70, 6)
        assert say(ben, table, "and on").json()["number"] == 76
    finally:
        running.stop()


def test_a_report_is_read_by_whoever_runs_the_server(tmp_path: Path) -> None:
    running = Running(server_settings(tmp_path))
    ann, ben, eve = Device(running.base), Device(running.base), Device(running.base)
    table = together(ann, ben)
    assert say(ben, table, "something rude").status_code == 200
    assert say(eve, table, "among us").status_code == 200
    for _ in range(2):
        assert ann.post(f"/api/tables/{table}/chat/1/report").status_code == 200
    unheard = ann.post(f"/api/tables/{table}/chat/2/report")
    assert (unheard.status_code, unheard.json()["error"]) == (400, "there is no such line")
    assert ann.post(f"/api/tables/{table}/chat/x/report").status_code == 422
    running.stop()
    told = CliRunner().invoke(app, ["store", "reports", "--database", f"sqlite:///{tmp_path / 'tables.sqlite'}"])
    assert told.exit_code == 0, told.output
    assert "Ben: something rude  (reported 1x)" in told.output
    assert told.output.count("\n") == 1


def test_who_leaves_takes_what_they_said_along_and_what_was_reported_of_it(tmp_path: Path) -> None:
    running = Running(server_settings(tmp_path))
    ann, ben = Device(running.base), Device(running.base)
    table = together(ann, ben)
    for device, line in ((ben, "something rude"), (ann, "pardon?")):
        assert say(device, table, line).status_code == 200
    assert ann.post(f"/api/tables/{table}/chat/1/report").status_code == 200
    assert ben.post(f"/api/tables/{table}/chat/2/report").status_code == 200
    eve = Device(running.base)
    other = together(eve, Device(running.base))
    assert say(ben, other, "I only look on", name="Ben").status_code == 200
    assert ben.post("/api/me/delete").status_code == 200
    assert [heard["text"] for heard in ann.view(table)["chat"]["lines"]] == ["pardon?"], "not from memory either"
    assert Device(running.base).view(other)["chat"]["lines"] == []
    running.stop()
    with sqlite3.connect(tmp_path / "tables.sqlite") as database:
        assert database.execute("SELECT text FROM talk").fetchall() == [("pardon?",)]
        assert database.execute("SELECT count(*) FROM reports").fetchone() == (0,)


@pytest.mark.slow
def test_after_the_end_players_hear_what_spectators_said(tmp_path: Path) -> None:
    """And nothing of it is in the log."""

    async def whole() -> tuple[list[str], list[str], str]:
        tables = Tables(server_settings(tmp_path))
        tables.store.start()
        places = [SeatSpec("me", "Ann"), SeatSpec("friend")]
        live = await tables.add(new_table("ann", "elevenses", None, {"target": "5"}, places, False))
        await live.seating.sit(1, "ben", "Ben")
        for seat in (0, 1):
            await live.shares.give([seat], live.commitment, "ab")
        subscriber = TableSubscriber(live, Visitor("ann"), lambda: None)
        await live.chat.say(None, "eve", "Eve", "Ben will win", None)
        await live.chat.say(1, "ben", "", "good luck", None)
        before = said(subscriber)
        dice = random.Random(3)
        while not live.table.is_over:
            play = live.table.play
            assert play is not None
            await live.move(play.asked, dice.choice(play.legal()).name, live.table.version)
            if not live.table.is_over:
                before += said(subscriber)
        after = said(subscriber)
        await tables.stop()
        return before, after, log_of(live.table)

    before, after, log = asyncio.run(whole())
    assert before == ["good luck"]
    assert after == ["Ben will win", "good luck"]
    assert not any(line in log for line in after)


def said(subscriber: TableSubscriber) -> list[str]:
    """What is sent to somebody now of what was said."""
    return [line["text"] for body in subscriber.unsent() for line in json.loads(body)["chat"]["lines"]]


@pytest.mark.slow
def test_there_is_no_chat_in_a_replay(client: Device) -> None:
    table = finished(client, "elevenses")
    assert client.get(f"/api/replays/{table}/view", step=1).json()["chat"] is None


@pytest.mark.slow
def test_a_table_is_shown_though_the_chat_cannot_be_read(client: Device, friend: Friend, server: Running) -> None:
    """And what is said then is refused in words."""
    table = together(client, friend())
    rows = server.app.state.tables.chat_rows

    async def away(*_: object) -> None:
        raise StoreError(Message("the store cannot be read: {reason}", reason="away"))

    store, rows._store = rows._store, SimpleNamespace(read=away, change=away)
    assert client.view(table)["chat"]["lines"] == []
    with client.socket(table) as socket:
        assert socket.hear("view")["stage"] == "playing"
    refused = say(client, table, "hello")
    assert refused.status_code == 503
    assert "cannot be read" in refused.json()["error"]
    rows._store = store
    assert say(client, table, "hello").status_code == 200
