"""What somebody has played: rows that are written with the last move, lists and records of them, older games too."""

import asyncio
import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, insert, select

from eleven.server.http.identity.signing import COOKIE
from eleven.server.live import results
from eleven.server.live.results import results_of
from eleven.server.live.table import Table
from eleven.server.store import Write
from eleven.server.store.rows.history import BACKFILLED, GameStatistics
from eleven.server.store.schema import EVENTS, RESULTS, SETTINGS, TABLES
from tests.server.conftest import PATIENCE, Device, Running, settings

Friend = Callable[[], Device]
MOST = 2000


def play(device: Device, table: str) -> None:
    """Play a table of this device to its end."""
    dice = random.Random(5)
    with device.socket(table) as socket:
        view = socket.hear("view")
        for _ in range(MOST):
            if view["over"]:
                return
            if view["yours"] and view["actions"]:
                action = dice.choice(view["actions"])["name"]
                socket.send(type="move", action=action, version=view["version"], seat=view["asked"], id="")
            view = socket.hear("view")
    raise AssertionError("the game has no end")


def play_both(device: Device, table: str) -> None:
    """Play a table whose seats are all on this device."""
    dice, view = random.Random(5), device.view(table)
    for _ in range(MOST):
        if view["over"]:
            return
        view = device.view(table, seat=view["asked"])
        move = {"action": dice.choice(view["actions"])["name"], "version": view["version"], "seat": view["asked"]}
        assert device.post(f"/api/tables/{table}/moves", **move).status_code == 200
        view = device.view(table)
    raise AssertionError("the game has no end")


def rows_of(server: Running) -> list[Any]:
    with server.app.state.tables.store.engine.connect() as connection:
        return list(connection.execute(select(RESULTS).order_by(RESULTS.c.table_id, RESULTS.c.seat)))


@pytest.mark.slow
def test_a_finished_game_is_listed_counted_and_exported(client: Device, friend: Friend, server: Running) -> None:
    assert client.get("/api/me/games").json() == {"games": [], "next": None}
    assert client.get("/api/me/record").json() == {"games": []}
    made = client.create("me", "bot", game="eleven_cards")
    play(client, made["table"])
    over = client.view(made["table"])["over"]
    listed = client.get("/api/me/games").json()
    assert listed["next"] is None
    (game,) = listed["games"]
    assert (game["table"], game["game"], game["replay"]) == (made["table"], "eleven_cards", f"/replay/{made['table']}")
    assert [seat["score"] for seat in game["seats"]] == over["scores"]
    assert [seat["won"] for seat in game["seats"]] == [seat in over["winners"] for seat in range(2)]
    told = [(seat["name"], seat["mine"], seat["level"]) for seat in game["seats"]]
    assert told[0] == ("P0", True, "")
    assert told[1][1:] == (False, "normal")
    assert game["won"] == (0 in over["winners"])
    (record,) = client.get("/api/me/record").json()["games"]
    won = int(game["won"])
    assert (record["game"], record["played"], record["won"]) == ("eleven_cards", 1, won)
    assert [(count["players"], count["played"], count["won"]) for count in record["players"]] == [(2, 1, won)]
    assert [(count["level"], count["played"]) for count in record["levels"]] == [("normal", 1)]
    assert record["people"] == []
    assert record["curve"] == [[game["ended"], won]]
    lines = client.get("/api/me/games.jsonl")
    assert "attachment" in lines.headers["content-disposition"]
    assert [json.loads(line) for line in lines.text.splitlines()] == [game]
    assert friend().get("/api/me/games").json()["games"] == []
    assert client.get("/api/me/games", game="elevenses").json()["games"] == []
    phone = friend()
    phone.post("/api/me/sign_in", link=client.post("/api/me/links").json()["url"].rpartition("=")[2])
    assert phone.get("/api/me/games").json()["games"] == [game], "the history is the person's, not the device's"
    client.post("/api/me/delete")
    assert phone.get("/api/me/games").json()["games"] == []
    assert (rows_of(server)[0].holder, rows_of(server)[0].name) == (None, "")


def test_wins_are_counted_by_the_kind_of_the_first_decision(client: Device, server: Running) -> None:
    table = client.create("me", "bot", game="elefant", seats=[{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}])[
        "table"
    ]
    holder = server.app.state.tables.signer.holder(client.http.cookies[COOKIE])

    def finish(number: int, opening: str | None, won: bool) -> None:
        with server.app.state.tables.store.engine.begin() as connection:
            of_table = {"table_id": table, "seat": number, "ended": number, "game": "elefant", "players": 1}
            name = f"{number:016x}"
            row = dict(connection.execute(select(TABLES).where(TABLES.c.id == table)).mappings().one())
            connection.execute(insert(TABLES).values(**{**row, "id": name}))
            reached = {"kind": "human", "level": "", "name": "", "gone": False, "score": 1, "won": won}
            values = {**of_table, **reached, "table_id": name, "seat": 0, "holder": holder, "opening": opening}
            connection.execute(insert(RESULTS).values(**values))

    finish(1, "buy green-7", True)
    finish(2, None, True)
    (record,) = client.get("/api/me/record", language="de").json()["games"]
    assert record["openings"] == [], "one way is no choice"
    finish(3, "buy red-2", False)
    finish(4, "push", False)
    finish(5, "dance", False)
    (record,) = client.get("/api/me/record", language="de").json()["games"]
    assert [(one["opening"], one["played"], one["won"]) for one in record["openings"]] == [
        ("… kaufen", 2, 1),
        ("Schieben: diesen Zug auslassen", 1, 0),
        ("dance", 1, 0),
    ]


@pytest.mark.slow
def test_nothing_is_replayed_to_list_games(tmp_path: Path) -> None:
    running = Running(settings(tmp_path))
    device = Device(running.base)
    table = device.create("me", "bot", game="eleven_cards")["table"]
    play(device, table)
    cookies = dict(device.http.cookies)
    running.stop()
    running = Running(settings(tmp_path))
    device = Device(running.base)
    device.http.cookies.update(cookies)
    try:
        for path in ("/api/me/games", "/api/me/record", "/api/me/games.jsonl"):
            assert table in device.get(path).text or path.endswith("record")
        assert not running.app.state.tables.in_memory
    finally:
        running.stop()


@pytest.mark.slow
def test_results_of_old_games_are_filled_in_once_after_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = Running(settings(tmp_path))
    device = Device(running.base)
    table = device.create("me", "bot", game="eleven_cards")["table"]
    play(device, table)
    before = rows_of(running)
    assert len(before) == 2
    cookies = dict(device.http.cookies)
    with running.app.state.tables.store.engine.begin() as connection:
        connection.execute(delete(RESULTS))
        connection.execute(delete(SETTINGS).where(SETTINGS.c.name == BACKFILLED))
        row = connection.execute(select(TABLES)).mappings().first()
        connection.execute(insert(TABLES).values({**row, "id": "f" * 16, "game": "whist"}))
        connection.execute(insert(TABLES).values({**row, "id": "0" * 16}))
        connection.execute(insert(TABLES).values({**row, "id": "0" * 15 + "1"}))
        connection.exec_driver_sql("UPDATE tables SET options = '{' WHERE id = ?", ("0" * 15 + "1",))
        events = connection.execute(select(EVENTS).where(EVENTS.c.table_id == table)).mappings().all()
        connection.execute(insert(EVENTS), [{**event, "table_id": "0" * 16} for event in events])
    running.stop()

    def fail_for_the_first(table: Table, ended: int) -> list[Any]:
        if table.row.id == "0" * 16:
            raise ZeroDivisionError
        return results_of(table, ended)

    monkeypatch.setattr(results, "results_of", fail_for_the_first)
    running = Running(settings(tmp_path))
    try:
        end = time.monotonic() + PATIENCE
        while rows_of(running) != before:
            assert time.monotonic() < end, "the rows are not filled in"
            time.sleep(0.02)
        device = Device(running.base)
        device.http.cookies.update(cookies)
        assert [game["table"] for game in device.get("/api/me/games").json()["games"]] == [table]
    finally:
        running.stop()


@pytest.fixture
def many(client: Device, server: Running) -> list[str]:
    """Sixty games of this device, as rows: against Bob and a hard bot, won every third."""
    client.post("/api/me", name="Ann")
    tables = server.app.state.tables
    holder = tables.signer.holder(client.http.cookies[COOKIE])
    names = [f"{number:016x}" for number in range(60)]
    client.create("me", "bot")
    with tables.store.engine.begin() as connection:
        row = connection.execute(select(TABLES)).mappings().first()
        for number, name in enumerate(names):
            game = "elevenses" if number % 2 else "elefant"
            connection.execute(insert(TABLES).values({**row, "id": name, "stage": "over", "game": game}))
            shared = {
                "table_id": name,
                "ended": number // 2,
                "game": game,
                "players": 3,
                "gone": False,
                "score": number,
            }
            won = number % 3 == 0
            seats = [
                {"seat": 0, "kind": "human", "level": "", "name": "Ann", "holder": holder, "won": won},
                {"seat": 1, "kind": "human", "level": "", "name": f"Bob {number}", "holder": "b" * 32, "won": not won},
                {"seat": 2, "kind": "bot", "level": "hard", "name": "Iris", "holder": None, "won": False},
            ]
            connection.execute(insert(RESULTS), [{**shared, **seat} for seat in seats])
    return names


def test_pages_follow_each_other_without_gap_or_double(client: Device, many: list[str]) -> None:
    """Two games ended at the same moment each time, so that a page may end between them."""
    found: list[str] = []
    query: dict[str, str] = {}
    while True:
        page = client.get("/api/me/games", **query).json()
        found += [game["table"] for game in page["games"]]
        if page["next"] is None:
            break
        query = {"before": page["next"]}
    assert found == sorted(many, reverse=True)
    assert len(client.get("/api/me/games.jsonl").text.splitlines()) == 60
    only = client.get("/api/me/games", game="elefant").json()["games"]
    assert len(only) == 25
    assert {game["game"] for game in only} == {"elefant"}


def test_a_record_counts_by_players_level_and_opponent(client: Device, many: list[str]) -> None:
    elefant, elevenses = client.get("/api/me/record").json()["games"]
    assert (elefant["game"], elefant["played"], elefant["won"]) == ("elefant", 30, 10)
    assert (elevenses["played"], elevenses["won"]) == (30, 10)
    for count, what in ((elefant["players"], ("players", 3)), (elefant["levels"], ("level", "hard"))):
        assert [(each["played"], each["won"], each[what[0]]) for each in count] == [(30, 10, what[1])]
    assert [(each["name"], each["played"]) for each in elefant["people"]] == [("Bob 58", 30)], (
        "one person, their last name"
    )
    assert len(elefant["curve"]) == 30
    assert "bbbb" not in client.get("/api/me/record").text, "who somebody is stays in the store"


@pytest.mark.slow
def test_games_on_one_shared_screen_are_listed_but_not_counted(client: Device) -> None:
    table = client.create("me", "hotseat", game="eleven_cards")["table"]
    play_both(client, table)
    (game,) = client.get("/api/me/games").json()["games"]
    assert [seat["mine"] for seat in game["seats"]] == [True, True]
    assert client.get("/api/me/record").json()["games"] == []


def test_a_curve_is_the_share_of_the_last_twenty_and_thinned_out() -> None:
    record = GameStatistics("elefant", wins=[(number, number >= 480) for number in range(500)])
    curve = record.curve()
    assert len(curve) <= 200
    assert curve[-1] == (499, 1.0)
    assert curve[0][1] == 0.0
    assert GameStatistics("elefant", wins=[(1, True), (2, False)]).curve() == [(1, 1.0), (2, 0.5)]


@pytest.mark.slow
def test_results_stored_twice_are_counted_once(client: Device, server: Running) -> None:
    """Filled in while the game ends, or by two processes."""
    table = client.create("me", "bot", game="eleven_cards")["table"]
    play(client, table)
    before, tables = rows_of(server), server.app.state.tables

    async def again() -> None:
        await tables.store.append(Write(results=results_of(tables.at_hand(table).table, 1)))

    loop: asyncio.AbstractEventLoop = tables._tasks[0].get_loop()
    asyncio.run_coroutine_threadsafe(again(), loop).result(60)
    assert rows_of(server) == before


@pytest.mark.parametrize(
    "before", ["x", "1", "1.x", "1.zzzzzzzzzzzzzzzz", "-1.0123456789abcdef", "9" * 19 + "." + "a" * 16]
)
def test_an_invalid_page_position_is_refused_in_words(client: Device, before: str) -> None:
    answer = client.get("/api/me/games", before=before)
    assert answer.status_code == 422
    assert answer.json()["error"]
