"""What somebody has played: their finished games page by page, and their record; read from rows alone."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, select, tuple_
from sqlalchemy import Row as Found

from eleven.server.store.records import Row
from eleven.server.store.schema import RESULTS, SETTINGS, TABLES
from eleven.server.store.store import Store

BATCH_SIZE = 100
BACKFILLED = "results filled in"
WINDOW = 20
"""Every point of the curve is the share won of this many games."""
MAX_CURVE_POINTS = 200
Cursor = tuple[int, str]
"""The place of a finished game in the list of somebody's: when it ended, and its table."""


# Results of games that ended before there were such rows


async def unrecorded(store: Store, after: str) -> list[str]:
    """Finished tables without results, some at a time; none when all have been filled in."""
    recorded = select(RESULTS.c.table_id).where(RESULTS.c.table_id == TABLES.c.id).exists()
    query = select(TABLES.c.id).where(TABLES.c.stage == "over", TABLES.c.id > after, ~recorded)
    filled = select(SETTINGS.c.value).where(SETTINGS.c.name == BACKFILLED)

    def read(connection: Connection) -> list[str]:
        if connection.scalar(filled) is not None:
            return []
        return list(connection.scalars(query.order_by(TABLES.c.id).limit(BATCH_SIZE)))

    return await store.read(read)


async def add_results(store: Store, rows: Sequence[Row]) -> None:
    """Add the results of a game, unless they are there."""
    names = RESULTS.columns.keys()
    table_id = rows[0][0]

    def add(connection: Connection) -> None:
        if connection.scalar(select(RESULTS.c.seat).where(RESULTS.c.table_id == table_id).limit(1)) is None:
            connection.execute(RESULTS.insert(), [dict(zip(names, row, strict=True)) for row in rows])

    await store.change(add)


async def mark_filled(store: Store) -> None:
    """Note that all results are filled in."""

    def mark(connection: Connection) -> None:
        if connection.scalar(select(SETTINGS.c.value).where(SETTINGS.c.name == BACKFILLED)) is None:
            connection.execute(SETTINGS.insert().values(name=BACKFILLED, value="yes"))

    await store.change(mark)


# Somebody's games


@dataclass(frozen=True)
class SeatResult:
    """A seat of a finished game and its result; `left` if the player had gone, or a bot played for them, at the end.

    After a rated game, also the player's new rating and by how much it changed.
    """

    seat: int
    kind: str
    level: str
    name: str
    left: bool
    score: int
    won: bool
    mine: bool
    rating: int | None
    rating_change: int | None


@dataclass(frozen=True)
class FinishedGame:
    """A finished game of somebody."""

    table: str
    ended: int
    game: str
    seats: list[SeatResult]

    @property
    def won(self) -> bool:
        """Whether a seat of theirs won."""
        return any(seat.won for seat in self.seats if seat.mine)


async def finished_games(
    store: Store, holder: str, before: Cursor | None = None, game: str | None = None, most: int = BATCH_SIZE
) -> list[FinishedGame]:
    """Somebody's finished games, newest first; `before` is the place of the last one of the page before."""
    return await store.read(lambda connection: _read(connection, holder, before, game, most))


def _read(
    connection: Connection, holder: str, before: Cursor | None, game: str | None, most: int | None
) -> list[FinishedGame]:
    ended, table = RESULTS.c.ended, RESULTS.c.table_id
    query = select(ended, table).where(RESULTS.c.holder == holder).distinct().order_by(ended.desc(), table.desc())
    if before is not None:
        query = query.where(tuple_(ended, table) < before)
    if game is not None:
        query = query.where(RESULTS.c.game == game)
    wanted = query.limit(most).subquery()
    rows = connection.execute(
        select(RESULTS)
        .join(wanted, RESULTS.c.table_id == wanted.c.table_id)
        .order_by(ended.desc(), table.desc(), RESULTS.c.seat)
    )
    return _games(rows, holder)


def _games(rows: Iterable[Found[Any]], holder: str) -> list[FinishedGame]:
    found: dict[str, FinishedGame] = {}
    for row in rows:
        game = found.setdefault(row.table_id, FinishedGame(row.table_id, row.ended, row.game, []))
        reached = (row.gone, row.score, row.won, row.holder == holder, row.rating, row.rating_change)
        game.seats.append(SeatResult(row.seat, row.kind, row.level, row.name, *reached))
    return list(found.values())


# Their record


@dataclass
class WinCount:
    """How many games, and how many of them won."""

    played: int = 0
    won: int = 0

    def add(self, won: bool) -> None:
        """One more game."""
        self.played += 1
        self.won += won


@dataclass
class GameStatistics:
    """Somebody's statistics in one game."""

    game: str
    all: WinCount = field(default_factory=WinCount)
    by_players: dict[int, WinCount] = field(default_factory=lambda: defaultdict(WinCount))
    by_level: dict[str, WinCount] = field(default_factory=lambda: defaultdict(WinCount))
    by_person: dict[str, WinCount] = field(default_factory=lambda: defaultdict(WinCount))
    by_opening: dict[str, WinCount] = field(default_factory=lambda: defaultdict(WinCount))
    """By the kind of the first decision: which card it was is luck."""
    names: dict[str, str] = field(default_factory=dict)
    wins: list[tuple[int, bool]] = field(default_factory=list)

    def curve(self) -> list[tuple[int, float]]:
        """When each game ended, and the share won of the last few until then; thinned out where there are many."""
        shares = []
        for number, (ended, _) in enumerate(self.wins, 1):
            last = [won for _, won in self.wins[max(0, number - WINDOW) : number]]
            shares.append((ended, round(sum(last) / len(last), 4)))
        step = -(-len(shares) // MAX_CURVE_POINTS) or 1
        return shares[::-step][::-1]


async def records(store: Store, holder: str) -> list[GameStatistics]:
    """Somebody's record in every game they have finished, the most played first.

    Games in which several seats were on their device are not counted: it is unknown which of them they were.
    """
    query = (
        select(RESULTS)
        .where(RESULTS.c.table_id.in_(select(RESULTS.c.table_id).where(RESULTS.c.holder == holder)))
        .order_by(RESULTS.c.ended, RESULTS.c.table_id, RESULTS.c.seat)
    )

    def count(connection: Connection) -> list[GameStatistics]:
        tables: dict[str, list[Any]] = defaultdict(list)
        for row in connection.execute(query):
            tables[row.table_id].append(row)
        found: dict[str, GameStatistics] = {}
        for rows in tables.values():
            _count(found, rows, holder)
        return sorted(found.values(), key=lambda record: (-record.all.played, record.game))

    return await store.read(count)


def _count(found: dict[str, GameStatistics], rows: list[Any], holder: str) -> None:
    mine = [row for row in rows if row.holder == holder]
    if len(mine) != 1:
        return
    record = found.setdefault(mine[0].game, GameStatistics(mine[0].game))
    won = bool(mine[0].won)
    record.all.add(won)
    record.by_players[mine[0].players].add(won)
    record.wins.append((mine[0].ended, won))
    if mine[0].opening:
        record.by_opening[mine[0].opening.partition(" ")[0]].add(won)
    for level in {row.level for row in rows if row.kind == "bot"}:
        record.by_level[level].add(won)
    for row in rows:
        if row.kind != "bot" and row is not mine[0]:
            person = row.holder or ""
            record.names[person] = row.name
    for person in {row.holder or "" for row in rows if row.kind != "bot" and row is not mine[0]}:
        record.by_person[person].add(won)
