"""The play-now queue in the store: people who want the same are seated in one transaction, with their table.

A wish is valid as long as its page renews it; expired ones are removed by whoever looks next. Of several processes that
look at once, each takes only rows that no other has locked.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import orjson
from sqlalchemy import Connection, delete, insert, or_, select, update

from eleven.server.store.records import TableEvent, TableRow, now, retry_on_conflict
from eleven.server.store.schema import BLOCKS, EVENTS, TABLES, WISHES
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


Made = tuple[TableRow, Sequence[TableEvent]]
SetUp = Callable[[list[QueueEntry]], Made]
"""Makes the table of these people; bots have the seats that are left."""


class MatchmakingQueue:
    """All wishes of all processes."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @retry_on_conflict
    async def enter(self, wish: QueueEntry) -> None:
        """Store somebody's wish, instead of any earlier one."""
        row = {**vars(wish), "body": orjson.dumps(wish.body).decode()}

        def keep(line: Connection) -> None:
            _remove_expired(line)
            line.execute(delete(WISHES).where(WISHES.c.holder == wish.holder))
            line.execute(insert(WISHES).values(**row))

        await self._store.change(keep)

    async def leave(self, holder: str) -> None:
        """Remove somebody's wish."""
        await self._store.change(lambda line: line.execute(delete(WISHES).where(WISHES.c.holder == holder)))

    async def look(self, holder: str, lease: int, set_up: SetUp) -> tuple[QueueEntry | None, int]:
        """Renew somebody's wish for `lease` milliseconds; returns it, and how many people there are for it.

        If those are enough, or bots are due, this transaction gives all of them a table.
        """
        return await self._store.change(lambda line: _look(line, holder, lease, set_up))

    async def remove_expired(self) -> None:
        """Remove the wishes of those whose page is closed."""
        await self._store.change(_remove_expired)


def _remove_expired(line: Connection) -> None:
    gone = select(WISHES.c.holder).where(WISHES.c.lease < now()).with_for_update(skip_locked=True)
    line.execute(delete(WISHES).where(WISHES.c.holder.in_(gone)))


def _look(line: Connection, holder: str, lease: int, set_up: SetUp) -> tuple[QueueEntry | None, int]:
    _remove_expired(line)
    mine = (WISHES.c.holder == holder) & WISHES.c.table_id.is_(None)
    line.execute(update(WISHES).where(mine).values(lease=now() + lease))  # from here on SQLite has one writer
    row = line.execute(select(WISHES).where(WISHES.c.holder == holder)).mappings().first()
    if row is None:
        return None, 0
    wish = _wish(row)
    if wish.table_id is not None:
        return wish, wish.players
    found = _company(line, wish, _alike(line, wish))
    if len(found) < wish.players:
        if wish.bots_at is None or wish.bots_at > now():
            return wish, len(found)
        found = [one for one in found if one.bots_at is not None]
    return replace(wish, table_id=_seat(line, found, set_up)), len(found)


def _wish(row: Any) -> QueueEntry:
    return QueueEntry(**{**row, "body": orjson.loads(row["body"])})


def _alike(line: Connection, wish: QueueEntry) -> list[QueueEntry]:
    """Others who want the same, longest waiting first; those that another process has locked are left out."""
    query = select(WISHES).where(
        WISHES.c.game == wish.game,
        WISHES.c.players == wish.players,
        WISHES.c.pace == wish.pace,
        WISHES.c.rated == wish.rated,
        WISHES.c.table_id.is_(None),
        WISHES.c.holder != wish.holder,
    )
    ordered = query.order_by(WISHES.c.since, WISHES.c.holder).limit(BATCH_SIZE).with_for_update(skip_locked=True)
    return [_wish(row) for row in line.execute(ordered).mappings()]


def _company(line: Connection, wish: QueueEntry, others: Sequence[QueueEntry]) -> list[QueueEntry]:
    """A group that fits at one table, in which nobody has blocked another."""
    if not others:
        return [wish]
    names = [wish.holder, *(one.holder for one in others)]
    blocked = or_(BLOCKS.c.holder.in_(names), BLOCKS.c.other.in_(names))
    pairs = {frozenset((row.holder, row.other)) for row in line.execute(select(BLOCKS).where(blocked))}
    found = [wish]
    for one in others:
        if len(found) < wish.players and all({one.holder, each.holder} not in pairs for each in found):
            found.append(one)
    return found


def _seat(line: Connection, people: list[QueueEntry], set_up: SetUp) -> str:
    """Write the table of these people, and its id into their wishes."""
    row, events = set_up(people)
    names = EVENTS.columns.keys()
    line.execute(insert(TABLES).values(**dict(zip(TABLES.columns.keys(), row.row(), strict=True))))
    line.execute(insert(EVENTS), [dict(zip(names, event.row(), strict=True)) for event in events])
    theirs = WISHES.c.holder.in_([one.holder for one in people])
    line.execute(update(WISHES).where(theirs).values(table_id=row.id, lease=now() + SEATED_LEASE_MS))
    return row.id
