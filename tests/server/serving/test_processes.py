"""Several serving processes on one PostgreSQL: any of them takes any move, and what must happen once happens once."""

import asyncio
import os
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from eleven.core.text.errors import Mistake
from eleven.server.cluster import claims as claiming
from eleven.server.cluster.claims import SharedClaims
from eleven.server.http.identity.signing_key import signing_key
from eleven.server.store.database import open_engine
from tests.server.conftest import PATIENCE, Device, Running, settings
from tests.server.serving.test_kill import free_port, start

pytestmark = pytest.mark.slow
LEASE = 8.0
"""Seconds that a process may stand still on a busy machine before the others take it for dead."""


@pytest.fixture
def two(postgres: str, tmp_path: Path) -> Iterator[list[Running]]:
    """Two servers with the same database and key."""
    running = [Running(settings(tmp_path, database=postgres, store_process=True)) for _ in range(2)]
    try:
        yield running
    finally:
        for server in running:
            server.stop()


def beside(device: Device, server: Running) -> Device:
    """The same browser at another server."""
    other = Device(server.base)
    other.http.cookies.update(device.http.cookies)
    return other


def soon(condition: Any) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def play_one(device: Device, table: str, **more: Any) -> int:
    view = device.view(table, seat=device.view(table)["asked"])
    move = {"action": view["actions"][0]["name"], "version": view["version"], "seat": view["asked"], **more}
    answer = device.post(f"/api/tables/{table}/moves", **move)
    return answer.status_code


def test_moves_at_one_table_through_two_servers(two: list[Running]) -> None:
    here = Device(two[0].base)
    table = here.create("me", "hotseat")["table"]
    there = beside(here, two[1])
    soon(lambda: there.view(table)["version"] == here.view(table)["version"])
    for number in range(12):
        device, other = (here, there) if number % 2 else (there, here)
        before = device.view(table)["version"]
        assert play_one(device, table) == 200
        soon(lambda before=before, other=other: other.view(table)["version"] > before)
    assert here.view(table) == there.view(table)


def test_a_socket_hears_what_happens_at_the_other_server(two: list[Running]) -> None:
    here = Device(two[0].base)
    table = here.create("me", "hotseat")["table"]
    there = beside(here, two[1])
    with there.socket(table) as socket:
        version = socket.hear("view")["version"]
        assert play_one(here, table) == 200
        assert socket.view_after(version + 1)["version"] >= version + 1


def test_what_is_said_is_heard_at_the_other_server(two: list[Running]) -> None:
    here = Device(two[0].base)
    table = here.create("me", "friend")["table"]
    with beside(here, two[1]).socket(table) as socket:
        assert socket.hear("view")["chat"]["lines"] == []
        assert here.post(f"/api/tables/{table}/chat", text="hello").status_code == 200
        lines: list[Any] = []
        while not lines:
            lines = socket.hear("view")["chat"]["lines"]
    assert [line["text"] for line in lines] == ["hello"]


def test_the_same_move_sent_to_both_servers_is_carried_out_once(two: list[Running]) -> None:
    here = Device(two[0].base)
    table = here.create("me", "hotseat")["table"]
    there = beside(here, two[1])
    soon(lambda: there.view(table)["version"] == here.view(table)["version"])
    view = here.view(table, seat=here.view(table)["asked"])
    move = {"action": view["actions"][0]["name"], "version": view["version"], "seat": view["asked"], "id": "once"}
    answers = [device.post(f"/api/tables/{table}/moves", **move) for device in (here, there)]
    assert [answer.status_code for answer in answers] == [200, 200], [answer.text for answer in answers]
    assert answers[0].json()["version"] == answers[1].json()["version"]


def test_two_different_moves_at_once_and_one_is_told_to_look_again(two: list[Running]) -> None:
    """Whoever comes second is answered from what is there, not with a failure of the store."""
    here = Device(two[0].base)
    table = here.create("me", "hotseat")["table"]
    there = beside(here, two[1])
    soon(lambda: there.view(table)["version"] == here.view(table)["version"])
    for server in two:  # neither hears of the other any more
        server.app.state.tables.peers.listener._dispatch = lambda words: None
    view = here.view(table, seat=here.view(table)["asked"])
    move = {"version": view["version"], "seat": view["asked"]}
    first = here.post(f"/api/tables/{table}/moves", **move, action=view["actions"][0]["name"])
    second = there.post(f"/api/tables/{table}/moves", **move, action=view["actions"][-1]["name"])
    assert first.status_code == 200
    assert second.status_code == 409, second.text
    assert "look again" in second.text
    assert there.view(table)["version"] == here.view(table)["version"]


def test_everybody_sees_who_is_here_at_whichever_server(two: list[Running]) -> None:
    here = Device(two[0].base)
    table = here.create("me", "friend", public=True)["table"]
    friend = Device(two[1].base)
    assert friend.join(table).status_code == 200

    def seats_here() -> list[bool]:
        return [seat["here"] for seat in here.view(table)["seats"]]

    with here.socket(table) as socket:
        socket.hear("view")
        soon(lambda: seats_here() == [True, False])
        with friend.socket(table) as other:
            other.hear("view")
            soon(lambda: seats_here() == [True, True])
        soon(lambda: seats_here() == [True, False])


def test_a_log_opened_at_one_server_is_found_at_the_other(two: list[Running]) -> None:
    log = (Path(__file__).parents[2] / "games" / "elefant" / "golden.log").read_text(encoding="utf-8")
    answer = Device(two[0].base).post("/api/replays", log=log)
    assert answer.status_code in (200, 201), answer.text
    name = answer.json()["replay"]
    assert Device(two[1].base).get(f"/api/replays/{name}/log").text == log
    assert Device(two[1].base).get("/api/replays/log-0123456789abcdef/log").status_code == 404


def test_a_log_that_is_opened_again_is_shared_for_another_hour(two: list[Running], postgres: str) -> None:
    """Also at the process that still has it; the row of the first time may be gone by then."""
    log = (Path(__file__).parents[2] / "games" / "elefant" / "golden.log").read_text(encoding="utf-8")
    engine = open_engine(postgres)
    for _ in range(2):
        name = Device(two[0].base).post("/api/replays", log=log).json()["replay"]
        with engine.begin() as connection:
            assert connection.execute(text("UPDATE opened_logs SET at = at - 3540000")).rowcount == 1
            age_ms = time.time() * 1000 - connection.execute(text("SELECT at FROM opened_logs")).scalar_one()
            assert 3_540_000 <= age_ms < 3_600_000
    assert Device(two[1].base).get(f"/api/replays/{name}/log").text == log
    engine.dispose()


def test_a_log_that_was_opened_an_hour_ago_is_not_shared(two: list[Running], postgres: str) -> None:
    log = (Path(__file__).parents[2] / "games" / "elefant" / "golden.log").read_text(encoding="utf-8")
    name = Device(two[0].base).post("/api/replays", log=log).json()["replay"]
    engine = open_engine(postgres)
    with engine.begin() as connection:
        connection.execute(text("UPDATE opened_logs SET at = at - 3600000"))
    engine.dispose()
    assert Device(two[1].base).get(f"/api/replays/{name}/log").status_code == 404


def test_a_limit_on_new_tables_is_shared(postgres: str, tmp_path: Path) -> None:
    shared = settings(tmp_path, database=postgres, store_process=True, tables_per_minute=1e-6, table_burst=6)
    running = [Running(shared) for _ in range(2)]
    try:
        soon(lambda: all(server.app.state.tables.claims.processes == 2 for server in running))
        made = [
            Device(server.base).post("/api/tables", game="elefant", seats=[{"kind": "me"}] + [{"kind": "bot"}] * 2)
            for server in running
            for _ in range(5)
        ]
        assert Counter(answer.status_code for answer in made) == {201: 6, 429: 4}
    finally:
        for server in running:
            server.stop()


def test_another_signing_key_beside_the_others_is_refused(two: list[Running], postgres: str, tmp_path: Path) -> None:
    engine = open_engine(postgres)
    try:
        with pytest.raises(Mistake, match="have another signing key"):
            signing_key(engine, postgres, str(tmp_path / "another.key"))
    finally:
        engine.dispose()


def test_bots_play_once_whoever_looks_on(two: list[Running], postgres: str) -> None:
    here = Device(two[0].base)
    table = here.create("bot", "bot", game="eleven_board")["table"]
    there = beside(here, two[1])
    with here.socket(table) as socket, there.socket(table) as other:
        for one in (socket, other):
            while not one.hear("view").get("over"):
                pass
    engine = open_engine(postgres)
    with engine.connect() as connection:
        held = connection.execute(
            text("SELECT process FROM claims WHERE name = :name"), {"name": f"turns {table}"}
        ).all()
    engine.dispose()
    assert len(held) == 1
    assert here.view(table) == there.view(table)


def test_claims_are_one_processs_and_pass_on_when_it_dies(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claiming, "LEASE_SECONDS", LEASE)
    engine = open_engine(postgres)
    adopted: list[tuple[int, str]] = []

    def adopt(number: int, name: str) -> None:
        adopted.append((number, name))

    async def whole() -> None:
        both = [SharedClaims(engine, f"p{number}", partial(adopt, number)) for number in (0, 1)]
        for claims in both:
            await claims.start()
        while any(time.monotonic() < claims._from for claims in both):
            await asyncio.sleep(0.02)
        for name in ("a", "b", "c"):
            found = await asyncio.gather(*(claims.take(name) for claims in both))
            assert sum(found) == 1, "one of them has it"
            assert [claims.holds(name) for claims in both] == found
        mine = [name for name in ("a", "b", "c") if both[0].holds(name)]
        assert both[0]._task is not None
        both[0]._task.cancel()  # as if it were dead or stopped
        died = time.monotonic()
        while not all(both[1].holds(name) for name in mine):
            await asyncio.sleep(0.01)
            for name in mine:
                assert not (both[0].holds(name) and both[1].holds(name)), "never both"
        if mine:
            assert time.monotonic() - died < PATIENCE
            assert {name for number, name in adopted if number == 1} >= set(mine)
        assert not any(both[0].holds(name) for name in mine)
        both[1].release("a")
        await both[1].stop()

    asyncio.run(whole())
    engine.dispose()


def test_a_killed_server_leaves_its_bots_to_the_other(postgres: str, tmp_path: Path) -> None:
    os.environ["XDG_DATA_HOME"] = str(tmp_path)
    processes: list[subprocess.Popen[bytes]] = []
    try:
        ports = [free_port(), free_port()]
        for port in ports:
            processes.append(start(port, postgres))
        first, second = (Device(f"http://127.0.0.1:{port}") for port in ports)
        tables = [first.create("bot", "bot", game="eleven_board")["table"] for _ in range(4)]
        time.sleep(0.5)
        os.kill(processes[0].pid, signal.SIGKILL)
        processes[0].wait()
        engine = open_engine(postgres)

        def moves() -> Counter[str]:
            with engine.connect() as connection:
                rows = connection.execute(text("SELECT table_id, count(*) FROM events GROUP BY table_id")).all()
            return Counter(dict(map(tuple, rows)))

        before = moves()
        soon(lambda: all(moves()[table] > before[table] for table in tables))
        engine.dispose()
        assert second.view(tables[0])["version"] > 0
    finally:
        del os.environ["XDG_DATA_HOME"]
        for process in processes:
            process.kill()
            process.wait()
