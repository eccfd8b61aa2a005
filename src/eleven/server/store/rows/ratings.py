"""Ratings in the store: every finished rated game changes them once.

A game that is over is `counted` in the same transaction in which its players' ratings change. So it is counted exactly
once, whichever process counts it, and however often.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, delete, insert, literal_column, select, tuple_, update

from eleven.server.matchmaking.rating_model import NEWCOMER, Rating, after_game, ranks
from eleven.server.store.records import now
from eleven.server.store.schema import RATINGS, RESULTS, TABLES, UNCOUNTED
from eleven.server.store.store import Store

BATCH_SIZE = 50
COUNTING_LOCK = 0x7AB1E_13
"""The number of the lock under which one process counts at a time."""
RatingKey = tuple[str, str]
"""A holder and a game."""


async def ratings_of(store: Store, holder: str) -> dict[str, Rating]:
    """Somebody's rating in each game they have one in."""
    query = select(RATINGS).where(RATINGS.c.holder == holder).order_by(RATINGS.c.games.desc(), RATINGS.c.game)
    return await store.read(lambda connection: {row.game: _rating(row) for row in connection.execute(query)})


def ratings_at(connection: Connection, whose: Iterable[RatingKey]) -> dict[RatingKey, Rating]:
    """The ratings of some people, each in a game."""
    wanted = sorted(set(whose))
    if not wanted:
        return {}
    query = select(RATINGS).where(tuple_(RATINGS.c.holder, RATINGS.c.game).in_(wanted))
    return {(row.holder, row.game): _rating(row) for row in connection.execute(query)}


def _rating(row: Any) -> Rating:
    return Rating(row.mu, row.sigma, row.games)


# Counting games


async def uncounted(store: Store, excluded: Collection[str] = ()) -> list[str]:
    """Finished rated games that have changed no rating yet, the one that ended first first."""
    ended = select(RESULTS.c.ended).where(RESULTS.c.table_id == TABLES.c.id).limit(1).scalar_subquery()
    query = select(TABLES.c.id).where(literal_column(UNCOUNTED), TABLES.c.id.not_in(excluded))
    ordered = query.order_by(ended, TABLES.c.id).limit(BATCH_SIZE)
    return await store.read(lambda connection: list(connection.scalars(ordered)))


async def count_game(store: Store, table_id: str) -> bool:
    """Apply a finished rated game to the ratings of its players; false if that was done, or it is not over."""
    return await store.change(lambda connection: _count(connection, table_id))


def _count(connection: Connection, table_id: str) -> bool:
    if connection.dialect.name != "sqlite":  # which has one writer at a time anyway, from its first change on
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({COUNTING_LOCK})")
    due = (TABLES.c.id == table_id) & TABLES.c.rated & ~TABLES.c.counted & (TABLES.c.stage == "over")
    if not connection.execute(update(TABLES).where(due).values(counted=True)).rowcount:
        return False
    of_table = select(RESULTS).where(RESULTS.c.table_id == table_id).order_by(RESULTS.c.seat)
    seats = connection.execute(of_table.with_for_update()).all()  # nobody leaves while their game is counted
    places = ranks(seats)
    if places is not None:
        _change(connection, seats, places)
    return True


def _change(connection: Connection, seats: Sequence[Any], places: Sequence[int]) -> None:
    game = seats[0].game
    known = ratings_at(connection, [(seat.holder, game) for seat in seats])
    before = [known.get((seat.holder, game), NEWCOMER) for seat in seats]
    for seat, old, new in zip(seats, before, after_game(before, places), strict=True):
        _keep(connection, (seat.holder, game), new, is_new=(seat.holder, game) not in known)
        at = (RESULTS.c.table_id == seat.table_id) & (RESULTS.c.seat == seat.seat)
        connection.execute(update(RESULTS).where(at).values(rating=new.shown, rating_change=new.shown - old.shown))


def _keep(connection: Connection, whose: RatingKey, rating: Rating, is_new: bool) -> None:
    values = {"mu": rating.mu, "sigma": rating.sigma, "games": rating.games, "changed": now()}
    if is_new:
        connection.execute(insert(RATINGS).values(holder=whose[0], game=whose[1], **values))
    else:
        theirs = (RATINGS.c.holder == whose[0]) & (RATINGS.c.game == whose[1])
        connection.execute(update(RATINGS).where(theirs).values(**values))


# Merging people


def merge_ratings(connection: Connection, old: str, new: str) -> None:
    """Before one holder is merged into another: where both have a rating, that of more games stays."""
    theirs: Mapping[str, Mapping[str, int]] = {
        holder: {row.game: row.games for row in connection.execute(select(RATINGS).where(RATINGS.c.holder == holder))}
        for holder in (old, new)
    }
    for game in theirs[old].keys() & theirs[new].keys():
        loser = new if theirs[old][game] > theirs[new][game] else old
        connection.execute(delete(RATINGS).where(RATINGS.c.holder == loser, RATINGS.c.game == game))
