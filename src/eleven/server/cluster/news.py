"""What other processes have written to a table that is in memory here: read when a notice comes."""

import asyncio
from typing import TYPE_CHECKING

from eleven.server.live.turns import delays
from eleven.server.store import Refusal

if TYPE_CHECKING:
    from eleven.server.live.live_table import LiveTable


class News:
    """Reads on at one table; however many notices come meanwhile, it reads once more."""

    def __init__(self, live: "LiveTable") -> None:
        self._live = live
        self._unread = False
        self._task: asyncio.Task[None] | None = None

    def hear(self) -> None:
        """There may be something new in the store; those who look on are not kept waiting for it."""
        self._unread = True
        if self._task is None:
            self._task = self._live.spawn(self._read())

    async def _read(self) -> None:
        """Read on until there is nothing new, however long the store is away."""
        try:
            for delay in delays():
                try:
                    async with self._live.lock:
                        while self._unread:
                            self._unread = False
                            await self._live.read_on()
                    return
                except Refusal:
                    self._unread = True
                await asyncio.sleep(delay)
        finally:
            self._task = None
