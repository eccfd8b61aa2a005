"""`eleven store check`: every table played again from its events, and the log of every finished game verified."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sqlalchemy import Engine, func, select

from eleven.core.text.errors import Mistake
from eleven.server.live.restore import log_of, replay
from eleven.server.live.table import OVER, Table
from eleven.server.store.schema import TABLES
from eleven.server.store.store import read_table
from eleven.server.verify import verified

OnProgress = Callable[[int, int], None]


@dataclass
class Findings:
    """What a check has found: numbers, and a line for every table that does not hold."""

    tables: int = 0
    finished: int = 0
    from_before: int = 0
    """Tables that began under other rules: they are kept, and cannot be played again by these."""
    damaged: tuple[str, ...] = ()


def check(engine: Engine, on_progress: OnProgress) -> Findings:
    """Look at every table."""
    logging.getLogger("eleven.table").disabled = True  # what is damaged is told once, below
    found = Findings()
    with engine.connect() as connection:
        total = connection.scalar(select(func.count()).select_from(TABLES)) or 0
    for table_id in _ids(engine):
        found.tables += 1
        try:
            found.finished += _look(engine, table_id, found)
        except Exception as problem:  # whatever stands in a row, the others are looked at too
            reason = str(problem) if isinstance(problem, Mistake) else repr(problem)
            found.damaged += (f"table {table_id}: {' '.join(reason.split())}",)
        on_progress(found.tables, max(total, found.tables))
    return found


def _ids(engine: Engine) -> Iterator[str]:
    """The names of all tables, some at a time, so that none of them is held open while it is looked at."""
    last = ""
    while True:
        with engine.connect() as connection:
            query = select(TABLES.c.id).where(TABLES.c.id > last).order_by(TABLES.c.id).limit(1000)
            names = list(connection.scalars(query))
        if not names:
            return
        yield from names
        last = names[-1]


def _look(engine: Engine, table_id: str, found: Findings) -> bool:
    """Whether a table holds a finished game whose log is verified; one that does not hold is a mistake."""
    with engine.connect() as connection:
        stored = read_table(connection, table_id)
    if stored is None:
        return False
    row, events = stored
    before = Table(row)
    table = replay(row, events)
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
