"""Claims: what must happen once, such as a bot's turn, is claimed in the database by one of the serving processes.

A process is alive while its lease is valid, by the database's clock; it renews it several times in `LEASE_SECONDS`.
A claim belongs to its holder until it is released or the holder's lease ends; then the process whose heartbeat comes
next adopts it. A process that could not renew in time drops all its claims: it joins again under another name, and
waits for one lease before it claims anything, so that it never acts beside one that still trusts the old claims. Even
if two did act, nothing would happen twice, since event numbers are unique per table.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from itertools import count
from typing import Protocol, TypeVar

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

from eleven.server.process.background import keep_running
from eleven.server.store.writing.postgres_notifications import ASYNC_COMMIT_CALL_SQL, ASYNC_COMMIT_SQL

LOG = logging.getLogger("eleven.claims")
T = TypeVar("T")
LEASE_SECONDS = 1.2
RENEW_SECONDS = 0.4
MAX_ADOPTED = 50
NOW_SQL = "(extract(epoch from clock_timestamp()) * 1000)::bigint"
LIVE_PROCESSES_SQL = f"SELECT id FROM processes WHERE until > {NOW_SQL}"
JOIN_SQL = text(f"INSERT INTO processes (id, until) VALUES (:me, {NOW_SQL} + :lease)")
TAKE_SQL = text(
    "INSERT INTO claims (name, process) VALUES (:name, :me) ON CONFLICT (name) DO UPDATE SET process = :me "
    f"WHERE claims.process = :me OR claims.process NOT IN ({LIVE_PROCESSES_SQL}) RETURNING process"
)
HOLDERS_SQL = (
    "holders(process) AS (SELECT min(process) FROM claims UNION ALL "
    "SELECT (SELECT min(process) FROM claims WHERE process > holders.process) FROM holders WHERE process IS NOT NULL)"
)
"""All processes with claims, dead or alive, by a loose index scan that does not read the claims themselves."""
HEARTBEAT_SQL = text(
    f"WITH RECURSIVE {HOLDERS_SQL}, "
    f"renewed AS (UPDATE processes SET until = {NOW_SQL} + :lease WHERE id = :me AND until > {NOW_SQL} RETURNING id), "
    "adopted AS (UPDATE claims SET process = :me WHERE :adopting AND EXISTS (SELECT id FROM renewed) AND name IN "
    "(SELECT theirs.name FROM holders, LATERAL (SELECT name FROM claims WHERE process = holders.process "
    f"ORDER BY name LIMIT :most FOR UPDATE SKIP LOCKED) theirs WHERE holders.process NOT IN "
    f"({LIVE_PROCESSES_SQL}) LIMIT :most) RETURNING name), "
    "left_alone AS (DELETE FROM claims WHERE name = ANY(CAST(:unwanted AS text[])) AND process = :me "
    "AND EXISTS (SELECT id FROM renewed)) "
    "SELECT EXISTS (SELECT id FROM renewed), ARRAY(SELECT name FROM adopted), "
    f"ARRAY({LIVE_PROCESSES_SQL}), {ASYNC_COMMIT_CALL_SQL}"
)
"""Renew the lease, release claims, adopt those of dead processes, and list the live processes.

In one statement, because it runs often, and adoption is valid only together with the renewal.
"""
TAKEN_SQL = text(
    f"SELECT count(*) FROM claims WHERE name = :name AND process <> :me AND process IN ({LIVE_PROCESSES_SQL})"
)
LEAVE_SQL = text("UPDATE processes SET until = 0 WHERE id = :me")
DELETE_EXPIRED_SQL = text(f"DELETE FROM processes WHERE until < {NOW_SQL} - 60000")
COUNT_OTHERS_SQL = text(f"SELECT count(*) FROM processes WHERE until > {NOW_SQL} AND id <> :me")


class Claims(Protocol):
    """Exclusive rights among the serving processes, by name."""

    @property
    def processes(self) -> int:
        """How many processes serve the same database, including this one."""

    async def start(self) -> bool:
        """Start; returns whether other processes serve the same database."""

    async def stop(self) -> None:
        """Release all claims."""

    async def take(self, name: str) -> bool:
        """Claim a name; returns whether this process holds it now."""

    def holds(self, name: str) -> bool:
        """Whether this process holds a name now."""

    def release(self, name: str) -> None:
        """Release a name."""

    async def taken(self, name: str) -> bool:
        """Whether another live process holds a name."""


class LocalClaims:
    """Claims of the only serving process: it holds everything."""

    processes = 1

    async def start(self) -> bool:
        """Nothing to start; there are no other processes."""
        return False

    async def stop(self) -> None:
        """Nothing to release."""

    async def take(self, name: str) -> bool:
        """Always succeeds."""
        return True

    def holds(self, name: str) -> bool:
        """Always true."""
        return True

    def release(self, name: str) -> None:
        """Nothing to release."""

    async def taken(self, name: str) -> bool:
        """Always false: there is no other process."""
        return False


class SharedClaims:
    """Claims in a PostgreSQL that several processes serve.

    `adopted` is called with each claim taken over from a dead process, `changed` when a process joins, dies or rejoins.
    """

    def __init__(
        self,
        engine: Engine,
        process: str,
        adopted: Callable[[str], None],
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        from eleven.server.cluster.heartbeat import LOST, Heartbeat  # needs psycopg, as PostgreSQL does

        self._engine, self._process, self._adopted, self._changed = engine, process, adopted, changed
        self._heartbeat, self._lost = Heartbeat(engine, HEARTBEAT_SQL, LEASE_SECONDS), (SQLAlchemyError, *LOST)
        self._names = count()
        self._me = ""
        self._until = self._from = 0.0
        """The period, by our own clock, in which our claims are certainly valid."""
        self._held: set[str] = set()
        self._unwanted: set[str] = set()
        self._leaving: list[str] = []
        """Claims to release, and those being released at this moment."""
        self._living: frozenset[str] = frozenset()
        self.others = False
        """Whether there were other live processes when this one joined."""
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> bool:
        """Join, and start the heartbeat; returns whether there are other processes."""
        with contextlib.suppress(*self._lost):
            await self._renew(time.monotonic())
        self._task = asyncio.create_task(keep_running(self._live))
        return self.others

    async def stop(self) -> None:
        """Leave; our claims are free for the other processes."""
        if self._task is not None:
            self._task.cancel()
        self._held.clear()
        await self._heartbeat.close()
        with contextlib.suppress(SQLAlchemyError):
            await self._thread(lambda connection: connection.execute(LEAVE_SQL, {"me": self._me}))

    @property
    def processes(self) -> int:
        """How many processes are alive, as last seen."""
        return max(1, len(self._living))

    @property
    def _sure(self) -> bool:
        return self._from <= time.monotonic() < self._until

    def holds(self, name: str) -> bool:
        """Whether this process holds a name, with a valid lease."""
        return self._sure and name in self._held

    async def take(self, name: str) -> bool:
        """Claim a name, unless a live process holds it."""
        if self.holds(name):
            return True
        if not self._sure or name in self._leaving:
            return False
        me = self._me
        self._unwanted.discard(name)
        ours = await self._thread(lambda connection: connection.execute(TAKE_SQL, {"name": name, "me": me}).all())
        if ours and me == self._me:
            self._held.add(name)
        return self.holds(name)

    def release(self, name: str) -> None:
        """Release a name; its row is deleted with the next heartbeat."""
        if name in self._held:
            self._held.discard(name)
            self._unwanted.add(name)

    async def taken(self, name: str) -> bool:
        """Whether another live process holds a name; a claim that is being released here does not count."""
        given = {"name": name, "me": self._me}
        found = await self._thread(lambda connection: connection.execute(TAKEN_SQL, given).scalar())
        return bool(found)

    async def _thread(self, work: Callable[[Connection], T]) -> T:
        """Run a transaction in a thread, without waiting for the disk: claims need not survive a crash."""

        def carry_out() -> T:
            with self._engine.begin() as connection:
                connection.exec_driver_sql(ASYNC_COMMIT_SQL)
                return work(connection)

        return await asyncio.to_thread(carry_out)

    # Staying alive

    async def _live(self) -> None:
        while True:
            began = time.monotonic()
            try:
                await self._renew(began)
            except self._lost as error:
                LOG.info("claims cannot be renewed", extra={"why": type(error).__name__})
            except Exception as problem:  # whatever it is, the next attempt must come before the lease ends
                LOG.error("claims cannot be renewed", exc_info=problem)
            await asyncio.sleep(max(0.0, RENEW_SECONDS - (time.monotonic() - began)))

    async def _renew(self, began: float) -> None:
        """Renew the lease, or join again."""
        if not self._me or began >= self._until or not await self._beat(began):
            await self._join(began)

    async def _beat(self, began: float) -> bool:
        """Send a heartbeat: renew the lease, release and adopt claims; false if the lease has expired."""
        me, adopting = self._me, self._sure
        self._leaving = unwanted = list(self._unwanted)

        given = {"me": me, "lease": int(1000 * LEASE_SECONDS), "most": MAX_ADOPTED, "adopting": adopting}
        try:
            alive, left, living, _ = await self._heartbeat.send({**given, "unwanted": unwanted})
        finally:
            self._leaving = []
        if not alive:
            return False
        self._until = began + LEASE_SECONDS
        self._unwanted.difference_update(unwanted)
        self._held.update(left)
        for name in left:
            self._adopt(name)
        self._see(frozenset(living))
        return True

    def _adopt(self, name: str) -> None:
        """Act on a claim taken over from a dead process, or release it if that is impossible."""
        try:
            self._adopted(name)
        except Exception as problem:  # whatever it is, the other claims are acted on
            LOG.error("a claim cannot be taken over", exc_info=problem, extra={"why": name})
            self.release(name)

    async def _join(self, began: float) -> None:
        """Join under a new name; claims made under an earlier one are lost."""
        self._held.clear()
        self._unwanted.clear()
        again, self._me = bool(self._me), f"{self._process}-{next(self._names)}"
        me = self._me

        def join(connection: Connection) -> frozenset[str]:
            connection.execute(JOIN_SQL, {"me": me, "lease": int(1000 * LEASE_SECONDS)})
            connection.execute(DELETE_EXPIRED_SQL)
            return frozenset(connection.execute(text(LIVE_PROCESSES_SQL)).scalars())

        living = await self._thread(join)
        self.others = bool(living - {me})
        self._until = began + LEASE_SECONDS
        self._from = time.monotonic() + LEASE_SECONDS if self.others or again else time.monotonic()
        self._see(living)

    def _see(self, living: frozenset[str]) -> None:
        if living != self._living:
            self._living = living
            self._changed()
