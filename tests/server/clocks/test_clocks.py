"""Clocks: worked out from events alone, run out once, and nobody loses a game by one."""

import asyncio
import random
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from eleven.server.clocks import clock_timer
from eleven.server.clocks.clock import DAY, SECOND, clock_from, due
from eleven.server.live.live_table import LiveTable
from eleven.server.live.new_table import SeatSpec, new_table
from eleven.server.live.restore import restore_table
from eleven.server.live.table import Table
from eleven.server.live.tables import Tables
from eleven.server.store import TableEvent, TableRow, records
from tests.server.conftest import Device, Json, Running
from tests.server.conftest import settings as server_settings
from tests.server.live.test_table import stored

START = 1_800_000_000_000
Friend = Callable[[], Device]


# From events to clocks


def dated(row: TableRow, events: list[TableEvent], agreed: Json, seconds: list[int]) -> Table:
    """A stored game with a clock: its decisions take so many seconds."""
    found: list[TableEvent] = []
    now, moves = START, 0
    for event in events:
        if event.kind == "deal":
            found.append(TableEvent(row.id, len(found), "agree", None, None, {"clock": agreed}, START))
        if event.kind == "move":
            if moves == len(seconds):
                break
            now, moves = now + seconds[moves] * SECOND, moves + 1
        found.append(TableEvent(row.id, len(found), event.kind, event.seat, event.holder, event.body, now))
    return restore_table(row, found)


def then(table: Table, kind: str, seat: int, later: int, **body: Any) -> Table:
    """The table after one more event, so many seconds after the last."""
    event = table.event(kind, seat, **body)
    return table.after(TableEvent(**{**vars(event), "at": table.events[-1].at + later * SECOND}))


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> tuple[TableRow, list[TableEvent]]:
    row, events, _ = stored(tmp_path_factory.mktemp("game"), "elevenses", 12)
    return row, events


LIVE_CLOCK = {"kind": "live", "seconds": 30, "reserve": 60, "level": "easy"}
Game = tuple[TableRow, list[TableEvent]]


def left(table: Table) -> int | None:
    """Seconds that whoever is asked has from the last event on."""
    when = due(table)
    return None if when is None else (when - table.events[-1].at) // SECOND


def test_a_decision_has_its_time_and_then_the_reserve(game: Game) -> None:
    """What is left of the time for one decision is lost, what it takes longer comes from the reserve of that seat."""
    table = dated(*game, LIVE_CLOCK, [])
    assert left(table) == 90
    used, takes = [0] * table.players, [10, 40, 30, 31, 95, 5, 20, 70]
    for number in range(len(takes)):
        table = dated(*game, LIVE_CLOCK, takes[: number + 1])
        assert table.play is not None
        seat = table.play.entries[-1].seat
        used[seat] = min(60, used[seat] + max(0, takes[number] - 30))
        assert table.marks[-1].used == tuple(second * SECOND for second in used)
        assert left(table) == 30 + 60 - used[table.play.asked]
    assert sum(used) > 60


def test_a_table_that_comes_back_has_the_same_clocks(game: Game) -> None:
    table = dated(*game, LIVE_CLOCK, [10, 40, 31])
    again = restore_table(table.row, table.events)
    assert list(again.marks) == list(table.marks)
    assert due(again) == due(table)


def test_nobody_gains_time_by_taking_back(game: Game) -> None:
    """The time of a decision goes on from where it was first asked for."""
    table = dated(*game, LIVE_CLOCK, [])
    while table.mid_turn is None:
        assert table.play is not None
        table = then(table, "move", table.play.asked, 3, action=table.play.legal()[0].name)
    before = table.marks[-2]
    table = then(table, "take_back", table.mid_turn, 10)
    assert table.marks[-1] == before
    assert left(table) == 90 - 13


def test_a_clock_runs_only_while_another_person_waits(game: Game) -> None:
    """So the last person at a table has all the time, and no game ends without any."""
    table = dated(*game, LIVE_CLOCK, [5])
    assert table.play is not None
    asked = table.play.asked
    others = [seat for seat in range(table.players) if seat != asked]
    for seat in others[:-1]:
        table = then(table, "take_over", seat, 1, level="easy")
        assert left(table) is not None
    last = others[-1]
    table = then(table, "run_out", last, 1, level="easy")
    assert due(table) is None
    table = then(table, "return", last, 1000)
    assert left(table) == 90, "the pause costs nothing"
    table = then(table, "leave", last, 1)
    assert due(table) is None
    table = then(table, "return", last, 1)
    table = then(table, "run_out", asked, 90, level="hard")
    assert (table.seats[asked].bot_plays, table.seats[asked].late, table.seats[asked].level) == (True, True, "hard")
    assert due(table) is None
    table = then(table, "return", asked, 7)
    assert not table.seats[asked].bot_plays
    assert left(table) == 90


def test_a_bot_has_no_clock_and_uses_no_reserve(game: Game) -> None:
    row, events = game
    table = dated(row, events, LIVE_CLOCK, [])
    assert table.play is not None
    asked = table.play.asked
    table = then(table, "take_over", asked, 1, level="easy")
    name = table.play.legal()[0].name if table.play else ""
    table = then(table, "move", asked, 500, action=name)
    assert set(table.marks[-1].used) == {0}


def test_a_table_without_a_clock_has_none(game: Game) -> None:
    table = restore_table(*game)
    assert table.clock is None
    assert not table.marks
    assert due(table) is None


def test_where_there_are_days_only_the_clock_decides(game: Game) -> None:
    agreed = {"kind": "days", "days": 3, "night": [22, 8], "offset": 60, "level": "normal"}
    table = dated(*game, agreed, [5])
    assert table.clock == clock_from(agreed)
    assert table.absence == 0
    assert table.play is not None
    asked, before = table.play.asked, due(table)
    assert before is not None
    today = (datetime.fromtimestamp(START / SECOND, UTC) + timedelta(hours=1)).date()
    gone = [(today + timedelta(days=number)).isoformat() for number in (1, 2)]
    table = then(table, "away", asked, 1, days=gone)
    assert due(table) == before + 2 * DAY


# At a server, in a time that the test decides


class Time:
    """The time of the store; it goes on by itself and can be moved."""

    def __init__(self) -> None:
        self.ahead = 0

    def now(self) -> int:
        return time.time_ns() // 1_000_000 + self.ahead


@pytest.fixture
def clockwork(monkeypatch: pytest.MonkeyPatch) -> Time:
    made = Time()
    monkeypatch.setattr(records, "now", made.now)
    monkeypatch.setattr(clock_timer, "STARTUP_GRACE_MS", 0)
    monkeypatch.setattr(clock_timer, "MAX_SLEEP_SECONDS", 0.02)
    return made


@pytest.fixture
def served(clockwork: Time, tmp_path: Path) -> Iterator[Running]:
    running = Running(server_settings(tmp_path))
    yield running
    running.stop()


def together(ann: Device, ben: Device, clock: Json, **more: Any) -> str:
    made = ann.create("me", "friend", options={"start": "red"}, clock=clock, **more)
    table: str = made["table"]
    claim = made["seats"][1]["link"].rsplit("/", 1)[1]
    assert ben.join(table, claim=claim, name="Ben").status_code == 200
    return table


def until(device: Device, table: str, wanted: Callable[[Json], bool]) -> Json:
    """The first view that is as wanted."""
    while not wanted(view := device.view(table)):
        time.sleep(0.01)
    return view


DAYS_CLOCK = {"kind": "days", "days": 1, "night": None, "level": "easy"}


@pytest.mark.slow
@pytest.mark.parametrize("clock", [LIVE_CLOCK, DAYS_CLOCK])
def test_a_bot_plays_for_who_is_late_until_they_say_that_they_are_back(
    served: Running, clockwork: Time, clock: Json
) -> None:
    ann, ben = Device(served.base), Device(served.base)
    table = together(ann, ben, clock)
    view = ann.view(table)
    assert view["clock"]["due"] > records.now()
    assert ben.view(table)["clock"] == view["clock"] == Device(served.base).view(table)["clock"]
    clockwork.ahead += view["clock"]["due"] - records.now() + 1
    seen = until(ben, table, lambda view: view["seats"][0]["late"] and view["asked"] == 1)
    assert seen["seats"][0]["bot"]
    assert seen["seats"][0]["level"] == "easy"
    assert seen["clock"]["due"] is None, "nobody waits for Ben"
    with ann.socket(table) as socket:
        assert socket.hear("view")["seats"][0]["late"], "to look is not to be back"
    assert ann.post(f"/api/tables/{table}/return").status_code == 200
    assert not ann.view(table)["seats"][0]["bot"]
    assert ann.view(table)["clock"]["due"] is not None
    lines = [line for news in ben.view(table)["events"] for line in news["lines"]]
    assert sum("time has run out" in line for line in lines) == 1


def test_a_clock_survives_a_restart_and_a_table_that_nobody_looks_at(clockwork: Time, tmp_path: Path) -> None:
    running = Running(server_settings(tmp_path))
    ann, ben = Device(running.base), Device(running.base)
    table = together(ann, ben, DAYS_CLOCK)
    due_at = ann.view(table)["clock"]["due"]
    running.stop()
    clockwork.ahead += DAY // 2
    running = Running(server_settings(tmp_path))
    try:
        for device in (ann, ben):
            device.http.base_url = running.base
        view = ann.view(table)
        assert view["clock"]["due"] == due_at
        assert not view["seats"][0]["late"]
        tables = running.app.state.tables
        while tables.in_memory:
            running.server.servers[0].get_loop().call_soon_threadsafe(
                lambda: [tables.forget(live) for live in list(tables._tables.values())]
            )
            time.sleep(0.01)
        clockwork.ahead += DAY
        until(ben, table, lambda view: view["seats"][0]["late"])
    finally:
        running.stop()


def test_it_runs_out_once_though_two_processes_see_it(clockwork: Time, tmp_path: Path) -> None:
    """Each has the table in memory, and comes with the same event."""

    async def both() -> list[TableEvent]:
        tables = Tables(server_settings(tmp_path))
        tables.store.start()
        places = [SeatSpec("me", "Ann"), SeatSpec("hotseat", "Ben")]
        live = await tables.add(
            new_table("ann", "elevenses", None, {}, places, False, {"clock": {**LIVE_CLOCK, "reserve": 0}})
        )
        await live.shares.give([0, 1], live.commitment, "ab")
        found = await tables.store.table(live.table.row.id)
        assert found is not None
        other = LiveTable(restore_table(*found), tables)
        clockwork.ahead += 31 * SECOND
        live.turns.schedule_next = other.turns.schedule_next = lambda: None  # type: ignore[method-assign]
        await asyncio.gather(live.seating.run_out(), other.seating.run_out())
        await other.seating.run_out()
        found = await tables.store.table(live.table.row.id)
        assert found is not None
        assert live.table.version == other.table.version
        await tables.stop()
        return found[1]

    assert [event.kind for event in asyncio.run(both())].count("run_out") == 1


def test_what_was_agreed_goes_with_the_players_to_the_next_game(clockwork: Time, tmp_path: Path) -> None:
    async def again() -> Json:
        tables = Tables(server_settings(tmp_path))
        tables.store.start()
        places = [SeatSpec("me", "Ann"), SeatSpec("hotseat", "Ben")]
        options = {"target": "5"}
        live = await tables.add(new_table("ann", "elevenses", None, options, places, False, {"clock": LIVE_CLOCK}))
        await live.shares.give([0, 1], live.commitment, "ab")
        dice = random.Random(3)
        while live.table.play is not None and not live.table.play.over:
            play = live.table.play
            await live.move(play.asked, dice.choice(play.legal()).name, live.table.version)
        fresh = await tables.rematch(live, "ann")
        await tables.stop()
        return fresh.table.settings

    assert asyncio.run(again()) == {"clock": LIVE_CLOCK}
