"""The write lock of a database, which is released whenever and however its holder ends.

For SQLite it is on a file beside the database, held by an open handle: one server, and no other. For PostgreSQL it is
an advisory lock on a connection of its own; servers share it, but not with a command that needs the database alone
(`eleven store`). If that connection is lost, so is the lock; so its holder checks it regularly, and stops writing while
somebody has it alone. Even then nothing happens twice, since event numbers are unique per table.
"""

import contextlib
import os
import time
from pathlib import Path
from typing import Protocol

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from eleven.core.text.errors import Mistake

ADVISORY = 0x7AB1E_11
"""The key of the advisory lock in PostgreSQL."""
LINGERS = 5.0
"""Seconds to wait for a server that was killed to release the lock."""


class WriterLock(Protocol):
    """The right to write to a database."""

    def take(self) -> bool:
        """Take it, or make sure that it is still held; false if another server has it."""

    def release(self) -> None:
        """Release it."""


class FileLock:
    """A lock on a file, which the system releases when its holder dies."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle: int | None = None

    def take(self) -> bool:
        """Take it, if nobody has it."""
        if self._handle is not None:
            return True
        try:
            from fcntl import LOCK_EX, LOCK_NB, flock
        except ImportError:  # where there are no such locks
            return True
        self._path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            flock(handle, LOCK_EX | LOCK_NB)
        except OSError:
            os.close(handle)
            return False
        self._handle = handle
        return True

    def release(self) -> None:
        """Release it; the file stays, for somebody may be about to lock it."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


class SessionLock:
    """A lock on a connection to PostgreSQL, shared with other servers or not."""

    def __init__(self, engine: Engine, shared: bool = False) -> None:
        self._engine = engine
        self._function = "pg_try_advisory_lock_shared" if shared else "pg_try_advisory_lock"
        self._connection: Connection | None = None

    def take(self) -> bool:
        """Take it if nobody has it; if this has it already, check that the connection is not lost."""
        if self._connection is not None:
            try:
                self._connection.exec_driver_sql("SELECT 1")
                return True
            except SQLAlchemyError:
                self.release()
        connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        if connection.exec_driver_sql(f"SELECT {self._function}({ADVISORY})").scalar():
            self._connection = connection
            return True
        connection.close()
        return False

    def release(self) -> None:
        """Release it by closing the connection."""
        if self._connection is not None:
            with contextlib.suppress(SQLAlchemyError):
                self._connection.invalidate()
                self._connection.close()
            self._connection = None


class NoLock:
    """For a database in memory, which nobody else can reach."""

    def take(self) -> bool:
        """There is nothing to take."""
        return True

    def release(self) -> None:
        """There is nothing to release."""


def lock_of(engine: Engine, shared: bool = False) -> WriterLock:
    """The lock of a database, not taken yet; servers of a PostgreSQL share it."""
    if engine.dialect.name != "sqlite":
        return SessionLock(engine, shared)
    name = engine.url.database
    return FileLock(Path(f"{name}.lock")) if name and name != ":memory:" else NoLock()


def take_lock(engine: Engine) -> WriterLock:
    """The lock of a database, taken; refused if another server has it."""
    lock, end = lock_of(engine, shared=True), time.monotonic() + LINGERS
    while not lock.take():
        if time.monotonic() > end:
            where = engine.url.render_as_string(hide_password=True)
            raise Mistake("another server is using this database: {database}", database=where)
        time.sleep(0.1)
    return lock
