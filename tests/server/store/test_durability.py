"""A move that was acknowledged is in the store, whatever died meanwhile and however often it was sent."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from eleven.server.store.database import open_engine
from eleven.server.store.store import read_table
from tests.server.conftest import PATIENCE, Device, Running, settings
from tests.server.store.test_sqlite_writer import writers

pytestmark = pytest.mark.slow

Json = dict[str, Any]


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    """A server whose writer is a process of its own."""
    found = Running(settings(tmp_path, store_process=True))
    yield found
    found.stop()


def stored_moves(folder: Path, table: str) -> dict[int, str]:
    """The ids of the moves of a table that another process would find, by their version."""
    engine = open_engine(f"sqlite:///{folder / 'tables.sqlite'}")
    with engine.connect() as connection:
        found = read_table(connection, table)
    engine.dispose()
    assert found is not None
    return {event.sequence: event.body["id"] for event in found[1] if event.kind == "move"}


def a_move(device: Device, table: str, name: str) -> Json:
    """A legal move of whoever is asked."""
    asked = device.view(table)["asked"]
    view = device.view(table, seat=asked)
    return {"action": view["actions"][0]["name"], "version": view["version"], "id": name, "seat": asked}


class Sending(threading.Thread):
    """A move on its way."""

    def __init__(self, device: Device, table: str, move: Json) -> None:
        super().__init__(daemon=True)
        self.device, self.table, self.move = Device(device.base), table, move
        self.device.http.cookies.update(device.http.cookies)
        self.answer: Json = {}
        self.status = 0
        self.start()

    def run(self) -> None:
        answer = self.device.post(f"/api/tables/{self.table}/moves", **self.move)
        self.status, self.answer = answer.status_code, answer.json()


def stopped_writer() -> int:
    """The writer, which will neither write nor answer."""
    (writer,) = writers(os.getpid())
    os.kill(writer, signal.SIGSTOP)
    return writer


def test_a_move_sent_twice_while_the_writer_dies_is_acknowledged_only_if_it_is_stored(
    running: Running, tmp_path: Path
) -> None:
    device = Device(running.base)
    table = device.create("me", "hotseat")["table"]
    for attempt in range(3):
        move, writer = a_move(device, table, f"m{attempt}"), stopped_writer()
        sent = [Sending(device, table, move) for _ in range(3)]
        time.sleep(0.2)
        os.kill(writer, signal.SIGKILL)
        for one in sent:
            one.join(PATIENCE)
        acknowledged = {one.answer["version"]: move["id"] for one in sent if one.status == 200}
        assert acknowledged.items() <= stored_moves(tmp_path, table).items()
        again = device.post(f"/api/tables/{table}/moves", **move)
        assert again.status_code == 200, again.text
        assert stored_moves(tmp_path, table)[again.json()["version"]] == move["id"]
    assert sorted(stored_moves(tmp_path, table).values()) == ["m0", "m1", "m2"]


def test_a_move_without_an_answer_can_be_sent_again_on_a_new_connection(running: Running, tmp_path: Path) -> None:
    """What the page does when it hears nothing: it connects again and sends the same id."""
    device = Device(running.base)
    table = device.create("me", "hotseat")["table"]
    move, writer = a_move(device, table, "once"), stopped_writer()
    with device.socket(table) as first:
        first.hear("view")
        first.send(type="move", **move)
        time.sleep(0.1)
    with device.socket(table) as second:
        second.send(type="move", **move)
        time.sleep(0.1)
        os.kill(writer, signal.SIGKILL)
        answer = second.receive()
        while answer["type"] not in ("ack", "refused"):
            answer = second.receive()
        while answer["type"] == "refused":
            second.send(type="move", **move)
            while (answer := second.receive())["type"] == "view":
                pass
        assert answer["type"] == "ack"
        view = second.view_after(answer["version"])
    assert stored_moves(tmp_path, table) == {answer["version"]: "once"}
    assert view["version"] == answer["version"]


def test_a_writer_that_stands_still_for_ever_holds_nobody_up(tmp_path: Path) -> None:
    """The player is told to try again, and the same move again is carried out once."""
    running = Running(settings(tmp_path, store_process=True, commit_seconds=3.0))
    try:
        device = Device(running.base)
        table = device.create("me", "hotseat")["table"]
        move = a_move(device, table, "once")
        stopped_writer()
        answer = device.post(f"/api/tables/{table}/moves", **move)
        assert answer.status_code == 503
        assert "try again" in answer.json()["error"]
        while (again := device.post(f"/api/tables/{table}/moves", **move)).status_code == 503:
            pass  # on a busy machine the next writer may take as long to begin
        assert again.status_code == 200, again.text
        assert stored_moves(tmp_path, table) == {again.json()["version"]: "once"}
    finally:
        running.stop()
