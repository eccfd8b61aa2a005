"""Opening a database, SQLite or PostgreSQL, at the present schema."""

import contextlib
import logging
import sqlite3
import time
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event, inspect, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, OperationalError

from eleven.core.text.errors import Mistake
from eleven.server.store.private_files import make_database_private

LOG = logging.getLogger("eleven.store")
MIGRATIONS = Path(__file__).parent / "migrations"
REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009")
LATEST_REVISION = REVISIONS[-1]
MIGRATION_LOCK = 0x7AB1E_12
"""The advisory lock under which a database is migrated."""
DRIVERS = {
    "sqlite": "sqlite",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}
PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA busy_timeout=5000",
    "PRAGMA foreign_keys=ON",
)
"""Concurrent readers, and commits that are on the disk when they return."""


def open_engine(url: str) -> Engine:
    """The engine for a URL, migrated to the present schema."""
    engine = engine_of(url)
    migrate(engine)
    return engine


def engine_of(url: str, untouched: bool = False) -> Engine:
    """The engine for a URL; `untouched` opens it read-only."""
    parsed = _place(url)
    sqlite = parsed.drivername == "sqlite"
    if sqlite and parsed.database and parsed.database != ":memory:":
        _refuse_other_files(Path(parsed.database))
        if not untouched:
            make_database_private(Path(parsed.database))
    try:
        engine = create_engine(parsed, pool_pre_ping=not sqlite, hide_parameters=True)  # errors are logged
    except ModuleNotFoundError:
        raise Mistake("PostgreSQL needs one more package: pip install 'table-eleven[postgres]'") from None
    if sqlite and not untouched:
        event.listen(engine, "connect", _make_sqlite_durable)
    return engine


def wait_for(engine: Engine, seconds: float) -> None:
    """Wait until a database server answers; one that is starting or recovering takes a while."""
    end, said = time.monotonic() + seconds, False
    while engine.dialect.name != "sqlite":
        try:
            with engine.connect():
                return
        except OperationalError as error:
            reason = " ".join(str(error.orig).split())
            if time.monotonic() > end:
                raise Mistake("the database does not answer: {reason}", reason=reason) from None
            if not said:
                LOG.warning("waiting for the database", extra={"why": reason})
                said = True
        time.sleep(0.2)


def _place(url: str) -> URL:
    """Parse the URL of a database."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise Mistake("a database is sqlite:///FILE or postgresql://user@host/name") from None
    if parsed.drivername not in DRIVERS:
        raise Mistake("a database is sqlite:///FILE or postgresql://user@host/name")
    return parsed.set(drivername=DRIVERS[parsed.drivername])


def _refuse_other_files(file: Path) -> None:
    """Refuse a file that is no database, or another program's, before anything about it is changed."""
    if not file.exists():
        return
    try:
        with contextlib.closing(sqlite3.connect(file)) as connection:
            found = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.DatabaseError as error:
        raise Mistake("the database {file}: {reason}", file=str(file), reason=str(error)) from None
    if found and "alembic_version" not in found:
        raise Mistake("the database {file} belongs to another program", file=str(file))


def _make_sqlite_durable(connection: Any, _record: Any) -> None:
    for pragma in PRAGMAS:
        connection.execute(pragma)


def migrate(engine: Engine) -> None:
    """Migrate the database; a SQLite file that is damaged or locked is refused in words."""
    try:
        _migrate(engine)
    except DatabaseError as error:
        if engine.dialect.name != "sqlite":
            raise
        engine.dispose()
        file = str(engine.url.database)
        raise Mistake("the database {file}: {reason}", file=file, reason=str(error.orig)) from None


def _migrate(engine: Engine) -> None:
    """Alembic is loaded only if there is something to migrate."""
    found = revision(engine)
    if found == LATEST_REVISION:
        return
    if found is not None and found not in REVISIONS:
        raise Mistake(
            "the database has the shape {shape}, which this version does not know: a newer one is needed", shape=found
        )
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        if engine.dialect.name != "sqlite":  # of several that start at once, one does it and the others find it done
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def revision(engine: Engine) -> str | None:
    """The schema revision of a database, or None."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
        return None if found is None else str(found)
