"""What one serving process owes to the others when a notice is lost, a row is gone or a process has died."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy import text

from eleven.core.text.messages import Said
from eleven.server.cluster import peers
from eleven.server.live import ownership
from eleven.server.live.live_table import LiveTable
from eleven.server.live.tables import Place, Tables
from eleven.server.replays.replay_cache import ReplayCache
from eleven.server.replays.review_jobs import DONE, FAILED, NONE, WORKING, ReviewJobs, claim_of
from eleven.server.store.rows.people import People
from eleven.server.store.store import Store
from eleven.server.store.writing.in_loop import InLoop
from eleven.server.store.writing.notifications import CHANGED, HERE
from eleven.server.store.writing.teller import Teller
from tests.server.conftest import PATIENCE, settings

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def never_by_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody finds anything merely because time has passed."""
    monkeypatch.setattr(peers, "LOOK_EVERY", 3600.0)


@asynccontextmanager
async def two(postgres: str, folder: Path) -> AsyncIterator[tuple[Tables, Tables]]:
    """The tables of two processes, which share nothing but the database."""
    both = Tables(settings(folder, database=postgres)), Tables(settings(folder, database=postgres))
    for tables in both:
        await tables.start()
    try:
        yield both
    finally:
        for tables in both:
            await tables.stop()


def carried_out(whole: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(whole(), PATIENCE))


async def soon(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.02)


async def at_both(first: Tables, second: Tables) -> tuple[LiveTable, LiveTable]:
    """A table that has begun and is in the memory of both."""
    live = await first.create("ann", "elevenses", None, {}, [Place("me"), Place("hotseat")], False)
    await live.shares.give([0, 1], live.commitment, "ab")
    other = await second.find(live.table.row.id)
    await soon(lambda: other.table.version == live.table.version)
    return live, other


async def move(live: LiveTable, move_id: str = "") -> int:
    play = live.table.play
    assert play is not None
    return await live.move(play.asked, play.legal()[0].name, live.table.version, move_id)


async def execute(tables: Tables, statement: str, **named: str) -> list[Any]:
    def work() -> list[Any]:
        with tables.store.engine.begin() as line:
            done = line.execute(text(statement), named)
            return list(done.all()) if done.returns_rows else []

    return await asyncio.to_thread(work)


class Looker:
    """Somebody who looks at a table from a seat."""

    def __init__(self, seat: int) -> None:
        self._seat = seat

    def seats(self) -> list[int]:
        return [self._seat]

    def is_from(self, device: str) -> bool:
        return False

    def wake(self) -> None:
        pass

    def complain(self, said: Said) -> None:
        pass


def test_a_notice_that_could_not_be_sent_is_sent_again(postgres: str, tmp_path: Path) -> None:
    async def whole() -> None:
        async with two(postgres, tmp_path) as (first, second):
            live, other = await at_both(first, second)
            hand = cast(InLoop, first.store._hand)
            assert hand._line is not None
            hand._line.send([("SELECT nonsense", [], [])], teller_of(first)._done)
            teller_of(first)._under_way = {live.table.row.id}
            made = await move(live)
            await soon(lambda: other.table.version == made)

    carried_out(whole)


def teller_of(tables: Tables) -> Teller:
    teller = tables.store._teller
    assert teller is not None
    return teller


def silence(tables: Tables) -> None:
    """Let a process write without telling anybody."""
    teller_of(tables).written = lambda tables, known: None  # type: ignore[method-assign]


def test_a_batch_whose_end_nobody_knows_is_told_of(postgres: str, tmp_path: Path) -> None:
    """It is committed, and its answer is lost."""

    async def whole() -> None:
        async with two(postgres, tmp_path) as (first, second):
            live, other = await at_both(first, second)
            hand = cast(InLoop, first.store._hand)
            answered = hand._answered

            def lose(reasons: list[str | None]) -> None:
                hand._answered = answered
                answered(["ended"] * len(reasons))

            hand._answered = lose
            made = await move(live, "mine")
            assert live.table.version_made(0, "mine") == made or live.table.version_made(1, "mine") == made
            await soon(lambda: other.table.version == made)

    carried_out(whole)


def test_only_those_who_have_a_table_in_memory_are_told_of_it(postgres: str, tmp_path: Path) -> None:
    """The other process is told as soon as it has the table, and no longer when it has forgotten it."""

    async def whole() -> None:
        async with two(postgres, tmp_path) as (first, second):
            assert second.peers is not None
            heard: list[str] = []
            hear = second.peers._hear

            def listen(names: Sequence[str] | None) -> None:
                heard.extend(names or ())
                hear(names)

            cast(Any, second.peers.listener._heard)[CHANGED] = listen
            live = await first.create("ann", "elevenses", None, {}, [Place("me"), Place("hotseat")], False)
            await live.shares.give([0, 1], live.commitment, "ab")
            await move(live)
            await asyncio.sleep(0.2)
            assert heard == []
            assert first.peers is not None
            presence, told, tell = first.peers.presence, [], teller_of(first)._tell
            await soon(lambda: first.claims.processes == 2)
            await soon(lambda: presence.only_here(live.table.row.id))
            teller_of(first)._tell = lambda work, done: (told.append(work), tell(work, done))[1]  # type: ignore[func-returns-value]
            await move(live)
            await asyncio.sleep(0.2)
            assert told == [], "nobody is even asked"
            other = await second.find(live.table.row.id)
            made = await move(live)
            await soon(lambda: other.table.version == made)
            assert set(heard) == {live.table.row.id}
            second.forget(other)
            await soon(lambda: presence.only_here(live.table.row.id))
            assert not await execute(first, "SELECT 1 FROM presence WHERE process = :it", it=second.store.process)
            heard.clear()
            await move(live)
            await asyncio.sleep(0.2)
            assert heard == []

    carried_out(whole)


def test_what_is_written_while_a_table_is_read_is_read_too(postgres: str, tmp_path: Path) -> None:
    async def whole() -> None:
        async with two(postgres, tmp_path) as (first, second):
            live = await first.create("ann", "elevenses", None, {}, [Place("me"), Place("hotseat")], False)
            await live.shares.give([0, 1], live.commitment, "ab")
            read, made = second.store.table, 0

            async def slowly(*given: Any) -> Any:
                nonlocal made
                found = await read(*given)
                made = await move(live)
                await asyncio.sleep(0.2)
                return found

            cast(Any, second.store).table = slowly
            other = await second.find(live.table.row.id)
            await soon(lambda: other.table.version == made)

    carried_out(whole)


def test_who_begins_to_read_is_told_of_what_was_written_before_that_was_known(postgres: str, tmp_path: Path) -> None:
    """The notice that the table is read elsewhere comes late: meanwhile it seems to be in one memory alone."""

    async def whole() -> None:
        async with two(postgres, tmp_path) as (first, second):
            live = await first.create("ann", "elevenses", None, {}, [Place("me"), Place("hotseat")], False)
            await live.shares.give([0, 1], live.commitment, "ab")
            assert first.peers is not None
            assert second.peers is not None
            presence, late = first.peers.presence, cast(list[list[str]], [])
            await soon(lambda: first.claims.processes == 2)
            await soon(lambda: presence.only_here(live.table.row.id))
            for task in second.peers._tasks:
                task.cancel()  # it looks for nothing that it is not told of
            cast(Any, first.peers.listener._heard)[HERE] = late.append
            other = await second.find(live.table.row.id)
            made = await move(live)
            await asyncio.sleep(0.2)
            assert presence.only_here(live.table.row.id)
            assert other.table.version < made
            await soon(lambda: bool(late))
            for names in late:
                presence.heard(names)
            await soon(lambda: other.table.version == made)
            assert not presence.only_here(live.table.row.id)

    carried_out(whole)


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


def test_whoever_is_surprised_tells_the_others(postgres: str, tmp_path: Path) -> None:
    """A third process wrote an event and died before it told anybody; the same move comes again elsewhere."""

    async def whole() -> None:
        async with two(postgres, tmp_path) as (first, second):
            live, other = await at_both(first, second)
            silent = Tables(settings(tmp_path, database=postgres))
            silence(silent)
            silent.store.start()
            made = await move(await silent.find(live.table.row.id), "mine")
            assert other.table.version < made
            assert await move(live, "mine") == made
            await soon(lambda: other.table.version == made)
            await silent.store.stop()
            silent.judge.stop()

    carried_out(whole)


def test_what_a_dead_process_wrote_without_telling_is_read(postgres: str, tmp_path: Path) -> None:
    async def whole() -> None:
        async with two(postgres, tmp_path) as (first, second):
            live, other = await at_both(first, second)
            silence(first)
            made = await move(live)
            assert first.peers is not None
            assert first.peers.claims._task is not None
            assert other.table.version < made
            first.peers.claims._task.cancel()
            await soon(lambda: other.table.version == made)

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
            await other.talk.load()
            assert other.talk.heard(False, True, 0, other.table.names())
            await ownership.forget(first, people, "anna")
            await soon(lambda: other.table.seats[0].name == "")
            assert name not in first.in_memory
            assert other.talk.heard(False, True, 0, other.table.names()) == []
            assert (await replays.of_table(other)).players[0].name == ""
            replays.stop()

    carried_out(whole)


async def finished(tables: Tables) -> LiveTable:
    """A game that is over, at which its player has said something."""
    places = [Place("me", "Zebedee"), Place("friend")]
    live = await tables.create("ann", "elevenses", None, {"target": "5"}, places, False)
    await live.seating.sit(1, "ben", "Ben")
    for seat in (0, 1):
        await live.shares.give([seat], live.commitment, "ab")
    await live.talk.say(0, "ann", "", "well played", None)
    dice = random.Random(3)
    while not live.table.is_over:
        play = live.table.play
        assert play is not None
        await live.move(play.asked, dice.choice(play.legal()).name, live.table.version)
    return live


def test_who_is_here_is_known_again_when_the_database_has_lost_it(postgres: str, tmp_path: Path) -> None:
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


def test_claims_that_nobody_here_understands_are_left_to_others(postgres: str, tmp_path: Path) -> None:
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
            places = [Place("me"), Place("hotseat")]
            live = await first.create("ann", "elevenses", None, {}, places, False, cast(Any, agreed))
            await live.shares.give([0, 1], live.commitment, "ab")
            name, statement = live.table.row.id, "SELECT process FROM claims WHERE name = :name"
            while not await execute(first, statement, name=f"clock {name}"):
                await asyncio.sleep(0.05)
            assert name not in second.in_memory
            assert first.peers is not None
            assert first.peers.claims._task is not None
            first.peers.claims._task.cancel()
            await soon(lambda: name in second.in_memory)
            assert second.clocks._due[name] == first.clocks._due[name]

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
            live = await first.create("ann", "elevenses", None, {}, [Place("me"), Place("hotseat")], False)
            name = live.table.row.id
            await execute(first, "INSERT INTO claims VALUES (:name, 'dead-0')", name=claim_of(name))
            await soon(lambda: made == [name])
            assert {(await reviews.look(name)).state for reviews in (here, there)} == {WORKING}
            await here.begin(name, cast(Any, None))
            await there.begin(name, cast(Any, None))
            assert made == [name]
            gate.set()
            while [(await reviews.look(name)).state for reviews in (here, there)] != [DONE, DONE]:
                await asyncio.sleep(0.05)
            assert made == [name]
            broken[:] = [True, False]
            live = await first.create("ann", "elevenses", None, {}, [Place("me"), Place("hotseat")], False)
            name = live.table.row.id
            job = await here.begin(name, cast(Any, None))
            await soon(lambda: job.state == FAILED)
            while (await there.look(name)).state != NONE:
                await asyncio.sleep(0.05)
            job = await there.begin(name, cast(Any, None))
            await soon(lambda: job.state == DONE)
            for reviews in (here, there):
                reviews.stop()

    carried_out(whole)


def test_a_store_for_one_process_tells_nobody(tmp_path: Path) -> None:
    """With SQLite nothing is added to a batch, claimed or listened for."""
    store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")

    async def whole() -> None:
        tables = Tables(settings(tmp_path), store)
        await tables.start()
        handed: list[Any] = []
        write = store._hand.write
        store._hand.write = lambda batch: (handed.extend(batch), write(batch))[1]  # type: ignore[method-assign, func-returns-value]
        await tables.create("ann", "elevenses", None, {}, [Place("me"), Place("hotseat")], False)
        assert tables.peers is None
        assert len(handed) == 1
        assert not handed[0][-1]
        await tables.stop()

    carried_out(whole)
