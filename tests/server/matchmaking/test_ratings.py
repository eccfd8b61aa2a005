"""Ratings: of people at public tables, changed once by every finished game, whichever process dies."""

import asyncio
import json
import random
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, insert, select, update
from sqlalchemy.exc import OperationalError

from eleven.core.text.messages import Message
from eleven.server.matchmaking import rating_counter
from eleven.server.matchmaking.rating_counter import RatingCounter
from eleven.server.matchmaking.rating_model import NEWCOMER, Rating, after_game
from eleven.server.store import Store, StoreError
from eleven.server.store.rows import ratings as rating_rows
from eleven.server.store.rows.people import People
from eleven.server.store.rows.ratings import count_game, ratings_of, uncounted
from eleven.server.store.schema import RATINGS, RESULTS, TABLES
from tests.server.conftest import PATIENCE, Device, Running

Friend = Callable[[], Device]
MOST = 3000
GAME = "eleven_cards"


# Tables


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"seats": [{"kind": "me"}, {"kind": "friend"}]}, "a rated table is public"),
        ({"seats": [{"kind": "me"}, {"kind": "bot"}], "public": True}, "everybody is a person"),
        ({"seats": [{"kind": "me"}, {"kind": "hotseat"}], "public": True}, "everybody is a person"),
        ({"seats": [{"kind": "me"}, {"kind": "me"}], "public": True}, "everybody is a person"),
        ({"seats": [{"kind": "me"}], "public": True}, "at least two"),
        ({"seats": [{"kind": "me"}, {"kind": "friend"}], "public": True, "hints": True}, "no hints"),
    ],
)
def test_only_public_tables_of_people_are_rated(client: Device, more: dict[str, Any], reason: str) -> None:
    answer = client.post("/api/tables", game=GAME, rated=True, **more)
    assert answer.status_code == 400
    assert reason in answer.json()["error"]
    german = client.http.post("/api/tables?language=de", json={"game": GAME, "rated": True, **more})
    assert reason not in german.json()["error"]


def sit_down(client: Device, guest: Device, rated: bool = True) -> str:
    table: str = client.create("me", "friend", game=GAME, public=True, rated=rated)["table"]
    assert guest.join(table, name="Guest").status_code == 200
    return table


def play_to_the_end(table: str, *devices: Device) -> None:
    """Each decides at random for their seat; nobody for a seat that a bot has."""
    dice = random.Random(7)
    for _ in range(MOST):
        for device in devices:
            view = device.view(table)
            if view["over"]:
                return
            if view["yours"]:
                action = dice.choice(view["actions"])["name"]
                answer = device.post(f"/api/tables/{table}/moves", action=action, version=view["version"])
                assert answer.status_code in (200, 409), answer.text
    raise AssertionError("the game has no end")


def rating_of(device: Device) -> Any:
    for _ in range(int(PATIENCE * 10)):
        found = device.get("/api/me/ratings").json()["games"]
        if found:
            return found[0]
        import time

        time.sleep(0.1)
    raise AssertionError("there is no rating")


@pytest.mark.slow
def test_a_rated_game_changes_two_ratings_and_everybody_sees_it(
    client: Device, friend: Friend, server: Running
) -> None:
    guest, watcher = friend(), friend()
    table = client.create("me", "friend", game=GAME, public=True, rated=True)["table"]
    (line,) = watcher.get("/api/tables").json()["open"]
    assert line["rated"]
    assert line["seats"][0]["rating"] == {"rating": 1500, "uncertainty": 250, "games": 0, "provisional": True}
    assert watcher.view(table)["rated"]
    assert client.get("/api/tables").json()["mine"][0]["seats"][0]["rating"] is None
    assert client.join(table).status_code == 400, "nobody plays against themselves"
    assert guest.join(table, name="Guest").status_code == 200
    play_to_the_end(table, client, guest)
    mine, theirs = rating_of(client), rating_of(guest)
    winners = client.view(table)["over"]["winners"]
    if len(winners) == 1:
        better, worse = (mine, theirs) if winners == [0] else (theirs, mine)
        assert better["rating"] > 1500 > worse["rating"]
    assert (mine["game"], mine["games"], mine["provisional"]) == (GAME, 1, True)
    seats = client.get("/api/me/games").json()["games"][0]["seats"]
    assert [(one["rating"], one["rating_change"]) for one in seats] == [
        (one["rating"], one["rating"] - 1500) for one in (mine, theirs)
    ]
    store: Store = server.app.state.tables.store
    assert not asyncio.run(count_game(store, table)), "it has been counted"
    assert rating_of(client) == mine
    again = client.create("me", "friend", game=GAME, public=True, rated=True)
    lobby = watcher.get("/api/tables").json()["open"]
    assert (
        next(one for one in lobby if one["table"] == again["table"])["seats"][0]["rating"]["rating"] == mine["rating"]
    )
    rematch = client.post(f"/api/tables/{table}/rematch").json()["table"]
    assert client.view(rematch)["rated"]


@pytest.mark.slow
def test_an_unrated_game_changes_none(client: Device, friend: Friend, server: Running) -> None:
    guest = friend()
    play_to_the_end(sit_down(client, guest, rated=False), client, guest)
    assert client.get("/api/me/ratings").json() == {"games": []}
    assert asyncio.run(uncounted(server.app.state.tables.store)) == []


@pytest.mark.slow
def test_who_leaves_is_last_whatever_the_bot_reaches(client: Device, friend: Friend, server: Running) -> None:
    guest = friend()
    table = sit_down(client, guest)
    guest.post(f"/api/tables/{table}/leave")
    assert client.post(f"/api/tables/{table}/take_over", seat=1, level="easy").status_code == 200
    play_to_the_end(table, client)
    assert rating_of(client)["rating"] > 1500 > rating_of(guest)["rating"]
    with server.app.state.tables.store.engine.connect() as connection:
        rows = connection.execute(select(RESULTS).where(RESULTS.c.table_id == table).order_by(RESULTS.c.seat)).all()
    assert [(row.gone, row.replaced) for row in rows] == [(False, False), (True, True)]
    assert all(row.opening for row in rows)


# Exactly once


def finished(store: Store, table: str, ended: int, *holders: str) -> None:
    """A rated game that is over, as rows."""
    with store.engine.begin() as connection:
        row = {"id": table, "created": 1, "game": GAME, "edition": "x", "players": len(holders), "options": "{}"}
        row |= {"components": "", "engine": "", "rules": "", "public": True, "secret": "", "stage": "over"}
        connection.execute(insert(TABLES).values(**row, rated=True, counted=False))
        for number, holder in enumerate(holders):
            reached = {
                "score": -number,
                "won": number == 0,
                "gone": False,
                "kind": "human",
                "level": "",
                "name": holder,
            }
            who = {"table_id": table, "seat": number, "ended": ended, "game": GAME, "players": len(holders)}
            connection.execute(insert(RESULTS).values(**who, **reached, holder=holder))


def opened(folder: Path) -> Store:
    return Store(f"sqlite:///{folder / 'tables.sqlite'}")


def test_a_game_that_a_dead_process_left_is_counted_once_by_whoever_looks(tmp_path: Path) -> None:
    store = opened(tmp_path)
    finished(store, "b", 20, "ann", "bob")
    finished(store, "a", 30, "bob", "ann")
    finished(store, "c", 10, "ann", "cy", "bob")

    async def look() -> dict[str, dict[str, Rating]]:
        assert await uncounted(store) == ["c", "b", "a"], "in the order in which they ended"
        counted = await asyncio.gather(*(count_game(store, "c") for _ in range(5)))
        assert sorted(counted) == [False] * 4 + [True]
        await asyncio.gather(*(RatingCounter(store).count() for _ in range(4)))
        assert await uncounted(store) == []
        return {name: await ratings_of(store, name) for name in ("ann", "bob", "cy")}

    found = asyncio.run(look())
    assert {name: ratings[GAME].games for name, ratings in found.items()} == {"ann": 3, "bob": 3, "cy": 1}
    ann, cy, bob = after_game([NEWCOMER] * 3, [0, 1, 2])
    ann, bob = after_game([ann, bob], [0, 1])
    bob, ann = after_game([bob, ann], [0, 1])
    assert [found[name][GAME].mu for name in ("ann", "bob", "cy")] == pytest.approx([ann.mu, bob.mu, cy.mu])
    store.engine.dispose()


def test_a_count_that_fails_in_the_middle_leaves_the_game_to_be_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = opened(tmp_path)
    finished(store, "a", 1, "ann", "bob")

    def dies(*_: object, **__: object) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as patched:
        patched.setattr(rating_rows, "_keep", dies)
        with pytest.raises(RuntimeError):
            asyncio.run(count_game(store, "a"))
    assert asyncio.run(uncounted(store)) == ["a"]
    assert asyncio.run(count_game(store, "a"))
    assert asyncio.run(ratings_of(store, "ann"))[GAME].games == 1
    store.engine.dispose()


def test_a_store_that_takes_no_ratings_is_one_line_without_a_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store = opened(tmp_path)
    for number in range(3):
        finished(store, "abc"[number], number, "ann", "bob")

    def full(*_: object, **__: object) -> None:
        raise OperationalError("INSERT", {"holder": "ann"}, Exception("the disk is full"))

    with monkeypatch.context() as patched:
        patched.setattr(rating_rows, "_keep", full)
        asyncio.run(RatingCounter(store).count())
    (record,) = caplog.records
    assert (record.__dict__["table"], record.exc_info) == ("a", None)
    asyncio.run(RatingCounter(store).count())
    assert asyncio.run(uncounted(store)) == []
    store.engine.dispose()


def test_one_game_that_cannot_be_rated_does_not_stop_the_counter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store = opened(tmp_path)
    for number in range(3):
        finished(store, "abc"[number], number, "ann", "bob")
    problems = cycle((StoreError(Message("the row is locked")), ZeroDivisionError()))

    async def count_or_fail(store: Store, table_id: str) -> bool:
        if table_id == "a":
            raise next(problems)
        return await count_game(store, table_id)

    async def unreadable(*_: object) -> list[str]:
        raise RuntimeError("unreadable")

    async def whole() -> None:
        counter = RatingCounter(store)
        with monkeypatch.context() as patched:
            patched.setattr(rating_counter, "uncounted", unreadable)
            running = asyncio.create_task(counter.run())
            while not caplog.records:
                await asyncio.sleep(0.01)
        monkeypatch.setattr(rating_counter, "count_game", count_or_fail)
        counter.game_over()
        while await uncounted(store) != ["a"]:
            await asyncio.sleep(0.01)
        counter.game_over()
        while len(caplog.records) < 3:
            await asyncio.sleep(0.01)
        assert not running.done()
        monkeypatch.setattr(rating_counter, "count_game", count_game)
        counter.game_over()
        while await uncounted(store):
            await asyncio.sleep(0.01)
        running.cancel()

    asyncio.run(asyncio.wait_for(whole(), PATIENCE))
    assert {record.message for record in caplog.records} == {"ratings cannot be counted", "a game cannot be rated"}
    store.engine.dispose()


# People


@pytest.mark.slow
def test_who_leaves_takes_the_rating_along_and_can_have_it_before(
    client: Device, friend: Friend, server: Running
) -> None:
    guest = friend()
    table = sit_down(client, guest)
    play_to_the_end(table, client, guest)
    rating_of(client)
    exported = json.loads(client.get("/api/me/export").text)
    assert [(row["game"], row["games"]) for row in exported["ratings"]] == [(GAME, 1)]
    client.post("/api/me/delete")
    with server.app.state.tables.store.engine.connect() as connection:
        assert connection.scalar(select(func.count()).select_from(RATINGS)) == 1
        rows = connection.execute(select(RESULTS).where(RESULTS.c.table_id == table).order_by(RESULTS.c.seat)).all()
    assert (rows[0].rating, rows[0].rating_change) == (None, None)
    assert rows[1].rating == rating_of(guest)["rating"]


def test_of_two_ratings_of_one_person_that_of_more_games_stays(tmp_path: Path) -> None:
    store = opened(tmp_path)
    people = People(store)
    with store.engine.begin() as connection:
        for holder, game, games in (
            ("old", "x", 5),
            ("new", "x", 3),
            ("old", "y", 1),
            ("new", "y", 2),
            ("old", "z", 1),
        ):
            row = {"mu": 1500.0, "sigma": 100.0, "changed": 1}
            connection.execute(insert(RATINGS).values(holder=holder, game=game, games=games, **row))
    asyncio.run(people.hand_over("old", "new"))
    assert {game: rating.games for game, rating in asyncio.run(ratings_of(store, "new")).items()} == {
        "x": 5,
        "y": 2,
        "z": 1,
    }
    assert asyncio.run(ratings_of(store, "old")) == {}
    store.engine.dispose()


def test_a_game_with_somebody_who_was_forgotten_counts_for_nobody(tmp_path: Path) -> None:
    store = opened(tmp_path)
    finished(store, "a", 1, "ann", "bob")
    with store.engine.begin() as connection:
        connection.execute(update(RESULTS).where(RESULTS.c.seat == 1).values(holder=None))
    assert asyncio.run(count_game(store, "a"))
    assert asyncio.run(ratings_of(store, "ann")) == {}
    store.engine.dispose()
