"""Two servers never use one database: the second one says so in one line."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from eleven.core.text.errors import Mistake
from eleven.server.store import Store
from eleven.server.store.writing import writer_lock as locks
from tests.server.conftest import PATIENCE
from tests.server.serving.test_kill import free_port, start

pytestmark = pytest.mark.slow


def second_server(database: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "eleven.server", "--no-compile", "--port", str(free_port())]
    return subprocess.run([*command, "--database", database], capture_output=True, text=True, timeout=PATIENCE)


def test_the_second_server_is_refused_and_a_killed_one_leaves_no_lock(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    first = start(free_port(), database)
    refused = second_server(database)
    assert refused.returncode == 2
    assert refused.stderr.splitlines()[-1].startswith("eleven: another server is using this database: sqlite:///")
    assert "Traceback" not in refused.stderr
    assert "Table Eleven is at" not in refused.stdout
    os.kill(first.pid, signal.SIGKILL)
    first.wait()
    again = start(free_port(), database)
    again.send_signal(signal.SIGTERM)
    again.wait(PATIENCE)


def test_a_store_that_was_closed_can_be_opened_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "LINGERS", 0.2)

    async def whole() -> None:
        url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
        store = Store(url)
        with pytest.raises(Mistake, match="another server is using this database"):
            Store(url)
        await store.stop()
        await Store(url).stop()

    asyncio.run(whole())


def test_databases_in_memory_have_no_lock() -> None:
    async def whole() -> None:
        for store in [Store("sqlite://"), Store("sqlite://")]:
            await store.stop()

    asyncio.run(whole())
