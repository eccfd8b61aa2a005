"""What one serving process owes to the others when a notice is lost, a row is gone or a process has died."""

import asyncio
import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from eleven.server.live import ownership
from eleven.server.live.live_table import LiveTable
from eleven.server.live.new_table import SeatSpec, new_table
from eleven.server.live.tables import Tables
from eleven.server.replays.replay_cache import ReplayCache
from eleven.server.replays.review_jobs import DONE, FAILED, NONE, WORKING, ReviewJobs, claim_of
from eleven.server.store.rows.people import People
from tests.server.cluster.two_processes import (
    Looker,
    at_both,
    carried_out,
    execute,
    move,
    soon,
    two,
)

pytestmark = pytest.mark.slow


def test_rows_that_the_database_has_lost_are_there_again_and_what_was_missed_is_read(
    postgres: str, tmp_path: Path
) -> None:
    async def whole() -> None:
        async with two(postgres, tmp_path) as (first, second):
            live, other = await at_both(first, second)
            await execute(first, "DELETE FROM presence")
            await execute(first, "DELETE FROM processes")
            made = await move(live)
            await soon(lambda: other.table.version == made)
            while len(await execute(first, "SELECT 1 FROM presence WHERE table_id = :t", t=live.table.row.id)) < 2:
                await asyncio.sleep(0.02)

    carried_out(whole)


def test_a_finished_game_follows_its_people_at_a_process_that_was_not_asked(postgres: str, tmp_path: Path) -> None:
    """Somebody becomes another holder, and is then forgotten, where only the other process has the table in memory."""

    async def whole() -> None:
        async with two(postgres, tmp_path) as (first, second):
            live = await finished(first)
            name, people = live.table.row.id, People(first.store)
            other, replays = await second.find(name), ReplayCache(second)
            first.forget(live)
            assert (await replays.of_table(other)).players[0].name == "Zebedee"
            await ownership.hand_over(first, people, "ann", "anna")
            await soon(lambda: other.table.seats[0].holder == "anna")
            await other.chat.load()
            assert other.chat.heard(False, True, 0, other.table.names())
            await ownership.forget(first, people, "anna")
            await soon(lambda: other.table.seats[0].name == "")
            assert name not in first.in_memory
            assert other.chat.heard(False, True, 0, other.table.names()) == []
            assert (await replays.of_table(other)).players[0].name == ""
            replays.stop()

    carried_out(whole)


async def finished(tables: Tables) -> LiveTable:
    """A game that is over, at which its player has said something."""
    places = [SeatSpec("me", "Zebedee"), SeatSpec("friend")]
    live = await tables.add(new_table("ann", "elevenses", None, {"target": "5"}, places, False))
    await live.seating.sit(1, "ben", "Ben")
    for seat in (0, 1):
        await live.shares.give([seat], live.commitment, "ab")
    await live.chat.say(0, "ann", "", "well played", None)
    dice = random.Random(3)
    while not live.table.is_over:
        play = live.table.play
        assert play is not None
        await live.move(play.asked, dice.choice(play.legal()).name, live.table.version)
    return live


def test_presence_is_restored_when_the_database_has_lost_it(postgres: str, tmp_path: Path) -> None:
    """After a crash PostgreSQL has emptied what it keeps no journal of."""

    async def whole() -> None:
        async with two(postgres, tmp_path) as (first, second):
            live, other = await at_both(first, second)
            live.connect(Looker(1))
            await soon(lambda: other.presence.here() == {1})
            assert other.presence.at_this_process() == set()
            assert 1 not in other.presence._since, "nobody counts how long they have been away"
            await execute(first, "DELETE FROM presence")
            await execute(first, "DELETE FROM processes")
            other.presence.others_are_here(set())
            await soon(lambda: other.presence.here() == {1})
            third = await second.find(live.table.row.id)
            second.forget(third)
            again = await second.find(live.table.row.id)
            await soon(lambda: again.presence.here() == {1})

    carried_out(whole)


def test_claims_of_an_unknown_kind_are_left_to_other_processes(postgres: str, tmp_path: Path) -> None:
    async def whole() -> None:
        async with two(postgres, tmp_path) as (first, _):
            await execute(first, "INSERT INTO claims VALUES ('tournament abc', 'dead-0'), ('turns abc', 'dead-0')")
            while await execute(first, "SELECT 1 FROM claims WHERE name LIKE '% abc'"):
                await asyncio.sleep(0.05)

    carried_out(whole)


def test_a_clock_passes_on_to_a_process_that_never_had_its_table(postgres: str, tmp_path: Path) -> None:
    async def whole() -> None:
        async with two(postgres, tmp_path) as (first, second):
            agreed = {"clock": {"kind": "live", "seconds": 3600, "reserve": 0}}
            places = [SeatSpec("me"), SeatSpec("hotseat")]
            live = await first.add(new_table("ann", "elevenses", None, {}, places, False, cast(Any, agreed)))
            await live.shares.give([0, 1], live.commitment, "ab")
            name, statement = live.table.row.id, "SELECT process FROM claims WHERE name = :name"
            while not await execute(first, statement, name=f"clock {name}"):
                await asyncio.sleep(0.05)
            assert name not in second.in_memory
            assert first.peers is not None
            assert first.peers.claims._task is not None
            first.peers.claims._task.cancel()
            await soon(lambda: name in second.in_memory)
            assert second.clocks.deadlines.deadline(name) == first.clocks.deadlines.deadline(name) is not None

    carried_out(whole)


def test_a_claim_that_is_being_released_is_not_taken(postgres: str, tmp_path: Path) -> None:
    """Whoever wants it waits until it is free, instead of leaving it to a process that gives it up."""

    async def whole() -> None:
        async with two(postgres, tmp_path) as (first, second):
            while not await first.claims.take("clock abc"):
                await asyncio.sleep(0.05)
            assert [await tables.claims.taken("clock abc") for tables in (first, second)] == [False, True]

    carried_out(whole)


def test_the_claim_of_a_clock_that_stops_meanwhile_is_released(postgres: str, tmp_path: Path) -> None:
    async def whole() -> None:
        async with two(postgres, tmp_path) as (first, _):
            assert first.peers is not None
            peers, take, taken = first.peers, first.peers.claims.take, list[bool]()

            async def take_late(name: str) -> bool:
                peers.clock_stands("stopping")
                taken.append(await take(name))
                return taken[-1]

            cast(Any, peers.claims).take = take_late
            while not any(taken):
                peers.clock_runs("stopping")
                await asyncio.sleep(0.05)
            await soon(lambda: not peers.claims.holds("clock stopping"))

    carried_out(whole)


def reviewer(tables: Tables) -> ReviewJobs:
    async def of_table(_: object) -> object:
        return SimpleNamespace(game=None)

    return ReviewJobs(tables, cast(ReplayCache, SimpleNamespace(of_table=of_table)))


def test_a_review_is_made_once_and_passes_on(postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    gate = asyncio.Event()
    broken = [False]

    async def review(self: ReviewJobs, replay: object, job: Any) -> dict[str, int]:
        made.append(job.name)
        await gate.wait()
        if broken.pop(0):
            raise ValueError("broken")
        return {"found": 1}

    monkeypatch.setattr(ReviewJobs, "_review", review)

    async def whole() -> None:
        async with two(postgres, tmp_path) as (first, second):
            here, there = reviewer(first), reviewer(second)
            live = await first.add(
                new_table("ann", "elevenses", None, {}, [SeatSpec("me"), SeatSpec("hotseat")], False)
            )
            name = live.table.row.id
            await execute(first, "INSERT INTO claims VALUES (:name, 'dead-0')", name=claim_of(name))
            await soon(lambda: made == [name])
            assert {(await reviews.find(name)).state for reviews in (here, there)} == {WORKING}
            await here.begin(name, cast(Any, None))
            await there.begin(name, cast(Any, None))
            assert made == [name]
            gate.set()
            while [(await reviews.find(name)).state for reviews in (here, there)] != [DONE, DONE]:
                await asyncio.sleep(0.05)
            assert made == [name]
            broken[:] = [True, False]
            live = await first.add(
                new_table("ann", "elevenses", None, {}, [SeatSpec("me"), SeatSpec("hotseat")], False)
            )
            name = live.table.row.id
            job = await here.begin(name, cast(Any, None))
            await soon(lambda: job.state == FAILED)
            while (await there.find(name)).state != NONE:
                await asyncio.sleep(0.05)
            job = await there.begin(name, cast(Any, None))
            await soon(lambda: job.state == DONE)
            for reviews in (here, there):
                reviews.stop()

    carried_out(whole)
