"""Ready means able to write; alive means that somebody answers."""

import asyncio
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from eleven.server.store import Store
from eleven.server.store.writing.write_probe import WriteProbe
from tests.server.conftest import PATIENCE, Device
from tests.server.serving.test_kill import free_port, start
from tests.server.store.test_sqlite_writer import writers

pytestmark = pytest.mark.slow


def until(device: Device, status: int) -> httpx.Response:
    """The first answer of this status."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        answer = device.get("/health", language="en")
        if answer.status_code == status:
            return answer
        time.sleep(0.05)
    raise AssertionError(f"/health never said {status}")


def test_a_locked_database_is_not_ready_and_then_is(client: Device, tmp_path: Path) -> None:
    until(client, 200)
    other = sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    answer = until(client, 503).json()
    assert not answer["ok"]
    assert not answer["store"]
    assert answer["reason"].startswith("the store ")
    began = time.monotonic()
    assert client.get("/health/live").json() == {"ok": True}
    assert time.monotonic() - began < 1
    other.execute("ROLLBACK")
    other.close()
    assert until(client, 200).json()["reason"] is None


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits what another process writes")
def test_a_disk_that_takes_nothing_more_is_not_ready(tmp_path: Path) -> None:
    port = free_port()
    server: subprocess.Popen[bytes] = start(port, f"sqlite:///{tmp_path / 'tables.sqlite'}")
    try:
        device = Device(f"http://127.0.0.1:{port}")
        (writer,) = writers(server.pid)
        most = resource.prlimit(writer, resource.RLIMIT_FSIZE)
        resource.prlimit(writer, resource.RLIMIT_FSIZE, (0, most[1]))
        assert "cannot write" in until(device, 503).json()["reason"]
        resource.prlimit(writer, resource.RLIMIT_FSIZE, most)
        until(device, 200)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(PATIENCE)


def test_many_health_checks_at_once_share_one_write(tmp_path: Path) -> None:
    async def ask() -> int:
        store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
        store.start()
        probe = WriteProbe(store)
        for _ in range(3):
            assert await asyncio.gather(*(probe.fault() for _ in range(50))) == [None] * 50
        commits = store.commits
        await store.stop()
        return commits

    assert asyncio.run(ask()) == 1
