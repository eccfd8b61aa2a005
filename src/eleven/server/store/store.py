"""The database of a server, SQLite or PostgreSQL: reading, and writing what no game waits for.

The events of tables are written by the writer; a store is its client, too (`writer_client`).
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection, insert, select, text
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from eleven.core.text.messages import Message
from eleven.server.process.background import keep_running
from eleven.server.store import records
from eleven.server.store.database import engine_of, migrate, wait_for
from eleven.server.store.records import StoreError, TableEvent, TableRow, Write, WriteConflict, event_of, row_of
from eleven.server.store.rows.lobby import Cursor, newest_first
from eleven.server.store.schema import EVENTS, OPENED_LOGS, REVIEWS, SETTINGS, TABLES
from eleven.server.store.writing.postgres_notifications import ASYNC_COMMIT_SQL, notify
from eleven.server.store.writing.writer_client import WriterClient
from eleven.server.store.writing.writer_lock import take_lock

LOG = logging.getLogger("eleven.store")
T = TypeVar("T")
LOCK_POLL_SECONDS = 2.0
LOCK_IS_OURS = logging.INFO, "the lock on the database is held again: this server writes"
LOCK_IS_LOST = logging.ERROR, "another server has the lock on the database: this server does not write"
COMMIT_SECONDS = 10.0
"""Seconds that a commit or a read may take: longer than SQLite waits for a lock, as long as anybody would wait."""
PAGE_SIZE = 100
OPENED_LOG_MS = 3_600_000
BATCH_SIZE = 5000
AGREED_BEFORE = 16
"""A clock is agreed on when a table is set up, in one of its first events."""
HAS_CLOCK = (
    select(EVENTS.c.sequence)
    .where(EVENTS.c.table_id == TABLES.c.id, EVENTS.c.sequence < AGREED_BEFORE)
    .where(EVENTS.c.kind == "agree", EVENTS.c.body.contains('"clock"'))
    .exists()
)
"""Not by the pace in a table's row: games that were running when that column was added have none."""
WRITTEN_SINCE = text(
    "SELECT id FROM unnest(string_to_array(:names, ' '), CAST(string_to_array(:versions, ' ') AS int[])) "
    "AS known(id, version) WHERE EXISTS (SELECT 1 FROM events WHERE table_id = known.id AND sequence > version)"
)
"""One step in the index of events for each table, usually without a hit; it is often asked for all tables in memory.
Names and versions are sent as two texts, since the driver takes longer to write arrays than the database to answer."""


class Store(WriterClient):
    """The database, with one writer for everybody."""

    def __init__(self, url: str, process: bool = False, wait: float = 0.0, limit: float = COMMIT_SECONDS) -> None:
        self.engine = engine_of(url)
        wait_for(self.engine, wait)
        self._lock = take_lock(self.engine)
        self._keeping: asyncio.Task[None] | None = None
        try:
            migrate(self.engine)
        except BaseException:
            self._lock.release()
            raise
        super().__init__(self.engine, process, limit)

    def start(self) -> None:
        """Start the writer."""
        self._transport.start()
        self._keeping = asyncio.create_task(keep_running(self._keep_lock))

    async def stop(self) -> None:
        """Flush pending writes, then close."""
        if self._keeping is not None:
            self._keeping.cancel()
        if self._waiting or self._in_hand:
            with contextlib.suppress(StoreError):
                await self.append(Write())  # when this is done, so is all that came before
        if self._notifier is not None:
            await self._notifier.finish()
        await self._transport.stop()
        self._lock.release()
        self.engine.dispose()

    async def _keep_lock(self) -> None:
        """Renew the lock regularly; while another server holds it, nothing is written."""
        while True:
            await asyncio.sleep(LOCK_POLL_SECONDS)
            try:
                ours = await asyncio.to_thread(self._lock.take)
            except SQLAlchemyError:
                continue  # the database is away, and nobody can write
            if ours != self._ours:
                LOG.log(*(LOCK_IS_OURS if ours else LOCK_IS_LOST))
            self._ours = ours

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run a query in a thread; raises `StoreError` if the database is away."""

        def reading() -> T:
            with self.engine.connect() as connection:
                return work(connection)

        return await self._in_thread(
            reading, lambda reason: Message("the store cannot be read: {reason}", reason=reason)
        )

    async def change(self, work: Callable[[Connection], T]) -> T:
        """Run a transaction of its own for what no game waits for; moves go through `append`."""

        def changing() -> T:
            with self.engine.begin() as connection:
                return work(connection)

        return await self._in_thread(
            changing, lambda reason: Message("the store cannot write: {reason}", reason=reason)
        )

    async def notify(self, notices: Sequence[str]) -> None:
        """NOTIFY the other processes, if there can be any; a hint, so it may fail."""

        def send(connection: Connection) -> None:
            connection.exec_driver_sql(ASYNC_COMMIT_SQL)
            notify(connection, notices)

        if self.multi_process:
            with contextlib.suppress(StoreError):
                await self.change(send)

    def notify_about(self, tables: set[str]) -> None:
        """Notify processes that have these tables in memory that there may be new events."""
        if self._notifier is not None:
            self._notifier.written(tables, known=True)

    def skip_notifications_about(self, only_here: Callable[[str], bool]) -> None:
        """Set the test for tables that no other process has in memory."""
        if self._notifier is not None:
            self._notifier.only_here = only_here

    async def _in_thread(self, work: Callable[[], T], why: Callable[[str | Message], Message]) -> T:
        """The result of database work, or a `StoreError`; `WriteConflict` if a unique constraint was violated."""
        try:
            async with asyncio.timeout(self._limit):  # `wait_for` of Python 3.11 may forget that it was cancelled
                return await asyncio.to_thread(work)
        except TimeoutError:
            raise StoreError(why(Message("it does not answer"))) from None
        except IntegrityError as error:
            raise WriteConflict(why(type(error).__name__)) from error
        except SQLAlchemyError as error:
            raise StoreError(why(type(error).__name__)) from error

    async def table(
        self, table_id: str, reading: Callable[[Connection, str], None] | None = None
    ) -> tuple[TableRow, list[TableEvent]] | None:
        """A table and all its events, in order; `reading` is called before, on the same connection."""

        def work(connection: Connection) -> tuple[TableRow, list[TableEvent]] | None:
            if reading is not None:
                reading(connection, table_id)
            return read_table(connection, table_id)

        return await self.read(work)

    async def events_after(self, table_id: str, version: int) -> list[TableEvent]:
        """The events of a table after a version, in order."""
        return await self.read(lambda connection: read_events(connection, table_id, version))

    async def written_since(self, versions: Mapping[str, int]) -> list[str]:
        """Which tables have events after the given versions; only for PostgreSQL."""
        names, known, found = list(versions), list(versions.values()), list[str]()

        def read(connection: Connection, part: Mapping[str, str]) -> Sequence[str]:
            return connection.execute(WRITTEN_SINCE, part).scalars().all()

        for at in range(0, len(names), BATCH_SIZE):
            some = slice(at, at + BATCH_SIZE)
            part = {"names": " ".join(names[some]), "versions": " ".join(map(str, known[some]))}
            found += await self.read(partial(read, part=part))
        return found

    async def playing_tables(self, before: Cursor | None = None, with_clock: bool = False) -> list[Cursor]:
        """Running tables, the newest first: when each was set up, and its id.

        A page at a time; `before` is the last one of the page before. `with_clock` leaves out tables without a clock.
        """
        playing = select(TABLES.c.created, TABLES.c.id).where(TABLES.c.stage == "playing")
        if with_clock:
            playing = playing.where(HAS_CLOCK)
        query = newest_first(playing, before).limit(PAGE_SIZE)
        return await self.read(lambda connection: [(at, table_id) for at, table_id in connection.execute(query)])

    async def review(self, table_id: str) -> str | None:
        """The review of a table's game, if there is one."""
        query = select(REVIEWS.c.body).where(REVIEWS.c.table_id == table_id)
        return await self.read(lambda connection: connection.scalar(query))

    async def keep_review(self, table_id: str, body: str) -> None:
        """Store a review; an existing one stays."""

        def keep() -> None:
            with contextlib.suppress(IntegrityError), self.engine.begin() as connection:
                connection.execute(insert(REVIEWS).values(table_id=table_id, body=body))

        await asyncio.to_thread(keep)

    async def keep_log(self, name: str, body: str) -> None:
        """Share a log that somebody has opened with the other processes, for an hour from now."""
        at = records.now()

        def keep() -> None:
            with contextlib.suppress(IntegrityError), self.engine.begin() as connection:
                old = OPENED_LOGS.c.at < at - OPENED_LOG_MS
                connection.execute(OPENED_LOGS.delete().where(old | (OPENED_LOGS.c.name == name)))
                connection.execute(insert(OPENED_LOGS).values(name=name, at=at, body=body))

        try:
            await asyncio.to_thread(keep)
        except SQLAlchemyError as error:  # the visitor who opened it has it at this process
            LOG.warning("an opened log is not kept for the other processes", extra={"why": type(error).__name__})

    async def opened_log(self, name: str) -> str | None:
        """A log that was opened at another process within the last hour."""
        since = records.now() - OPENED_LOG_MS
        query = select(OPENED_LOGS.c.body).where(OPENED_LOGS.c.name == name, OPENED_LOGS.c.at >= since)
        return await self.read(lambda connection: connection.scalar(query))

    async def ready(self) -> bool:
        """Whether the database answers."""
        try:
            await self.read(lambda connection: connection.execute(select(1)).scalar())
        except StoreError:
            return False
        return True

    def setting(self, name: str, make: Callable[[], str]) -> str:
        """A stored value, which is made when it is first asked for."""
        wanted = select(SETTINGS.c.value).where(SETTINGS.c.name == name)
        with contextlib.suppress(IntegrityError), self.engine.begin() as connection:
            value = connection.scalar(wanted)
            if value is None:
                value = make()
                connection.execute(insert(SETTINGS).values(name=name, value=value))
            return str(value)
        with self.engine.connect() as connection:  # another process was quicker
            return str(connection.scalar(wanted))


def read_table(connection: Connection, table_id: str) -> tuple[TableRow, list[TableEvent]] | None:
    """A table and all its events, in order."""
    found = connection.execute(select(TABLES).where(TABLES.c.id == table_id)).mappings().first()
    if found is None:
        return None
    return row_of(found), read_events(connection, table_id)


def read_events(connection: Connection, table_id: str, version: int = -1) -> list[TableEvent]:
    """The events of a table after a version, in order."""
    of_table = (EVENTS.c.table_id == table_id) & (EVENTS.c.sequence > version)
    rows = connection.execute(select(EVENTS).where(of_table).order_by(EVENTS.c.sequence)).mappings()
    return [event_of(row) for row in rows]
