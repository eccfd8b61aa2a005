"""The store: append-only events of every table, written in groups and acknowledged only when they are durable."""

from eleven.server.store.records import (
    UNREADABLE,
    StoreError,
    TableEvent,
    TableRow,
    Write,
    WriteConflict,
    retry_on_conflict,
)
from eleven.server.store.store import Store

__all__ = ["UNREADABLE", "Store", "StoreError", "TableEvent", "TableRow", "Write", "WriteConflict", "retry_on_conflict"]
