"""Reading and writing of tables and their events, on SQLite or PostgreSQL.

A synchronous commit costs more than everything else about a move, so one writer commits what all tables have brought
while the commit before was running. A future is done only when its events would survive a loss of power.
"""

import asyncio
import contextlib
import json
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

import orjson
from sqlalchemy import Connection, Engine, create_engine, event, insert, inspect, make_url, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from eleven.core.saying import Said
from eleven.server.store.schema import EVENTS, REVIEWS, SETTINGS, TABLES

T = TypeVar("T")
MIGRATIONS = Path(__file__).parent / "migrations"
LOBBY = 100
AT_ONCE = 500
NEWEST = "0002"


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

    def row(self) -> tuple[Any, ...]:
        """The row of the database, in the order of its columns."""
        body = orjson.dumps(self.body).decode()
        return self.table_id, self.sequence, self.at, self.kind, self.seat, self.holder, body


@dataclass
class Write:
    """What goes into the store together: a new table, events, the stage that a table has reached."""

    events: Sequence[Event] = ()
    table: TableRow | None = None
    stage: tuple[str, str] | None = None
    done: "asyncio.Future[None] | None" = None


def open_engine(url: str) -> Engine:
    """The database of a URL, brought to the present shape."""
    parsed = make_url(url)
    if parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.drivername == "sqlite" and parsed.database:
        Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(parsed, pool_pre_ping=parsed.drivername != "sqlite")
    if parsed.drivername == "sqlite":
        event.listen(engine, "connect", _make_sqlite_durable)
    _migrate(engine)
    return engine


def _make_sqlite_durable(connection: Any, _record: Any) -> None:
    """Readers beside the writer, and a commit that has reached the disk when it returns."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _migrate(engine: Engine) -> None:
    """Bring the database to the present shape; a database that has it already is served without loading Alembic."""
    if _revision(engine) == NEWEST:
        return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _revision(engine: Engine) -> str | None:
    """The shape a database has, or None."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
        return None if found is None else str(found)


class Store:
    """The database, with one writer for everybody."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        self._connection: Connection | None = None
        self._queue: asyncio.Queue[Write | None] = asyncio.Queue()
        self._thread = ThreadPoolExecutor(1, "store")
        self._writer: asyncio.Task[None] | None = None
        self.commits = 0
        self.written = 0

    def start(self) -> None:
        """Begin to write."""
        self._writer = asyncio.create_task(self._write_on(), name="store writer")

    async def stop(self) -> None:
        """Write what is waiting, then close."""
        if self._writer:
            self._queue.put_nowait(None)
            await self._writer
            await self._in_thread(self._hang_up)
        self._thread.shutdown()
        self.engine.dispose()

    async def append(self, write: Write) -> None:
        """Write events; returns when they are durable."""
        write.done = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(write)
        await write.done

    async def _write_on(self) -> None:
        going = True
        while going:
            batch = [await self._queue.get()]
            await asyncio.sleep(0)  # whoever is about to bring something comes along
            while not self._queue.empty():
                batch.append(self._queue.get_nowait())
            going = batch[-1] is not None
            writes = [write for write in batch if write is not None]
            if writes:
                await self._write_batch(writes)

    async def _write_batch(self, writes: list[Write]) -> None:
        """Commit all together; if that fails, each on its own, so that one wrong write harms nobody else."""
        try:
            await self._in_thread(lambda: self._commit(writes))
        except IntegrityError:
            if len(writes) > 1:
                for write in writes:
                    await self._write_batch([write])
                return
            _refuse(writes, Said("another server has written to this table"))
        except Exception as error:  # whatever the database says, the players must hear that nothing was written
            _refuse(writes, Said("the store cannot write: {reason}", reason=type(error).__name__))
        else:
            self.commits += 1
            self.written += sum(len(write.events) for write in writes)
            for write in writes:
                if write.done and not write.done.done():
                    write.done.set_result(None)

    def _commit(self, writes: list[Write]) -> None:
        """Commit over a line that stays open; one that has died in the meantime is opened again."""
        try:
            self._write(writes)
        except DBAPIError as error:
            self._hang_up()
            if not error.connection_invalidated:
                raise
            self._write(writes)

    def _write(self, writes: list[Write]) -> None:
        if self._connection is None:
            self._connection = self.engine.connect()
        tables = [_table_values(write.table) for write in writes if write.table]
        rows = [item.row() for write in writes for item in write.events]
        with self._connection.begin():
            if tables:
                self._connection.execute(insert(TABLES), tables)
            for at in range(0, len(rows), AT_ONCE):
                some = rows[at : at + AT_ONCE]
                statement = _insert_events(self.engine.dialect.paramstyle, len(some))
                self._connection.exec_driver_sql(statement, tuple(chain.from_iterable(some)))
            for write in writes:
                if write.stage:
                    where, stage = write.stage
                    self._connection.execute(update(TABLES).where(TABLES.c.id == where).values(stage=stage))

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def _read(self, work: Callable[[Connection], T]) -> T:
        def reading() -> T:
            with self.engine.connect() as connection:
                return work(connection)

        return await asyncio.to_thread(reading)

    async def table(self, table_id: str) -> tuple[TableRow, list[Event]] | None:
        """A table and all its events, in order."""
        return await self._read(lambda connection: read_table(connection, table_id))

    async def open_tables(self) -> list[str]:
        """Public tables that wait for players, newest first."""
        query = (
            select(TABLES.c.id)
            .where(TABLES.c.public, TABLES.c.stage == "waiting")
            .order_by(TABLES.c.created.desc())
            .limit(LOBBY)
        )
        return await self._read(lambda connection: list(connection.scalars(query)))

    async def tables_of(self, holder: str) -> list[str]:
        """Tables at which somebody has sat, newest first."""
        query = (
            select(TABLES.c.id)
            .where(TABLES.c.id.in_(select(EVENTS.c.table_id).where(EVENTS.c.holder == holder)))
            .order_by(TABLES.c.created.desc())
            .limit(LOBBY)
        )
        return await self._read(lambda connection: list(connection.scalars(query)))

    async def playing_tables(self) -> list[str]:
        """Tables with a game going on, the one most lately begun first."""
        query = select(TABLES.c.id).where(TABLES.c.stage == "playing").order_by(TABLES.c.created.desc()).limit(LOBBY)
        return await self._read(lambda connection: list(connection.scalars(query)))

    async def review(self, table_id: str) -> str | None:
        """What a review found about a table's game, if it was made."""
        query = select(REVIEWS.c.body).where(REVIEWS.c.table_id == table_id)
        return await self._read(lambda connection: connection.scalar(query))

    async def keep_review(self, table_id: str, body: str) -> None:
        """Keep a review; one that is there already stays."""

        def keep() -> None:
            with contextlib.suppress(IntegrityError), self.engine.begin() as connection:
                connection.execute(insert(REVIEWS).values(table_id=table_id, body=body))

        await self._in_thread(keep)

    async def ready(self) -> bool:
        """Whether the database answers."""
        try:
            await self._read(lambda connection: connection.execute(select(1)).scalar())
        except OperationalError:
            return False
        return True

    def setting(self, name: str, make: Callable[[], str]) -> str:
        """A value that is made once and then kept, such as the key that signs cookies."""
        with self.engine.begin() as connection:
            value = connection.scalar(select(SETTINGS.c.value).where(SETTINGS.c.name == name))
            if value is None:
                value = make()
                connection.execute(insert(SETTINGS).values(name=name, value=value))
            return str(value)


def read_table(connection: Connection, table_id: str) -> tuple[TableRow, list[Event]] | None:
    """A table and all its events, in order."""
    found = connection.execute(select(TABLES).where(TABLES.c.id == table_id)).mappings().first()
    if found is None:
        return None
    row = TableRow(**{**found, "options": json.loads(found["options"])})
    query = select(EVENTS).where(EVENTS.c.table_id == table_id).order_by(EVENTS.c.sequence)
    events = [Event(**{**item, "body": json.loads(item["body"])}) for item in connection.execute(query).mappings()]
    return row, events


@cache
def _insert_events(paramstyle: str, count: int) -> str:
    """The one statement that is worth writing out: moves of all tables in one step, so that nobody waits in between."""
    columns = EVENTS.columns.keys()
    row = f"({', '.join(['?' if paramstyle == 'qmark' else '%s'] * len(columns))})"
    return f"INSERT INTO {EVENTS.name} ({', '.join(columns)}) VALUES {', '.join([row] * count)}"


def _table_values(row: TableRow) -> dict[str, Any]:
    return {**asdict(row), "options": json.dumps(row.options)}


def _refuse(writes: Sequence[Write], reason: Said) -> None:
    for write in writes:
        if write.done and not write.done.done():
            write.done.set_exception(Refusal(reason))
