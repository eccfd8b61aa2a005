"""A priority queue of deadlines, at most one for each table, that can be waited for."""

import asyncio
import heapq

from eleven.server.process.waiting import wait_for_event
from eleven.server.store import records

SPARE_ENTRIES = 100
"""Entries of changed deadlines that may be in the heap, beside as many as are valid, before it is built anew."""


class DeadlineQueue:
    """The deadlines of tables, in the time of the store: milliseconds since 1970."""

    def __init__(self) -> None:
        self._deadlines: dict[str, int] = {}
        self._heap: list[tuple[int, str]] = []
        """All deadlines, and those that have been changed since."""
        self._earlier = asyncio.Event()
        """Set when a deadline has become the next one."""

    def deadline(self, table_id: str) -> int | None:
        """The deadline of a table, if it has one."""
        return self._deadlines.get(table_id)

    @property
    def next(self) -> int | None:
        """When the next deadline passes, or an entry that was changed since would have."""
        return self._heap[0][0] if self._heap else None

    def tables(self) -> set[str]:
        """All tables that have a deadline."""
        return set(self._deadlines)

    def schedule(self, table_id: str, deadline: int) -> None:
        """Set the deadline of a table, in place of an earlier one."""
        self._deadlines[table_id] = deadline
        heapq.heappush(self._heap, (deadline, table_id))
        if len(self._heap) > 2 * len(self._deadlines) + SPARE_ENTRIES:
            self._heap = [(when, name) for name, when in self._deadlines.items()]
            heapq.heapify(self._heap)
        if self._heap[0] == (deadline, table_id):
            self._earlier.set()

    def remove(self, table_id: str) -> None:
        """Remove the deadline of a table, if it has one."""
        self._deadlines.pop(table_id, None)

    def pop_overdue(self) -> list[str]:
        """Remove the deadlines that have passed; returns their tables, the earliest first."""
        overdue = []
        while self.next is not None and self.next <= records.now():
            deadline, table_id = heapq.heappop(self._heap)
            if self._deadlines.get(table_id) == deadline:
                del self._deadlines[table_id]
                overdue.append(table_id)
        return overdue

    async def wait(self, longest: float) -> None:
        """Wait until the next deadline, or until an earlier one is set; at most for `longest` seconds."""
        self._earlier.clear()  # the heap is looked at afterwards
        if self.next is not None:
            longest = min(longest, max(0.0, (self.next - records.now()) / 1000))
        await wait_for_event(self._earlier, longest)
