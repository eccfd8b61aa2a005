"""The one clock timer of a process: it acts when the next clock of any table runs out.

The deadline follows from the table's events (`clock.due`), so every process with the table computes the same one. If
several processes let a clock run out at once, all but one are refused: event numbers are unique per table. A process
tracks the clocks of all tables it has had in memory. One process has claimed the clock of a table: when it dies,
another loads the table. Every ten minutes a process also loads running tables it has not had yet. In its first minute
no clock runs out, so that a restart costs nobody their seat.
"""

import asyncio
import contextlib
import heapq
import logging
from typing import TYPE_CHECKING

from eleven.core.text.errors import Mistake
from eleven.server.clocks import clock
from eleven.server.store import StoreError, records

if TYPE_CHECKING:
    from eleven.server.live.live_table import LiveTable
    from eleven.server.live.tables import Tables

LOG = logging.getLogger("eleven.clocks")
STARTUP_GRACE_MS = 60_000
"""Milliseconds after the start of the process in which nobody's time runs out."""
MAX_SLEEP_SECONDS = 30.0
"""Longest sleep in seconds, so that changes of the system time are noticed."""
RETRY_MS = 5_000
POLL_MS = 600_000


class ClockTimer:
    """The deadlines of all tables, and the task that acts on them."""

    def __init__(self, tables: "Tables") -> None:
        self._tables = tables
        self._due: dict[str, int] = {}
        self._order: list[tuple[int, str]] = []
        self._without: set[str] = set()
        """Tables without a running clock."""
        self._woken = asyncio.Event()
        self._began = records.now()
        self._poll_at = self._began + POLL_MS

    def note(self, live: "LiveTable") -> None:
        """Update a table's deadline, after it was loaded or an event happened there."""
        table = live.table
        when = None if table.clock is None or table.stopped else clock.due(table)
        if when is None:
            self._due.pop(table.row.id, None)
            self._without.add(table.row.id)
            if self._tables.peers is not None:
                self._tables.peers.clock_stands(table.row.id)
        elif self._due.get(table.row.id) != (when := max(when, self._began + STARTUP_GRACE_MS)):
            self._without.discard(table.row.id)
            self._set(table.row.id, when)
            if self._tables.peers is not None:
                self._tables.peers.clock_runs(table.row.id)

    def _set(self, table_id: str, when: int) -> None:
        self._due[table_id] = when
        heapq.heappush(self._order, (when, table_id))
        if self._order[0] == (when, table_id):
            self._woken.set()

    async def run(self) -> None:
        """Act on deadlines until cancelled."""
        while True:
            self._woken.clear()
            for table_id in self._overdue():
                await self._run_out(table_id)
            if records.now() >= self._poll_at:
                await self._load_others()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._wait()):
                    await self._woken.wait()

    def _wait(self) -> float:
        """Seconds until the next deadline, at most MAX_SLEEP_SECONDS."""
        if not self._order:
            return MAX_SLEEP_SECONDS
        return min(MAX_SLEEP_SECONDS, max(0.0, (self._order[0][0] - records.now()) / 1000))

    def _overdue(self) -> list[str]:
        """Take out the tables whose deadline has passed."""
        found = []
        while self._order and self._order[0][0] <= records.now():
            when, table_id = heapq.heappop(self._order)
            if self._due.get(table_id) == when:
                del self._due[table_id]
                found.append(table_id)
        return found

    async def _run_out(self, table_id: str) -> None:
        try:
            live = await self._tables.find(table_id)
            await live.seating.run_out()
            self.note(live)
        except Exception as problem:  # whatever it is, the other clocks go on
            LOG.warning("a clock could not run out", extra={"table": table_id, "why": repr(problem)})
            self._set(table_id, records.now() + RETRY_MS)

    async def _load_others(self) -> None:
        """Load running games with a clock that this process has not had yet."""
        self._poll_at = records.now() + POLL_MS
        playing: set[str] = set()
        last = None
        with contextlib.suppress(StoreError):
            while found := await self._tables.store.playing_tables(last, with_clock=True):
                last = found[-1]
                playing.update(table_id for _, table_id in found)
            for table_id in playing - self._due.keys() - self._without:
                with contextlib.suppress(Mistake):
                    await self._tables.find(table_id)
            self._without &= playing
