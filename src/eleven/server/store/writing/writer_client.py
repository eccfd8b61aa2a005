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

from eleven.core.text.messages import Said
from eleven.server.store.database import PRAGMAS
from eleven.server.store.records import Refusal, Rows, Taken, Write, notice_rows
from eleven.server.store.schema import EVENTS, RESULTS, SETTINGS, TABLES
from eleven.server.store.writing import writer
from eleven.server.store.writing.notifications import CHANNEL, EVERYBODY, notices_of, written_to
from eleven.server.store.writing.writer import TAKEN, pack, unpack
from eleven.server.store.writing.writer_thread import Answered, InThread

LOG = logging.getLogger("eleven.store")
ENDED, SILENT = "ended", "silent"
TO_END, TO_DIE = 5.0, 1.0
TELL_AGAIN = 0.3
TELL_EVERY = 0.02
"""Seconds between two notices of a busy process; one that has been quiet for so long tells at once."""
COMMAND = (sys.executable, "-S", "-P", writer.__file__)
"""Without looking for packages, which takes longer than all the rest: the path is sent."""
Brought = list[tuple[Rows, "asyncio.Future[None]"]]


class Hand(Protocol):
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
        hand = InProcess if process else InThread
        self._hand: Hand = hand(orders_for(engine), self._answered)
        self.process = secrets.token_hex(8)
        """The name of this process among those that serve the same database."""
        self.shared = engine.dialect.name != "sqlite"
        """Whether other processes may write to this database."""
        self._waiting: Brought = []
        self._in_hand: Brought = []
        self._handed_over = 0.0
        self._to_tell: set[str] = set()
        self._telling: set[str] = set()
        self._untold: set[str] = set()
        """Tables that other processes will be told of, are told of by the batch in hand, may not have heard of."""
        self._written: set[str] = set()
        """Tables in the batch in hand."""
        self._tell_from = 0.0
        self._telling_later: asyncio.TimerHandle | None = None
        self.commits = 0

    @property
    def lag(self) -> float:
        """The age of the running batch in seconds."""
        return time.monotonic() - self._handed_over if self._in_hand else 0.0

    def append(self, write: Write) -> "asyncio.Future[None]":
        """Write events; returns when they are durable."""
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        if not self._ours:
            done.set_exception(Refusal(Said("another server is using this database")))
            return done
        try:
            rows = write.rows()
        except (TypeError, ValueError) as error:
            done.set_exception(_refusal(type(error).__name__))
            return done
        if not self._waiting and not self._in_hand:
            loop.call_soon(self._hand_over)  # whoever is about to bring something comes along
        self._waiting.append((rows, done))
        return done

    def _hand_over(self) -> None:
        """Send everything pending to the writer, with a deadline."""
        self._in_hand, self._waiting = self._waiting, []
        self._timer = asyncio.get_running_loop().call_later(self._limit, self._give_up)
        self._handed_over = time.monotonic()
        batch = [rows for rows, _ in self._in_hand]
        if self.shared:
            self._add_notices(batch)
        self._hand.write(batch)

    def _add_notices(self, batch: list[Rows]) -> None:
        """Let the batch be followed by notices for the other processes, or keep them for a later one.

        Also of an event that is refused: whoever wrote that number may have died before telling anybody. Should this
        process die with something untold, the others look at all their tables, since a process is gone.
        """
        self._telling, self._written = set(), written_to(batch)
        self._to_tell |= self._written
        if self._handed_over < self._tell_from:
            self._tell_later(self._tell_from - self._handed_over)
            return
        told, untold = self._to_tell, self._untold
        notices = notices_of(self.process, tables=told - untold) + notices_of(EVERYBODY, tables=untold)
        self._telling, self._to_tell, self._untold = told | untold, set(), set()
        if notices:
            self._tell_from = self._handed_over + TELL_EVERY
            batch.append(notice_rows(notices))

    def _tell_later(self, seconds: float) -> None:
        """See to it that the others are told even if nothing more is written."""
        if self._telling_later is None and (self._to_tell or self._untold):
            self._telling_later = asyncio.get_running_loop().call_later(seconds, self._tell_now)

    def _tell_now(self) -> None:
        self._telling_later = None
        if self._to_tell or self._untold:
            self.append(Write()).add_done_callback(lambda done: done.cancelled() or done.exception())

    def _give_up(self) -> None:
        """The deadline passed: the outcome of the batch is unknown, so nothing of it is acknowledged."""
        LOG.error("the store's writer does not answer", extra={"why": f"{self._limit:g} s"})
        self._hand.give_up()
        self._answered([SILENT] * len(self._in_hand))

    def _answered(self, reasons: list[str | None]) -> None:
        """A batch is done: resolve its writes, and send the next one."""
        if self._timer is not None:
            self._timer.cancel()
        dealt_with, self._in_hand = self._in_hand, []
        self.commits += 1
        if self.shared:
            self._keep_untold(reasons, whole=len(reasons) > len(dealt_with))
        if self._waiting:
            self._hand_over()
        for (_, done), reason in zip(dealt_with, reasons, strict=False):  # the last may be about the notices
            if done.done():  # whoever brought it waits no longer
                continue
            if reason is None:
                done.set_result(None)
            else:
                done.set_exception(_refusal(reason))

    def _keep_untold(self, reasons: list[str | None], whole: bool) -> None:
        """If nobody knows whether the batch is written, or whether the others were told of it: tell all soon."""
        if self._telling and (not whole or reasons[-1] is not None):
            self._untold |= self._telling
        if any(reason not in (None, TAKEN) for reason in reasons):
            self._untold |= self._written
        self._telling = set()
        self._tell_later(TELL_AGAIN)


def _refusal(reason: str) -> Refusal:
    """The refusal for a failed write, or for one with an unknown outcome."""
    if reason == TAKEN:
        return Taken(Said("another server has written to this table"))
    why = {ENDED: Said("its process has ended"), SILENT: Said("it does not answer; try again")}.get(reason, reason)
    return Refusal(Said("the store cannot write: {reason}", reason=why))


class InProcess:
    """A writer in a process of its own; a dead one is replaced when there is something to write."""

    def __init__(self, orders: tuple[Any, ...], answered: Answered) -> None:
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
    """What a writer must know about a database."""
    place, options = engine.dialect.create_connect_args(engine.url)
    plain = {name: value for name, value in options.items() if isinstance(value, str | int)}
    sqlite = engine.dialect.name == "sqlite"
    mark = "?" if sqlite else "%s"
    stage = f"UPDATE {TABLES.name} SET stage = {mark} WHERE id = {mark}"
    probe = f"UPDATE {SETTINGS.name} SET value = {mark} WHERE name = {mark}"
    results = f"{_insert_into(RESULTS, mark)} ON CONFLICT DO NOTHING"
    notice = (
        "SELECT ?" if sqlite else f"SELECT set_config('synchronous_commit', 'off', true), pg_notify('{CHANNEL}', %s)"
    )
    statements = [_insert_into(TABLES, mark), _insert_into(EVENTS, mark), stage, probe, results, notice]
    driver = "sqlite3" if sqlite else engine.dialect.driver
    if not sqlite:
        plain["autocommit"] = True
    return driver, list(place), plain, list(PRAGMAS) if sqlite else [], statements


def _insert_into(table: Table, mark: str) -> str:
    columns = table.columns.keys()
    return f"INSERT INTO {table.name} ({', '.join(columns)}) VALUES ({', '.join([mark] * len(columns))})"
