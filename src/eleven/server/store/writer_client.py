"""Handing batches to the writer, in a thread or in a process of its own; one batch at a time.

The thread is for tests, which open many stores. Under load it waits for Python's lock as often as the database lets go
of it, and the tables wait with it; a process costs the serving one a message there and back.
"""

import asyncio
import contextlib
import logging
import socket
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

from sqlalchemy import Engine, Table

from eleven.server.store import writer
from eleven.server.store.database import PRAGMAS
from eleven.server.store.notifications import CHANNEL
from eleven.server.store.records import Rows
from eleven.server.store.schema import EVENTS, RESULTS, SETTINGS, TABLES
from eleven.server.store.writer import Writer, pack, unpack

LOG = logging.getLogger("eleven.store")
ENDED, SILENT = "ended", "silent"
TO_END, TO_DIE = 5.0, 1.0
COMMAND = (sys.executable, "-S", "-P", writer.__file__)
"""Without looking for packages, which takes longer than all the rest: the path is sent."""
Answered = Callable[[list[str | None]], None]


class Hand(Protocol):
    """A way to the writer; when a batch was dealt with, `answered` is told of each write what went wrong."""

    def start(self) -> None:
        """Get ready, so that the first batch need not wait."""

    def write(self, batch: list[Rows]) -> None:
        """Hand over a batch; the one before was answered."""

    def give_up(self) -> None:
        """Wait no longer for the batch: its end is unknown and will not be told; the next goes to another writer."""

    async def stop(self) -> None:
        """End the writer, who has nothing to do any more."""


def orders_for(engine: Engine) -> tuple[Any, ...]:
    """What a writer must know of a database."""
    place, options = engine.dialect.create_connect_args(engine.url)
    plain = {name: value for name, value in options.items() if isinstance(value, str | int)}
    sqlite = engine.dialect.name == "sqlite"
    mark = "?" if sqlite else "%s"
    stage = f"UPDATE {TABLES.name} SET stage = {mark} WHERE id = {mark}"
    probe = f"UPDATE {SETTINGS.name} SET value = {mark} WHERE name = {mark}"
    results = f"{_insert_into(RESULTS, mark)} ON CONFLICT DO NOTHING"
    notice = "SELECT ?" if sqlite else f"SELECT pg_notify('{CHANNEL}', %s)"
    statements = [_insert_into(TABLES, mark), _insert_into(EVENTS, mark), stage, probe, results, notice]
    driver = "sqlite3" if sqlite else engine.dialect.driver
    return driver, list(place), plain, list(PRAGMAS) if sqlite else [], statements


def _insert_into(table: Table, mark: str) -> str:
    columns = table.columns.keys()
    return f"INSERT INTO {table.name} ({', '.join(columns)}) VALUES ({', '.join([mark] * len(columns))})"


class InThread:
    """The writer in a thread."""

    def __init__(self, orders: tuple[Any, ...], answered: Answered) -> None:
        self._orders, self._answered = orders, answered
        self._begin()

    def _begin(self) -> None:
        self._writer = Writer(*self._orders)
        self._thread = ThreadPoolExecutor(1, "store")

    def start(self) -> None:
        """A thread is there when it is needed."""

    def write(self, batch: list[Rows]) -> None:
        """Hand over a batch."""
        thread = self._thread
        written = asyncio.get_running_loop().run_in_executor(thread, self._writer.write, batch)

        def answer(done: "asyncio.Future[list[str | None]]") -> None:
            if thread is self._thread and not done.cancelled():
                self._answered(done.result())

        written.add_done_callback(answer)

    def give_up(self) -> None:
        """Let the thread be, and begin another: nobody can end it."""
        self._thread.shutdown(wait=False)
        self._begin()

    async def stop(self) -> None:
        """End the thread."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._writer.hang_up)
        self._thread.shutdown()


class InProcess:
    """The writer in a process; one that has died is followed by another when there is something to write."""

    def __init__(self, orders: tuple[Any, ...], answered: Answered) -> None:
        self._orders, self._answered = orders, answered
        self._process: subprocess.Popen[bytes] | None = None
        self._wire: socket.socket
        self._awaited = 0
        self._heard, self._unsent = bytearray(), b""

    def start(self) -> None:
        """Start the process; where the database is, and its password, only the wire is told."""
        self._wire, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(COMMAND, stdin=theirs.fileno())
        self._wire.setblocking(False)
        self._heard, self._unsent = bytearray(), pack((sys.path, self._orders))
        asyncio.get_running_loop().add_reader(self._wire, self._hear)
        self._send()

    def write(self, batch: list[Rows]) -> None:
        """Send a batch."""
        self._awaited = len(batch)
        try:
            if self._process is None:
                self.start()
            self._unsent += pack(batch)
            self._send()
        except OSError:
            self._lose()

    def _send(self) -> None:
        """Send what the wire takes now, and the rest when it takes more."""
        with contextlib.suppress(BlockingIOError):
            self._unsent = self._unsent[self._wire.send(self._unsent) :]
        if self._unsent:
            asyncio.get_running_loop().add_writer(self._wire, self._send_on)

    def _send_on(self) -> None:
        asyncio.get_running_loop().remove_writer(self._wire)
        try:
            self._send()
        except OSError:
            self._lose()

    def _hear(self) -> None:
        try:
            heard = self._wire.recv(65_536)
        except BlockingIOError:
            return
        except OSError:
            heard = b""
        self._heard += heard
        if not heard:
            self._lose()
        elif (answers := unpack(self._heard)) is not None:
            self._heard.clear()
            self._awaited = 0
            self._answered(answers)

    def give_up(self) -> None:
        """Kill the process, which may be stopped or wait for a disk."""
        self._awaited = 0
        self._lose()

    def _lose(self) -> None:
        """The process is no more: a batch it had may be written or not, so nobody is told before all is over.

        One that waits for a disk dies only when the disk answers; what it had may still be written until then.
        """
        if self._process is not None:
            self._hang_up()
            self._process.kill()
            status: int | None = None
            with contextlib.suppress(subprocess.TimeoutExpired):
                status = self._process.wait(TO_DIE)
            LOG.warning("the store's writer has ended", extra={"status": status})
            self._process = None
        awaited, self._awaited = self._awaited, 0
        if awaited:
            self._answered([ENDED] * awaited)

    def _hang_up(self) -> None:
        loop = asyncio.get_running_loop()
        loop.remove_reader(self._wire)
        loop.remove_writer(self._wire)
        self._wire.close()

    async def stop(self) -> None:
        """Hang up, which ends the process."""
        if self._process is None:
            return
        self._hang_up()
        try:
            await asyncio.to_thread(self._process.wait, TO_END)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None
