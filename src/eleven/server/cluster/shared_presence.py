"""Who looks at a table through which process, so that everybody sees who is here.

Each process keeps a row for each table that somebody with a seat looks at through it, and tells the others by a notice,
for all tables together and a few times a second at most. The rows of a process that is dead do not count.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, bindparam, text
from sqlalchemy.exc import SQLAlchemyError

from eleven.server.cluster.claims import NOW
from eleven.server.store.writing.notifications import HERE, notices_of, notify

if TYPE_CHECKING:
    from eleven.server.live.live_table import LiveTable

LOG = logging.getLogger("eleven.presence")
EVERY = 0.3
LIVING = f"SELECT split_part(id, '-', 1) FROM processes WHERE until > {NOW}"
SEAT = text(
    "INSERT INTO presence (table_id, process, seats) VALUES (:table, :me, :seats) "
    "ON CONFLICT (table_id, process) DO UPDATE SET seats = :seats"
)
GONE = text("DELETE FROM presence WHERE table_id = :table AND process = :me")
LEAVE = text("DELETE FROM presence WHERE process = :me")
SWEEP = text(f"DELETE FROM presence WHERE process NOT IN ({LIVING})")
ELSEWHERE = text(
    f"SELECT table_id, seats FROM presence WHERE table_id IN :tables AND process <> :me AND process IN ({LIVING})"
).bindparams(bindparam("tables", expanding=True))
Seats = dict[str, set[int]]


class SharedPresence:
    """The people at all tables of this process, told to the others, and theirs told to us."""

    def __init__(self, engine: Engine, process: str, at_hand: Callable[[], Mapping[str, "LiveTable"]]) -> None:
        self._engine, self._me, self._at_hand = engine, process, at_hand
        self._changed: set[str] = set()
        self._unread: set[str] = set()
        self._processes_changed = True
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to tell and to hear."""
        self._task = asyncio.create_task(self._go_on())

    async def stop(self) -> None:
        """Nobody is here any more."""
        if self._task is not None:
            self._task.cancel()
        with contextlib.suppress(SQLAlchemyError):
            await asyncio.to_thread(self._carry_out, lambda line: line.execute(LEAVE, {"me": self._me}))

    def changed(self, table_id: str) -> None:
        """Somebody has come to a table here, or gone."""
        self._changed.add(table_id)
        self._unread.add(table_id)

    def heard(self, tables: Sequence[str] | None) -> None:
        """Somebody has come or gone elsewhere; at which tables, if that is known."""
        self._unread.update(self._at_hand() if tables is None else tables)

    def processes_changed(self) -> None:
        """A process has come or died, or has begun anew after the database lost its rows: tell and read all of it."""
        self._processes_changed = True
        self._changed.update(name for name, live in self._at_hand().items() if live.subscribers)
        self._unread.update(self._at_hand())

    def _carry_out(self, work: Callable[[Connection], object]) -> object:
        with self._engine.begin() as line:
            line.exec_driver_sql("SET LOCAL synchronous_commit = off")
            return work(line)

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                if self._processes_changed:
                    self._processes_changed = False  # rows that stay do not count, and go next time
                    await asyncio.to_thread(self._carry_out, lambda line: line.execute(SWEEP))
                await self._tell()
                await self._read()
            except SQLAlchemyError as error:
                LOG.info("presence cannot be told", extra={"why": type(error).__name__})

    async def _tell(self) -> None:
        changed, self._changed = self._changed, set()
        if not changed:
            return
        tables = self._at_hand()
        here = {name: sorted(tables[name].presence.at_this_process()) if name in tables else [] for name in changed}

        def tell(line: Connection) -> None:
            rows = [{"table": name, "me": self._me, "seats": " ".join(map(str, seats))} for name, seats in here.items()]
            if taken := [row for row in rows if row["seats"]]:
                line.execute(SEAT, taken)
            if left := [row for row in rows if not row["seats"]]:
                line.execute(GONE, left)
            notify(line, notices_of(self._me, HERE, tables=here))

        try:
            await asyncio.to_thread(self._carry_out, tell)
        except SQLAlchemyError:
            self._changed |= changed
            raise

    async def _read(self) -> None:
        """Read who is elsewhere, where that may have changed."""
        unread, self._unread = self._unread & self._at_hand().keys(), set()
        if not unread:
            return
        wanted = {"tables": list(unread), "me": self._me}
        try:
            rows = await asyncio.to_thread(self._carry_out, lambda line: line.execute(ELSEWHERE, wanted).all())
        except SQLAlchemyError:
            self._unread |= unread
            raise
        found: Seats = {}
        for name, seats in rows:  # type: ignore[attr-defined]
            found.setdefault(name, set()).update(map(int, seats.split()))
        tables = self._at_hand()
        for name in unread & tables.keys():
            tables[name].presence.others_are_here(found.get(name, set()))
