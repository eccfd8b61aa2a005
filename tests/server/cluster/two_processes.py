"""Helpers for tests with two serving processes on one PostgreSQL database."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import text

from eleven.core.text.messages import Message
from eleven.server.live.live_table import LiveTable
from eleven.server.live.new_table import SeatSpec, new_table
from eleven.server.live.snapshot import Snapshot
from eleven.server.live.tables import Tables
from eleven.server.store.writing.postgres_notifier import ChangeNotifier
from tests.server.conftest import PATIENCE, settings


@asynccontextmanager
async def two(postgres: str, folder: Path) -> AsyncIterator[tuple[Tables, Tables]]:
    """Yield the tables of two processes that share only the database."""
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


async def begun(tables: Tables) -> LiveTable:
    """Return a running table for two people at one screen."""
    live = await tables.add(new_table("ann", "elevenses", None, {}, [SeatSpec("me"), SeatSpec("hotseat")], False))
    await live.shares.give([0, 1], live.commitment, "ab")
    return live


async def at_both(first: Tables, second: Tables) -> tuple[LiveTable, LiveTable]:
    """Return a running table that both processes have loaded."""
    live = await begun(first)
    other = await second.find(live.table.row.id)
    await soon(lambda: other.table.version == live.table.version)
    return live, other


async def move(live: LiveTable, move_id: str = "") -> int:
    play = live.table.play
    assert play is not None
    return await live.move(play.asked, play.legal()[0].name, live.table.version, move_id)


async def execute(tables: Tables, statement: str, **named: str) -> list[Any]:
    def work() -> list[Any]:
        with tables.store.engine.begin() as connection:
            done = connection.execute(text(statement), named)
            return list(done.all()) if done.returns_rows else []

    return await asyncio.to_thread(work)


class Looker:
    """A connection that watches a table from a seat."""

    def __init__(self, seat: int) -> None:
        self._seat = seat

    def seats(self) -> list[int]:
        return [self._seat]

    def is_from(self, device: str) -> bool:
        return False

    def wake(self) -> None:
        pass

    def prepare(self, following: Snapshot) -> None:
        pass

    def complain(self, said: Message) -> None:
        pass


def notifier_of(tables: Tables) -> ChangeNotifier:
    notifier = tables.store._notifier
    assert notifier is not None
    return notifier


def silence(tables: Tables) -> None:
    """Let a process write without notifying the others."""
    notifier_of(tables).written = lambda tables, known: None  # type: ignore[method-assign]
