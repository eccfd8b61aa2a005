"""The writer for PostgreSQL: the serving process itself, in its event loop, over one connection (`postgres_pipeline`).

A process of its own, as for SQLite, would be woken twice for each batch and gain nothing: it is PostgreSQL's own
process that waits for the disk.
"""

import asyncio
from collections import deque
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import chain
from typing import Any

import psycopg
from psycopg import AsyncConnection

from eleven.server.store.records import Rows
from eleven.server.store.writing.postgres_pipeline import Done, PipelineConnection, Statement, in_few, with_values
from eleven.server.store.writing.sqlite_writer import TAKEN
from eleven.server.store.writing.thread_writer import OnAnswer

WRITER = "eleven writer"
"""The name of the connection in PostgreSQL's `pg_stat_activity`."""


class PostgresWriter:
    """Commits batches; a lost connection is reopened when there is something to write."""

    def __init__(self, orders: tuple[Any, ...], answered: OnAnswer) -> None:
        self._place, self._options, _, self._statements = orders
        self._answered = answered
        self._connection: PipelineConnection | None = None
        self._opening: asyncio.Task[None] | None = None
        self._parts: deque[Sequence[Rows]] = deque()
        """The transactions to commit, in order; the first is under way."""
        self._reasons: list[str | None] = []
        self._again = True
        """Whether to send a transaction again if the connection is lost; if it was committed, it is refused as
        TAKEN."""

    def start(self) -> None:
        """Open the connection in advance."""
        if self._opening is None:
            self._opening = asyncio.get_running_loop().create_task(self._open())

    async def _open(self) -> None:
        """Connect; the outcome of an attempt that was given up is ignored."""
        try:
            named = {**self._options, "application_name": WRITER}
            connection = await AsyncConnection.connect(*self._place, **named, autocommit=True)
        except (psycopg.Error, OSError) as error:
            if self._opening is asyncio.current_task():
                self._opening = None
                self._fail(error)
            return
        if self._opening is not asyncio.current_task():
            await connection.close()
            return
        self._opening, self._connection = None, PipelineConnection(connection, self._lost)
        if self._parts:
            self._send_next()

    def _lost(self, connection: PipelineConnection) -> None:
        if self._connection is connection:
            self._connection = None

    def _fail(self, error: Exception) -> None:
        """Answer that nothing of what is left was written."""
        left = sum(map(len, self._parts))
        if left:
            self._parts.clear()
            self._answered([*self._reasons, *[type(error).__name__] * left])

    def write(self, batch: list[Rows]) -> None:
        """Commit all writes together.

        If one of them fails, each is committed on its own, so that the others succeed; a database that is unavailable
        or full fails all of them.
        """
        self._parts.append(batch)
        self._reasons, self._again = [], True
        self._send_next()

    def _send_next(self) -> None:
        if self._connection is None:
            self.start()
            return
        part = self._parts[0]
        try:
            work = self._work(part)
        except (TypeError, ValueError) as error:
            self._done(part, error)
        else:
            self._connection.send(work, partial(self._done, part))

    def _work(self, part: Sequence[Rows]) -> list[Statement]:
        together = map(list, map(chain.from_iterable, zip(*part, strict=True)))
        found = zip(self._statements, together, strict=True)
        return [each for statement, rows in found if rows for each in in_few(statement, rows)]

    def _done(self, part: Sequence[Rows], error: Exception | None) -> None:
        """A transaction is committed, has failed, or its outcome is unknown; one that was given up is ignored.

        An answer counts only for its own transaction: another may be under way by now, and is not committed yet.
        """
        if not self._parts or self._parts[0] is not part:
            return
        self._parts.popleft()
        if error is None:
            self._reasons += [None] * len(part)
        elif self._connection is None and self._again:
            self._again = False
            self._parts.appendleft(part)
        elif len(part) > 1 and not isinstance(error, psycopg.OperationalError):
            self._parts.extendleft([one] for one in reversed(part))
        else:
            reason = TAKEN if isinstance(error, psycopg.IntegrityError) else type(error).__name__
            self._reasons += [reason] * len(part)
        if self._parts:
            self._send_next()
        else:
            self._answered(self._reasons)

    def notify(self, work: Iterable[tuple[str, Sequence[str]]], done: Done) -> None:
        """Carry out notifications of other processes, one transaction at a time."""
        if self._connection is None:
            self.start()
            asyncio.get_running_loop().call_soon(done, psycopg.OperationalError("there is no connection"))
        else:
            self._connection.send([with_values(*each) for each in work], done)

    def give_up(self) -> None:
        """Close the connection; PostgreSQL may still commit what it was sent."""
        self._parts.clear()
        if self._opening is not None:
            self._opening.cancel()
            self._opening = None
        if self._connection is not None:
            self._connection.close()

    async def stop(self) -> None:
        """Close the connection."""
        self.give_up()
