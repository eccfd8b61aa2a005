"""Hints from process to process through PostgreSQL: which tables a committed batch has changed.

They are sent by `teller.py`. A notice is a hint: a line that was lost is opened again, and whoever listens then looks
at everything.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Engine, text

from eleven.server.store.records import Rows

LOG = logging.getLogger("eleven.store")
CHANNEL = "eleven"
NOTIFY = text("SELECT pg_notify(:channel, :notice)")
EVENTS = 1
"""Where the rows of events are among the rows of a write; a row begins with the name of its table."""
AT_ONCE = 400
"""Tables in a notice, which PostgreSQL bounds to 8,000 bytes."""
QUIET = 5.0
"""Seconds after which the line is tried."""
AGAIN = 0.5
EVERYBODY = "-"
"""Who tells a notice that all heed, the teller too: of a batch whose end nobody knows."""
HERE = "here"
"""What a notice says after the process if people have come or gone, and nothing was written to the tables."""
SAID = "said"
"""What a notice says after the process if something was said at the tables."""
OWNER = "owner"
"""What a notice says after the process if all that one holder had is another's; nobody's if none follows."""
OUT = "out"
"""What a notice says after the process if a device was signed out."""
CHANGED = ""
"""What it does not say if something was written to the tables."""
Heard = Callable[[Sequence[str] | None], None]
"""Told what a notice names, mostly tables; None if anything may have been missed."""


def written_to(batch: Iterable[tuple[Rows, object]]) -> set[str]:
    """The tables whose events are in a batch."""
    return {str(row[0]) for rows, _ in batch for row in rows[EVENTS]}


def notices_of(*teller: str, tables: Iterable[str]) -> list[str]:
    """Notices about tables; they begin with who tells, and what."""
    names = sorted(tables)
    return [" ".join([*teller, *names[at : at + AT_ONCE]]) for at in range(0, len(names), AT_ONCE)]


def notify(connection: Connection, notices: Iterable[str]) -> None:
    """Tell the other processes when this transaction is committed."""
    for notice in notices:
        connection.execute(NOTIFY, {"channel": CHANNEL, "notice": notice})


class Listener:
    """Hears the notices of other processes, while it is wanted; `heard` is who is told, by what a notice says."""

    def __init__(self, engine: Engine, process: str, heard: Mapping[str, Heard]) -> None:
        self._engine, self._process, self._heard = engine, process, heard
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to listen."""
        self._task = asyncio.create_task(self._listen())

    def stop(self) -> None:
        """Listen no more."""
        if self._task is not None:
            self._task.cancel()

    async def _listen(self) -> None:
        import psycopg

        while True:
            with contextlib.suppress(psycopg.Error, OSError):  # a timeout is an OSError
                await self._listen_once(psycopg)
            LOG.warning("no notices are heard; the line to the database is opened again")
            await asyncio.sleep(AGAIN)

    async def _listen_once(self, psycopg: Any) -> None:
        place, options = self._engine.dialect.create_connect_args(self._engine.url)
        async with await psycopg.AsyncConnection.connect(*place, **options, autocommit=True) as line:
            await line.execute(f"LISTEN {CHANNEL}")
            for heard in self._heard.values():
                heard(None)  # from here on nothing is missed
            line.add_notify_handler(lambda notice: self._hear(notice.payload.split()))
            while True:
                await self._hear_for(QUIET, line.pgconn)
                async with asyncio.timeout(QUIET):
                    await line.execute("SELECT 1")

    async def _hear_for(self, seconds: float, line: Any) -> None:
        """Hear what comes, with nothing between the socket and the ear: processes tell each other often."""
        loop, lost, where = asyncio.get_running_loop(), asyncio.Event(), line.socket

        def hear() -> None:
            try:
                line.consume_input()
                while (notice := line.notifies()) is not None:
                    self._hear(notice.extra.decode().split())
            except Exception:  # whatever it is, the line is tried, and opened again if it is broken
                loop.remove_reader(where)  # a socket that has ended can be read for ever
                lost.set()

        loop.add_reader(where, hear)
        try:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(lost.wait(), seconds)
        finally:
            loop.remove_reader(where)

    def _hear(self, words: Sequence[str]) -> None:
        if not words or words[0] == self._process:
            return
        if len(words) > 1 and words[1] in self._heard:
            self._heard[words[1]](words[2:])
        else:
            self._heard[CHANGED](words[1:])
