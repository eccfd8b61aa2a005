"""Notifies the other serving processes of a PostgreSQL about tables that this one has written to.

It does so after the commit, in a transaction of its own that does not wait for the disk: `NOTIFY` holds a lock on the
whole cluster until its commit is over. Only about tables that another process has in memory, according to `presence`: a
process announces a table before it loads it, and this query comes after the commit, so one of the two sees the other.
Tables known to be in no other memory are left out (`cluster/shared_presence.py`).
"""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Any

from eleven.server.store.writing.postgres_notifications import (
    ASYNC_COMMIT_CALL_SQL,
    CHANNEL,
    EVERYBODY,
    notifications_for,
)

NOTIFY_INTERVAL_SECONDS = 0.02
"""Seconds between two notifications of a busy process; one that has been quiet for so long notifies at once."""
RETRY_SECONDS = 0.3
"""Seconds after which a failed notification is sent again."""
NOTIFY_OTHERS_SQL = (
    f"SELECT {ASYNC_COMMIT_CALL_SQL}, pg_notify('{CHANNEL}', $2 || ' ' || string_agg(DISTINCT table_id, ' ')) "
    "FROM presence WHERE table_id = ANY(string_to_array($1, ' ')) AND process <> $2 HAVING count(*) > 0"
)
NOTIFY_ALL_SQL = f"SELECT {ASYNC_COMMIT_CALL_SQL}, pg_notify('{CHANNEL}', $1)"
Work = list[tuple[str, Sequence[str]]]
Send = Callable[[Work, Callable[[Any], None]], None]
"""Executes statements, then calls back with an error or None."""


class ChangeNotifier:
    """Collects the tables to notify about, and sends notifications."""

    def __init__(self, process: str, send: Send) -> None:
        self._process, self._send = process, send
        self.only_here: Callable[[str], bool] = lambda table_id: False
        """Whether no other process has a table in memory; if one begins to load it, `written` is called for it
        later."""
        self._written: set[str] = set()
        self._doubtful: set[str] = set()
        """Tables whose writes have an unknown outcome, or whose notification may be lost: all processes check them."""
        self._under_way: set[str] = set()
        self._from = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def written(self, tables: set[str], known: bool) -> None:
        """A batch with these tables was answered; `known` says whether its outcome is known.

        Refused events count too: the process that wrote that number may have died before it notified. If this process
        dies first, the others check all their tables, since a process is gone.
        """
        if known:
            self._written.update(name for name in tables if not self.only_here(name))
        else:
            self._doubtful.update(tables)
        self._soon()

    def _soon(self, after: float = 0.0) -> None:
        if (self._written or self._doubtful) and self._timer is None and not self._under_way:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_at(max(self._from, loop.time() + after), self._send_now)

    def _send_now(self) -> None:
        self._timer, self._from = None, asyncio.get_running_loop().time() + NOTIFY_INTERVAL_SECONDS
        parts = notifications_for(tables=self._written - self._doubtful)
        work: Work = [(NOTIFY_OTHERS_SQL, (part, self._process)) for part in parts]
        work += [(NOTIFY_ALL_SQL, (notice,)) for notice in notifications_for(EVERYBODY, tables=self._doubtful)]
        self._under_way = self._written | self._doubtful
        self._written, self._doubtful = set(), set()
        self._send(work, self._done)

    def _done(self, error: object) -> None:
        if error is not None:
            self._doubtful |= self._under_way
        self._under_way = set()
        self._soon(0.0 if error is None else RETRY_SECONDS)

    async def finish(self) -> None:
        """Send what is left, if that can be done soon."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(RETRY_SECONDS):
                await self._until_sent()
                if self._timer is not None:
                    self._timer.cancel()
                    self._send_now()
                    await self._until_sent()
        if self._timer is not None:
            self._timer.cancel()

    async def _until_sent(self) -> None:
        while self._under_way:
            await asyncio.sleep(NOTIFY_INTERVAL_SECONDS / 10)
