"""The queue of deadlines: one for each table, in order, and woken by an earlier one."""

import asyncio
import time

import pytest

from eleven.server.clocks.deadline_queue import SPARE_ENTRIES, DeadlineQueue
from eleven.server.store import records


def test_overdue_tables_are_returned_once_the_earliest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    queue = DeadlineQueue()
    for table, deadline in (("a", 30), ("b", 20), ("c", 10), ("d", 15), ("b", 5), ("c", 40)):
        queue.schedule(table, deadline)
    queue.remove("d")
    monkeypatch.setattr(records, "now", lambda: 30)
    assert queue.pop_overdue() == ["b", "a"]
    assert queue.pop_overdue() == []
    assert (queue.deadline("c"), queue.tables(), queue.next) == (40, {"c"}, 40)


def test_a_deadline_that_changes_with_every_move_takes_no_more_memory() -> None:
    queue = DeadlineQueue()
    for move in range(20 * SPARE_ENTRIES):
        queue.schedule("a", 1000 + move)
        queue.schedule("b", 1000 - move)
    assert len(queue._heap) <= SPARE_ENTRIES + 5
    assert queue.pop_overdue() == ["b", "a"]


def test_an_earlier_deadline_ends_the_wait() -> None:
    async def whole() -> float:
        queue, began = DeadlineQueue(), time.monotonic()
        queue.schedule("later", records.now() + 3_600_000)
        waiting = asyncio.create_task(queue.wait(3600.0))
        await asyncio.sleep(0)
        queue.schedule("latest", records.now() + 7_200_000)
        await asyncio.sleep(0.01)
        assert not waiting.done()
        queue.schedule("now", records.now())
        await waiting
        assert queue.pop_overdue() == ["now"]
        await queue.wait(0.01)
        return time.monotonic() - began

    assert asyncio.run(whole()) < 60.0
