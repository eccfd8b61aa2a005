"""Background loops, which outlive an error that nobody foresaw."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

LOG = logging.getLogger("eleven.process")
PAUSE_SECONDS = 1.0


async def keep_running(loop: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a loop until cancelled; if an error ends it, log the error and begin again after a pause."""
    while True:
        try:
            return await loop()
        except Exception:
            LOG.exception("a background loop begins again", extra={"loop": loop.__qualname__})
        await asyncio.sleep(PAUSE_SECONDS)
