"""Copies all rows of one database to another: backups, restores, and moves from SQLite to PostgreSQL.

A copy is read in one transaction, as a consistent snapshot, and written in one transaction, so it is complete or
absent. A backup is always a SQLite file.
"""

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path

from sqlalchemy import Connection, Engine, func, insert, select
from sqlalchemy.exc import SQLAlchemyError

from eleven.core.text.errors import Mistake
from eleven.server.store.database import LATEST_REVISION, REVISIONS, engine_of, migrate, revision
from eleven.server.store.schema import (
    BLOCKS,
    CHAT_LINES,
    CREDENTIALS,
    DEVICES,
    EVENTS,
    MAIL_ADDRESSES,
    PEOPLE,
    PUSH_SUBSCRIPTIONS,
    RATINGS,
    REMINDERS,
    REPORTS,
    RESULTS,
    REVIEWS,
    SETTINGS,
    TABLES,
)
from eleven.server.store.writing.writer_lock import WriterLock, lock_of

IN_ORDER = (
    *(SETTINGS, TABLES, EVENTS, REVIEWS, RESULTS, PEOPLE, CREDENTIALS, DEVICES, CHAT_LINES, REPORTS),
    *(RATINGS, BLOCKS, MAIL_ADDRESSES, PUSH_SUBSCRIPTIONS, REMINDERS),
)
"""The tables in dependency order: rows are copied after the rows they refer to."""
AT_ONCE = 1000
OnProgress = Callable[[int, int], None]
"""Called with the number of copied rows and the total."""


def existing(url: str) -> Engine:
    """Open an existing database without changing it; its schema must be current."""
    engine = engine_of(url, untouched=True)
    file = engine.url.database
    if engine.dialect.name == "sqlite" and not (file and Path(file).is_file()):
        raise Mistake(f"there is no database {file or 'in memory'}")
    found = _answered(engine)
    if found is None:
        raise Mistake(f"there are no tables of Table Eleven in {_named(engine)}")
    if found not in REVISIONS:
        raise Mistake(f"the database has the shape {found}, which this version does not know: a newer one is needed")
    if found != LATEST_REVISION:
        raise Mistake(f"the database has the older shape {found}: serve it once with this version, which updates it")
    return engine


def empty(url: str) -> Engine:
    """Open a database that holds no game tables yet, and migrate it to the current schema."""
    engine = engine_of(url)
    if _answered(engine) not in (None, LATEST_REVISION):
        raise Mistake(f"{_named(engine)} has an older shape: serve it once with this version, which updates it")
    migrate(engine)
    with engine.connect() as connection:
        if connection.scalar(select(TABLES.c.id).limit(1)) is not None:
            raise Mistake(f"{_named(engine)} has tables already, and stays as it is")
    return engine


def _answered(engine: Engine) -> str | None:
    """Return the schema revision of a database, or None if it has none."""
    try:
        return revision(engine)
    except SQLAlchemyError as error:
        reason = " ".join(str(getattr(error, "orig", None) or error).split())
        raise Mistake(f"{_named(engine)} does not answer: {reason}") from None


def _named(engine: Engine) -> str:
    return engine.url.render_as_string(hide_password=True)


@contextlib.contextmanager
def alone(*engines: Engine) -> Iterator[None]:
    """Lock the databases against servers; raise an error if a server is using one."""
    with contextlib.ExitStack() as held:
        for engine in engines:
            lock: WriterLock = lock_of(engine)
            if not lock.take():
                raise Mistake(f"a server is using {_named(engine)}; stop it first")
            held.callback(lock.release)
        yield


def copy(source: Engine, target: Engine, on_progress: OnProgress) -> int:
    """Copy everything into an empty database, and return the number of rows."""
    with _snapshot(source) as reading, target.begin() as writing:
        total = sum(reading.scalar(select(func.count()).select_from(table)) or 0 for table in IN_ORDER)
        writing.execute(SETTINGS.delete())
        copied = 0
        for table in IN_ORDER:
            for rows in reading.execute(select(table)).mappings().partitions(AT_ONCE):
                writing.execute(insert(table), [dict(row) for row in rows])
                copied += len(rows)
                on_progress(copied, total)
    return copied


@contextlib.contextmanager
def _snapshot(engine: Engine) -> Iterator[Connection]:
    """Open a connection with a consistent snapshot, while a server may go on writing."""
    options = {"stream_results": True}
    if engine.dialect.name != "sqlite":
        options["isolation_level"] = "REPEATABLE READ"  # type: ignore[assignment]
    with engine.connect().execution_options(**options) as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN")
        yield connection


def backup(url: str, file: Path, on_progress: OnProgress) -> int:
    """Copy a database into a new file, which appears only when it is complete and synced to disk."""
    source = existing(url)
    if not file.parent.is_dir():
        raise Mistake(f"there is no folder {file.parent}")
    if file.exists():
        raise Mistake(f"{file} is there already, and stays as it is")
    beside = file.with_name(f".{file.name}.unfinished")
    try:
        beside.unlink(missing_ok=True)
        target = empty(f"sqlite:///{beside}")
        copied = copy(source, target, on_progress)
        with target.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.exec_driver_sql("PRAGMA journal_mode=DELETE")
        target.dispose()
        os.link(beside, file)
        _sync(file.parent)
    except OSError as error:
        raise Mistake(f"cannot write {file}: {error.strerror}") from None
    finally:
        for ending in ("", "-wal", "-shm"):
            with contextlib.suppress(OSError):
                beside.with_name(beside.name + ending).unlink(missing_ok=True)
    return copied


def restore(file: Path, url: str, on_progress: OnProgress) -> int:
    """Copy a backup into a database without tables, which no server uses."""
    if not file.is_file():
        raise Mistake(f"there is no backup {file}")
    source = existing(f"sqlite:///{file}")
    target = empty(url)
    with alone(target):
        return copy(source, target, on_progress)


def move(url: str, to: str, on_progress: OnProgress) -> int:
    """Copy a database that no server uses into an empty one; the old one stays unchanged."""
    source = existing(url)
    target = empty(to)
    with alone(source, target):
        return copy(source, target, on_progress)


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    os.fsync(handle)
    os.close(handle)
