"""The same store on a real PostgreSQL, started for this test in a temporary folder by a user who is not root."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from eleven.server.store.opening import open_engine
from eleven.server.store.schema import METADATA
from eleven.server.store.store import read_table
from eleven.server.table import replay
from tests.server.conftest import Device, Running, settings
from tests.server.test_kill import free_port

pytestmark = pytest.mark.slow

PLACES = ["/usr/lib/postgresql/17/bin", "/usr/lib/postgresql/16/bin", "/usr/lib/postgresql/15/bin"]


def program(name: str) -> str:
    found = shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), *PLACES]))
    assert found, f"{name} is missing: install Debian's package postgresql"
    return found


def run(user: str | None, *command: str) -> None:
    subprocess.run(
        command, check=True, user=user, cwd="/", capture_output=True, env={**os.environ, "LC_ALL": "C.UTF-8"}
    )


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    user = "nobody" if os.getuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="eleven-postgres-"))
    if user:
        os.chown(folder, pwd.getpwnam(user).pw_uid, -1)
    folder.chmod(0o700)
    port, cluster = free_port(), str(folder / "data")
    run(user, program("initdb"), "-D", cluster, "-A", "trust", "-U", "eleven", "--no-sync")
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder}"
    run(user, program("pg_ctl"), "-D", cluster, "-w", "-o", options, "-l", str(folder / "log"), "start")
    try:
        yield f"postgresql://eleven@127.0.0.1:{port}/postgres"
    finally:
        run(user, program("pg_ctl"), "-D", cluster, "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


def test_a_game_survives_a_restart_on_postgresql(postgres: str, tmp_path: Path) -> None:
    first = Running(settings(tmp_path, database=postgres, store_process=True))
    device = Device(first.base)
    table = device.create("me", "hotseat", public=True)["table"]
    for _ in range(12):
        view = device.view(table, seat=device.view(table)["asked"])
        answer = device.post(f"/api/tables/{table}/moves", action=view["actions"][0]["name"], version=view["version"])
        assert answer.status_code == 200
    before = device.view(table)
    first.stop()
    second = Running(settings(tmp_path, database=postgres, store_process=True))
    again = Device(second.base)
    again.http.cookies.update(device.http.cookies)
    assert again.view(table) == before
    assert [line["table"] for line in again.get("/api/tables").json()["mine"]] == [table]
    second.stop()
    engine = open_engine(postgres)
    with engine.connect() as connection:
        found = read_table(connection, table)
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    assert found is not None
    assert replay(*found).stopped == []
    engine.dispose()


def test_a_line_that_was_cut_is_opened_again(postgres: str, tmp_path: Path) -> None:
    server = Running(settings(tmp_path, database=postgres, store_process=True))
    device = Device(server.base)
    table = device.create("me", "hotseat")["table"]
    engine = open_engine(postgres)
    with engine.begin() as connection:
        others = "pid <> pg_backend_pid() AND datname = 'postgres'"
        cut = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}"
        assert connection.exec_driver_sql(cut).all()
    engine.dispose()
    view = device.view(table, seat=device.view(table)["asked"])
    answer = device.post(f"/api/tables/{table}/moves", action=view["actions"][0]["name"], version=view["version"])
    assert answer.status_code == 200, answer.text
    server.stop()
