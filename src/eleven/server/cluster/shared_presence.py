"""Who is connected to a table through which process, so that everybody sees who is here.

Each process keeps a row for each table that it has in memory, with the seats whose players are connected there, and
notifies the others, for all tables together and a few times a second at most. The rows of dead processes do not count.
A row is written and announced before its table is loaded: so a process that writes to the table knows which others have
it, and notifies them (`store/writing/postgres_notifier.py`).
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, bindparam, text
from sqlalchemy.exc import SQLAlchemyError

from eleven.server.cluster.claims import NOW_SQL
from eleven.server.process.background import keep_running
from eleven.server.store.writing.postgres_notifications import (
    ASYNC_COMMIT_SQL,
    TOPIC_PRESENCE,
    notifications_for,
    notify,
)

if TYPE_CHECKING:
    from eleven.server.live.live_table import LiveTable

LOG = logging.getLogger("eleven.presence")
PUBLISH_SECONDS = 0.3
LIVE_PROCESS_NAMES_SQL = f"SELECT split_part(id, '-', 1) FROM processes WHERE until > {NOW_SQL}"
PUBLISH_SEATS_SQL = text(
    "INSERT INTO presence (table_id, process, seats) VALUES (:table, :me, :seats) "
    "ON CONFLICT (table_id, process) DO UPDATE SET seats = :seats"
)
ANNOUNCE_LOADING_SQL = text(
    "INSERT INTO presence (table_id, process, seats) SELECT id, :me, '' FROM tables WHERE id = :table "
    "ON CONFLICT DO NOTHING"
)
DELETE_TABLE_SQL = text("DELETE FROM presence WHERE table_id = :table AND process = :me")
DELETE_PROCESS_SQL = text("DELETE FROM presence WHERE process = :me")
DELETE_DEAD_SQL = text(f"DELETE FROM presence WHERE process NOT IN ({LIVE_PROCESS_NAMES_SQL})")
OTHERS_SQL = text(
    "SELECT table_id, seats FROM presence WHERE table_id IN :tables AND process <> :me "
    f"AND process IN ({LIVE_PROCESS_NAMES_SQL})"
).bindparams(bindparam("tables", expanding=True))
Seats = dict[str, set[int]]


class SharedPresence:
    """Publishes who is at the tables of this process, and reads who is there through others."""

    def __init__(
        self,
        engine: Engine,
        process: str,
        at_hand: Callable[[], Mapping[str, "LiveTable"]],
        loading: Callable[[], Collection[str]],
        republished: Callable[[], None],
        missed: Callable[[set[str]], None],
    ) -> None:
        self._engine, self._me, self._at_hand = engine, process, at_hand
        self._loading, self._republished, self._missed = loading, republished, missed
        """Callbacks: the tables being loaded; a check for events written while our rows were missing; a notification
        about tables that another process may have begun to load before a write."""
        self._only_here: set[str] = set()
        self._changed: set[str] = set()
        self._unread: set[str] = set()
        self._processes_changed = True
        self._work = asyncio.Event()
        """Set while there is something to publish or to read."""
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start publishing and reading."""
        self._work.set()
        self._task = asyncio.create_task(keep_running(self._run))

    async def stop(self) -> None:
        """Stop, and delete our rows."""
        if self._task is not None:
            self._task.cancel()
        with contextlib.suppress(SQLAlchemyError):
            await asyncio.to_thread(
                self._carry_out, lambda connection: connection.execute(DELETE_PROCESS_SQL, {"me": self._me})
            )

    def reading(self, connection: Connection, table_id: str) -> None:
        """Announce that a table is about to be loaded here, so that writers notify us from now on."""
        connection.exec_driver_sql(ASYNC_COMMIT_SQL)
        connection.execute(ANNOUNCE_LOADING_SQL, {"table": table_id, "me": self._me})
        notify(connection, notifications_for(self._me, TOPIC_PRESENCE, tables=[table_id]))
        connection.commit()

    def only_here(self, table_id: str) -> bool:
        """Whether no other process has a table in memory, as far as notifications tell."""
        return table_id in self._only_here

    def changed(self, table_id: str) -> None:
        """Somebody connected to a table here or left it, or it was dropped from memory."""
        self._changed.add(table_id)
        self._unread.add(table_id)
        self._work.set()

    def heard(self, tables: Sequence[str] | None) -> None:
        """Another process announced changes at these tables, or at any if None."""
        heard = set(self._at_hand()) if tables is None else set(tables)
        self._unread |= heard
        self._work.set()
        if not_alone := self._only_here & heard:
            self._only_here -= not_alone
            self._missed(not_alone)

    def processes_changed(self) -> None:
        """A process joined, died, or rejoined after the database lost its rows: publish and read everything."""
        self._processes_changed = True
        self._changed.update(self._at_hand())
        self.heard(None)

    def _carry_out(self, work: Callable[[Connection], object]) -> object:
        with self._engine.begin() as connection:
            connection.exec_driver_sql(ASYNC_COMMIT_SQL)
            return work(connection)

    async def _run(self) -> None:
        while True:
            await self._work.wait()
            await asyncio.sleep(PUBLISH_SECONDS)
            self._work.clear()
            all_again, self._processes_changed = self._processes_changed, False
            try:
                if all_again:  # a row that is missed does not count, and is deleted next time
                    await asyncio.to_thread(self._carry_out, lambda connection: connection.execute(DELETE_DEAD_SQL))
                await self._publish()
                await self._read()
                if all_again:
                    self._republished()
            except Exception as error:
                self._processes_changed |= all_again
                self._work.set()
                if not isinstance(error, SQLAlchemyError):
                    raise  # it is logged, and this loop begins again
                LOG.info("presence cannot be shared", extra={"why": type(error).__name__})

    async def _publish(self) -> None:
        changed, self._changed = self._changed, set()
        if not changed:
            return
        try:
            left = await self._publish_tables(changed)
        except Exception:
            self._changed |= changed
            raise
        tables = self._at_hand()
        self._only_here -= left
        if back := left.intersection([*tables, *self._loading()]):  # in memory again, and their rows may be gone
            self._changed |= back
            self._processes_changed = True
            self._work.set()

    async def _publish_tables(self, changed: set[str]) -> set[str]:
        """Publish who is at these tables; returns those that are no longer in memory, whose rows are deleted."""
        tables = self._at_hand()
        here = {name: sorted(tables[name].presence.at_this_process()) for name in changed & tables.keys()}
        left = changed.difference(here, self._loading())

        def publish(connection: Connection) -> None:
            if rows := [{"table": name, "me": self._me, "seats": " ".join(map(str, here[name]))} for name in here]:
                connection.execute(PUBLISH_SEATS_SQL, rows)
            if left:
                connection.execute(DELETE_TABLE_SQL, [{"table": name, "me": self._me} for name in left])
            notify(connection, notifications_for(self._me, TOPIC_PRESENCE, tables=changed))

        await asyncio.to_thread(self._carry_out, publish)
        return left

    async def _read(self) -> None:
        """Read who is connected through other processes, where that may have changed."""
        unread, self._unread = self._unread & self._at_hand().keys(), set()
        if not unread:
            return
        try:
            await self._read_tables(unread)
        except Exception:
            self._unread |= unread
            raise

    async def _read_tables(self, unread: set[str]) -> None:
        wanted = {"tables": list(unread), "me": self._me}
        rows = await asyncio.to_thread(self._carry_out, lambda connection: connection.execute(OTHERS_SQL, wanted).all())
        found: Seats = {}
        for name, seats in rows:  # type: ignore[attr-defined]
            found.setdefault(name, set()).update(map(int, seats.split()))
        tables = self._at_hand()
        still = unread & tables.keys()
        self._only_here |= still - found.keys() - self._unread  # those in `_unread` were announced again meanwhile
        for name in still:
            tables[name].presence.others_are_here(found.get(name, set()))
