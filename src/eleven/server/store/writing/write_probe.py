"""Checks that the store can write, by writing: on a full disk or a locked database all else still works."""

import asyncio
import time

from eleven.core.text.messages import Message
from eleven.server.store.records import PROBE, StoreError, Write
from eleven.server.store.store import Store

RESULT_VALID_SECONDS = 1.0
"""Seconds for which a result is not checked again."""
PROBE_TIMEOUT_SECONDS = 2.0


class WriteProbe:
    """One small write at a time, and at most one per second, however many ask; nobody waits for it long."""

    def __init__(self, store: Store) -> None:
        self.store = store
        store.setting(PROBE, lambda: "0")
        self._running: asyncio.Task[Message | None] | None = None
        self._found: Message | None = None
        self._at = float("-inf")

    async def fault(self) -> Message | None:
        """Why the store cannot write now; None if it can."""
        if self._running is None:
            if time.monotonic() - self._at < RESULT_VALID_SECONDS:
                return self._found
            self._running = asyncio.create_task(self._write())
            self._running.add_done_callback(self._note)
        done, _ = await asyncio.wait({self._running}, timeout=PROBE_TIMEOUT_SECONDS)
        if done:
            return self._found
        return Message("the store has not answered for {seconds} seconds", seconds=int(PROBE_TIMEOUT_SECONDS))

    async def _write(self) -> Message | None:
        try:
            if not await self.store.ready():
                return Message("the database does not answer")
            await self.store.append(Write(probe=str(time.time_ns())))
        except StoreError as refusal:
            return refusal.said
        return None

    def _note(self, task: "asyncio.Task[Message | None]") -> None:
        self._running = None
        if task.cancelled():
            return
        problem = task.exception()
        self._found = task.result() if problem is None else Message("the database does not answer")
        self._at = time.monotonic()

    def stop(self) -> None:
        """Cancel the probe."""
        if self._running is not None:
            self._running.cancel()
