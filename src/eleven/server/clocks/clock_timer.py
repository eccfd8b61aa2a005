"""The one clock timer of a process: it acts when the next clock of any table runs out.

The deadline follows from the table's events (`clock.due`), so every process with the table computes the same one. If
several processes let a clock run out at once, all but one are refused: event numbers are unique per table. A process
tracks the clocks of all tables it has had in memory. One process has claimed the clock of a table: when it dies,
another loads the table. Every ten minutes a process also loads running tables it has not had yet. In its first minute
no clock runs out, so that a restart costs nobody their seat.
"""

import contextlib
import logging
from typing import TYPE_CHECKING

from eleven.core.text.errors import Mistake
from eleven.server.clocks import clock
from eleven.server.clocks.deadline_queue import DeadlineQueue
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
        self.deadlines = DeadlineQueue()
        self._without: set[str] = set()
        """Tables without a running clock."""
        self._began = records.now()
        self._poll_at = self._began + POLL_MS

    def note(self, live: "LiveTable") -> None:
        """Update a table's deadline, after it was loaded or an event happened there."""
        table = live.table
        when = None if table.clock is None or table.stopped else clock.due(table)
        if when is None:
            self.deadlines.remove(table.row.id)
            self._without.add(table.row.id)
            if self._tables.peers is not None:
                self._tables.peers.clock_stands(table.row.id)
        elif self.deadlines.deadline(table.row.id) != (when := max(when, self._began + STARTUP_GRACE_MS)):
            self._without.discard(table.row.id)
            self.deadlines.schedule(table.row.id, when)
            if self._tables.peers is not None:
                self._tables.peers.clock_runs(table.row.id)

    async def run(self) -> None:
        """Act on deadlines until cancelled."""
        while True:
            for table_id in self.deadlines.pop_overdue():
                await self._run_out(table_id)
            if records.now() >= self._poll_at:
                await self._load_others()
            await self.deadlines.wait(MAX_SLEEP_SECONDS)

    async def _run_out(self, table_id: str) -> None:
        try:
            live = await self._tables.find(table_id)
            await live.seating.run_out()
            self.note(live)
        except Exception as problem:  # whatever it is, the other clocks go on
            LOG.warning("a clock could not run out", extra={"table": table_id, "why": repr(problem)})
            self.deadlines.schedule(table_id, records.now() + RETRY_MS)

    async def _load_others(self) -> None:
        """Load running games with a clock that this process has not had yet."""
        self._poll_at = records.now() + POLL_MS
        try:
            playing = await self._playing()
            self._without &= playing
            for table_id in playing - self.deadlines.tables() - self._without:
                await self._load(table_id)
        except StoreError as refusal:
            LOG.info("clocks of other processes cannot be read", extra={"why": str(refusal)})

    async def _load(self, table_id: str) -> None:
        try:
            with contextlib.suppress(Mistake):
                await self._tables.find(table_id)
        except StoreError:
            raise
        except Exception as problem:  # whatever it is, the other clocks go on
            LOG.error("a clock cannot be loaded", exc_info=problem, extra={"table": table_id})

    async def _playing(self) -> set[str]:
        """All running games with a clock."""
        playing: set[str] = set()
        last = None
        while found := await self._tables.store.playing_tables(last, with_clock=True):
            last = found[-1]
            playing.update(table_id for _, table_id in found)
        return playing
