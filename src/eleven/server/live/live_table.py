"""A table in memory: its lock, its state as the store has it, its subscribers and its background tasks."""

import asyncio
import logging
import time
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from eleven.core.text.errors import Mistake
from eleven.server.cluster.remote_events import RemoteEvents
from eleven.server.live import fair_shuffle
from eleven.server.live.chat import TableChat
from eleven.server.live.hints import Hints
from eleven.server.live.luck_shares import LuckShares
from eleven.server.live.presence import Presence
from eleven.server.live.restore import read_on
from eleven.server.live.results import results_of
from eleven.server.live.seating import Seating
from eleven.server.live.server_turns import ServerTurns, delays
from eleven.server.live.snapshot import Snapshot, Subscriber
from eleven.server.live.table import Table
from eleven.server.live.undo_checks import UndoChecks
from eleven.server.process.gc_policy import gc_policy
from eleven.server.store import StoreError, TableEvent, Write, retry_on_conflict

if TYPE_CHECKING:
    from eleven.server.live.tables import Tables

LOG = logging.getLogger("eleven.table")


class StaleVersion(Mistake):
    """A move sent for an older version of the table."""


class LiveTable:
    """One table in memory, as the store has it.

    A change holds the lock, makes the next snapshot beside the current one, and puts it in place when the store has
    committed the events. Nobody is sent anything of a snapshot that the store may not have.
    """

    def __init__(self, table: Table, tables: "Tables") -> None:
        self.now = Snapshot(table)
        self._following: Snapshot | None = None
        """The snapshot that is being written; its views are made meanwhile, but not sent."""
        self.certain = True
        """Whether `now` is what the store has; false after a write with an unknown outcome."""
        self.tables, self._loop = tables, asyncio.get_running_loop()
        self.lock = asyncio.Lock()
        self.subscribers: set[Subscriber] = set()
        self.commitment = fair_shuffle.commitment(table.row.secret)
        self.turns, self.undo_checks, self.hints = ServerTurns(self), UndoChecks(self), Hints(self)
        self._catching_up: asyncio.Task[None] | None = None
        self.remote_events = RemoteEvents(self)
        self._closed = False
        self.presence = Presence(self)
        self.touch()
        self._tasks: set[asyncio.Task[None]] = set()
        self.shares, self.chat, self.seating = LuckShares(self), TableChat(self), Seating(self)

    @property
    def table(self) -> Table:
        """The table as the store has it."""
        return self.now.table

    @property
    def writing(self) -> bool:
        """Whether a write is under way."""
        return self._following is not None

    # From one snapshot to the next

    async def commit(self, events: list[TableEvent], beside: Write | None = None) -> None:
        """Append events: the next value is made beside this one and replaces it once the store has committed them.

        `beside` is written in the same transaction. If the store refuses, it is asked what it has: a write with an
        unknown outcome may have been committed.
        """
        before, table = self.table, self.table.after(*events)
        following = self._following = self._snapshot_after(events, table)
        stage = (table.row.id, table.stage) if table.stage != before.stage else None
        more, results = beside or Write(), results_of(table, events[-1].at) if stage else ()
        written = self.tables.store.append(Write([*more.events, *events], more.table, stage, results=results))
        self.touch()
        self._loop.call_soon(self._make_views)  # when the writer has the batch
        try:
            await written
        except StoreError:
            self._mark_uncertain()
            await self._settle()
            if not self.table.has_events(events):
                raise
        except BaseException:
            self._mark_uncertain()
            raise
        else:
            self._put_in_place(following)
            if results and table.row.rated:
                self.tables.ratings.game_over()

    def _snapshot_after(self, events: list[TableEvent], table: Table) -> Snapshot:
        """The snapshot after events; if all are moves, the cached contexts stay valid."""
        return Snapshot(table, self.now.context_cache if all(event.kind == "move" for event in events) else {})

    def _put_in_place(self, snapshot: Snapshot) -> None:
        self.now, self._following = snapshot, None
        self._wake()
        self.schedule_next()

    def _make_views(self) -> None:
        """Make the views of the snapshot that is being written; they are sent once it is in place, or discarded."""
        if self._following is not None:
            for subscriber in self.subscribers:
                subscriber.prepare(self._following)

    def _mark_uncertain(self) -> None:
        """A write has an unknown outcome: mark the table uncertain, and ask the store before answering anybody."""
        self.certain, self._following = False, None
        if self._catching_up is None and not self._closed:
            self._catching_up = self.spawn(self._catch_up())

    async def _catch_up(self) -> None:
        """Read the store until it answers; subscribers are shown an error meanwhile."""
        try:
            for number, delay in enumerate(delays()):
                try:
                    await self.settled()
                    return
                except StoreError as refusal:
                    if number == 0:
                        for subscriber in self.subscribers:
                            subscriber.complain(refusal.said)
                await asyncio.sleep(delay)
        finally:
            self._catching_up = None

    async def settled(self) -> None:
        """Wait until the table is certain; raises `StoreError` while the store is away."""
        if not self.certain:
            async with self.lock:
                await self._settle()

    async def _settle(self) -> None:
        """With the lock held: read new events from the store if the table is uncertain."""
        if not self.certain:
            store = self.tables.store
            await store.append(Write())  # when this is done, so are all writes before it
            events = await store.events_after(self.table.row.id, self.table.version)
            self.certain = True
            self._put_in_place(Snapshot(read_on(self.table, events)))

    async def read_on(self) -> None:
        """With the lock held: read events that other processes have written."""
        events = await self.tables.store.events_after(self.table.row.id, self.table.version)
        if events:
            self._put_in_place(self._snapshot_after(events, read_on(self.table, events)))

    async def ready(self) -> None:
        """With the lock held, before a change: make the table certain, and refuse if it is damaged."""
        await self._settle()
        if self.table.damaged:
            self.refuse_if_stopped()

    # Subscribers

    def invalidate_views(self, context_cache: bool = False, seat: int | None = None) -> None:
        """Drop cached views and wake all subscribers, or those on one seat; `context_cache`: drop contexts too."""
        for snapshot in (self.now, self._following or self.now):
            snapshot.view_cache.clear()
            if context_cache:
                snapshot.context_cache.clear()
        self._wake(seat)

    def _wake(self, seat: int | None = None) -> None:
        for subscriber in self.subscribers:
            if seat is None or seat in subscriber.seats():
                subscriber.wake()

    def connect(self, subscriber: Subscriber) -> None:
        """Add a subscriber; everybody sees that they are here."""
        self.subscribers.add(subscriber)
        self.presence.changed()
        if not self.turns.due:
            self.undo_checks.schedule_undo_check()

    def disconnect(self, subscriber: Subscriber) -> None:
        """Remove a subscriber."""
        self.subscribers.discard(subscriber)
        self.presence.changed()

    # Background tasks

    def schedule_next(self) -> None:
        """Start what is due next: waiting for shares, a bot's turn, or the check whether undo is allowed."""
        table = self.table
        if table.play is None:
            self.shares.schedule_next()
        if table.clock is not None:
            self.tables.clocks.note(self)
        self.tables.reminders.changed.add(table.row.id)
        if table.play is None or table.bot_asked is not None:
            self.turns.schedule_next()
        elif table.mid_turn is not None:
            self.undo_checks.schedule_undo_check()

    def spawn(self, coroutine: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start a background task that is cancelled with the table."""
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        gc_policy.cycles_likely()
        if not task.cancelled() and (problem := task.exception()) is not None:
            LOG.error("a background task of a table has failed", extra={"table": self.table.row.id}, exc_info=problem)

    def touch(self) -> None:
        """Note that the table is in use."""
        self.touched = self._loop.time()

    @property
    def idle(self) -> bool:
        """Whether nobody is connected and no task is running."""
        return not self.subscribers and not self._tasks and not self.lock.locked()

    def close(self) -> None:
        """Stop all background tasks."""
        self._closed = True
        self.undo_checks.close()
        self.shares.close()
        self.presence.close()
        for task in self._tasks:
            task.cancel()

    def forget(self) -> None:
        """Free the table's state, keeping its row; code that still holds this object reads from the store first.

        The small rest waits for the garbage collector, which a busy server seldom runs.
        """
        self.close()
        self.now, self._following, self.certain = Snapshot(Table(self.table.row)), None, False

    # Changes

    def refuse_if_stopped(self) -> None:
        """Refuse a change of a game that cannot go on here."""
        if self.table.stopped:
            raise Mistake("this game has stopped: {reason}", reason=self.table.stopped[0])

    def _refuse_if_stale(self, version: int) -> None:
        if not self.table.changed <= version <= self.table.version:
            raise StaleVersion("the table has changed since; look again")

    async def move(self, seat: int, action: str, version: int, move_id: str = "") -> int:
        """Take a decision; returns its version when it is durable. A repeated id is carried out only once."""
        metrics, began = self.tables.metrics, time.perf_counter()
        try:
            return await self._move(seat, action, version, move_id)
        except Exception:
            metrics.refused.inc()
            raise
        finally:
            metrics.move_seconds.observe(time.perf_counter() - began)

    @retry_on_conflict
    async def _move(self, seat: int, action: str, version: int, move_id: str) -> int:
        async with self.lock:
            await self.ready()
            known = self.table.version_made(seat, move_id) if move_id else None
            if known is not None:
                return known
            self.refuse_if_stopped()
            if self.table.play is None:
                if self.table.full:
                    raise Mistake("the game has not begun: shares of the luck are missing")
                raise Mistake("the game has not begun: somebody is missing")
            self._refuse_if_stale(version)
            event = self.table.event("move", seat, action=action, id=move_id)
            await self.commit([event])
            return event.sequence

    @retry_on_conflict
    async def take_back(self, seat: int, version: int) -> int:
        """Take back the player's own last decision, if it revealed nothing to anybody."""
        async with self.lock:
            await self.ready()
            self.refuse_if_stopped()
            self._refuse_if_stale(version)
            if self.table.mid_turn != seat:
                raise Mistake("there is no decision of yours to take back now")
            if not await self.undo_checks.ask():
                raise Mistake("this cannot be taken back: something was revealed by it")
            event = self.table.event("take_back", seat)
            await self.commit([event])
            return event.sequence
