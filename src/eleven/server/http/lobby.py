"""The lobby: public tables that wait for players, and one's own, a page at a time.

It is made from rows: who sits where is read from the events that seat people, and no game is replayed for it. A table
that waits has few events, so it is read whole, and says so if it is damaged. Only of one's own running games it must be
known whose turn it is; those are loaded, as they are when one goes on with them.
"""

from eleven.core.text.errors import Mistake
from eleven.server.http.identity.visitor import Visitor
from eleven.server.http.models import Lobby, TableLine
from eleven.server.live.restore import replay, seating
from eleven.server.live.table import OPEN_SEAT, PLAYING, WAITING, Table
from eleven.server.live.tables import UNREADABLE_ROW, Damaged, Tables
from eleven.server.store import Refusal
from eleven.server.store.lobby import PAGE, Place, Seating, open_tables, tables_of
from eleven.server.store.records import row_of

DAMAGED = "damaged"


async def lobby_for(
    tables: Tables, who: Visitor, language: str, open_before: str | None = None, mine_before: str | None = None
) -> Lobby:
    """The first page: open tables, one's own that go on, and those that are over; or a later page of one of these."""
    lobby, holder, read = Lobby(open=[], mine=[]), who.holder, tables.store.read
    if open_before or not mine_before:
        found = await read(lambda line: open_tables(line, _place(open_before)))
        lobby.open = [line for each in found if has_room(line := await _line_of(tables, each, who, language))]
        lobby.more_open = _more(found)
    if holder and (mine_before or not open_before):
        over = await read(lambda line: tables_of(line, holder, True, _place(mine_before)))
        running = [] if mine_before else await read(lambda line: tables_of(line, holder, False))
        lobby.mine = [await _line_of(tables, each, who, language) for each in (*running, *over)]
        lobby.more_mine = _more(over)
    return lobby


def _more(page: list[Seating]) -> str | None:
    """What the next page comes before, if there may be one."""
    last = page[-1][0] if len(page) == PAGE else None
    return f"{last['created']}-{last['id']}" if last else None


def _place(before: str | None) -> Place | None:
    if before is None:
        return None
    created, _, name = before.partition("-")
    return int(created), name


async def _line_of(tables: Tables, found: Seating, who: Visitor, language: str) -> TableLine:
    """A table in one line; of one that cannot be read, what is wrong with it."""
    row, events = found
    try:
        if row["stage"] == PLAYING:
            return _line((await tables.find(row["id"])).table, who, language)
        made = replay if row["stage"] == WAITING else seating
        return _line(made(row_of(row), events), who, language)
    except Refusal:
        raise
    except Damaged as damaged:
        return _damaged(row["id"], damaged.in_language(language))
    except Exception as problem:  # whatever stands in its rows, it harms nobody but this table
        said = problem.said if isinstance(problem, Mistake) else UNREADABLE_ROW
        return _damaged(row["id"], Damaged("this table is damaged: {reason}", reason=said).in_language(language))


def _damaged(name: str, problem: str) -> TableLine:
    return TableLine(
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


def has_room(line: TableLine) -> bool:
    """Whether a seat is free; one that cannot be read is told of all the same."""
    return line.stage == DAMAGED or any(seat["kind"] == OPEN_SEAT for seat in line.seats)


def _line(table: Table, who: Visitor, language: str) -> TableLine:
    mine, names = who.seats(table), table.names(language)
    return TableLine(
        table=table.row.id,
        game=table.game.id,
        title=table.game.title_in(language),
        edition=table.row.edition,
        stage=table.row.stage if table.play is None else table.stage,
        public=table.row.public,
        seats=[
            {"token": table.token(i), "name": names[i], "kind": seat.kind, "mine": i in mine}
            for i, seat in enumerate(table.seats)
        ],
        mine=bool(mine),
        my_turn=table.play is not None and not table.play.over and table.play.asked in mine,
        created=table.row.created,
        problem=table.why_stopped(language) if table.damaged else "",
    )
