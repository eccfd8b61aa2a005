"""The signing key: in a file of its own, never in the database, so that a stolen database opens no seat."""

import hashlib
import logging
from pathlib import Path

from sqlalchemy import Connection, Engine, delete, insert, make_url, select

from eleven.core.text.errors import Mistake
from eleven.server.cluster.claims import COUNT_OTHERS_SQL
from eleven.server.http.identity.signing import new_key
from eleven.server.settings import data_folder
from eleven.server.store.database import MIGRATION_LOCK
from eleven.server.store.private_files import FILE, tighten, write_new
from eleven.server.store.schema import SETTINGS

LOG = logging.getLogger("eleven.store")
LEGACY_SETTING = "signing key"
FINGERPRINT = "key fingerprint"
MIN_KEY_LENGTH = 32


def key_file_for(database: str) -> Path | None:
    """The key file of a database: beside a SQLite file, in the data folder for PostgreSQL, none in memory."""
    url = make_url(database)
    if not url.drivername.startswith("sqlite"):
        named = hashlib.sha256(f"{url.host}:{url.port}/{url.database}".encode()).hexdigest()[:12]
        return data_folder() / f"{url.drivername.partition('+')[0]}-{named}.key"
    if url.database in (None, "", ":memory:"):
        return None
    return Path(f"{url.database}.key")


def signing_key(engine: Engine, database: str, key_file: str = "") -> str:
    """The key that signs cookies, links and tokens: read, moved out of an older database, or created."""
    path = Path(key_file) if key_file else key_file_for(database)
    with engine.begin() as connection:
        stored = _setting(connection, LEGACY_SETTING)
    if path is None:
        return stored or new_key()
    if not path.exists():
        write_new(path, (stored or new_key()) + "\n")
    key = _read(path)
    if stored not in (None, key):
        raise Mistake("the signing key in {file} is not the one in the database; keep one of them", file=str(path))
    if stored is not None:
        _take_out(engine)
    _compare(engine, key, path)
    return key


def _read(path: Path) -> str:
    tighten(path, FILE)
    key = path.read_text(encoding="ascii", errors="replace").strip()
    if len(key) < MIN_KEY_LENGTH or not key.isalnum():
        raise Mistake("there is no signing key in {file}", file=str(path))
    return key


def _take_out(engine: Engine) -> None:
    """Remove a key that an older version kept in the database, from its free pages too."""
    sqlite = engine.dialect.name == "sqlite"
    with engine.begin() as connection:
        if sqlite:
            connection.exec_driver_sql("PRAGMA secure_delete=ON")
        connection.execute(delete(SETTINGS).where(SETTINGS.c.name == LEGACY_SETTING))
    if sqlite:
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    LOG.warning("the signing key has left the database; older copies of the database still hold it")


def _compare(engine: Engine, key: str, path: Path) -> None:
    """Warn if the key has changed; refuse to start beside servers that have another one."""
    fingerprint = hashlib.sha256(key.encode()).hexdigest()[:16]
    with engine.begin() as connection:
        if engine.dialect.name != "sqlite":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
        before = _setting(connection, FINGERPRINT)
        if before == fingerprint:
            return
        shared = before is not None and engine.dialect.name != "sqlite"
        if shared and connection.execute(COUNT_OTHERS_SQL, {"me": ""}).scalar():
            raise Mistake("the other servers of this database have another signing key than {file}", file=str(path))
        connection.execute(delete(SETTINGS).where(SETTINGS.c.name == FINGERPRINT))
        connection.execute(insert(SETTINGS).values(name=FINGERPRINT, value=fingerprint))
    if before is not None:
        LOG.warning("another signing key: no cookie, link or token from before opens a seat", extra={"why": path.name})


def _setting(connection: Connection, name: str) -> str | None:
    found = connection.scalar(select(SETTINGS.c.value).where(SETTINGS.c.name == name))
    return None if found is None else str(found)
