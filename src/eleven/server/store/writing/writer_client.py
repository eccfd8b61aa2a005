"""The client of the writer process: batches what tables write, one commit at a time."""

import asyncio
import contextlib
import logging
import secrets
import socket
import subprocess
import sys
import time
from typing import Any, Protocol

from sqlalchemy import Engine, Table

from eleven.core.text.messages import Message
from eleven.server.store.database import PRAGMAS
from eleven.server.store.records import Rows, StoreError, Write, WriteConflict
from eleven.server.store.schema import EVENTS, PRESENCE, RESULTS, SETTINGS, TABLES
from eleven.server.store.writing import sqlite_writer
from eleven.server.store.writing.postgres_notifications import written_to
from eleven.server.store.writing.postgres_notifier import ChangeNotifier
from eleven.server.store.writing.sqlite_writer import TAKEN, pack, unpack
from eleven.server.store.writing.thread_writer import OnAnswer, ThreadWriter

LOG = logging.getLogger("eleven.store")
ENDED, SILENT = "ended", "silent"
TO_END, TO_DIE = 5.0, 1.0
ANSWER_BYTES = 4_096
"""How much is read at once; an answer is rarely longer, and a larger buffer takes longer to allocate."""
COMMAND = (sys.executable, "-S", "-P", sqlite_writer.__file__)
"""`-S` skips the search for packages, which takes longer than everything else: the path is sent."""
PendingWrites = list[tuple[Rows, "asyncio.Future[None]"]]


class WriterTransport(Protocol):
    """A transport to the writer; when a batch is done, `answered` gets the error of each write, or None."""

    def start(self) -> None:
        """Start ahead, so that the first batch need not wait."""

    def write(self, batch: list[Rows]) -> None:
        """Send a batch; the one before was answered."""

    def give_up(self) -> None:
        """Give up the batch: its outcome stays unknown, and the next goes to another writer."""

    async def stop(self) -> None:
        """Stop the idle writer."""


class WriterClient:
    """Group commit: collects writes while a commit is running, and has the writer commit them together.

    A synchronous commit costs more than everything else about a move. What `append` gives is done only when its events
    would survive a loss of power.
    """

    def __init__(self, engine: Engine, process: bool, limit: float) -> None:
        self._limit = limit
        self._timer: asyncio.TimerHandle | None = None
        self._ours = True
        """Whether this server may write to the database."""
        self.process = secrets.token_hex(8)
        """The name of this process among those that serve the same database."""
        self.multi_process = engine.dialect.name != "sqlite"
        """Whether other processes may write to this database."""
        self._transport: WriterTransport
        self._notifier: ChangeNotifier | None = None
        if self.multi_process:
            from eleven.server.store.writing.postgres_writer import PostgresWriter

            self._transport = postgres = PostgresWriter(orders_for(engine), self._answered)
            self._notifier = ChangeNotifier(self.process, postgres.notify)
        else:
            self._transport = (SubprocessWriter if process else ThreadWriter)(orders_for(engine), self._answered)
        self._waiting: PendingWrites = []
        self._in_hand: PendingWrites = []
        self._sent_at = 0.0
        self.commits = 0

    @property
    def lag(self) -> float:
        """The age of the running batch in seconds."""
        return time.monotonic() - self._sent_at if self._in_hand else 0.0

    def append(self, write: Write) -> "asyncio.Future[None]":
        """Write events; returns when they are durable."""
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        if not self._ours:
            done.set_exception(StoreError(Message("another server is using this database")))
            return done
        try:
            rows = write.rows(self.process if self.multi_process else None)
        except (TypeError, ValueError) as error:
            done.set_exception(_refusal(type(error).__name__))
            return done
        if not self._waiting and not self._in_hand:
            loop.call_soon(self._send_batch)  # writes of the same turn of the loop join the batch
        self._waiting.append((rows, done))
        return done

    def _send_batch(self) -> None:
        """Send everything pending to the writer, with a deadline."""
        self._in_hand, self._waiting = self._waiting, []
        self._timer = asyncio.get_running_loop().call_later(self._limit, self._give_up)
        self._sent_at = time.monotonic()
        self._transport.write([rows for rows, _ in self._in_hand])

    def _give_up(self) -> None:
        """The deadline passed: the outcome of the batch is unknown, so nothing of it is acknowledged."""
        LOG.error("the store's writer does not answer", extra={"why": f"{self._limit:g} s"})
        self._transport.give_up()
        self._answered([SILENT] * len(self._in_hand))

    def _answered(self, reasons: list[str | None]) -> None:
        """A batch is done: resolve its writes, and send the next one."""
        if self._timer is not None:
            self._timer.cancel()
        dealt_with, self._in_hand = self._in_hand, []
        self.commits += 1
        if self._waiting:
            self._send_batch()
        if self._notifier is not None:
            self._notifier.written(written_to(dealt_with), all(reason in (None, TAKEN) for reason in reasons))
        for (_, done), reason in zip(dealt_with, reasons, strict=True):
            if done.done():  # the caller was cancelled
                continue
            if reason is None:
                done.set_result(None)
            else:
                done.set_exception(_refusal(reason))


def _refusal(reason: str) -> StoreError:
    """The refusal for a failed write, or for one with an unknown outcome."""
    if reason == TAKEN:
        return WriteConflict(Message("another server has written to this table"))
    why = {
        ENDED: Message("its process has ended"),
        SILENT: Message("it does not answer; try again"),
    }.get(reason, reason)
    return StoreError(Message("the store cannot write: {reason}", reason=why))


class SubprocessWriter:
    """A writer in a process of its own; a dead one is replaced when there is something to write."""

    def __init__(self, orders: tuple[Any, ...], answered: OnAnswer) -> None:
        self._orders, self._answered = orders, answered
        self._process: subprocess.Popen[bytes] | None = None
        self._wire: socket.socket
        self._awaited = 0
        self._heard, self._unsent = bytearray(), b""

    def start(self) -> None:
        """Start the process; the database URL with its password is sent over the pipe only."""
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
        """Send what the pipe takes now, and the rest when it takes more."""
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
            heard = self._wire.recv(ANSWER_BYTES)
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
        """Discard the process: its batch may be written or not, so callers are answered only after it has ended.

        A process that waits for the disk ends only when the disk answers; until then its batch may still be written.
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
        """Close the pipe, which ends the process."""
        if self._process is None:
            return
        self._hang_up()
        try:
            await asyncio.to_thread(self._process.wait, TO_END)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None


def orders_for(engine: Engine) -> tuple[Any, ...]:
    """What a writer needs: the connection, the first statements, and the statements of a write."""
    place, options = engine.dialect.create_connect_args(engine.url)
    plain = {name: value for name, value in options.items() if isinstance(value, str | int)}
    stage = f"UPDATE {TABLES.name} SET stage = ? WHERE id = ?"
    probe = f"UPDATE {SETTINGS.name} SET value = ? WHERE name = ?"
    once = "ON CONFLICT DO NOTHING"
    results, presence = f"{_insert_into(RESULTS)} {once}", f"{_insert_into(PRESENCE)} {once}"
    statements = [_insert_into(TABLES), _insert_into(EVENTS), stage, probe, results, presence]
    return list(place), plain, list(PRAGMAS) if engine.dialect.name == "sqlite" else [], statements


def _insert_into(table: Table) -> str:
    columns = table.columns.keys()
    return f"INSERT INTO {table.name} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
