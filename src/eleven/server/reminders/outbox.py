"""The reminders that are due or were sent, in the store: each turn once per channel.

A row is inserted by the process that finds somebody away; its key is the turn, so only one of several processes
succeeds. It is marked as sent before it is sent, and reset only when sending has certainly failed: a process that is
killed in between loses that one reminder, one that is told to end sends it first, and nobody is ever reminded twice.
Rows that are not marked yet are sent by whichever process looks next.
"""

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from eleven.server.reminders.awaited_turns import AwaitedTurn
from eleven.server.store import WriteConflict, records
from eleven.server.store.schema import REMINDERS
from eleven.server.store.store import Store

BATCH_SIZE = 200
RETRY_DELAYS = (60_000, 300_000, 900_000, 3_600_000, 4 * 3_600_000, 12 * 3_600_000)
"""Milliseconds after which something that could not be sent is tried again."""
RETENTION_MS = 60 * 86_400_000


@dataclass(frozen=True)
class Reminder:
    """A reminder of one turn, by one channel."""

    table_id: str
    seat: int
    turn: int
    channel: str
    holder: str
    due: int
    sent: int | None = None
    tries: int = 0

    def is_of(self, turn: AwaitedTurn | None) -> bool:
        """Whether this is still the turn that the table waits for."""
        return turn is not None and (self.seat, self.turn, self.holder) == (turn.seat, turn.number, turn.holder)


class Outbox:
    """All reminders."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def put(self, turn: AwaitedTurn, due: Mapping[str, int]) -> bool:
        """Queue reminders of a turn, by channel and due time; returns whether any is new."""
        new = False
        for channel, when in due.items():
            row = Reminder(turn.table_id, turn.seat, turn.number, channel, turn.holder, when)

            def put(connection: Connection, row: Reminder = row) -> None:
                connection.execute(insert(REMINDERS).values(**asdict(row)))
                earlier = (REMINDERS.c.table_id == row.table_id) & (REMINDERS.c.turn < row.turn)
                connection.execute(delete(REMINDERS).where(earlier))

            with contextlib.suppress(WriteConflict):  # it was queued before, or another process was quicker
                await self._store.change(put)
                new = True
        return new

    async def due(self) -> list[Reminder]:
        """The reminders that are due, oldest first."""
        waiting = REMINDERS.c.sent.is_(None) & (REMINDERS.c.due <= records.now())
        query = select(REMINDERS).where(waiting).order_by(REMINDERS.c.due).limit(BATCH_SIZE)
        rows = await self._store.read(lambda connection: connection.execute(query).mappings().all())
        return [Reminder(**row) for row in rows]

    async def claim(self, reminders: Sequence[Reminder]) -> list[Reminder]:
        """Mark reminders as sent; returns those that this process has marked."""

        def mark(connection: Connection) -> list[Reminder]:
            marking = {"sent": records.now()}
            return [
                one
                for one in reminders
                if connection.execute(
                    update(REMINDERS).where(_row(one), REMINDERS.c.sent.is_(None)).values(**marking)
                ).rowcount
            ]

        return await self._store.change(mark)

    async def postpone(self, reminders: Sequence[Reminder]) -> None:
        """Queue reminders again that could not be sent, unless they were tried too often."""

        def later(connection: Connection) -> None:
            for one in reminders:
                if one.tries < len(RETRY_DELAYS):
                    again = {"sent": None, "tries": one.tries + 1, "due": records.now() + RETRY_DELAYS[one.tries]}
                    connection.execute(update(REMINDERS).where(_row(one)).values(**again))

        await self._store.change(later)

    async def drop(self, reminders: Sequence[Reminder]) -> None:
        """Remove reminders whose turn is over."""
        await self._store.change(
            lambda connection: [connection.execute(delete(REMINDERS).where(_row(one))) for one in reminders]
        )

    async def sweep(self) -> None:
        """Remove old reminders."""
        old = delete(REMINDERS).where(REMINDERS.c.due < records.now() - RETENTION_MS)
        await self._store.change(lambda connection: connection.execute(old))


def _row(one: Reminder) -> ColumnElement[bool]:
    keys = {name: getattr(one, name) for name in ("table_id", "seat", "turn", "channel")}
    found: ColumnElement[bool] = REMINDERS.c.table_id == keys["table_id"]
    for name in ("seat", "turn", "channel"):
        found &= REMINDERS.c[name] == keys[name]
    return found
