"""What goes into the store and comes out of it."""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import orjson

from eleven.core.text.messages import Said

Row = tuple[str | int | bool | None, ...]
Rows = tuple[Sequence[Row], ...]
"""What one write brings: new tables, events, stages that tables have reached, proof that writing works, and results."""
PROBE = "probe"


UNREADABLE = "unreadable"
"""The kind of an event whose row is damaged."""


class Refusal(Exception):
    """What was to be written was not: somebody else wrote that event, or the database is away."""

    def __init__(self, said: Said) -> None:
        super().__init__(str(said))
        self.said = said


@dataclass(frozen=True)
class TableRow:
    """What was agreed on when a table was set up."""

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

    def row(self) -> Row:
        """The row of the database, in the order of its columns."""
        return tuple({**vars(self), "options": json.dumps(self.options)}.values())


@dataclass(frozen=True)
class Event:
    """Something that happened at a table; `sequence` counts without gaps."""

    table_id: str
    sequence: int
    kind: str
    seat: int | None = None
    holder: str | None = None
    body: dict[str, Any] = field(default_factory=dict)
    at: int = field(default_factory=lambda: time.time_ns() // 1_000_000)

    def same(self, other: "Event") -> bool:
        """Whether another event tells the same, at whatever time."""
        return replace(other, at=self.at) == self

    def row(self) -> Row:
        """The row of the database, in the order of its columns."""
        body = orjson.dumps(self.body).decode()
        return self.table_id, self.sequence, self.at, self.kind, self.seat, self.holder, body


@dataclass(frozen=True)
class Write:
    """What goes into the store together: a new table, events, the stage reached, results; or a mere `probe`."""

    events: Sequence[Event] = ()
    table: TableRow | None = None
    stage: tuple[str, str] | None = None
    probe: str | None = None
    results: Sequence[Row] = ()

    def rows(self) -> Rows:
        """The rows for each of the writer's statements."""
        tables = [self.table.row()] if self.table else []
        stages = [self.stage[::-1]] if self.stage else []
        probes: list[Row] = [(self.probe, PROBE)] if self.probe else []
        return tables, [event.row() for event in self.events], stages, probes, self.results
