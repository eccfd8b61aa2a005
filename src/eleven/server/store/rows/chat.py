"""What people say at tables, and reports of it: rows of their own, apart from the events of the games.

A chat is no part of a game: it makes no version, is in no log or replay, may be lost without harm to a game, and can
be deleted for somebody who wants that. So it is neither an event nor written by the writer that games wait for.
"""

import contextlib
from dataclasses import asdict, dataclass

from sqlalchemy import Connection, delete, insert, select

from eleven.server.store.records import WriteConflict, now
from eleven.server.store.schema import CHAT_LINES, REPORTS
from eleven.server.store.store import Store
from eleven.server.store.writing.postgres_notifications import TOPIC_CHAT, notifications_for

MAX_LINES = 500
"""How many lines of a table are kept."""


@dataclass(frozen=True)
class ChatRow:
    """A line that somebody said, or one of the quick reactions; `seat` is none for a spectator."""

    table_id: str
    number: int
    at: int
    room: str
    seat: int | None
    holder: str | None
    name: str
    reaction: str
    text: str


class ChatRows:
    """The chat in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def after(self, table_id: str, number: int) -> list[ChatRow]:
        """What was said at a table after a line, in order."""
        of_table = (CHAT_LINES.c.table_id == table_id) & (CHAT_LINES.c.number > number)
        query = select(CHAT_LINES).where(of_table).order_by(CHAT_LINES.c.number.desc()).limit(MAX_LINES)
        rows = await self._store.read(lambda connection: connection.execute(query).mappings().all())
        return [ChatRow(**row) for row in reversed(rows)]

    async def add(self, row: ChatRow) -> bool:
        """Store a line; false if its number is taken. The oldest lines are removed."""

        def add(connection: Connection) -> None:
            connection.execute(insert(CHAT_LINES).values(**asdict(row)))
            old = (CHAT_LINES.c.table_id == row.table_id) & (CHAT_LINES.c.number <= row.number - MAX_LINES)
            connection.execute(delete(CHAT_LINES).where(old))

        try:
            await self._store.change(add)
        except WriteConflict:
            return False
        await self._store.notify(notifications_for(self._store.process, TOPIC_CHAT, tables=[row.table_id]))
        return True

    async def report(self, row: ChatRow, reporter: str) -> None:
        """Store a report of a line, with its text; once per person."""
        report = {"table_id": row.table_id, "number": row.number, "reporter": reporter, "at": now()}
        report |= {"name": row.name, "text": row.text or row.reaction}
        with contextlib.suppress(WriteConflict):
            await self._store.change(lambda connection: connection.execute(insert(REPORTS).values(**report)))
