"""Chat messages that people have reported, for the operator of a server."""

from datetime import UTC, datetime

from sqlalchemy import Engine, func, select

from eleven.server.store.schema import REPORTS


def reports(engine: Engine) -> list[str]:
    """Return a line for every reported message: time of the first report, table, author, text, number of reports."""
    columns = (REPORTS.c.table_id, REPORTS.c.number, REPORTS.c.name, REPORTS.c.text)
    at, times = func.min(REPORTS.c.at), func.count()
    query = select(at, times, *columns).group_by(*columns).order_by(at)
    with engine.connect() as connection:
        return [_line(*row) for row in connection.execute(query)]


def _line(at: int, times: int, table_id: str, number: int, name: str, text: str) -> str:
    when = datetime.fromtimestamp(at / 1000, UTC)
    return f"{when:%Y-%m-%d %H:%M}  table {table_id}  line {number}  {name or '(no name)'}: {text}  (reported {times}x)"
