"""Restores tables from the rows of the store; also the log of a finished one."""

import logging
from collections.abc import Iterable

from eleven import __version__
from eleven.core.text.errors import Mistake
from eleven.core.text.log import write_log
from eleven.server.live import fair_shuffle
from eleven.server.live.table import Table
from eleven.server.store import TableEvent, TableRow

LOG = logging.getLogger("eleven.table")


def restore_table(row: TableRow, events: Iterable[TableEvent]) -> Table:
    """Restore a table from all its events."""
    return read_on(Table(row), events)


def restore_seats(row: TableRow, events: Iterable[TableEvent]) -> Table:
    """A table with only its seats, from the events that seat people; its game is not replayed."""
    table = Table(row)
    for event in events:
        table.apply_in_place(event)
    return table


def read_on(table: Table, events: Iterable[TableEvent]) -> Table:
    """Apply stored events to a table; it stops at one that cannot be read or applied."""
    for event in events:
        try:
            table = table.after(event)
        except Exception as problem:  # one damaged row must not break other tables
            facts = {"table": table.row.id, "why": f"event {event.sequence}: {problem!r}"}
            LOG.error("table damaged", extra=facts, exc_info=not isinstance(problem, Mistake))
            return table.as_damaged(event.sequence, problem)
    return table


def log_of(table: Table) -> str:
    """The log of a finished game, with all that is needed to verify it."""
    if table.play is None or not table.play.over:
        raise Mistake("the log can be had when the game is over")
    log = fair_shuffle.with_fairness(write_log(table.play), table.game, table.row.secret, table.luck_shares())
    return log.replace(f"engine: {__version__}", f"engine: {table.row.engine}", 1)
