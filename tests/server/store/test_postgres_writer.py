"""Batches over a PostgreSQL connection: transactions are atomic, and nothing is lost or duplicated by failures."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, cast

import psycopg
import pytest

from eleven.server.store import Store, StoreError, TableEvent, Write, WriteConflict
from eleven.server.store.records import Rows
from eleven.server.store.writing.postgres_writer import PostgresWriter
from tests.server.conftest import PATIENCE
from tests.server.store.test_store import row

pytestmark = pytest.mark.slow


def run(play: Callable[[Store], Awaitable[object]], url: str, limit: float = PATIENCE) -> None:
    async def whole() -> None:
        store = Store(url, limit=limit)
        store.start()
        for table in ("presence", "events", "tables"):
            await execute(store, f"DELETE FROM {table}")
        await store.append(Write([TableEvent("a", 0, "deal")], row("a")))
        await play(store)
        await store.stop()

    asyncio.run(asyncio.wait_for(whole(), PATIENCE))


async def stored(store: Store) -> list[int]:
    return [event.sequence for event in await store.events_after("a", -1)]


async def execute(store: Store, statement: str) -> Any:
    def work() -> Any:
        with store.engine.begin() as connection:
            done = connection.exec_driver_sql(statement)
            return done.all() if done.returns_rows else None

    return await asyncio.to_thread(work)


def move(sequence: int, **body: str) -> Write:
    return Write([TableEvent("a", sequence, "move", 1, None, body)])


def backend(store: Store) -> int:
    connection = cast(PostgresWriter, store._transport)._connection
    assert connection is not None
    return connection._pg.backend_pid


def test_an_invalid_write_does_not_affect_others(postgres: str) -> None:
    async def play(store: Store) -> None:
        brought = [store.append(move(sequence)) for sequence in (1, 0, 2)]
        brought.append(store.append(Write([TableEvent("a", 3, "x" * 17)])))
        brought.append(store.append(Write([TableEvent("a", 3, "move", 1, "\ud800")])))
        brought.append(store.append(Write([TableEvent("a", 3, "move", 1, "nul \0")])))
        brought.append(store.append(Write([TableEvent("a", 3, "move"), TableEvent("a", 2, "move")])))
        found = await asyncio.gather(*brought, return_exceptions=True)
        reasons = ["StringDataRightTruncation", "UnicodeEncodeError", "CharacterNotInRepertoire"]
        assert (found[0], type(found[1]), found[2]) == (None, WriteConflict, None)
        assert [str(each) for each in found[3:6]] == [f"the store cannot write: {reason}" for reason in reasons]
        assert isinstance(found[6], WriteConflict), "of two events of one write neither is written"
        assert await stored(store) == [0, 1, 2]
        await store.append(move(3))
        assert await stored(store) == [0, 1, 2, 3]

    run(play, postgres)


def test_many_long_writes_are_one_batch(postgres: str) -> None:
    async def play(store: Store) -> None:
        before = store.commits
        brought = [store.append(move(sequence, text="x" * 100_000)) for sequence in range(1, 60)]
        await asyncio.gather(*brought)
        assert store.commits == before + 1
        assert await stored(store) == list(range(60))
        assert (await store.events_after("a", 58))[0].body == {"text": "x" * 100_000}

    run(play, postgres)


def test_nothing_is_acknowledged_before_it_is_committed(postgres: str) -> None:
    async def play(store: Store) -> None:
        connection = store.engine.connect()
        connection.exec_driver_sql("LOCK TABLE events IN EXCLUSIVE MODE")
        done = store.append(move(1))
        await asyncio.sleep(0.3)
        assert not done.done()
        connection.close()
        await done
        assert await stored(store) == [0, 1]

    run(play, postgres)


def test_a_batch_is_sent_again_when_its_connection_was_cut(postgres: str) -> None:
    async def play(store: Store) -> None:
        connection = store.engine.connect()
        connection.exec_driver_sql("LOCK TABLE events IN EXCLUSIVE MODE")
        cut = backend(store)
        done = store.append(move(1))
        await asyncio.sleep(0.1)
        await execute(store, f"SELECT pg_terminate_backend({cut})")
        await asyncio.sleep(0.3)
        assert not done.done()
        connection.close()
        await done
        assert backend(store) != cut
        assert await stored(store) == [0, 1]

    run(play, postgres)


def test_a_committed_batch_that_is_sent_again_is_recognised(postgres: str) -> None:
    """The connection ends with the answer on its way: the event is there, and whoever offers it again is told so."""

    async def play(store: Store) -> None:
        writer = cast(PostgresWriter, store._transport)
        assert writer._connection is not None
        note, writer._connection._note = writer._connection._note, lambda result: None  # type: ignore[method-assign]
        assert note is not None
        done = store.append(move(1))
        while await stored(store) != [0, 1]:
            await asyncio.sleep(0.01)
        writer._connection.close()
        with pytest.raises(WriteConflict):
            await done
        assert await stored(store) == [0, 1]

    run(play, postgres)


def test_a_silent_database_is_given_up_and_its_late_commit_is_recognised(postgres: str) -> None:
    async def play(store: Store) -> None:
        connection = store.engine.connect()
        connection.exec_driver_sql("LOCK TABLE events IN EXCLUSIVE MODE")
        with pytest.raises(StoreError, match="it does not answer; try again"):
            await store.append(move(1))
        connection.close()
        while 1 not in await stored(store):
            with pytest.raises(StoreError):
                await store.append(Write([TableEvent("nobody", 1, "move")]))
        with pytest.raises(WriteConflict):
            await store.append(move(1))
        await store.append(move(2))
        assert await stored(store) == [0, 1, 2]

    run(play, postgres, limit=1.0)


def test_a_failed_commit_is_reported(postgres: str) -> None:
    """What is wrong is found only at the end of the transaction."""

    async def play(store: Store) -> None:
        await execute(
            store,
            "ALTER TABLE events ADD CONSTRAINT late UNIQUE (table_id, at) DEFERRABLE INITIALLY DEFERRED",
        )
        await store.append(Write([TableEvent("a", 1, "move", at=1)]))
        with pytest.raises(WriteConflict):
            await store.append(Write([TableEvent("a", 2, "move", at=1)]))
        await store.append(Write([TableEvent("a", 2, "move", at=2)]))
        assert await stored(store) == [0, 1, 2]
        await execute(store, "ALTER TABLE events DROP CONSTRAINT late")

    run(play, postgres)


def test_a_connection_that_opens_after_its_timeout_is_not_used(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a batch would go over two lines, and the second answer would be taken for that of the next batch."""
    real, late = psycopg.AsyncConnection.connect, asyncio.Event()
    held: list[bool] = []
    opened: list[Any] = []

    async def connect(*place: Any, **options: Any) -> Any:
        if not held:
            held.append(True)
            while not late.is_set():
                with contextlib.suppress(asyncio.CancelledError):
                    await late.wait()
        opened.append(await real(*place, **options))
        return opened[-1]

    async def play(store: Store) -> None:
        writer = cast(PostgresWriter, store._transport)
        writer.give_up()
        monkeypatch.setattr(psycopg.AsyncConnection, "connect", connect)
        with pytest.raises(StoreError):
            await store.append(move(1))
        late.set()
        await store.append(move(1))
        used = writer._connection
        await store.append(move(2))
        assert await stored(store) == [0, 1, 2]
        while len(opened) < 2:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        assert writer._connection is used
        assert [connection.closed for connection in opened].count(True) == 1

    run(play, postgres, limit=2.0)


def test_an_answer_counts_for_its_own_batch() -> None:
    answered: list[list[str | None]] = []
    writer = PostgresWriter(([], {}, [], []), answered.append)
    first: list[Rows] = [()]
    second: list[Rows] = [()]
    writer._parts.append(second)
    writer._done(first, None)
    assert not answered
    writer._done(second, None)
    assert answered == [[None]]
