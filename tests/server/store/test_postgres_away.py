"""PostgreSQL away, late or shared: told in words, caught up with, and nothing carried out twice."""

import asyncio
import logging
import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from eleven.core.text.errors import Mistake
from eleven.server.store import Store
from eleven.server.store.database import open_engine
from eleven.server.store.store import read_table
from eleven.server.store.writing import writer_lock as locks
from eleven.server.store.writing.postgres_writer import PostgresWriter
from tests.server.conftest import PATIENCE, Device, Running, settings
from tests.server.postgres import Cluster
from tests.server.store.test_durability import Sending, a_move

pytestmark = pytest.mark.slow


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """One that goes away and comes back, for every test another."""
    found = Cluster()
    found.start()
    try:
        yield found
    finally:
        found.stop()
        found.remove()


def test_everybody_is_told_while_the_database_is_away_and_then_catches_up(
    cluster: Cluster, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    server = Running(settings(tmp_path, database=cluster.url, store_process=True))
    device, stranger = Device(server.base), Device(server.base)
    table, other = (device.create("me", "hotseat", public=True)["table"] for _ in range(2))
    server.app.state.tables._tables.pop(other)
    with stranger.socket(table) as watching:
        before = watching.hear("view")["version"]
        move = a_move(device, table, "m1")
        cluster.stop()
        refused = device.post(f"/api/tables/{table}/moves", **move)
        assert refused.status_code == 503
        assert "the store cannot" in refused.json()["error"]
        assert "the store cannot" in watching.hear("error")["reason"]
        for path in (f"/api/tables/{other}/view", f"/api/tables/{table}/view", "/api/tables"):
            assert device.get(path).status_code == 503, path
        assert "Speicher" in device.get(f"/api/tables/{other}/view", language="de").json()["error"]
        with device.socket(other) as turned_away:
            assert "the store cannot be read" in turned_away.hear("error")["reason"]
        cluster.start()
        while (answer := device.post(f"/api/tables/{table}/moves", **move)).status_code == 503:
            time.sleep(0.05)
        assert answer.status_code == 200
        assert watching.view_after(before + 1)["version"] == answer.json()["version"]
    assert device.view(other)["stage"] == "playing"
    server.stop()
    assert not [record for record in caplog.records if record.name == "asyncio"]


def test_a_server_waits_for_a_database_that_is_starting(cluster: Cluster, caplog: pytest.LogCaptureFixture) -> None:
    cluster.stop()
    with pytest.raises(Mistake, match="the database does not answer"):
        Store(cluster.url, wait=0.3)
    starting = threading.Timer(0.5, cluster.start)
    starting.start()
    with caplog.at_level(logging.WARNING):
        store = Store(cluster.url, wait=PATIENCE)
    starting.join()
    assert [record.getMessage() for record in caplog.records].count("waiting for the database") == 2
    asyncio.run(store.stop())


def test_servers_share_the_lock_others_cannot_have_it_alone_and_a_lost_one_is_taken_again(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "LINGERS", 0.2)

    async def whole() -> None:
        store = Store(cluster.url)
        await Store(cluster.url).stop()
        alone = locks.lock_of(store.engine)
        assert not alone.take()
        cluster.stop()
        cluster.start()
        assert store._lock.take(), "its connection was lost, and nobody else has come"
        assert not alone.take()
        await store.stop()
        assert alone.take()
        with pytest.raises(Mistake, match="another server is using this database: postgresql"):
            Store(cluster.url)
        alone.release()

    asyncio.run(whole())


def test_a_commit_that_comes_late_is_not_carried_out_twice(cluster: Cluster, tmp_path: Path) -> None:
    """The database was given up, the table has read on, and only then does it commit what it had been sent."""
    server = Running(settings(tmp_path, database=cluster.url, commit_seconds=2.0))
    device = Device(server.base)
    table = device.create("me", "hotseat")["table"]
    engine = open_engine(cluster.url)
    for attempt, name in enumerate(("same", "other")):
        move = a_move(device, table, f"m{attempt}")
        backend = backend_of(server)
        os.kill(backend, signal.SIGSTOP)
        first = Sending(device, table, move)
        first.join(PATIENCE)
        assert first.status == 503
        os.kill(backend, signal.SIGTERM)
        os.kill(backend, signal.SIGCONT)
        with engine.connect() as late:  # the transaction that was given up, as its backend might still have it
            body = f'{{"action": "{move["action"]}", "id": "m{attempt}", "tape": {_tape(server, table, move)}}}'
            values = {"t": table, "n": move["version"] + 1, "s": move["seat"], "b": body}
            late.execute(text("INSERT INTO events VALUES (:t, :n, 1, 'move', :s, NULL, :b)"), values)
            again = Sending(device, table, {**move, "id": move["id"] if name == "same" else "mine"})
            time.sleep(0.5)
            assert again.status == 0, "its own event waits for the late one"
            late.commit()
        again.join(PATIENCE)
        assert again.status == (200 if name == "same" else 409)
        found = device.post(f"/api/tables/{table}/moves", **move)
        assert (found.status_code, found.json()["version"]) == (200, move["version"] + 1)
    with engine.connect() as connection:
        stored = read_table(connection, table)
    assert stored is not None
    assert [event.body["id"] for event in stored[1] if event.kind == "move"] == ["m0", "m1"]
    engine.dispose()
    server.stop()


def backend_of(server: Running) -> int:
    """The process of PostgreSQL that writes for a server."""
    writer = server.app.state.tables.store._transport
    assert isinstance(writer, PostgresWriter)
    assert writer._connection is not None
    return writer._connection._pg.backend_pid


def _tape(server: Running, table: str, move: dict[str, object]) -> list[int]:
    """What luck decides about a move."""
    now = server.app.state.tables._tables[table].table
    after = now.after(now.event("move", move["seat"], action=move["action"], id=""))
    tape: list[int] = after.play.entries[-1].tape
    return tape
