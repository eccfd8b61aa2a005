"""Waiting for an event in a background loop, for a limited time."""

import asyncio
import contextlib


async def wait_for_event(event: asyncio.Event, seconds: float) -> None:
    """Wait until an event is set, at most for some seconds, and clear it.

    Whoever calls this in a loop looks at what the event announces afterwards, so no event is lost in between.
    `asyncio.wait_for` would do the same, but may lose a cancellation before Python 3.12.
    """
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
    event.clear()
