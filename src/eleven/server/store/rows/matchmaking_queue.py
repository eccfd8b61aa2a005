"""The play-now queue in the store: people who want the same are seated in one transaction, with their table.

An entry is valid as long as its page renews it; expired ones are removed by the next poll. Of several processes that
poll at the same time, each takes only rows that no other has locked.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import orjson
from sqlalchemy import Connection, delete, insert, or_, select, update

from eleven.server.store.records import TableEvent, TableRow, now, retry_on_conflict
from eleven.server.store.schema import BLOCKS, EVENTS, QUEUE, TABLES
from eleven.server.store.store import Store

BATCH_SIZE = 50
SEATED_LEASE_MS = 60_000
"""Milliseconds for which somebody who was seated can ask at which table."""


@dataclass(frozen=True)
class QueueEntry:
    """What somebody wants to play; `bots_at` is when bots may take the free seats, `body` has their name and so on."""

    holder: str
    game: str
    players: int
    pace: str
    rated: bool
    since: int
    lease: int
    bots_at: int | None = None
    table_id: str | None = None
    body: dict[str, Any] = field(default_factory=dict)


NewTableRows = tuple[TableRow, Sequence[TableEvent]]
SetUp = Callable[[list[QueueEntry]], NewTableRows]
"""Makes the table of these people; bots have the seats that are left."""


class MatchmakingQueue:
    """All entries of all processes."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @retry_on_conflict
    async def enter(self, entry: QueueEntry) -> None:
        """Store somebody's entry, instead of any earlier one."""
        row = {**vars(entry), "body": orjson.dumps(entry.body).decode()}

        def keep(connection: Connection) -> None:
            _remove_expired(connection)
            connection.execute(delete(QUEUE).where(QUEUE.c.holder == entry.holder))
            connection.execute(insert(QUEUE).values(**row))

        await self._store.change(keep)

    async def leave(self, holder: str) -> None:
        """Remove somebody's entry."""
        await self._store.change(lambda connection: connection.execute(delete(QUEUE).where(QUEUE.c.holder == holder)))

    async def poll(self, holder: str, lease: int, set_up: SetUp) -> tuple[QueueEntry | None, int]:
        """Renew somebody's entry for `lease` milliseconds; returns it, and how many people there are for it.

        If those are enough, or bots are due, this transaction gives all of them a table.
        """
        return await self._store.change(lambda connection: _poll(connection, holder, lease, set_up))

    async def remove_expired(self) -> None:
        """Remove the entries of those whose page is closed."""
        await self._store.change(_remove_expired)


def _remove_expired(connection: Connection) -> None:
    gone = select(QUEUE.c.holder).where(QUEUE.c.lease < now()).with_for_update(skip_locked=True)
    connection.execute(delete(QUEUE).where(QUEUE.c.holder.in_(gone)))


def _poll(connection: Connection, holder: str, lease: int, set_up: SetUp) -> tuple[QueueEntry | None, int]:
    _remove_expired(connection)
    mine = (QUEUE.c.holder == holder) & QUEUE.c.table_id.is_(None)
    connection.execute(update(QUEUE).where(mine).values(lease=now() + lease))  # from here on SQLite has one writer
    row = connection.execute(select(QUEUE).where(QUEUE.c.holder == holder)).mappings().first()
    if row is None:
        return None, 0
    entry = _entry(row)
    if entry.table_id is not None:
        return entry, entry.players
    found = _company(connection, entry, _alike(connection, entry))
    if len(found) < entry.players:
        if entry.bots_at is None or entry.bots_at > now():
            return entry, len(found)
        found = [one for one in found if one.bots_at is not None]
    return replace(entry, table_id=_seat(connection, found, set_up)), len(found)


def _entry(row: Any) -> QueueEntry:
    return QueueEntry(**{**row, "body": orjson.loads(row["body"])})


def _alike(connection: Connection, entry: QueueEntry) -> list[QueueEntry]:
    """Others who want the same, longest waiting first; those that another process has locked are left out."""
    query = select(QUEUE).where(
        QUEUE.c.game == entry.game,
        QUEUE.c.players == entry.players,
        QUEUE.c.pace == entry.pace,
        QUEUE.c.rated == entry.rated,
        QUEUE.c.table_id.is_(None),
        QUEUE.c.holder != entry.holder,
    )
    ordered = query.order_by(QUEUE.c.since, QUEUE.c.holder).limit(BATCH_SIZE).with_for_update(skip_locked=True)
    return [_entry(row) for row in connection.execute(ordered).mappings()]


def _company(connection: Connection, entry: QueueEntry, others: Sequence[QueueEntry]) -> list[QueueEntry]:
    """A group that fits at one table, in which nobody has blocked another."""
    if not others:
        return [entry]
    names = [entry.holder, *(one.holder for one in others)]
    blocked = or_(BLOCKS.c.holder.in_(names), BLOCKS.c.other.in_(names))
    pairs = {frozenset((row.holder, row.other)) for row in connection.execute(select(BLOCKS).where(blocked))}
    found = [entry]
    for one in others:
        if len(found) < entry.players and all({one.holder, each.holder} not in pairs for each in found):
            found.append(one)
    return found


def _seat(connection: Connection, people: list[QueueEntry], set_up: SetUp) -> str:
    """Write the table of these people, and its id into their entries."""
    row, events = set_up(people)
    names = EVENTS.columns.keys()
    connection.execute(insert(TABLES).values(**dict(zip(TABLES.columns.keys(), row.row(), strict=True))))
    connection.execute(insert(EVENTS), [dict(zip(names, event.row(), strict=True)) for event in events])
    theirs = QUEUE.c.holder.in_([one.holder for one in people])
    connection.execute(update(QUEUE).where(theirs).values(table_id=row.id, lease=now() + SEATED_LEASE_MS))
    return row.id
