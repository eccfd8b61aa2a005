"""The lobby: public tables that wait for players, and the visitor's own, a page at a time.

It is made from rows: the seats follow from the events that seat people, without replaying any game. A table that waits
has few events, so all of them are read, and damage is reported. Only the visitor's own running games are loaded, to
know whose turn it is.
"""

from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import Query
from sqlalchemy import Connection

from eleven.core.text.errors import Mistake
from eleven.core.text.words import Language
from eleven.server.http.identity.visitor import Visitor
from eleven.server.http.models.lobby import ClockKind, Lobby, LobbySeat, LobbyTable, ShownRating
from eleven.server.http.models.tables import Word
from eleven.server.live.restore import restore_seats, restore_table
from eleven.server.live.table import HUMAN, OPEN_SEAT, PLAYING, WAITING, Table
from eleven.server.live.tables import UNREADABLE_ROW, DamagedTable, Tables
from eleven.server.matchmaking.rating_model import HIGHEST, LOWEST, NEWCOMER, Rating
from eleven.server.matchmaking.rating_routes import shown
from eleven.server.store import StoreError
from eleven.server.store.records import row_of
from eleven.server.store.rows.lobby import ANY, PAGE_SIZE, Cursor, LobbyFilter, Seating, open_tables, tables_of
from eleven.server.store.rows.ratings import RatingKey, ratings_at

DAMAGED = "damaged"
Ratings = dict[RatingKey, Rating]
ARating = Annotated[int, Query(ge=LOWEST, le=HIGHEST)]


@dataclass(frozen=True)
class LobbyQuery:
    """The filter for open tables, as query parameters; what is left out matches anything."""

    game: Word | None = None
    pace: ClockKind | None = None
    spoken: Annotated[Language | None, Query(description="the language of the player who set the table up")] = None
    rated: bool | None = None
    rating_from: ARating | None = None
    rating_to: ARating | None = None

    def wanted(self) -> LobbyFilter:
        """The filter for the store; a Mistake if no rating can match."""
        if self.rating_from is not None and self.rating_to is not None and self.rating_from > self.rating_to:
            raise Mistake("no rating is from {low} to {high}", low=self.rating_from, high=self.rating_to)
        return LobbyFilter(self.game, self.pace, self.spoken, self.rated, self.rating_from, self.rating_to)


async def lobby_for(
    tables: Tables,
    who: Visitor,
    language: str,
    open_before: str | None = None,
    mine_before: str | None = None,
    wanted: LobbyFilter = ANY,
) -> Lobby:
    """The first page: open tables, the visitor's running games, and their finished ones; or a later page."""
    lobby, holder, read = Lobby(open=[], mine=[]), who.holder, tables.store.read
    if open_before or not mine_before:
        found, ratings = await read(lambda connection: _open(connection, _place(open_before), wanted))
        listed = [await _lobby_table_of(tables, each, who, language, ratings) for each in found]
        lobby.open = [table for table in listed if has_room(table)]
        lobby.more_open = _more(found)
    if holder and (mine_before or not open_before):
        over = await read(lambda connection: tables_of(connection, holder, True, _place(mine_before)))
        running = [] if mine_before else await read(lambda connection: tables_of(connection, holder, False))
        mine = [await _lobby_table_of(tables, each, who, language) for each in (*running, *over)]
        lobby.mine = [table for table in mine if _concerns(table)]
        lobby.more_mine = _more(over)
    return lobby


def _open(connection: Connection, before: Cursor | None, wanted: LobbyFilter) -> tuple[list[Seating], Ratings]:
    """A page of open tables, and the ratings of those who sit at rated ones."""
    found = open_tables(connection, before, wanted)
    sitting = {(event.holder, row["game"]) for row, events in found if row["rated"] for event in events if event.holder}
    return found, ratings_at(connection, sitting)


def _more(page: list[Seating]) -> str | None:
    """The cursor of the next page, if there may be one."""
    last = page[-1][0] if len(page) == PAGE_SIZE else None
    return f"{last['created']}-{last['id']}" if last else None


def _place(before: str | None) -> Cursor | None:
    if before is None:
        return None
    created, _, name = before.partition("-")
    return int(created), name


async def _lobby_table_of(
    tables: Tables, found: Seating, who: Visitor, language: str, ratings: Ratings | None = None
) -> LobbyTable:
    """A table in one line; for an unreadable one, what is wrong with it."""
    row, events = found
    try:
        if row["stage"] == PLAYING:
            return _lobby_table((await tables.find(row["id"])).table, who, language, None)
        restore = restore_table if row["stage"] == WAITING else restore_seats
        return _lobby_table(restore(row_of(row), events), who, language, ratings)
    except StoreError:
        raise
    except DamagedTable as damaged:
        return _damaged(row["id"], damaged.in_language(language))
    except Exception as problem:  # one damaged table must not break the others
        said = problem.said if isinstance(problem, Mistake) else UNREADABLE_ROW
        return _damaged(row["id"], DamagedTable("this table is damaged: {reason}", reason=said).in_language(language))


def _damaged(name: str, problem: str) -> LobbyTable:
    return LobbyTable(
        table=name,
        game="",
        title=name,
        edition="",
        stage=DAMAGED,
        public=False,
        seats=[],
        mine=False,
        my_turn=False,
        created=0,
        problem=problem,
    )


def has_room(table: LobbyTable) -> bool:
    """Whether a seat is free; unreadable tables are listed all the same."""
    return table.stage == DAMAGED or any(seat.kind == OPEN_SEAT for seat in table.seats)


def _lobby_table(table: Table, who: Visitor, language: str, ratings: Ratings | None) -> LobbyTable:
    mine, names = who.seats(table), table.names(language)
    return LobbyTable(
        table=table.row.id,
        game=table.game.id,
        title=table.game.title_in(language),
        edition=table.row.edition,
        stage=table.row.stage if table.play is None else table.stage,
        public=table.row.public,
        seats=[
            LobbySeat(
                token=table.token(i), name=names[i], kind=seat.kind, mine=i in mine, rating=_rating(table, i, ratings)
            )
            for i, seat in enumerate(table.seats)
        ],
        mine=bool(mine),
        my_turn=table.play is not None and not table.play.over and table.play.asked in mine,
        created=table.row.created,
        problem=table.why_stopped(language) if table.damaged else "",
        pace=cast(ClockKind, table.row.pace),
        language=table.row.language,
        rated=table.row.rated,
        invited_by=_inviter(table, who, names),
    )


def _inviter(table: Table, who: Visitor, names: list[str]) -> str | None:
    """The name of the person who reserved a still empty seat for the visitor."""
    if who.holder is None or table.kept_for(who.holder) is None or table.held_by(who.holder):
        return None
    return next((names[i] for i, seat in enumerate(table.seats) if seat.kind == HUMAN), "")


def _concerns(table: LobbyTable) -> bool:
    """Whether to list a table as the visitor's own: not one that waits and has no seat for them any more."""
    return table.mine or table.stage != WAITING or table.invited_by is not None


def _rating(table: Table, seat: int, ratings: Ratings | None) -> ShownRating | None:
    """The rating of a person at a rated table, if known."""
    holder = table.seats[seat].holder
    if ratings is None or not table.row.rated or holder is None or table.seats[seat].kind == OPEN_SEAT:
        return None
    return shown(ratings.get((holder, table.game.id), NEWCOMER))
