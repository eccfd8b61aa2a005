"""The lobby is read from rows, a page at a time, by indexes."""

from collections.abc import Callable

import pytest
from sqlalchemy import event

from eleven.server.http.routes import lobby as lobbies
from eleven.server.live.restore import restore_seats, restore_table
from eleven.server.live.seats import SEATED
from eleven.server.live.table import Table
from eleven.server.store.rows import lobby as rows
from eleven.server.store.rows.lobby import SEATING_KINDS, LobbyFilter, open_tables, tables_of
from eleven.server.store.store import read_table
from tests.server.conftest import Device, Running


def forget_all(server: Running) -> None:
    tables = server.app.state.tables
    for live in list(tables.in_memory.values()):
        tables.forget(live)


def pages(device: Device, which: str) -> list[list[str]]:
    """The names of tables, page by page."""
    found: list[list[str]] = []
    before: dict[str, str] = {}
    while True:
        lobby = device.get("/api/tables", **before).json()
        found.append([line["table"] for line in lobby[which]])
        if lobby[f"more_{which}"] is None:
            return found
        before = {f"{which}_before": lobby[f"more_{which}"]}


def test_open_tables_come_in_pages_and_are_not_loaded(
    client: Device, friend: Callable[[], Device], server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (rows, lobbies):
        monkeypatch.setattr(module, "PAGE_SIZE", 2)
    made = [client.create("me", "friend", public=True)["table"] for _ in range(5)]
    forget_all(server)
    found = pages(friend(), "open")
    assert [len(page) for page in found] == [2, 2, 1]
    assert {name for page in found for name in page} == set(made)
    assert len(pages(client, "mine")[0]) == 5, "all that go on are on the first page"
    line = friend().get("/api/tables").json()["open"][0]
    assert [(seat["kind"], seat["mine"]) for seat in line["seats"]] == [("human", False), ("open", False)]
    assert line["seats"][0]["name"] == "P0"
    assert not server.app.state.tables.in_memory
    wrong = client.get("/api/tables", open_before="yesterday")
    assert wrong.status_code == 422


def test_finished_games_come_in_pages_and_running_ones_say_whose_turn_it_is(
    client: Device, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (rows, lobbies):
        monkeypatch.setattr(module, "PAGE_SIZE", 2)
    over = [client.create("me", "hotseat")["table"] for _ in range(3)]
    with server.app.state.tables.store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE tables SET stage = 'over'")
    running = client.create("me", "hotseat")["table"]
    forget_all(server)
    first, second = pages(client, "mine")
    assert first[0] == running
    assert {*first[1:], *second} == set(over)
    assert [*server.app.state.tables.in_memory] == [running]
    lines = client.get("/api/tables").json()["mine"]
    assert [line["my_turn"] for line in lines] == [True, False, False]
    assert [line["stage"] for line in lines] == ["playing", "over", "over"]


def test_who_sits_where_is_the_same_by_rows_and_by_the_whole_table(client: Device, server: Running) -> None:
    table = client.create("me", "bot", "friend", public=True)["table"]
    guest = Device(server.base)
    assert guest.join(table, name="Guest").status_code == 200
    assert guest.post(f"/api/tables/{table}/leave").status_code == 200
    assert client.post(f"/api/tables/{table}/take_over", seat=2, level="beginner").status_code == 200
    with server.app.state.tables.store.engine.connect() as connection:
        found = read_table(connection, table)
    assert found is not None
    row, events = found
    seated = restore_seats(row, [one for one in events if one.kind in SEATING_KINDS])
    whole = restore_table(row, events)

    def told(of: object) -> list[tuple[object, ...]]:
        seats = of.seats  # type: ignore[attr-defined]
        return [(seat.kind, seat.name, seat.holder, seat.epoch, seat.left, seat.played_by_bot) for seat in seats]

    assert told(seated) == told(whole)
    kinds = {name.removeprefix("_on_") for name in vars(Table) if name.startswith("_on_")} | {*SEATED}
    seats_nobody = {"share", "agree", "position", "deal", "move", "take_back", "rematch", "away"}
    assert kinds - {*SEATING_KINDS} == seats_nobody, "does a new kind of event seat anybody?"
    assert whole.seats[2].left
    assert whole.seats[2].played_by_bot


def test_open_tables_are_found_by_game_pace_language_and_rating(client: Device, friend: Callable[[], Device]) -> None:
    days = {"kind": "days", "days": 3}
    client.http.headers["Accept-Language"] = "de"
    made = {
        "plain": client.create("me", "friend", public=True)["table"],
        "days": client.create("me", "friend", public=True, clock=days)["table"],
        "rated": client.create("me", "friend", game="eleven_cards", public=True, rated=True)["table"],
    }
    client.http.headers["Accept-Language"] = "fr"
    made["french"] = client.create("me", "friend", public=True)["table"]
    names = {table: name for name, table in made.items()}

    def found(**query: object) -> set[str]:
        return {names[line["table"]] for line in friend().get("/api/tables", **query).json()["open"]}

    assert found() == set(made)
    assert found(game="eleven_cards") == {"rated"}
    assert found(pace="days") == {"days"}
    assert found(pace="none", spoken="de") == {"plain", "rated"}
    assert found(game="elevenses", pace="live") == set()
    assert found(rated=True) == {"rated"}
    assert found(rated=False, spoken="fr") == {"french"}
    assert found(rating_from=1400, rating_to=1600) == {"rated"}
    assert found(rating_from=1501) == set()
    assert found(game="no-such-game") == set()
    backwards = friend().get("/api/tables", rating_from=1600, rating_to=1400)
    assert (backwards.status_code, backwards.json()["error"]) == (400, "no rating is from 1600 to 1400")
    assert friend().get("/api/tables", pace="slow").status_code == 422
    assert friend().get("/api/tables", rating_from=-1).status_code == 422


def test_the_queries_use_indexes(server: Running) -> None:
    """None of them walks through all tables or all events."""
    engine = server.app.state.tables.store.engine
    asked: list[tuple[str, object]] = []
    with engine.connect() as connection:
        event.listen(connection, "before_cursor_execute", lambda c, cur, text, values, *_: asked.append((text, values)))
        open_tables(connection, (5, "a"))
        tables_of(connection, "me", over=True)
        tables_of(connection, "me", over=False)
        open_tables(connection, (5, "a"), LobbyFilter(game="elevenses", pace="days", rating_from=1400))
        open_tables(connection, None, LobbyFilter(language="de", rated=True, rating_to=1700))
        assert len(asked) == 10
        for text, values in asked[:]:
            plan = [row[-1] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}", values)]
            assert not [step for step in plan if step.startswith(("SCAN tables", "SCAN events"))], (text, plan)
        assert "tables_open" in str(connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {asked[6][0]}", asked[6][1]).all())
