"""The store: append-only events of every table, written in groups and acknowledged only when they are durable."""

from eleven.server.store.records import UNREADABLE, Event, Refusal, TableRow, Taken, Write, again_if_taken
from eleven.server.store.store import Store

__all__ = ["UNREADABLE", "Event", "Refusal", "Store", "TableRow", "Taken", "Write", "again_if_taken"]
