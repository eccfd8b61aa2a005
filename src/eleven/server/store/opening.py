"""Opening a database, SQLite or PostgreSQL, in the present shape."""

import logging
import time
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event, inspect, make_url
from sqlalchemy.exc import OperationalError

from eleven.core.errors import Mistake

LOG = logging.getLogger("eleven.store")
MIGRATIONS = Path(__file__).parent / "migrations"
NEWEST = "0002"
PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA busy_timeout=5000",
    "PRAGMA foreign_keys=ON",
)
"""Readers beside the writer, and a commit that has reached the disk when it returns."""


def open_engine(url: str) -> Engine:
    """The database of a URL, brought to the present shape."""
    engine = engine_of(url)
    migrate(engine)
    return engine


def engine_of(url: str) -> Engine:
    """The way to the database of a URL."""
    parsed = make_url(url)
    if parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.drivername == "sqlite" and parsed.database:
        Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(parsed, pool_pre_ping=parsed.drivername != "sqlite")
    if parsed.drivername == "sqlite":
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


def _make_sqlite_durable(connection: Any, _record: Any) -> None:
    for pragma in PRAGMAS:
        connection.execute(pragma)


def migrate(engine: Engine) -> None:
    """Bring the database to the present shape; a database that has it already is served without loading Alembic."""
    if _revision(engine) == NEWEST:
        return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _revision(engine: Engine) -> str | None:
    """The shape a database has, or None."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
        return None if found is None else str(found)
