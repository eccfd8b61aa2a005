"""Reads events that other processes wrote to a table in memory, when a notification arrives."""

import asyncio
from typing import TYPE_CHECKING

from eleven.server.live.server_turns import delays
from eleven.server.store import StoreError

if TYPE_CHECKING:
    from eleven.server.live.live_table import LiveTable


class RemoteEvents:
    """Reads the new events of one table; notifications that arrive meanwhile cause one more read."""

    def __init__(self, live: "LiveTable") -> None:
        self._live = live
        self._unread = False
        self._task: asyncio.Task[None] | None = None

    def notify(self) -> None:
        """There may be new events in the store: read them in the background."""
        self._unread = True
        if self._task is None:
            self._task = self._live.spawn(self._read())

    async def _read(self) -> None:
        """Read until there is nothing new, retrying while the store is unavailable."""
        try:
            for delay in delays():
                try:
                    async with self._live.lock:
                        while self._unread:
                            self._unread = False
                            await self._live.read_on()
                    return
                except StoreError:
                    self._unread = True
                await asyncio.sleep(delay)
        finally:
            self._task = None
