"""What the lobby reads: rows of tables, newest first, with the events that it needs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, literal_column, select

from eleven.server.store.records import TableEvent, event_of
from eleven.server.store.schema import EVENTS, OPEN, TABLES

PAGE_SIZE = 50
MAX_RUNNING = 100
"""How many of somebody's running games are listed, at most."""
SEATING_KINDS = ("sit", "claim", "owner", "leave", "return", "take_over", "run_out")
Cursor = tuple[int, str]
"""The place of a table in a list: when it was set up, and its id."""
Seating = tuple[Mapping[Any, Any], list[TableEvent]]
"""The row of a table, and its events: all of one that waits, otherwise those that have seated people."""


@dataclass(frozen=True)
class LobbyFilter:
    """A filter for open tables; None matches anything."""

    game: str | None = None
    pace: str | None = None
    language: str | None = None
    rated: bool | None = None
    rating_from: int | None = None
    rating_to: int | None = None

    def of(self, query: Select[Any]) -> Select[Any]:
        """Apply the filter to a query; a range of ratings leaves out tables whose host has none."""
        for name in ("game", "pace", "language", "rated"):
            value = getattr(self, name)
            if value is not None:
                query = query.where(TABLES.c[name] == value)
        if self.rating_from is not None:
            query = query.where(TABLES.c.rating >= self.rating_from)
        if self.rating_to is not None:
            query = query.where(TABLES.c.rating <= self.rating_to)
        return query


ANY = LobbyFilter()


def newest_first(query: Select[Any], before: Cursor | None) -> Select[Any]:
    """Order tables, newest first; only those that follow a place if one is given."""
    created, name = TABLES.c.created, TABLES.c.id
    if before is not None:
        query = query.where(created <= before[0], (created < before[0]) | (name > before[1]))
    return query.order_by(created.desc(), name)


def open_tables(connection: Connection, before: Cursor | None = None, wanted: LobbyFilter = ANY) -> list[Seating]:
    """A page of the public tables that wait for players."""
    if wanted.game is None:
        query = select(TABLES).where(TABLES.c.public, TABLES.c.stage == "waiting")
    else:
        query = select(TABLES).where(literal_column(OPEN))
    query = wanted.of(query)
    return _seated(connection, newest_first(query, before).limit(PAGE_SIZE))


def tables_of(connection: Connection, holder: str, over: bool, before: Cursor | None = None) -> list[Seating]:
    """Tables at which somebody has sat: a page of finished ones, or the others."""
    theirs = TABLES.c.id.in_(select(EVENTS.c.table_id).where(EVENTS.c.holder == holder))
    stage = TABLES.c.stage == "over" if over else TABLES.c.stage != "over"
    return _seated(
        connection, newest_first(select(TABLES).where(theirs, stage), before).limit(PAGE_SIZE if over else MAX_RUNNING)
    )


def _seated(connection: Connection, query: Select[Any]) -> list[Seating]:
    rows = connection.execute(query).mappings().all()
    at_table: dict[str, list[TableEvent]] = {row["id"]: [] for row in rows}
    waiting = [row["id"] for row in rows if row["stage"] == "waiting"]
    needed = EVENTS.c.kind.in_(SEATING_KINDS) | EVENTS.c.table_id.in_(waiting)
    wanted = select(EVENTS).where(EVENTS.c.table_id.in_(list(at_table)), needed)
    for event in connection.execute(wanted.order_by(EVENTS.c.table_id, EVENTS.c.sequence)).mappings():
        at_table[event["table_id"]].append(event_of(event))
    return [(row, at_table[row["id"]]) for row in rows]
