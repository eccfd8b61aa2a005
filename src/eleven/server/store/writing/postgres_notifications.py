"""Notifications between processes through PostgreSQL: which tables a committed batch has changed.

They are sent by `postgres_notifier.py`, and only hints: after a lost connection is reopened, the listener checks
everything.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Engine, text

from eleven.server.process.background import keep_running
from eleven.server.process.waiting import wait_for_event
from eleven.server.store.records import Rows

LOG = logging.getLogger("eleven.store")
CHANNEL = "eleven"
ASYNC_COMMIT_SQL = "SET LOCAL synchronous_commit = off"
"""For a transaction that need not wait for the disk, since nothing in it must survive a crash."""
ASYNC_COMMIT_CALL_SQL = "set_config('synchronous_commit', 'off', true)"
"""The same as part of another statement."""
NOTIFY_SQL = text("SELECT pg_notify(:channel, :notice)")
EVENTS = 1
"""The index of the event rows among the rows of a write; an event row begins with its table id."""
MAX_TABLES_PER_NOTIFICATION = 400
"""Tables in one notification, whose size PostgreSQL limits to 8,000 bytes."""
IDLE_CHECK_SECONDS = 5.0
"""Seconds between two checks of the connection."""
RECONNECT_SECONDS = 0.5
EVERYBODY = "-"
"""The sender of notifications that all processes obey, the sender too: of a batch with an unknown outcome."""
TOPIC_PRESENCE = "here"
"""The topic if people have come or gone; nothing was written to the tables. (The values go between processes, also of
other versions.)"""
TOPIC_CHAT = "said"
"""The topic if something was said at the tables."""
TOPIC_OWNER = "owner"
"""The topic if a holder's data was handed over to another holder, or to nobody if none follows."""
TOPIC_SIGNED_OUT = "out"
"""The topic if a device was signed out."""
TOPIC_CHANGED = ""
"""The topic, which is left out, if events were written to the tables."""
OnNotification = Callable[[Sequence[str] | None], None]
"""A handler: gets what a notification names, mostly tables; None if any may have been missed."""


def written_to(batch: Iterable[tuple[Rows, object]]) -> set[str]:
    """The tables whose events are in a batch."""
    return {str(row[0]) for rows, _ in batch for row in rows[EVENTS]}


def notifications_for(*head: str, tables: Iterable[str]) -> list[str]:
    """Notifications about tables; they begin with the sender and the topic."""
    names = sorted(tables)
    most = MAX_TABLES_PER_NOTIFICATION
    return [" ".join([*head, *names[at : at + most]]) for at in range(0, len(names), most)]


def notify(connection: Connection, notices: Iterable[str]) -> None:
    """Notify the other processes when this transaction is committed."""
    for notice in notices:
        connection.execute(NOTIFY_SQL, {"channel": CHANNEL, "notice": notice})


class NotificationListener:
    """Receives the notifications of other processes, and calls the handlers of their topics."""

    def __init__(self, engine: Engine, process: str, handlers: Mapping[str, OnNotification]) -> None:
        self._engine, self._process, self._handlers = engine, process, handlers
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to listen."""
        self._task = asyncio.create_task(keep_running(self._listen))

    def stop(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()

    async def _listen(self) -> None:
        import psycopg

        while True:
            with contextlib.suppress(psycopg.Error, OSError):  # a timeout is an OSError
                await self._listen_once(psycopg)
            LOG.warning("notifications are not received; the connection to the database is reopened")
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _listen_once(self, psycopg: Any) -> None:
        place, options = self._engine.dialect.create_connect_args(self._engine.url)
        async with await psycopg.AsyncConnection.connect(*place, **options, autocommit=True) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            for topic in self._handlers:
                self._call_handler(topic, None)  # from here on nothing is missed
            connection.add_notify_handler(lambda notice: self._dispatch(notice.payload.split()))
            while True:
                await self._receive(IDLE_CHECK_SECONDS, connection.pgconn)
                async with asyncio.timeout(IDLE_CHECK_SECONDS):
                    await connection.execute("SELECT 1")

    async def _receive(self, seconds: float, connection: Any) -> None:
        """Receive notifications directly from the socket, without tasks in between: processes send them often."""
        loop, lost, where = asyncio.get_running_loop(), asyncio.Event(), connection.socket

        def read() -> None:
            try:
                connection.consume_input()
                while (notice := connection.notifies()) is not None:
                    self._dispatch(notice.extra.decode().split())
            except Exception:  # whatever it is, the connection is checked, and reopened if broken
                loop.remove_reader(where)  # a closed socket is always readable
                lost.set()

        loop.add_reader(where, read)
        try:
            await wait_for_event(lost, seconds)
        finally:
            loop.remove_reader(where)

    def _dispatch(self, words: Sequence[str]) -> None:
        if not words or words[0] == self._process:
            return
        if len(words) > 1 and words[1] in self._handlers:
            self._call_handler(words[1], words[2:])
        else:
            self._call_handler(TOPIC_CHANGED, words[1:])

    def _call_handler(self, topic: str, names: Sequence[str] | None) -> None:
        try:
            self._handlers[topic](names)
        except Exception as problem:  # whatever it is, other notifications are handled
            LOG.error("a notification cannot be handled", exc_info=problem)
