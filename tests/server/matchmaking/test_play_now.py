"""Playing now: people who want the same are seated together, once, and nothing is left of those who went away."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, insert, select, update

from eleven.server.live.restore import restore_table
from eleven.server.live.tables import Tables
from eleven.server.matchmaking.play_now import HIDDEN_LEASE_MS, LEASE_MS
from eleven.server.store import Store
from eleven.server.store.records import now
from eleven.server.store.rows.matchmaking_queue import QueueEntry
from eleven.server.store.schema import BLOCKS, QUEUE, TABLES
from tests.server.conftest import Device, Running, settings

Friend = Callable[[], Device]
GAME = "eleven_cards"
Json = dict[str, Any]


def want(device: Device, **more: Any) -> Json:
    answer = device.post("/api/play_now", **{"game": GAME, "players": 2, **more})
    assert answer.status_code == 201, answer.text
    found: Json = answer.json()
    return found


def look(device: Device, **more: Any) -> Json:
    found: Json = device.post("/api/play_now/look", **more).json()
    return found


def rows(server: Running) -> list[Any]:
    with server.app.state.tables.store.engine.connect() as connection:
        return list(connection.execute(select(QUEUE)))


def change(server: Running, **values: Any) -> None:
    with server.app.state.tables.store.engine.begin() as connection:
        connection.execute(update(QUEUE).values(**values))


def test_two_who_want_the_same_sit_at_one_table(client: Device, friend: Friend) -> None:
    first = want(client, name="Ann", pace="live")
    assert (first["looking"], first["table"], first["came"], first["title"]) == (True, None, 1, "11! the card game")
    guest = friend()
    second = want(guest, name="Bob", pace="live")
    assert not second["looking"]
    table = second["table"]
    assert look(client)["table"] == table
    assert look(client)["table"] == table, "a second tab finds it too"
    for device, name in ((client, "Ann"), (guest, "Bob")):
        view = device.view(table)
        assert view["you"] is not None
        assert view["seats"][view["you"]]["name"] == name
        assert view["clock"] is not None
        device.share({"table": table, "commitment": view["hash"], "seats": [{"mine": True}]})
    view = client.view(table)
    assert (view["stage"], view["public"], view["rated"]) == ("playing", True, False)


@pytest.mark.parametrize(
    "other",
    [{"game": "elevenses"}, {"players": 3}, {"pace": "days"}, {"rated": True}],
    ids=lambda other: next(iter(other)),
)
def test_who_wants_something_else_is_not_seated_with_me(client: Device, friend: Friend, other: Json) -> None:
    want(client)
    assert want(friend(), **other)["looking"]
    assert look(client)["came"] == 1


def test_a_rated_wish_makes_a_rated_table(client: Device, friend: Friend) -> None:
    want(client, rated=True)
    table = want(friend(), rated=True)["table"]
    assert client.view(table)["rated"]


def test_bots_take_the_free_seats_after_the_time_and_then_it_is_not_rated(
    client: Device, friend: Friend, server: Running
) -> None:
    want(client, players=4, rated=True, bots_after=60, name="Ann")
    guest, patient = friend(), friend()
    want(guest, players=4, rated=True, bots_after=600, name="Bob")
    want(patient, players=4, rated=True)
    assert look(client)["came"] == 3
    with server.app.state.tables.store.engine.begin() as connection:
        connection.execute(update(QUEUE).where(QUEUE.c.bots_at < now() + 300_000).values(bots_at=now() - 1))
    table = look(client)["table"]
    view = client.view(table)
    assert sorted(seat["kind"] for seat in view["seats"]) == ["bot", "bot", "human", "human"]
    assert not view["rated"]
    assert look(guest)["table"] == table, "who takes bots at all comes along"
    assert look(patient)["looking"], "who wants people only goes on waiting"


def test_alone_with_bots_the_table_is_private(client: Device, server: Running) -> None:
    want(client, players=3, bots_after=1)
    change(server, bots_at=now() - 1)
    view = client.view(look(client)["table"])
    assert not view["public"]
    assert view["hints"]


def test_nothing_is_left_of_who_stops_closes_the_page_or_wants_something_else(
    client: Device, friend: Friend, server: Running
) -> None:
    want(client)
    want(client, players=3)
    assert [row.players for row in rows(server)] == [3], "one wish a person, the newest"
    assert not client.post("/api/play_now/leave").json()["looking"]
    assert rows(server) == []
    assert not look(client)["looking"]
    want(client)
    change(server, lease=now() - 1)
    assert want(friend())["looking"], "nobody is seated with a page that is closed"
    assert len(rows(server)) == 1
    assert not look(client)["looking"]
    change(server, lease=now() - 1)
    asyncio.run(server.app.state.tables.play_now.queue.remove_expired())
    assert rows(server) == []


def test_a_page_in_the_background_is_waited_for_longer(client: Device, server: Running) -> None:
    want(client)
    look(client)
    assert rows(server)[0].lease - now() <= LEASE_MS
    look(client, hidden=True)
    assert LEASE_MS < rows(server)[0].lease - now() <= HIDDEN_LEASE_MS


def test_who_was_seated_keeps_the_seat_after_leaving(client: Device, friend: Friend, server: Running) -> None:
    want(client)
    table = want(friend())["table"]
    client.post("/api/play_now/leave")
    assert client.view(table)["you"] is not None
    assert [line["table"] for line in client.get("/api/tables").json()["mine"]] == [table]


def test_who_has_blocked_somebody_is_not_seated_with_them(client: Device, friend: Friend, server: Running) -> None:
    guest, third = friend(), friend()
    want(client)
    mine = rows(server)[0].holder
    client.post("/api/play_now/leave")
    want(guest)
    theirs = rows(server)[0].holder
    with server.app.state.tables.store.engine.begin() as connection:
        connection.execute(insert(BLOCKS).values(holder=theirs, other=mine, at=1))
    assert want(client)["looking"]
    assert look(guest)["looking"]
    assert not want(third)["looking"]


def test_who_deletes_themselves_wants_nothing(client: Device, server: Running) -> None:
    want(client)
    client.post("/api/me/delete")
    assert rows(server) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"game": "chess"}, 400),
        ({"players": 9}, 400),
        ({"players": 0}, 422),
        ({"players": "2"}, 422),
        ({"pace": "slow"}, 422),
        ({"bots_after": -1}, 422),
        ({"name": "<b>"}, 422),
        ({"colour": "red"}, 422),
    ],
)
def test_a_wish_that_nobody_can_have_is_refused_in_words(
    client: Device, server: Running, wish: Json, status: int
) -> None:
    answer = client.post("/api/play_now", **{"game": GAME, "players": 2, **wish})
    assert answer.status_code == status
    assert answer.json()["error"]
    assert rows(server) == []


# Several at once


def alike(holder: str) -> QueueEntry:
    return QueueEntry(holder, GAME, 2, "none", False, now(), now() + 600_000)


async def all_seated(tables: list[Tables], people: int) -> list[str]:
    """Everybody wants the same at once, and looks at some process until they are seated."""

    async def one(number: int) -> str:
        mine, holder = tables[number % len(tables)].play_now, f"holder-{number}"
        await mine.queue.enter(alike(holder))
        for _ in range(500):
            wish, _ = await mine.poll(holder)
            assert wish is not None
            if wish.table_id is not None:
                return wish.table_id
            await asyncio.sleep(0.01)
        raise AssertionError("nobody came")

    return await asyncio.gather(*(one(number) for number in range(people)))


def check(store: Store, tables: list[str], people: int) -> None:
    assert all(tables.count(table) == 2 for table in tables), "two at each table, nobody twice"
    with store.engine.connect() as connection:
        assert connection.scalar(select(func.count()).select_from(TABLES)) == people // 2
    for table in set(tables):
        found = asyncio.run(store.table(table))
        assert found is not None
        assert len({seat.holder for seat in restore_table(*found).seats}) == 2


def test_many_at_once_are_all_seated_once(tmp_path: Path) -> None:
    tables = Tables(settings(tmp_path))
    check(tables.store, asyncio.run(all_seated([tables], 12)), 12)
    tables.store.engine.dispose()


@pytest.mark.slow
def test_many_at_once_at_two_processes_are_all_seated_once(postgres: str, tmp_path: Path) -> None:
    processes = [Tables(settings(tmp_path, database=postgres)) for _ in range(2)]
    check(processes[0].store, asyncio.run(all_seated(processes, 24)), 24)
    for tables in processes:
        tables.store.engine.dispose()
