"""What must happen once, such as a bot's turn, is claimed in the store by one of the processes that serve it.

A process is alive as long as its row says so, which it renews several times in `LEASE` seconds, by the database's
clock. A claim is its holder's until the holder lets go of it or is no longer alive; then the next process to look takes
it over, with all that it stands for. A process that could not renew its row in time acts on nothing it had claimed: it
begins anew under another name, and waits for a lease before it claims, so that nobody who still believes in the claims
of before can act beside it. Even then nothing can be doubled, since an event's number is unique at its table.
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

LOG = logging.getLogger("eleven.claims")
T = TypeVar("T")
LEASE = 1.2
RENEW = 0.4
ADOPTED_AT_ONCE = 50
NOW = "(extract(epoch from clock_timestamp()) * 1000)::bigint"
ALIVE = f"(SELECT id FROM processes WHERE until > {NOW})"
JOIN = text(f"INSERT INTO processes (id, until) VALUES (:me, {NOW} + :lease)")
TAKE = text(
    "INSERT INTO claims (name, process) VALUES (:name, :me) ON CONFLICT (name) DO UPDATE SET process = :me "
    f"WHERE claims.process = :me OR claims.process NOT IN {ALIVE} RETURNING process"
)
HOLDERS = (
    "holders(process) AS (SELECT min(process) FROM claims UNION ALL "
    "SELECT (SELECT min(process) FROM claims WHERE process > holders.process) FROM holders WHERE process IS NOT NULL)"
)
"""Who has claims, dead or alive, a step in the index for each: however many claims there are, none is read for it."""
BEAT = text(
    f"WITH RECURSIVE {HOLDERS}, "
    f"renewed AS (UPDATE processes SET until = {NOW} + :lease WHERE id = :me AND until > {NOW} RETURNING id), "
    "adopted AS (UPDATE claims SET process = :me WHERE :adopting AND EXISTS (SELECT id FROM renewed) AND name IN "
    "(SELECT theirs.name FROM holders, LATERAL (SELECT name FROM claims WHERE process = holders.process "
    f"ORDER BY name LIMIT :most FOR UPDATE SKIP LOCKED) theirs WHERE holders.process NOT IN {ALIVE} LIMIT :most) "
    "RETURNING name), "
    "left_alone AS (DELETE FROM claims WHERE name = ANY(CAST(:unwanted AS text[])) AND process = :me "
    "AND EXISTS (SELECT id FROM renewed)) "
    "SELECT EXISTS (SELECT id FROM renewed), ARRAY(SELECT name FROM adopted), "
    f"ARRAY(SELECT id FROM processes WHERE until > {NOW}), set_config('synchronous_commit', 'off', true)"
)
"""Renew the lease, let go of what is not wanted, take over what dead processes have left, see who is alive.

In one statement: it is often, and what is taken over is ours only together with the rest.
"""
LIVING = text(f"SELECT id FROM processes WHERE until > {NOW}")
TAKEN = text(f"SELECT count(*) FROM claims WHERE name = :name AND process IN {ALIVE}")
LEAVE = text("UPDATE processes SET until = 0 WHERE id = :me")
SWEEP = text(f"DELETE FROM processes WHERE until < {NOW} - 60000")
OTHERS = text(f"SELECT count(*) FROM processes WHERE until > {NOW} AND id <> :me")


class Claims(Protocol):
    """The right to do what must be done once."""

    @property
    def processes(self) -> int:
        """How many processes serve the same database, this one among them."""

    async def start(self) -> bool:
        """Begin; whether other processes serve the same database."""

    async def stop(self) -> None:
        """Let everything go."""

    async def take(self, name: str) -> bool:
        """Claim something; true if it is ours now."""

    def holds(self, name: str) -> bool:
        """Whether something is ours at this moment."""

    def let_go(self, name: str) -> None:
        """Have something no longer."""

    async def taken(self, name: str) -> bool:
        """Whether a process has something, this one or another."""


class OnlyProcess:
    """For a database that one process serves: everything is its own."""

    processes = 1

    async def start(self) -> bool:
        """There is nothing to begin, and nobody else."""
        return False

    async def stop(self) -> None:
        """There is nothing to let go."""

    async def take(self, name: str) -> bool:
        """Everything is ours."""
        return True

    def holds(self, name: str) -> bool:
        """Everything is ours."""
        return True

    def let_go(self, name: str) -> None:
        """Nobody else wants it."""

    async def taken(self, name: str) -> bool:
        """Who has begun something knows it, and there is nobody else."""
        return False


class SharedClaims:
    """Claims in a PostgreSQL that several processes serve.

    `adopted` is told what a dead one has left to us, `changed` that one has come, died or begun anew.
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
        self._heartbeat, self._lost = Heartbeat(engine, BEAT, LEASE), (SQLAlchemyError, *LOST)
        self._names = count()
        self._me = ""
        self._until = self._from = 0.0
        """Between these two moments of our own clock, what we hold is surely ours."""
        self._held: set[str] = set()
        self._unwanted: set[str] = set()
        self._leaving: list[str] = []
        """What is not wanted any more, and what of it is being let go of at this moment."""
        self._living: frozenset[str] = frozenset()
        self.others = False
        """Whether there were others alive when this process came."""
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> bool:
        """Be one of the living, and look after what the dead leave; whether there are others."""
        with contextlib.suppress(*self._lost):
            await self._renew(time.monotonic())
        self._task = asyncio.create_task(self._live())
        return self.others

    async def stop(self) -> None:
        """Leave: what we held is there for whoever comes first."""
        if self._task is not None:
            self._task.cancel()
        self._held.clear()
        await self._heartbeat.close()
        with contextlib.suppress(SQLAlchemyError):
            await self._thread(lambda line: line.execute(LEAVE, {"me": self._me}))

    @property
    def processes(self) -> int:
        """How many are alive, as far as is known here."""
        return max(1, len(self._living))

    @property
    def _sure(self) -> bool:
        return self._from <= time.monotonic() < self._until

    def holds(self, name: str) -> bool:
        """Whether something is ours at this moment, and will be for a moment."""
        return self._sure and name in self._held

    async def take(self, name: str) -> bool:
        """Claim something that nobody alive has."""
        if self.holds(name):
            return True
        if not self._sure or name in self._leaving:
            return False
        me = self._me
        self._unwanted.discard(name)
        ours = await self._thread(lambda line: line.execute(TAKE, {"name": name, "me": me}).all())
        if ours and me == self._me:
            self._held.add(name)
        return self.holds(name)

    def let_go(self, name: str) -> None:
        """Have something no longer; its row goes with the next beat."""
        if name in self._held:
            self._held.discard(name)
            self._unwanted.add(name)

    async def taken(self, name: str) -> bool:
        """Whether a process that is alive has something."""
        found = await self._thread(lambda line: line.execute(TAKEN, {"name": name}).scalar())
        return bool(found)

    async def _thread(self, work: Callable[[Connection], T]) -> T:
        """Ask the database, in a thread; nothing of it need survive the database."""

        def carry_out() -> T:
            with self._engine.begin() as line:
                line.exec_driver_sql("SET LOCAL synchronous_commit = off")
                return work(line)

        return await asyncio.to_thread(carry_out)

    # Staying alive

    async def _live(self) -> None:
        while True:
            began = time.monotonic()
            try:
                await self._renew(began)
            except self._lost as error:
                LOG.info("claims cannot be renewed", extra={"why": type(error).__name__})
            await asyncio.sleep(max(0.0, RENEW - (time.monotonic() - began)))

    async def _renew(self, began: float) -> None:
        """Stay alive, or begin anew."""
        if not self._me or began >= self._until or not await self._beat(began):
            await self._join(began)

    async def _beat(self, began: float) -> bool:
        """Renew the lease, let go of what is not wanted, take over what dead processes have left; false if too late."""
        me, adopting = self._me, self._sure
        self._leaving = unwanted = list(self._unwanted)

        given = {"me": me, "lease": int(1000 * LEASE), "most": ADOPTED_AT_ONCE, "adopting": adopting}
        try:
            alive, left, living, _ = await self._heartbeat.send({**given, "unwanted": unwanted})
        finally:
            self._leaving = []
        if not alive:
            return False
        self._until = began + LEASE
        self._unwanted.difference_update(unwanted)
        self._see(frozenset(living))
        self._held.update(left)
        for name in left:
            self._adopted(name)
        return True

    async def _join(self, began: float) -> None:
        """Be one of the living under a new name; what was claimed under another is not ours any more."""
        self._held.clear()
        self._unwanted.clear()
        again, self._me = bool(self._me), f"{self._process}-{next(self._names)}"
        me = self._me

        def join(line: Connection) -> frozenset[str]:
            line.execute(JOIN, {"me": me, "lease": int(1000 * LEASE)})
            line.execute(SWEEP)
            return frozenset(line.execute(LIVING).scalars())

        living = await self._thread(join)
        self.others = bool(living - {me})
        self._until = began + LEASE
        self._from = time.monotonic() + LEASE if self.others or again else time.monotonic()
        self._see(living)

    def _see(self, living: frozenset[str]) -> None:
        if living != self._living:
            self._living = living
            self._changed()
