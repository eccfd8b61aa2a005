"""The writer in a thread of the serving process.

For tests, which open many stores, and for Windows. Under load it waits for Python's global lock as often as the
database releases it, and the tables wait with it; a process costs only a message there and back.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from eleven.server.store.records import Rows
from eleven.server.store.writing.sqlite_writer import SqliteWriter

OnAnswer = Callable[[list[str | None]], None]


class ThreadWriter:
    """The writer in a thread."""

    def __init__(self, orders: tuple[Any, ...], answered: OnAnswer) -> None:
        self._orders, self._answered = orders, answered
        self._begin()

    def _begin(self) -> None:
        self._writer = SqliteWriter(*self._orders)
        self._thread = ThreadPoolExecutor(1, "store")

    def start(self) -> None:
        """Nothing to do: the thread starts with the first batch."""

    def write(self, batch: list[Rows]) -> None:
        """Hand over a batch."""
        thread = self._thread
        written = asyncio.get_running_loop().run_in_executor(thread, self._writer.write, batch)

        def answer(done: "asyncio.Future[list[str | None]]") -> None:
            if thread is self._thread and not done.cancelled():
                self._answered(done.result())

        written.add_done_callback(answer)

    def give_up(self) -> None:
        """Abandon the thread, which cannot be killed, and start another."""
        self._thread.shutdown(wait=False)
        self._begin()

    async def stop(self) -> None:
        """End the thread."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._writer.hang_up)
        self._thread.shutdown()
