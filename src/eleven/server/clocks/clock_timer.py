"""The one timer of a process: it wakes the table whose clock runs out next.

When that is follows from the table's events (`clock.due`), so every process that has the table finds the same moment.
Of several that let a clock run out at once all but one are refused: an event's number is unique at its table. A process
knows the clocks of every table that it has had in memory. Of several processes one has claimed the clock of a table:
when it dies, another loads the table. Now and then a process looks for clocks of tables that it has not had. In the
first minute of a process nothing runs out, so that a restart takes nobody's seat.
"""

import asyncio
import contextlib
import heapq
import logging
from typing import TYPE_CHECKING

from eleven.core.text.errors import Mistake
from eleven.server.clocks import clock
from eleven.server.store import Refusal, records

if TYPE_CHECKING:
    from eleven.server.live.live_table import LiveTable
    from eleven.server.live.tables import Tables

LOG = logging.getLogger("eleven.clocks")
STARTUP_GRACE_MS = 60_000
"""Milliseconds after the start of the process in which nobody's time runs out."""
MAX_SLEEP_SECONDS = 30.0
"""Seconds after which the time of day is looked at again, whatever has become of it."""
RETRY_MS = 5_000
POLL_MS = 600_000


class ClockTimer:
    """When the clock of each table runs out."""

    def __init__(self, tables: "Tables") -> None:
        self._tables = tables
        self._due: dict[str, int] = {}
        self._order: list[tuple[int, str]] = []
        self._without: set[str] = set()
        """Tables at which no time runs."""
        self._woken = asyncio.Event()
        self._began = records.now()
        self._look_at = self._began + POLL_MS

    def note(self, live: "LiveTable") -> None:
        """A table has come to memory, or something has happened there."""
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
        """Let clocks run out as long as there is a server."""
        while True:
            self._woken.clear()
            for table_id in self._overdue():
                await self._run_out(table_id)
            if records.now() >= self._look_at:
                await self._look_for_others()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._wait()):
                    await self._woken.wait()

    def _wait(self) -> float:
        """Seconds until the next clock runs out, but not too many."""
        if not self._order:
            return MAX_SLEEP_SECONDS
        return min(MAX_SLEEP_SECONDS, max(0.0, (self._order[0][0] - records.now()) / 1000))

    def _overdue(self) -> list[str]:
        """The tables whose clocks have run out; they are noted again when that was seen to."""
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

    async def _look_for_others(self) -> None:
        """Load running games with a clock that this process has never had; those without are nobody's concern here."""
        self._look_at = records.now() + POLL_MS
        playing: set[str] = set()
        last = None
        with contextlib.suppress(Refusal):
            while found := await self._tables.store.playing_tables(last, with_clock=True):
                last = found[-1]
                playing.update(table_id for _, table_id in found)
            for table_id in playing - self._due.keys() - self._without:
                with contextlib.suppress(Mistake):
                    await self._tables.find(table_id)
            self._without &= playing
