"""`eleven store check`: replays every table from its events, and verifies the log of every finished game."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sqlalchemy import Engine, func, select

from eleven.core.text.errors import Mistake
from eleven.server.live.restore import log_of, restore_table
from eleven.server.live.table import OVER, Table
from eleven.server.store.schema import TABLES
from eleven.server.store.store import read_table
from eleven.server.verify import verified

OnProgress = Callable[[int, int], None]


@dataclass
class CheckReport:
    """The result of a check: counts, and a line for every damaged table."""

    tables: int = 0
    finished: int = 0
    from_before: int = 0
    """Tables that were started under other versions of the rules, and therefore cannot be replayed."""
    damaged: tuple[str, ...] = ()


def check(engine: Engine, on_progress: OnProgress) -> CheckReport:
    """Check every table."""
    logging.getLogger("eleven.table").disabled = True  # damaged tables are reported once, below
    found = CheckReport()
    with engine.connect() as connection:
        total = connection.scalar(select(func.count()).select_from(TABLES)) or 0
    for table_id in _ids(engine):
        found.tables += 1
        try:
            found.finished += _look(engine, table_id, found)
        except Exception as problem:  # whatever is wrong with one table, check the others, too
            reason = str(problem) if isinstance(problem, Mistake) else repr(problem)
            found.damaged += (f"table {table_id}: {' '.join(reason.split())}",)
        on_progress(found.tables, max(total, found.tables))
    return found


def _ids(engine: Engine) -> Iterator[str]:
    """Yield the ids of all tables in batches, so that no query stays open while a table is checked."""
    last = ""
    while True:
        with engine.connect() as connection:
            query = select(TABLES.c.id).where(TABLES.c.id > last).order_by(TABLES.c.id).limit(1000)
            names = list(connection.scalars(query))
        if not names:
            return
        yield from names
        last = names[-1]


def _look(engine: Engine, table_id: str, found: CheckReport) -> bool:
    """Check a table; return whether it is a finished game with a verified log; raise an error if it is damaged."""
    with engine.connect() as connection:
        stored = read_table(connection, table_id)
    if stored is None:
        return False
    row, events = stored
    before = Table(row)
    table = restore_table(row, events)
    if table.damaged:
        raise Mistake(table.why_stopped())
    if before.stopped:
        found.from_before += 1
        return False
    if table.stage != row.stage:
        raise Mistake(f"it says that it is {row.stage}, and its events that it is {table.stage}")
    if table.stage != OVER:
        return False
    verified(log_of(table))
    return True
