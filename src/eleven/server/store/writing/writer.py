"""The writer: it commits batches over one open database connection, if wanted in a process of its own.

Run as a file, it reads batches from its standard input, a socket, and answers each of them there. It needs Python's own
library and the driver of the database, and nothing else of ours: so it is up in a fortieth of a second.
"""

import importlib
import marshal
import os
import signal
import sys
from itertools import chain

TYPE_CHECKING = False  # from `typing`, loading it would take as long as all the rest
if TYPE_CHECKING:
    from typing import Any, BinaryIO

    from eleven.server.store.records import Rows

TAKEN = "IntegrityError"
LENGTH = 4
ROWS_AT_ONCE = 16
"""Rows in one statement; PostgreSQL keeps the plan of each number of them."""


class Writer:
    """Commits batches; `statements` run in order, each with the rows that were brought for it.

    The last one tells other processes, when the others are committed; its rows come last in a batch.
    """

    def __init__(
        self, driver: str, place: "list[str]", options: "dict[str, Any]", first: "list[str]", statements: "list[str]"
    ) -> None:
        self._driver = importlib.import_module(driver)
        self._place, self._options, self._first = place, options, first
        self._statements = statements
        self._connection: Any = None

    def write(self, batch: "list[Rows]") -> "list[str | None]":
        """Commit all writes together and return the error of each, if any.

        If one of them is wrong, each is committed on its own, so that it harms nobody else; a database that is away
        or full is away for all of them.
        """
        try:
            self._commit(batch)
        except self._driver.OperationalError as error:
            return [type(error).__name__] * len(batch)
        except Exception as error:  # whatever is wrong, the players must hear that nothing was written
            if len(batch) > 1:
                return [self.write([one])[0] for one in batch]
            return [TAKEN if isinstance(error, self._driver.IntegrityError) else type(error).__name__]
        notices = batch[-1][-1]
        return [*[None] * (len(batch) - 1), self._tell(notices) if notices else None]

    def _commit(self, batch: "list[Rows]", again: bool = False) -> None:
        """Commit; reconnect if the connection was lost."""
        try:
            self._carry_out(batch)
        except Exception:
            lost = getattr(self._connection, "closed", False)
            self.hang_up()
            if not lost or again:
                raise
            self._commit(batch, again=True)

    def _carry_out(self, batch: "list[Rows]") -> None:
        if self._connection is None:
            self._connection = self._driver.connect(*self._place, **self._options)
            for statement in self._first:
                self._connection.execute(statement)
        together = map(list, map(chain.from_iterable, zip(*batch, strict=True)))
        work = [(statement, rows) for statement, rows in zip(self._statements[:-1], together, strict=False) if rows]
        cursor = self._connection.cursor()
        try:
            if hasattr(self._connection, "pipeline"):
                self._commit_at_once(cursor, [each for statement, rows in work for each in in_one(statement, rows)])
            else:
                for statement, rows in work:
                    cursor.executemany(statement, rows)
                self._connection.commit()
        finally:
            cursor.close()  # while a cursor is open, SQLite does not hang up

    def _commit_at_once(self, cursor: "Any", work: "list[tuple[str, list[Any]]]") -> None:
        """One transaction in one message to PostgreSQL and back; a single statement is a transaction by itself.

        What follows a statement that fails is not carried out, so that nothing is committed then.
        """
        if len(work) == 1:
            cursor.execute(*work[0], prepare=True)
        elif work:
            with self._connection.pipeline():
                cursor.execute("BEGIN")
                for statement, values in work:
                    cursor.execute(statement, values, prepare=True)
                cursor.execute("COMMIT")
            if cursor.statusmessage != "COMMIT":
                raise self._driver.OperationalError(cursor.statusmessage)

    def _tell(self, notices: "Any") -> "str | None":
        """Tell other processes what is committed, and say what went wrong with that.

        PostgreSQL lets through one commit with a notice at a time, over all databases: one that waits for the disk
        would keep all others waiting, so it must not.
        """
        try:
            for notice in notices:
                self._connection.execute(self._statements[-1], notice, prepare=True)
        except self._driver.Error as error:
            self.hang_up()
            return type(error).__name__
        return None

    def hang_up(self) -> None:
        """Close the connection; what was not committed is not written."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def in_one(statement: str, rows: "list[Any]") -> "list[tuple[str, list[Any]]]":
    """The same rows in fewer statements, if it is one that ends with the values of a row."""
    _, _, values = statement.partition(" VALUES ")
    most = ROWS_AT_ONCE if values.endswith(")") else 1
    parts = [rows[at : at + most] for at in range(0, len(rows), most)]
    return [(statement + f", {values}" * (len(part) - 1), [value for row in part for value in row]) for part in parts]


def pack(message: "Any") -> bytes:
    """Encode a message between server and writer: its length, then its marshalled body."""
    body = marshal.dumps(message)
    return len(body).to_bytes(LENGTH, "little") + body


def unpack(heard: "bytes | bytearray") -> "Any":
    """Decode a message, or None if it is not complete yet."""
    whole = LENGTH + int.from_bytes(heard[:LENGTH], "little")
    return marshal.loads(heard[LENGTH:whole]) if len(heard) >= max(whole, LENGTH + 1) else None


def _next(heard: "BinaryIO") -> "Any":
    """The next message, or None at the end of the stream."""
    try:
        length = heard.read(LENGTH)
        return unpack(length + heard.read(int.from_bytes(length, "little")))
    except ConnectionError:
        return None


def main() -> None:
    """Serve one server until it closes the pipe, or dies; signals other than SIGKILL are ignored."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    heard = sys.stdin.buffer
    first = _next(heard)
    if first is None:
        return
    sys.path[:], orders = first
    writer = Writer(*orders)
    while (batch := _next(heard)) is not None:
        answer = pack(writer.write(batch))
        try:
            while answer:
                answer = answer[os.write(0, answer) :]
        except ConnectionError:  # the server was killed
            break
    writer.hang_up()


if __name__ == "__main__":
    main()
