"""What the store has about one person at a table, for export: only what is their own."""

from typing import Any

from eleven.server.store.records import TableEvent
from eleven.server.store.store import Store

EXPORTED_FIELDS = ("name", "level", "action", "added")
"""The fields of an event that are a person's own; what luck decided is not."""


async def games_of(store: Store, table_id: str, holder: str) -> dict[str, Any]:
    """A table, and what somebody did there while a seat was theirs."""
    found = await store.table(table_id)
    if found is None:
        return {"table": table_id}
    row, events = found
    return {
        "table": table_id,
        "game": row.game,
        "edition": row.edition,
        "players": row.players,
        "options": row.options,
        "public": row.public,
        "created": row.created,
        "stage": row.stage,
        "events": [_exported(event) for event in _own(events, holder)],
    }


def _own(events: list[TableEvent], holder: str) -> list[TableEvent]:
    """The events of seats while they were somebody's."""
    owners: dict[int | None, str | None] = {}
    own = []
    for event in events:
        if event.kind in ("sit", "claim"):
            owners[event.seat] = event.holder
        for seat in event.body.get("seats", ()) if event.kind == "owner" else ():
            owners[seat] = event.holder
        if holder in (event.holder, owners.get(event.seat)):
            own.append(event)
    return own


def _exported(event: TableEvent) -> dict[str, Any]:
    fields = {name: event.body[name] for name in EXPORTED_FIELDS if event.body.get(name)}
    return {"at": event.at, "kind": event.kind, "seat": event.seat, **fields}
