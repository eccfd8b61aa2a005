"""Notifications between serving processes: they arrive despite losses, and only where they are needed."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from eleven.server.live.new_table import SeatSpec, new_table
from eleven.server.live.tables import Tables
from eleven.server.store.store import Store
from eleven.server.store.writing.postgres_notifications import TOPIC_CHANGED, TOPIC_PRESENCE
from eleven.server.store.writing.postgres_writer import PostgresWriter
from tests.server.cluster.two_processes import (
    at_both,
    begun,
    carried_out,
    execute,
    move,
    notifier_of,
    silence,
    soon,
    two,
)
from tests.server.conftest import settings

pytestmark = pytest.mark.slow


def test_a_notice_that_could_not_be_sent_is_sent_again(postgres: str, tmp_path: Path) -> None:
    async def whole() -> None:
        async with two(postgres, tmp_path) as (first, second):
            live, other = await at_both(first, second)
            writer = cast(PostgresWriter, first.store._transport)
            assert writer._connection is not None
            writer._connection.send([("SELECT nonsense", [], [])], notifier_of(first)._done)
            notifier_of(first)._under_way = {live.table.row.id}
            made = await move(live)
            await soon(lambda: other.table.version == made)

    carried_out(whole)


def test_a_batch_with_an_unknown_outcome_is_announced(postgres: str, tmp_path: Path) -> None:
    """It is committed, and its answer is lost."""

    async def whole() -> None:
        async with two(postgres, tmp_path) as (first, second):
            live, other = await at_both(first, second)
            writer = cast(PostgresWriter, first.store._transport)
            answered = writer._answered

            def lose(reasons: list[str | None]) -> None:
                writer._answered = answered
                answered(["ended"] * len(reasons))

            writer._answered = lose
            made = await move(live, "mine")
            assert live.table.version_made(0, "mine") == made or live.table.version_made(1, "mine") == made
            await soon(lambda: other.table.version == made)

    carried_out(whole)


def test_only_processes_with_a_table_in_memory_are_notified(postgres: str, tmp_path: Path) -> None:
    """The other process is told as soon as it has the table, and no longer when it has forgotten it."""

    async def whole() -> None:
        async with two(postgres, tmp_path) as (first, second):
            assert second.peers is not None
            heard: list[str] = []
            hear = second.peers._hear

            def listen(names: Sequence[str] | None) -> None:
                heard.extend(names or ())
                hear(names)

            cast(Any, second.peers.listener._handlers)[TOPIC_CHANGED] = listen
            live = await begun(first)
            await move(live)
            await asyncio.sleep(0.2)
            assert heard == []
            assert first.peers is not None
            presence, sent, send = first.peers.presence, [], notifier_of(first)._send
            await soon(lambda: first.claims.processes == 2)
            await soon(lambda: presence.only_here(live.table.row.id))
            notifier_of(first)._send = lambda work, done: (sent.append(work), send(work, done))[1]  # type: ignore[func-returns-value]
            await move(live)
            await asyncio.sleep(0.2)
            assert sent == [], "nobody is even asked"
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


def test_events_written_while_a_table_is_loaded_are_loaded_too(postgres: str, tmp_path: Path) -> None:
    async def whole() -> None:
        async with two(postgres, tmp_path) as (first, second):
            live = await begun(first)
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


def test_a_process_that_loads_a_table_is_notified_of_earlier_writes(postgres: str, tmp_path: Path) -> None:
    """The notice that the table is read elsewhere comes late: meanwhile it seems to be in one memory alone."""

    async def whole() -> None:
        async with two(postgres, tmp_path) as (first, second):
            live = await begun(first)
            assert first.peers is not None
            assert second.peers is not None
            presence, late = first.peers.presence, cast(list[list[str]], [])
            await soon(lambda: first.claims.processes == 2)
            await soon(lambda: presence.only_here(live.table.row.id))
            for task in second.peers._tasks:
                task.cancel()  # it looks for nothing that it is not told of
            cast(Any, first.peers.listener._handlers)[TOPIC_PRESENCE] = late.append
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


def test_a_process_that_finds_an_unannounced_event_notifies_the_others(postgres: str, tmp_path: Path) -> None:
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
            silent.undo_worker.stop()

    carried_out(whole)


def test_events_that_a_dead_process_did_not_announce_are_read(postgres: str, tmp_path: Path) -> None:
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


def test_a_store_for_one_process_notifies_nobody(tmp_path: Path) -> None:
    """With SQLite nothing is added to a batch, claimed or listened for."""
    store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")

    async def whole() -> None:
        tables = Tables(settings(tmp_path), store)
        await tables.start()
        handed: list[Any] = []
        write = store._transport.write
        store._transport.write = lambda batch: (handed.extend(batch), write(batch))[1]  # type: ignore[method-assign, func-returns-value]
        await tables.add(new_table("ann", "elevenses", None, {}, [SeatSpec("me"), SeatSpec("hotseat")], False))
        assert tables.peers is None
        assert len(handed) == 1
        assert not handed[0][-1]
        await tables.stop()

    carried_out(whole)
