"""`eleven serve --workers N`: several serving processes on one port, on PostgreSQL; with SQLite one clear line."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from eleven.server.sockets.websocket_protocol import RESTARTING
from tests.server.conftest import NO_TLS, PATIENCE, Device
from tests.server.postgres import Cluster
from tests.server.serving.test_kill import free_port

pytestmark = pytest.mark.slow


@pytest.fixture
def postgres(cluster: Cluster) -> str:
    """A new one for every test."""
    return cluster.database()


def serve(port: int, database: str, folder: Path) -> "subprocess.Popen[str]":
    words = ["--port", str(port), "--database", database, "--key-file", str(folder / "key"), "--workers", "2"]
    command = [sys.executable, "-m", "eleven.server", "--no-compile", *words]
    return subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)


def serving(pid: int) -> list[int]:
    """The serving processes that a supervisor has started."""
    found = [path.read_text(encoding="ascii") for path in Path(f"/proc/{pid}/task").glob("*/children")]
    children = [int(child) for text in found for child in text.split()]
    return [child for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


def wait_for(port: int) -> None:
    for _ in range(3000):
        try:
            if httpx.get(f"http://127.0.0.1:{port}/health", verify=NO_TLS).status_code == 200:
                return
        except httpx.HTTPError:
            time.sleep(0.05)
    raise AssertionError("it does not answer")


def test_two_processes_serve_one_port_and_one_may_die(postgres: str, tmp_path: Path) -> None:
    port = free_port()
    supervisor = serve(port, postgres, tmp_path)
    try:
        wait_for(port)
        while len(serving(supervisor.pid)) < 2:
            time.sleep(0.05)
        device = Device(f"http://127.0.0.1:{port}")
        table = device.create("me", "hotseat")["table"]
        os.kill(serving(supervisor.pid)[0], signal.SIGKILL)
        for number in range(6):
            device = _again(device)
            wait_for(port)
            view = device.view(table, seat=device.view(table)["asked"])
            move = {"action": view["actions"][0]["name"], "version": view["version"], "id": f"m{number}"}
            answer = device.post(f"/api/tables/{table}/moves", **move)
            assert answer.status_code in (200, 409), answer.text
        assert device.view(table)["version"] >= 3
        _a_rolling_restart(supervisor.pid, _again(device), table)
    finally:
        supervisor.send_signal(signal.SIGTERM)
        supervisor.wait(PATIENCE)
    with pytest.raises(httpx.HTTPError):
        httpx.get(f"http://127.0.0.1:{port}/health", verify=NO_TLS)


def _a_rolling_restart(supervisor: int, device: Device, table: str) -> None:
    """Who is connected is told why the line ends, and finds the table at another process."""
    while len(serving(supervisor)) < 2:
        time.sleep(0.05)
    before = set(serving(supervisor))
    version = device.view(table)["version"]
    with device.socket(table) as socket:
        socket.hear("view")
        os.kill(supervisor, signal.SIGHUP)
        with pytest.raises(ConnectionClosed) as closed:
            socket.hear("the end of it")
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1012, RESTARTING)
    with _again(device).socket(table) as socket:
        assert socket.hear("view")["version"] == version
    end = time.monotonic() + PATIENCE
    while len(serving(supervisor)) != 2 or before & set(serving(supervisor)):
        assert time.monotonic() < end
        time.sleep(0.05)


def _again(device: Device) -> Device:
    """The same browser with a connection of its own, which may reach the other process."""
    other = Device(device.base)
    other.http.cookies.update(device.http.cookies)
    return other


def test_sqlite_has_one_process(tmp_path: Path) -> None:
    refused = serve(free_port(), f"sqlite:///{tmp_path / 'tables.sqlite'}", tmp_path)
    _, told = refused.communicate(timeout=PATIENCE)
    line = "eleven: SQLite has one serving process; --workers needs --database postgresql://…"
    assert (refused.returncode, told.splitlines()[-1]) == (2, line)
    assert not (tmp_path / "tables.sqlite").exists()
