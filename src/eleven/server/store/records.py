"""The records of the store: tables, events, writes, and their rows."""

import json
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import orjson

from eleven.core.text.messages import Message

Row = tuple[str | int | bool | None, ...]
Rows = tuple[Sequence[Row], ...]
"""The rows of one write, by statement: new tables, events, stages that tables have reached, probes, results of games,
and where new tables are in memory."""
PROBE = "probe"


UNREADABLE = "unreadable"
"""The kind of an event whose row is damaged."""


def now() -> int:
    """The current time in milliseconds since 1970, for the timestamps of the store."""
    return time.time_ns() // 1_000_000


class StoreError(Exception):
    """The store could not read or write: it is unavailable, or another process wrote that event."""

    def __init__(self, said: Message) -> None:
        super().__init__(str(said))
        self.said = said


class WriteConflict(StoreError):
    """Another process wrote that event first: read the new events and try again."""


P = ParamSpec("P")
R = TypeVar("R")
MAX_TRIES = 5


def retry_on_conflict(change: Callable[P, Coroutine[Any, Any, R]]) -> Callable[P, Coroutine[Any, Any, R]]:
    """Retry a change after another process came first: its table has read the new events by then."""

    @wraps(change)
    async def tried(*args: P.args, **named: P.kwargs) -> R:
        for _ in range(MAX_TRIES - 1):
            try:
                return await change(*args, **named)
            except WriteConflict:
                continue
        return await change(*args, **named)

    return tried


@dataclass(frozen=True)
class TableRow:
    """The row of a table: what was fixed when it was set up."""

    id: str
    created: int
    game: str
    edition: str
    players: int
    options: dict[str, str]
    components: str
    engine: str
    rules: str
    public: bool
    secret: str
    stage: str
    pace: str = "none"
    language: str = ""
    rated: bool = False
    counted: bool = False
    rating: int | None = None

    def row(self) -> Row:
        """The row of the database, in the order of its columns."""
        return tuple({**vars(self), "options": json.dumps(self.options)}.values())


@dataclass(frozen=True)
class TableEvent:
    """Something that happened at a table; `sequence` counts without gaps."""

    table_id: str
    sequence: int
    kind: str
    seat: int | None = None
    holder: str | None = None
    body: dict[str, Any] = field(default_factory=dict)
    at: int = field(default_factory=lambda: now())

    def same(self, other: "TableEvent") -> bool:
        """Whether another event is the same, except for its time."""
        return replace(other, at=self.at) == self

    def row(self) -> Row:
        """The row of the database, in the order of its columns."""
        body = orjson.dumps(self.body).decode()
        return self.table_id, self.sequence, self.at, self.kind, self.seat, self.holder, body


@dataclass(frozen=True)
class Write:
    """One atomic write: a new table, events, the stage reached, results; or a `probe` alone."""

    events: Sequence[TableEvent] = ()
    table: TableRow | None = None
    stage: tuple[str, str] | None = None
    probe: str | None = None
    results: Sequence[Row] = ()

    def rows(self, process: str | None = None) -> Rows:
        """The rows for each of the writer's statements; a new table is in `process`'s memory."""
        tables = [self.table.row()] if self.table else []
        stages = [self.stage[::-1]] if self.stage else []
        probes: list[Row] = [(self.probe, PROBE)] if self.probe else []
        here: list[Row] = [(self.table.id, process, "")] if self.table and process else []
        return tables, [event.row() for event in self.events], stages, probes, self.results, here


def row_of(found: Mapping[Any, Any]) -> TableRow:
    """Read a TableRow from a row of the database."""
    return TableRow(**{**found, "options": json.loads(found["options"])})


def event_of(row: Mapping[Any, Any]) -> TableEvent:
    """Read an event from a row; one that cannot be read gets a kind of its own."""
    try:
        body = orjson.loads(row["body"])
    except ValueError:
        body = None
    if not isinstance(body, dict):
        return TableEvent(**{**row, "kind": UNREADABLE, "body": {}})
    return TableEvent(**{**row, "body": body})
