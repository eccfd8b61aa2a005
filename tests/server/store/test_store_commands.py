"""`eleven store`: backups, restoring them, checking every table, and the move to PostgreSQL; and what is refused."""

import sqlite3
import stat
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from eleven.server.store.database import open_engine
from eleven.server.store.schema import METADATA
from eleven.store_commands import copying
from tests.cli.driving import eleven, eleven_here, one_line_of
from tests.server.conftest import Device, Running, settings
from tests.server.postgres import Cluster

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("store commands")]  # one worker: it is played once


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a finished game of bots, one that goes on, and a table that waits."""
    folder = tmp_path_factory.mktemp("played")
    server = Running(settings(folder))
    device = Device(server.base)
    finished = device.create("bot", "bot", game="eleven_board")["table"]
    going = device.create("me", "hotseat")["table"]
    device.create("me", "friend", public=True)
    view = device.view(going, seat=device.view(going)["asked"])
    device.post(f"/api/tables/{going}/moves", action=view["actions"][0]["name"], version=view["version"])
    with device.socket(finished) as socket:
        while not socket.hear("view").get("over"):
            pass
    server.stop()
    return folder / "tables.sqlite"


@pytest.fixture
def postgres(cluster: Cluster) -> str:
    """A new one for every test."""
    return cluster.database()


def at(file: Path) -> tuple[str, str]:
    return "--database", f"sqlite:///{file}"


def rows(url: str) -> dict[str, list[Any]]:
    engine = open_engine(url)
    with engine.connect() as connection:
        found = {
            table.name: sorted(map(tuple, connection.execute(select(table))), key=repr) for table in copying.IN_ORDER
        }
    engine.dispose()
    return found


def test_a_backup_is_restored_row_by_row(played: Path, tmp_path: Path) -> None:
    file, again = tmp_path / "a.backup", tmp_path / "again.sqlite"
    made = eleven("store", "backup", file, *at(played))
    assert made.returncode == 0, made.stderr
    assert "back it up too" in made.stdout
    assert not stat.S_IMODE(file.stat().st_mode) & 0o077, "nobody else can read it"
    assert [path.name for path in tmp_path.iterdir()] == ["a.backup"], "nothing is left beside it"
    kept = file.read_bytes()
    assert eleven("store", "restore", file, *at(again)).returncode == 0
    assert rows(f"sqlite:///{again}") == rows(f"sqlite:///{played}")
    assert file.read_bytes() == kept, "restoring does not touch the backup"
    checked = eleven("store", "check", *at(again))
    assert checked.stdout == "3 tables read, 1 finished games verified\n"
    assert checked.returncode == 0


def test_a_backup_can_be_made_while_a_server_writes(tmp_path: Path) -> None:
    server = Running(settings(tmp_path))
    device = Device(server.base)
    device.create("me", "friend", public=True)
    file = tmp_path / "a.backup"
    assert eleven("store", "backup", file, *at(tmp_path / "tables.sqlite")).returncode == 0
    assert "a server is using" in one_line_of(
        eleven("store", "move", f"sqlite:///{tmp_path}/b", *at(tmp_path / "tables.sqlite"))
    )
    server.stop()
    assert eleven("store", "check", *at(file)).stdout.startswith("1 tables read")


def test_the_move_to_postgresql(played: Path, postgres: str, tmp_path: Path) -> None:
    moved = eleven("store", "move", postgres, *at(played))
    assert moved.returncode == 0, moved.stderr
    assert rows(postgres) == rows(f"sqlite:///{played}")
    assert eleven("store", "check", "--database", postgres).stdout.startswith("3 tables read, 1 finished")
    assert "has tables already" in one_line_of(eleven("store", "move", postgres, *at(played)))
    file = tmp_path / "a.backup"
    assert eleven("store", "backup", file, "--database", postgres).returncode == 0
    assert rows(f"sqlite:///{file}") == rows(postgres)


def test_a_damaged_table_is_named(played: Path, tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    assert eleven("store", "backup", file, *at(played)).returncode == 0
    with sqlite3.connect(file) as connection:
        found = "SELECT table_id, sequence FROM events WHERE kind = 'move' ORDER BY sequence DESC LIMIT 1"
        table, sequence = connection.execute(found).fetchone()
        broken = '{"action": "no such thing"}'
        connection.execute("UPDATE events SET body = ? WHERE table_id = ? AND sequence = ?", (broken, table, sequence))
        connection.execute("UPDATE tables SET stage = 'playing' WHERE stage = 'waiting'")
    checked = eleven("store", "check", *at(file))
    assert checked.returncode == 1
    assert checked.stdout == "3 tables read, 0 finished games verified; 2 damaged\n"
    assert f"eleven: table {table}: " in checked.stderr
    assert "it says that it is playing" in checked.stderr
    assert len(checked.stderr.splitlines()) == 2


def test_bad_input_is_one_line_and_changes_nothing(played: Path, tmp_path: Path) -> None:
    def refused(*words: str | Path) -> str:
        return one_line_of(eleven_here("store", *words))

    missing, text = tmp_path / "missing", tmp_path / "text"
    text.write_text("this is no database, but long enough to look at " * 20, encoding="ascii")
    assert "there is no database" in refused("backup", tmp_path / "a", *at(missing))
    assert "there is no database" in refused("check", *at(missing))
    assert "there is no backup" in refused("restore", missing, *at(tmp_path / "b"))
    assert "not a database" in refused("restore", text, *at(tmp_path / "b"))
    assert "a database is sqlite:///FILE" in refused("check", "--database", "mysql://a/b")
    assert "does not answer" in refused("check", "--database", "postgresql://nobody@127.0.0.1:9/nothing")
    assert "is there already" in refused("backup", text, *at(played))
    assert "there is no folder" in refused("backup", tmp_path / "no" / "such", *at(played))
    assert "has tables already" in refused("restore", played, *at(played))
    newer = tmp_path / "newer"
    assert eleven("store", "backup", newer, *at(played)).returncode == 0
    with sqlite3.connect(newer) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "a newer one is needed" in refused("check", *at(newer))
    assert "a newer one is needed" in refused("restore", newer, *at(tmp_path / "b"))
    cut = tmp_path / "cut"
    cut.write_bytes(played.read_bytes()[:20_000])
    assert "eleven: " in refused("restore", cut, *at(tmp_path / "c"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cut", "newer", "text"]


def test_a_copy_has_every_lasting_database_table() -> None:
    """A table that comes later is copied, or named here with those that live as long as a process or a page."""
    passing = {"processes", "claims", "presence", "opened_logs", "wishes"}
    assert {table.name for table in copying.IN_ORDER} == {table.name for table in METADATA.sorted_tables} - passing
