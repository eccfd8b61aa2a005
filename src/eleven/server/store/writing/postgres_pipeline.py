"""A connection to PostgreSQL in pipeline mode, read and written by the event loop.

A transaction is one message: its statements, prepared when they are first used, and a Sync, at which PostgreSQL commits
them all or none. The answer comes when they are on the disk. No other process or thread is woken for it.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

import psycopg
from psycopg import AsyncConnection
from psycopg.errors import error_from_result
from psycopg.pq import ConnStatus, ExecStatus
from psycopg.pq.abc import PGconn, PGresult

Value = str | int | bool | None
Statement = tuple[str, list[bytes | None], list[bool]]
"""A statement, its values, and which of them are texts."""
Done = Callable[[psycopg.Error | None], None]
"""Called with the error of a transaction; None if it is committed."""
ROWS_AT_ONCE = 16
"""Rows in one statement; PostgreSQL keeps the plan of each number of them."""
CARRIED_OUT = ""
FINE = (ExecStatus.COMMAND_OK, ExecStatus.TUPLES_OK)


class PipelineConnection:
    """An open connection; when it is lost, `lost` is called, then all pending transactions get an error."""

    def __init__(self, connection: AsyncConnection[Any], lost: Callable[["PipelineConnection"], None]) -> None:
        self._connection, self._lost = connection, lost
        self._pg: PGconn = connection.pgconn
        self._pg.enter_pipeline_mode()
        self._loop, self._socket = asyncio.get_running_loop(), self._pg.socket
        self._loop.add_reader(self._socket, self._hear)
        self._names: dict[str, bytes] = {}
        self._prepared: set[str] = set()
        self._expected: deque[str | Done] = deque()
        """What is pending: statements to prepare, statements to execute, and the callback at the end of each
        transaction."""
        self._wrong: psycopg.Error | None = None
        self._open = True

    def send(self, work: Iterable[Statement], done: Done) -> None:
        """Send statements as one transaction; transactions that are pending together share no statement."""
        try:
            for each in work:
                self._send_statement(*each)
            self._expected.append(done)
            self._pg.pipeline_sync()
            self._flush()
        except psycopg.Error:
            if done not in self._expected:
                self._expected.append(done)
            self._loop.call_soon(self.close)

    def _send_statement(self, statement: str, values: list[bytes | None], texts: list[bool]) -> None:
        name = self._names.setdefault(statement, b"s%d" % len(self._names))
        if statement not in self._prepared:
            self._pg.send_prepare(name, statement.encode())
            self._expected.append(statement)
            self._prepared.add(statement)
        self._pg.send_query_prepared(name, values, texts)
        self._expected.append(CARRIED_OUT)

    def _flush(self) -> None:
        """Send what the socket takes now, and the rest when it takes more."""
        if self._pg.flush():
            self._loop.add_writer(self._socket, self._flush_on)

    def _flush_on(self) -> None:
        self._loop.remove_writer(self._socket)
        try:
            self._flush()
        except psycopg.Error:
            self.close()

    def _hear(self) -> None:
        try:
            self._pg.consume_input()
            pause = False
            while self._open and self._expected and not self._pg.is_busy():
                result = self._pg.get_result()
                if result is not None:
                    self._note(result)
                elif pause:
                    break
                pause = result is None  # one None comes between statements, two when nothing is left
        except psycopg.Error:
            self.close()
        else:
            if self._open and self._pg.status == ConnStatus.BAD:
                self.close()

    def _note(self, result: PGresult) -> None:
        """Note a result; the end of a transaction has no error of its own: a failed commit is reported before it."""
        expected = self._expected[0]
        if result.status == ExecStatus.PIPELINE_SYNC:
            self._expected.popleft()
            wrong, self._wrong = self._wrong, None
            assert callable(expected)
            expected(wrong)
            return
        if isinstance(expected, str):
            self._expected.popleft()
            if result.status not in FINE:
                self._prepared.discard(expected)
        if result.status == ExecStatus.FATAL_ERROR and self._wrong is None:
            self._wrong = error_from_result(result)

    def close(self) -> None:
        """Close the connection: whether pending transactions are committed is unknown."""
        if not self._open:
            return
        self._open = False
        self._loop.remove_reader(self._socket)
        self._loop.remove_writer(self._socket)
        self._pg.finish()
        under_way = [each for each in self._expected if not isinstance(each, str)]
        self._expected.clear()
        self._lost(self)
        for done in under_way:
            done(psycopg.OperationalError("the connection is lost"))


def with_values(statement: str, values: Sequence[Value]) -> Statement:
    """A statement as it is sent: texts in binary format, numbers as digits."""
    found = [None if one is None else one.encode() if isinstance(one, str) else b"%d" % one for one in values]
    return statement, found, [isinstance(one, str) for one in values]


def in_few(statement: str, rows: Sequence[Sequence[Value]]) -> list[Statement]:
    """A statement with question marks for a row's values, for many rows: several rows at once where it can."""
    most = ROWS_AT_ONCE if " VALUES " in statement else 1
    parts = [rows[at : at + most] for at in range(0, len(rows), most)]
    return [with_values(numbered(statement, len(part)), [value for row in part for value in row]) for part in parts]


@cache
def numbered(statement: str, rows: int) -> str:
    """A statement with PostgreSQL's numbered placeholders, for `rows` rows."""
    head, between, values = statement.partition(" VALUES ")
    row, end, rest = values.partition(")")
    first, *others = f"{head}{between}{', '.join([row + end] * rows)}{rest}".split("?")
    return first + "".join(f"${number}{part}" for number, part in enumerate(others, 1))
