"""The server is killed under load, again and again; what it has acknowledged is there, once, and play goes on."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import WebSocketException

from eleven.server.live.restore import restore_table
from eleven.server.store.database import open_engine
from eleven.server.store.store import read_table
from tests.sample_sizes import usual_or
from tests.server.conftest import NO_TLS, PATIENCE, Device
from tests.server.store.test_sqlite_writer import writers

pytestmark = pytest.mark.slow

TABLES, KILLS, MOVES = usual_or(3, 6), usual_or(1, 3), 25
"""`test_faults` kills servers too, among much else, and counts the same."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start(port: int, database: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "eleven.server", "--no-compile", "--port", str(port), "--database", database]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(6000):
        with suppress(httpx.HTTPError):
            if httpx.get(f"http://127.0.0.1:{port}/health", verify=NO_TLS).status_code == 200:
                return process
        time.sleep(0.05)
    raise AssertionError("the server did not come up")


def ended(pid: int) -> bool:
    """Whether a process ends within a hundred seconds."""
    for _ in range(10_000):
        if not Path(f"/proc/{pid}/cmdline").exists() or not Path(f"/proc/{pid}/cmdline").read_bytes():
            return True
        time.sleep(0.01)
    return False


class Player(threading.Thread):
    """Plays both seats of a hot-seat table as fast as it can, through every restart."""

    def __init__(self, base: str, number: int) -> None:
        super().__init__(daemon=True)
        self.device, self.dice = Device(base), random.Random(number)
        self.table = self.device.create("me", "hotseat")["table"]
        self.acknowledged: dict[int, str] = {}
        self.stop = threading.Event()
        self.unsure: dict[str, object] | None = None

    def run(self) -> None:
        while not self.stop.is_set():
            with suppress(OSError, WebSocketException, TimeoutError):
                self._play()
            time.sleep(0.02)

    def _play(self) -> None:
        with self.device.socket(self.table) as line:
            view = line.hear("view")
            while not self.stop.is_set() and view["over"] is None:
                if not view["yours"] and self.unsure is None:
                    line.send(type="look", seat=view["asked"])
                    view = line.hear("view")
                    continue
                if self.unsure is None:
                    name = f"m{self.dice.getrandbits(60)}"
                    action = self.dice.choice(view["actions"])["name"]
                    self.unsure = {"id": name, "version": view["version"], "seat": view["asked"], "action": action}
                line.send(type="move", **self.unsure)
                answer = line.receive()
                while answer["type"] not in ("ack", "refused"):
                    answer = line.receive()
                assert answer["type"] == "ack", answer
                self.acknowledged[answer["version"]] = str(self.unsure["id"])
                self.unsure = None
                if answer["version"] > view["version"]:  # not one that was written just before the server was killed
                    view = line.view_after(answer["version"])


def test_nothing_acknowledged_is_lost_or_doubled(tmp_path: Path) -> None:
    port, database = free_port(), f"sqlite:///{tmp_path / 'tables.sqlite'}"
    server = start(port, database)
    players = [Player(f"http://127.0.0.1:{port}", number) for number in range(TABLES)]
    for player in players:
        player.start()
    for _ in range(KILLS):
        before = sum(len(player.acknowledged) for player in players)
        while sum(len(player.acknowledged) for player in players) < before + MOVES * TABLES:
            time.sleep(0.05)
            if all(not player.is_alive() for player in players):
                break
        (writer,) = writers(server.pid)
        os.kill(server.pid, signal.SIGKILL)
        server.wait()
        assert ended(writer), "the writer outlives its server"
        server = start(port, database)
    for player in players:
        player.stop.set()
    for player in players:
        player.join(PATIENCE)
    (writer,) = writers(server.pid)
    server.send_signal(signal.SIGTERM)
    assert server.wait(PATIENCE) == 0 or server.returncode == -signal.SIGTERM
    assert ended(writer)
    engine = open_engine(database)
    for player in players:
        with engine.connect() as connection:
            found = read_table(connection, player.table)
        assert found is not None
        row, events = found
        assert [event.sequence for event in events] == list(range(len(events)))
        stored = {event.sequence: event.body["id"] for event in events if event.kind == "move"}
        assert len(set(stored.values())) == len(stored)
        assert player.acknowledged.items() <= stored.items()
        assert set(stored.values()) - set(player.acknowledged.values()) <= {str((player.unsure or {}).get("id"))}
        assert restore_table(row, events).stopped == []
        assert json.dumps(stored)
