"""Databases that cannot be used, and files that nobody else may read."""

import logging
import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.command import upgrade
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from eleven.core.text.errors import Mistake
from eleven.server.http.identity.signing import Signer, new_key
from eleven.server.http.identity.signing_key import FINGERPRINT, LEGACY_SETTING, key_file_for, signing_key
from eleven.server.live.tables import Tables
from eleven.server.store import Store
from eleven.server.store.database import MIGRATIONS, REVISIONS, engine_of, migrate, open_engine
from eleven.server.store.schema import METADATA
from tests.server.conftest import PATIENCE, settings


def made(folder: Path, name: str = "tables.sqlite") -> Path:
    """A database as it should be."""
    file = folder / name
    open_engine(f"sqlite:///{file}").dispose()
    return file


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def newer(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()


def truncated(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:5000])


def garbage(file: Path) -> None:
    file.write_bytes(os.urandom(9000))


def foreign(file: Path) -> None:
    file.unlink()
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE bookmarks (id INTEGER)")
    connection.close()


BROKEN = (newer, truncated, garbage, foreign)


@pytest.mark.parametrize("breaking", BROKEN)
def test_a_database_that_cannot_be_used_is_a_mistake_and_stays_as_it_is(tmp_path: Path, breaking: object) -> None:
    file = made(tmp_path)
    assert callable(breaking)
    breaking(file)
    before = file.read_bytes()
    with pytest.raises(Mistake):
        open_engine(f"sqlite:///{file}")
    assert file.read_bytes() == before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "breaking"), [*((("eleven", "serve"), each) for each in BROKEN), (("eleven.server",), newer)]
)
def test_the_command_reports_an_unusable_database_in_one_line(
    tmp_path: Path, breaking: object, command: tuple[str, ...]
) -> None:
    """Each way to break it by the one command; the other ends in the same place."""
    file = made(tmp_path)
    assert callable(breaking)
    breaking(file)
    options = ("--no-compile", "--port", "0", "--database", f"sqlite:///{file}")
    run = subprocess.run([sys.executable, "-m", *command, *options], capture_output=True, text=True, timeout=PATIENCE)
    assert run.returncode == 2
    assert len(run.stderr.splitlines()) == 1, run.stderr
    assert run.stderr.startswith("eleven: the database ")


@pytest.mark.parametrize("url", ["nonsense", "mysql://a@b/c", "", "postgres//"])
def test_a_url_of_no_database_is_a_mistake(url: str) -> None:
    with pytest.raises(Mistake):
        open_engine(url)


def test_every_shape_that_can_be_migrated_is_known() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert sorted(script.revision for script in ScriptDirectory.from_config(config).walk_revisions()) == list(REVISIONS)


@pytest.mark.parametrize("shape", REVISIONS[:-1])
def test_an_older_database_is_brought_to_the_present_shape(tmp_path: Path, shape: str) -> None:
    engine = engine_of(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        upgrade(config, shape)
        connection.exec_driver_sql("INSERT INTO settings VALUES ('x', 'y')")
    migrate(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        assert connection.exec_driver_sql("SELECT value FROM settings WHERE name = 'x'").scalar() == "y"
    engine.dispose()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such permissions")
class TestPrivate:
    def test_only_the_owner_may_read_a_new_database(self, tmp_path: Path) -> None:
        before = os.umask(0)
        try:
            store = Store(f"sqlite:///{tmp_path / 'new' / 'tables.sqlite'}")
            store.setting("x", lambda: "y")
            assert mode(tmp_path / "new") == 0o700
            files = sorted((tmp_path / "new").iterdir())
            assert {path.name for path in files} >= {"tables.sqlite", "tables.sqlite-shm", "tables.sqlite-wal"}
            assert {mode(path) for path in files} == {0o600}
            store.engine.dispose()
        finally:
            os.umask(before)

    def test_the_permissions_of_an_older_database_are_tightened_with_a_warning(
        self, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        file = made(tmp_path)
        file.chmod(0o644)
        other = sqlite3.connect(file)
        other.execute("SELECT count(*) FROM tables").fetchall()
        folder = mode(tmp_path)
        with caplog.at_level(logging.WARNING):
            open_engine(f"sqlite:///{file}").dispose()
        assert mode(file) == 0o600
        assert mode(tmp_path) == folder, "a folder that was there belongs to somebody"
        assert {path.name: mode(path) for path in tmp_path.iterdir()} == {
            file.name + ending: 0o600 for ending in ("", "-wal", "-shm")
        }
        assert caplog.text.count("now only its owner can") == 3
        other.close()

    def test_only_the_owner_may_read_the_signing_key(self, tmp_path: Path) -> None:
        file = made(tmp_path)
        url = f"sqlite:///{file}"
        engine = open_engine(url)
        signing_key(engine, url)
        key = Path(f"{file}.key")
        assert mode(key) == 0o600
        key.chmod(0o644)
        signing_key(engine, url)
        assert mode(key) == 0o600
        engine.dispose()


def everything_in(folder: Path) -> bytes:
    """What a thief of the database has."""
    return b"".join(path.read_bytes() for path in folder.iterdir() if path.suffix != ".key")


@pytest.mark.slow
def test_a_stolen_database_opens_no_seat(tmp_path: Path) -> None:
    tables = Tables(settings(tmp_path, key_file=""))
    key = Path(f"{tmp_path / 'tables.sqlite'}.key").read_text(encoding="ascii").strip()
    assert key.encode() not in everything_in(tmp_path)
    thief = tmp_path / "thief"
    thief.mkdir()
    (thief / "tables.sqlite").write_bytes((tmp_path / "tables.sqlite").read_bytes())
    theirs = Tables(settings(thief, key_file=""))
    forged = theirs.signer.token("0123456789abcdef", 0, 1)
    assert tables.signer.read_token(forged) is None
    assert tables.signer.holder(theirs.signer.new_cookie()) is None
    for one in (tables, theirs):
        one.store.engine.dispose()


def test_a_key_that_an_older_version_stored_moves_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    store, old = Store(url), new_key()
    assert store.setting(LEGACY_SETTING, lambda: old) == old
    token = Signer(old).token("0123456789abcdef", 0, 1)
    with caplog.at_level(logging.WARNING):
        key = signing_key(store.engine, url)
    assert Signer(key).read_token(token) == ("0123456789abcdef", 0, 1)
    assert old.encode() not in everything_in(tmp_path)
    assert "has left the database" in caplog.text
    assert signing_key(store.engine, url) == key
    store.engine.dispose()


def test_two_keys_are_refused_and_a_changed_key_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    url, file = f"sqlite:///{tmp_path / 'tables.sqlite'}", tmp_path / "other.key"
    store = Store(url)
    first = signing_key(store.engine, url)
    file.write_text(new_key(), encoding="ascii")
    with caplog.at_level(logging.WARNING):
        assert signing_key(store.engine, url, str(file)) != first
    assert "no cookie, link or token from before" in caplog.text
    assert len(store.setting(FINGERPRINT, str)) == 16
    store.setting(LEGACY_SETTING, new_key)
    with pytest.raises(Mistake, match="keep one of them"):
        signing_key(store.engine, url)
    file.write_text("short\n", encoding="ascii")
    with pytest.raises(Mistake, match="no signing key"):
        signing_key(store.engine, url, str(file))
    store.engine.dispose()


def test_where_signing_keys_are_stored() -> None:
    assert key_file_for("sqlite:///games.db") == Path("games.db.key")
    assert key_file_for("sqlite://") is None
    assert key_file_for("postgresql://a@b/c") == key_file_for("postgresql+psycopg://other@b/c")
    assert key_file_for("postgresql://a@b/c") != key_file_for("postgresql://a@b/d")
