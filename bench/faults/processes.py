"""The processes of the server under test (server, writer, bots), free ports, and ways to inject faults."""

import asyncio
import contextlib
import fcntl
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import IO

from eleven.server.store.writing import sqlite_writer

COMMIT_SECONDS = 2.0
"""The time limit after which the server restarts an unresponsive writer; short, so that runs contain many faults."""
PATIENCE = 180.0
LAST_LINES = 30
WRITER = str(Path(sqlite_writer.__file__).name).encode()
PORTS = range(10_000, 32_000)
"""Ports below the ephemeral range, so that a killed server finds its port free again."""
_reserved: list[IO[bytes]] = []


def free_port() -> int:
    """Return a free port, reserved among all runs on this machine until this process ends."""
    while True:
        port = random.SystemRandom().choice(PORTS)
        handle = (Path(tempfile.gettempdir()) / f"eleven-port-{port}").open("wb")
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", port))
        except OSError:
            handle.close()
            continue
        _reserved.append(handle)
        return port


def children(pid: int) -> dict[int, bytes]:
    """Return the child processes of a process, with their command lines."""
    found = {}
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in map(int, path.read_text(encoding="ascii").split()):
                found[child] = Path(f"/proc/{child}/cmdline").read_bytes()
    return found


class Server:
    """Our server as a process in its own process group; it is restarted whenever it has died."""

    def __init__(self, database: str, log: Path) -> None:
        self.database, self.port, self._log = database, free_port(), log
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The id of the serving process."""
        assert self._process is not None
        return self._process.pid

    async def up(self) -> None:
        """Start the server if necessary, and wait until it answers."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self._process is None or self._process.poll() is not None:
                command = [sys.executable, "-m", "bench.faults.server", str(self.port), self.database]
                environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
                with self._log.open("ab") as log:
                    self._process = subprocess.Popen(
                        command, stdout=log, stderr=log, env=environment, start_new_session=True
                    )
            if await asyncio.to_thread(self._healthy):
                return
            await asyncio.sleep(0.05)
        last = "\n".join(self._log.read_text(encoding="utf-8", errors="replace").splitlines()[-LAST_LINES:])
        raise SystemExit(f"the server does not come up; the end of its log:\n{last}")

    def _healthy(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health", timeout=2) as answer:
                return int(answer.status) == 200
        except OSError:
            return False

    def writer(self) -> int | None:
        """Return the id of the process that writes to the database."""
        return next((pid for pid, command in children(self.pid).items() if WRITER in command), None)

    def bot(self) -> int | None:
        """Return the id of a bot process."""
        return next((pid for pid, command in children(self.pid).items() if b"spawn_main" in command), None)

    def stop(self) -> None:
        """End it."""
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(self._process.pid, signal.SIGKILL)
                self._process.wait()


async def found(whom: Callable[[], int | None]) -> int:
    """Wait for the process that the fault is to hit."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        pid = whom()
        if pid is not None:
            return pid
        await asyncio.sleep(0.02)
    raise SystemExit("the process that is to be harmed does not run")


def strike(pid: int | None, number: int) -> None:
    """Send a signal to a process, if there is one."""
    if pid is not None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


async def fill(disk: Path) -> None:
    """Fill a disk for half a second, then free it."""
    with (disk / "filler").open("wb", buffering=0) as filler:
        for size in (1 << 20, 1 << 12, 1):
            with contextlib.suppress(OSError):
                while filler.write(bytes(size)):
                    pass
    await asyncio.sleep(0.5)
    (disk / "filler").unlink()
