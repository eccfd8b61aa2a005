"""A task that is told to end while it waits for the store ends, whenever it is told."""

import asyncio
import threading
from pathlib import Path

import pytest

from eleven.server.store.store import Store
from tests.server.conftest import PATIENCE

LATER = range(8)
"""Rounds of the loop after the work was done; some of them lie between the answer and the task that waits for it."""


@pytest.mark.parametrize("rounds", LATER)
def test_a_task_that_waits_for_the_store_can_be_cancelled(rounds: int, tmp_path: Path) -> None:
    async def whole() -> bool:
        store, worked = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}"), threading.Event()
        went_on = False

        async def ask() -> None:
            nonlocal went_on
            await store.read(lambda _: worked.set())
            went_on = True
            await asyncio.Event().wait()

        task = asyncio.create_task(ask())
        await asyncio.sleep(0)
        worked.wait()
        for _ in range(rounds):
            await asyncio.sleep(0)
        already = went_on
        task.cancel()
        await asyncio.wait([task], timeout=PATIENCE)
        await store.stop()
        assert task.cancelled()
        return went_on == already

    assert asyncio.run(whole()), "it went on after it was cancelled"
