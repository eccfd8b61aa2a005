"""The writer of a SQLite database: it commits batches, if wanted in a process of its own.

Run as a file, it reads batches from its standard input, a socket, and answers each of them there. It imports only
Python's standard library, so it starts in a fortieth of a second.
"""

import marshal
import os
import signal
import sqlite3
import sys
from itertools import chain

TYPE_CHECKING = False  # importing `typing` would take as long as everything else
if TYPE_CHECKING:
    from typing import Any, BinaryIO

    from eleven.server.store.records import Rows

TAKEN = "IntegrityError"
LENGTH = 4


class SqliteWriter:
    """Commits batches; `statements` run in order, each with its own rows."""

    def __init__(
        self, place: "list[Any]", options: "dict[str, Any]", first: "list[str]", statements: "list[str]"
    ) -> None:
        self._place, self._options, self._first = place, options, first
        self._statements = statements
        self._connection: sqlite3.Connection | None = None

    def write(self, batch: "list[Rows]") -> "list[str | None]":
        """Commit all writes together and return the error of each, if any.

        If one of them fails, each is committed on its own, so that the others succeed; a database that is unavailable
        or full fails all of them.
        """
        try:
            self._commit(batch)
        except sqlite3.OperationalError as error:
            return [type(error).__name__] * len(batch)
        except Exception as error:  # whatever it is, the players must be told that nothing was written
            if len(batch) > 1:
                return [self.write([one])[0] for one in batch]
            return [TAKEN if isinstance(error, sqlite3.IntegrityError) else type(error).__name__]
        return [None] * len(batch)

    def _commit(self, batch: "list[Rows]") -> None:
        try:
            self._carry_out(batch)
        except Exception:
            self.hang_up()
            raise

    def _carry_out(self, batch: "list[Rows]") -> None:
        if self._connection is None:
            self._connection = sqlite3.connect(*self._place, **self._options)
            for statement in self._first:
                self._connection.execute(statement)
        together = map(list, map(chain.from_iterable, zip(*batch, strict=True)))
        cursor = self._connection.cursor()
        try:
            for statement, rows in zip(self._statements, together, strict=True):
                if rows:
                    cursor.executemany(statement, rows)
            self._connection.commit()
        finally:
            cursor.close()  # an open cursor keeps the connection from closing

    def hang_up(self) -> None:
        """Close the connection; what was not committed is not written."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


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
    writer = SqliteWriter(*orders)
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
