"""The same store on a real PostgreSQL, started for this test."""

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from eleven.server.live.restore import restore_table
from eleven.server.store.database import open_engine
from eleven.server.store.schema import METADATA
from eleven.server.store.store import read_table
from tests.server.clocks.test_clocks import DAYS_CLOCK, Time, together
from tests.server.conftest import Device, Running, settings
from tests.server.http.test_history import play
from tests.server.reminders.conftest import clockwork
from tests.server.reminders.helpers import ANN, BEN, looked_at, play_turn, stored, wait_for, want_mail
from tests.server.reminders.post_office import mail_server

__all__ = ["clockwork"]
pytestmark = pytest.mark.slow


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
    assert restore_table(*found).stopped == []
    engine.dispose()


def test_people_and_their_games_on_postgresql(postgres: str, tmp_path: Path) -> None:
    server = Running(settings(tmp_path, database=postgres, store_process=True))
    laptop, phone = Device(server.base), Device(server.base)
    tables = [device.create("me", "bot", game="eleven_cards")["table"] for device in (laptop, phone)]
    for device, table in zip((laptop, phone), tables, strict=True):
        play(device, table)
    laptop.post("/api/me", name="Ann")
    code = laptop.post("/api/me/code").json()["code"]
    assert phone.post("/api/me/sign_in", code=code, bring=True).json()["tables"] == 2
    assert phone.post("/api/me/sign_in", code=code).status_code == 403
    first = laptop.get("/api/me/games").json()["games"]
    assert len(first) == 2
    place = f"{first[0]['ended']}.{first[0]['table']}"
    assert laptop.get("/api/me/games", before=place).json()["games"] == first[1:]
    assert laptop.get("/api/me/record").json()["games"][0]["played"] == 2
    assert laptop.post("/api/me/sign_out_others").json()["tables"] == 2
    assert phone.get("/api/me/games").json()["games"] == []
    assert laptop.post("/api/me/delete").json()["tables"] == 2
    with server.app.state.tables.store.engine.connect() as connection:
        for query in ("SELECT holder FROM events WHERE kind = 'sit' AND", "SELECT holder FROM results WHERE"):
            found = connection.exec_driver_sql(f"{query} table_id IN (%s, %s)", tuple(tables)).scalars()
            assert set(found) == {None}, query
        assert connection.exec_driver_sql("SELECT count(*) FROM results WHERE name = 'P0'").scalar() == 0
    server.stop()


def test_a_cut_connection_is_opened_again(postgres: str, tmp_path: Path) -> None:
    server = Running(settings(tmp_path, database=postgres, store_process=True))
    device = Device(server.base)
    table = device.create("me", "hotseat")["table"]
    engine = open_engine(postgres)
    with engine.begin() as connection:
        others = "pid <> pg_backend_pid() AND datname = current_database()"
        cut = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}"
        assert connection.exec_driver_sql(cut).all()
    engine.dispose()
    view = device.view(table, seat=device.view(table)["asked"])
    answer = device.post(f"/api/tables/{table}/moves", action=view["actions"][0]["name"], version=view["version"])
    assert answer.status_code == 200, answer.text
    server.stop()


def test_two_serving_processes_remind_of_each_turn_once(postgres: str, tmp_path: Path, clockwork: Time) -> None:
    """Both have the table, find that somebody is away, and look at what is due."""
    with mail_server() as (box, chosen):
        more = {"database": postgres, "store_process": True, "remind_after": 0.0, **chosen}
        servers = [Running(settings(tmp_path, **more)) for _ in range(2)]
        ann, ben = (Device(server.base) for server in servers)
        want_mail(ann, box, ANN)
        want_mail(ben, box, BEN)
        table = together(ann, ben, DAYS_CLOCK)
        for turn in range(1, 4):
            for device, address in ((ann, ANN), (ben, BEN)):
                wait_for(lambda to=address, turn=turn: len(box.to(to)) == turn)  # type: ignore[misc]
                wait_for(lambda device=device: device.view(table)["yours"])  # type: ignore[misc]
                play_turn(device, table)
        wait_for(lambda: len(box.to(ANN)) == 4)
        for server in servers:
            looked_at(server)
        assert (len(box.to(ANN)), len(box.to(BEN))) == (4, 3)
        assert len(stored(servers[0], "reminders")) == 1, "those of turns that are over are gone"
        for server in servers:
            server.stop()
