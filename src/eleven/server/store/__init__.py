"""The store: append-only events of every table, written in groups and acknowledged only when they are durable."""

from eleven.server.store.store import Event, Refusal, Store, TableRow, Write

__all__ = ["Event", "Refusal", "Store", "TableRow", "Write"]
