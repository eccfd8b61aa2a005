"""Tables from the rows of the store, the same as they were in memory; and the log of one that is over."""

import logging
from collections.abc import Iterable

from eleven import __version__
from eleven.core.text.errors import Mistake
from eleven.core.text.log import write_log
from eleven.server.live import fair_shuffle
from eleven.server.live.table import Table
from eleven.server.store import Event, TableRow

LOG = logging.getLogger("eleven.table")


def replay(row: TableRow, events: Iterable[Event]) -> Table:
    """The table as it is after all its events."""
    return read_on(Table(row), events)


def seating(row: TableRow, events: Iterable[Event]) -> Table:
    """A table with nothing but the people at it, from the events that seat them; its game is not repeated."""
    table = Table(row)
    for event in events:
        table.take_in(event)
    return table


def read_on(table: Table, events: Iterable[Event]) -> Table:
    """A table after the events that the store has of it; it stops at one that cannot be read or repeated."""
    for event in events:
        try:
            table = table.after(event)
        except Exception as problem:  # whatever stands in one row, it harms nobody but this table
            facts = {"table": table.row.id, "why": f"event {event.sequence}: {problem!r}"}
            LOG.error("table damaged", extra=facts, exc_info=not isinstance(problem, Mistake))
            return table.as_damaged(event.sequence, problem)
    return table


def log_of(table: Table) -> str:
    """The log of a finished game, with all that is needed to verify it."""
    if table.play is None or not table.play.over:
        raise Mistake("the log can be had when the game is over")
    log = fair_shuffle.with_fairness(write_log(table.play), table.game, table.row.secret, table.contributions())
    return log.replace(f"engine: {__version__}", f"engine: {table.row.engine}", 1)
