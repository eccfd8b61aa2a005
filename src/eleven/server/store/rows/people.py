"""People in the store: their names, their settings, and their ways to sign in on other devices.

A person is a holder of seats. Of a link or a recovery code only the hash is stored, of a passkey the public key: so a
stolen database lets nobody sign in.
"""

import asyncio
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson
from sqlalchemy import Connection, Table, delete, func, insert, select, update

from eleven.server.store.records import now
from eleven.server.store.rows.devices import leave_devices
from eleven.server.store.rows.ratings import merge_ratings
from eleven.server.store.schema import (
    BLOCKS,
    CHAT_LINES,
    CREDENTIALS,
    EVENTS,
    METADATA,
    PEOPLE,
    QUEUE,
    REPORTS,
    RESULTS,
    TABLES,
)
from eleven.server.store.store import Store
from eleven.server.store.writing.postgres_notifications import TOPIC_OWNER

LINK, CODE, PASSKEY, CHALLENGE = "link", "code", "passkey", "challenge"
SEATING = ("sit", "claim", "owner")
"""Kinds of events that say whose a seat is."""


def personal_tables() -> list[Table]:
    """Tables of the database with a holder in each row, except for games, people and credentials."""
    shared = (EVENTS, RESULTS, PEOPLE, CREDENTIALS)
    return [table for table in METADATA.sorted_tables if "holder" in table.c and table not in shared]


def hashed(secret: str | bytes) -> str:
    """The hash of a secret, as stored; a secret is long and random, so the hash need not be slow."""
    return hashlib.sha256(secret.encode() if isinstance(secret, str) else secret).hexdigest()


@dataclass(frozen=True)
class Person:
    """What somebody wants to have on all their devices."""

    holder: str
    created: int
    name: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Credential:
    """A way to sign in: a link, a recovery code, a passkey; or a challenge that a passkey is to answer."""

    id: str
    kind: str
    holder: str | None
    created: int = field(default_factory=now)
    expires: int | None = None
    label: str = ""
    body: str = ""


class People:
    """The people in the store, and their credentials."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # Names and settings

    async def person(self, holder: str) -> Person | None:
        """Somebody's name and settings."""
        query = select(PEOPLE).where(PEOPLE.c.holder == holder)
        found = await self._store.read(lambda connection: connection.execute(query).mappings().first())
        return None if found is None else Person(**{**found, "settings": orjson.loads(found["settings"])})

    async def save(self, holder: str, name: str, settings: Mapping[str, str]) -> None:
        """Save somebody's name and settings."""
        values = {"name": name, "settings": orjson.dumps(dict(settings)).decode()}

        def keep(connection: Connection) -> None:
            if not connection.execute(update(PEOPLE).where(PEOPLE.c.holder == holder).values(**values)).rowcount:
                connection.execute(insert(PEOPLE).values(holder=holder, created=now(), **values))

        await self._store.change(keep)

    # Credentials

    async def add(self, credential: Credential, instead: bool = False) -> None:
        """Store a credential, perhaps instead of all others of its kind; expired ones are removed."""

        def keep(connection: Connection) -> None:
            connection.execute(delete(CREDENTIALS).where(CREDENTIALS.c.expires < now()))
            if instead:
                theirs = (CREDENTIALS.c.holder == credential.holder) & (CREDENTIALS.c.kind == credential.kind)
                connection.execute(delete(CREDENTIALS).where(theirs))
            connection.execute(insert(CREDENTIALS).values(**vars(credential)))

        await self._store.change(keep)

    async def find(self, kind: str, name: str) -> Credential | None:
        """A credential that has not expired."""
        query = select(CREDENTIALS).where(_valid(kind, name))
        found = await self._store.read(lambda connection: connection.execute(query).mappings().first())
        return None if found is None else Credential(**found)

    async def use_up(self, kind: str, name: str) -> bool:
        """Use up a credential that is valid once; of two attempts at the same time, one succeeds."""
        return bool(await self._store.change(lambda connection: connection.execute(_removal(kind, name)).rowcount))

    async def set_body(self, name: str, body: str) -> None:
        """Update a credential, such as how often it has signed."""
        change = update(CREDENTIALS).where(CREDENTIALS.c.id == name).values(body=body)
        await self._store.change(lambda connection: connection.execute(change))

    async def of(self, holder: str) -> list[Credential]:
        """The valid credentials of somebody, oldest first."""
        valid = (CREDENTIALS.c.expires.is_(None)) | (CREDENTIALS.c.expires >= now())
        query = (
            select(CREDENTIALS)
            .where(CREDENTIALS.c.holder == holder, CREDENTIALS.c.kind != CHALLENGE, valid)
            .order_by(CREDENTIALS.c.created, CREDENTIALS.c.id)
        )
        rows = await self._store.read(lambda connection: connection.execute(query).mappings().all())
        return [Credential(**row) for row in rows]

    async def close(self, holder: str, kinds: Iterable[str]) -> None:
        """Remove all credentials of somebody of these kinds."""
        theirs = (CREDENTIALS.c.holder == holder) & CREDENTIALS.c.kind.in_(list(kinds))
        await self._store.change(lambda connection: connection.execute(delete(CREDENTIALS).where(theirs)))

    async def remove(self, holder: str, name: str) -> bool:
        """Remove one credential of somebody."""
        theirs = (CREDENTIALS.c.holder == holder) & (CREDENTIALS.c.id == name)
        closing = delete(CREDENTIALS).where(theirs)
        return bool(await self._store.change(lambda connection: connection.execute(closing).rowcount))

    # Tables and rows

    async def tables(self, holder: str) -> list[tuple[str, str]]:
        """All tables at which somebody has sat, newest first, with their stages."""
        theirs = TABLES.c.id.in_(_tables_of(holder))
        query = select(TABLES.c.id, TABLES.c.stage).where(theirs).order_by(TABLES.c.created.desc(), TABLES.c.id)
        return await self._store.read(lambda connection: [(name, stage) for name, stage in connection.execute(query)])

    async def count(self, holder: str) -> int:
        """At how many tables somebody has sat."""
        query = select(func.count(EVENTS.c.table_id.distinct())).where(EVENTS.c.holder == holder)
        return await self._store.read(lambda connection: connection.scalar(query) or 0)

    async def rows(self, holder: str) -> dict[str, list[dict[str, Any]]]:
        """What else the store has of somebody, by table of the database."""

        def read(connection: Connection) -> dict[str, list[dict[str, Any]]]:
            found = {}
            for table in personal_tables():
                columns = [column for column in table.c if column.name not in ("holder", "other")]
                rows = connection.execute(select(*columns).where(table.c.holder == holder)).mappings()
                found[str(table.name)] = [{str(name): cell for name, cell in row.items()} for row in rows]
            return found

        return await self._store.read(read)

    async def hand_over(self, old: str, new: str, keeping: Iterable[str] = ()) -> None:
        """Hand all rows of one holder over to another; of the old one's credentials only some kinds are kept."""

        def change(connection: Connection) -> None:
            for table in (EVENTS, RESULTS):
                connection.execute(update(table).where(table.c.holder == old).values(holder=new))
            _merge(connection, old, new)
            leave_devices(connection, old)
            for table in personal_tables():
                connection.execute(update(table).where(table.c.holder == old).values(holder=new))
            connection.execute(update(REPORTS).where(REPORTS.c.reporter == old).values(reporter=new))
            kept = (CREDENTIALS.c.holder == old) & CREDENTIALS.c.kind.in_(list(keeping))
            connection.execute(update(CREDENTIALS).where(kept).values(holder=new))
            _leave(connection, old, new)

        await self._store.change(change)
        await self._store.notify([" ".join([self._store.process, TOPIC_OWNER, old, new])])

    async def erase_names(self, holder: str) -> None:
        """Erase somebody's name from their seats, in rows and in freed pages of the database."""

        def erase(connection: Connection) -> None:
            _shred(connection)
            for row in _sittings(connection, holder):
                body = orjson.dumps({**orjson.loads(row.body), "name": ""}).decode()
                at = (EVENTS.c.table_id == row.table_id) & (EVENTS.c.sequence == row.sequence)
                connection.execute(update(EVENTS).where(at).values(body=body))

        await self._store.change(erase)

    async def forget(self, holder: str) -> None:
        """Remove somebody from all rows; their games stay."""

        def change(connection: Connection) -> None:
            _shred(connection)
            waiting = TABLES.c.id.in_(_tables_of(holder)) & (TABLES.c.stage == "waiting")
            connection.execute(update(TABLES).where(waiting).values(rating=None))
            connection.execute(update(EVENTS).where(EVENTS.c.holder == holder).values(holder=None))
            connection.execute(delete(BLOCKS).where(BLOCKS.c.other == holder))
            theirs = {"holder": None, "name": "", "rating": None, "rating_change": None}
            connection.execute(update(RESULTS).where(RESULTS.c.holder == holder).values(**theirs))
            connection.execute(delete(REPORTS).where(_reports_with(holder)))
            leave_devices(connection, holder)
            for table in personal_tables():
                connection.execute(delete(table).where(table.c.holder == holder))
            _leave(connection, holder, None)

        await self._store.change(change)
        await self._store.notify([" ".join([self._store.process, TOPIC_OWNER, holder])])
        if self._store.engine.dialect.name == "sqlite":
            await asyncio.to_thread(self._checkpoint)

    def _checkpoint(self) -> None:
        """Write the change into the database file, and empty the write-ahead log."""
        with self._store.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")


def _shred(connection: Connection) -> None:
    """Make SQLite overwrite what this connection deletes, which it would otherwise leave in the file."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete=ON")


def _merge(connection: Connection, old: str, new: str) -> None:
    """Before two holders are merged: of what a person can have once, keep one."""
    merge_ratings(connection, old, new)
    connection.execute(delete(QUEUE).where(QUEUE.c.holder == old))
    for mine, theirs in ((BLOCKS.c.holder, BLOCKS.c.other), (BLOCKS.c.other, BLOCKS.c.holder)):
        both = connection.scalars(select(theirs).where(mine == new)).all()
        connection.execute(delete(BLOCKS).where(mine == old, theirs.in_([*both, old, new])))
    connection.execute(update(BLOCKS).where(BLOCKS.c.other == old).values(other=new))


def _leave(connection: Connection, old: str, new: str | None) -> None:
    """Remove the name, settings and credentials of a holder; a new holder without any gets name and settings."""
    connection.execute(delete(CREDENTIALS).where(CREDENTIALS.c.holder == old))
    if new and connection.scalar(select(PEOPLE.c.holder).where(PEOPLE.c.holder == new)) is None:
        connection.execute(update(PEOPLE).where(PEOPLE.c.holder == old).values(holder=new))
    connection.execute(delete(PEOPLE).where(PEOPLE.c.holder == old))


def _valid(kind: str, name: str) -> Any:
    valid = (CREDENTIALS.c.expires.is_(None)) | (CREDENTIALS.c.expires >= now())
    return (CREDENTIALS.c.id == name) & (CREDENTIALS.c.kind == kind) & valid


def _removal(kind: str, name: str) -> Any:
    return delete(CREDENTIALS).where(_valid(kind, name))


def _reports_with(holder: str) -> Any:
    """Reports that somebody made, and those of what they said."""
    line = (
        (CHAT_LINES.c.table_id == REPORTS.c.table_id)
        & (CHAT_LINES.c.number == REPORTS.c.number)
        & (CHAT_LINES.c.holder == holder)
    )
    return (REPORTS.c.reporter == holder) | select(CHAT_LINES.c.number).where(line).exists()


def _tables_of(holder: str) -> Any:
    return select(EVENTS.c.table_id).where(EVENTS.c.holder == holder)


def _sittings(connection: Connection, holder: str) -> Iterator[Any]:
    """All rows that name a player of a seat that is this holder's now."""
    query = (
        select(EVENTS)
        .where(EVENTS.c.table_id.in_(_tables_of(holder)), EVENTS.c.kind.in_(SEATING))
        .order_by(EVENTS.c.table_id, EVENTS.c.sequence)
    )
    owners: dict[tuple[str, int], str | None] = {}
    rows = connection.execute(query).all()
    for row in rows:
        for seat in orjson.loads(row.body)["seats"] if row.kind == "owner" else [row.seat]:
            owners[row.table_id, seat] = row.holder
    return (row for row in rows if row.kind == "sit" and owners[row.table_id, row.seat] == holder)
