"""Waiting for an event: until it is set, or for a time, and no event is lost."""

import asyncio

from eleven.server.process.waiting import wait_for_event
from tests.server.conftest import PATIENCE


def test_an_event_ends_the_wait_and_is_cleared() -> None:
    async def whole() -> list[bool]:
        event, found = asyncio.Event(), []
        event.set()
        async with asyncio.timeout(PATIENCE):
            await wait_for_event(event, 2 * PATIENCE)
            found.append(event.is_set())
            await wait_for_event(event, 0.0)
            asyncio.get_running_loop().call_soon(event.set)
            await wait_for_event(event, 2 * PATIENCE)
            return [*found, event.is_set()]

    assert asyncio.run(whole()) == [False, False]


def test_a_cancellation_ends_the_wait_though_the_event_is_set_at_the_same_moment() -> None:
    """`asyncio.wait_for` of Python 3.11 would forget that it was cancelled."""

    async def whole() -> bool:
        event = asyncio.Event()
        task = asyncio.create_task(wait_for_event(event, 60.0))
        await asyncio.sleep(0)
        event.set()
        task.cancel()
        await asyncio.wait([task])
        return task.cancelled() and event.is_set()

    assert asyncio.run(whole())
