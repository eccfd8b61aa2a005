"""Routes of playing now: enter the queue, stay in it, leave it."""

from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import Field

from eleven.core.contract.game import find_game
from eleven.server.http.dependencies import PROBLEMS, TheLanguage, TheTables, TheVisitor, limit_new_tables
from eleven.server.http.identity.cookies import ensure_cookie, holder_of
from eleven.server.http.models.lobby import ClockKind
from eleven.server.http.models.people import EmptyRequest
from eleven.server.http.models.tables import Name, ResponseModel, StrictModel, Word
from eleven.server.http.routes.history import title_of
from eleven.server.live.compatibility import components_of
from eleven.server.live.tables import Tables
from eleven.server.matchmaking.play_now import LEASE_MS
from eleven.server.store.records import now
from eleven.server.store.rows.matchmaking_queue import QueueEntry

play_now = APIRouter(prefix="/api/play_now", responses=PROBLEMS)


class PlayNowRequest(StrictModel):
    """What somebody wants to play now; after `bots_after` seconds bots take the free seats."""

    game: Word
    players: int = Field(ge=1, le=16, strict=True)
    pace: ClockKind = "none"
    rated: bool = Field(default=False, description="with people only; a game with bots is not rated")
    bots_after: Annotated[int, Field(ge=1, le=3600, strict=True)] | None = Field(
        default=None, description="seconds until bots take the free seats; by default they do not"
    )
    name: Name = ""
    offset: int = Field(default=0, ge=-720, le=840, strict=True, description="minutes ahead of UTC, for nights")


class PlayNowPoll(StrictModel):
    """The poll of a page that still waits; one in the background polls less often."""

    hidden: bool = False


class PlayNowStatus(ResponseModel):
    """Whether the visitor waits, or the table that was found; `came` people want the same, the visitor included."""

    looking: bool
    table: str | None = None
    game: str = ""
    title: str = ""
    players: int = 0
    pace: ClockKind = "none"
    rated: bool = False
    came: int = 0
    bots_at: int | None = None
    now: int


def _status_response(entry: QueueEntry | None, came: int, language: str) -> PlayNowStatus:
    if entry is None:
        return PlayNowStatus(looking=False, now=now())
    return PlayNowStatus(
        looking=entry.table_id is None,
        table=entry.table_id,
        game=entry.game,
        title=title_of(entry.game, language),
        players=entry.players,
        pace=entry.pace,  # type: ignore[arg-type]
        rated=entry.rated,
        came=came,
        bots_at=entry.bots_at,
        now=now(),
    )


async def _poll(tables: Tables, holder: str | None, hidden: bool, language: str) -> PlayNowStatus:
    entry, came = await tables.play_now.poll(holder, hidden) if holder else (None, 0)
    return _status_response(entry, came, language)


@play_now.post("", status_code=201)
async def want(
    body: PlayNowRequest,
    request: Request,
    response: Response,
    tables: TheTables,
    who: TheVisitor,
    language: TheLanguage,
) -> PlayNowStatus:
    """Enter the queue, to be seated with others who want the same; a newer request replaces an older one."""
    limit_new_tables(request)
    find_game(body.game).setup(body.players, None, {}, components_of(body.game))
    holder, at = holder_of(ensure_cookie(request, response, tables, who)), now()
    bots_at = None if body.bots_after is None else at + 1000 * body.bots_after
    more = {"name": body.name, "language": language, "offset": body.offset}
    rated = body.rated and body.players > 1
    entry = QueueEntry(holder, body.game, body.players, body.pace, rated, at, at + LEASE_MS, bots_at, body=more)
    await tables.play_now.queue.enter(entry)
    return await _poll(tables, holder, False, language)


@play_now.post("/look")
async def poll(body: PlayNowPoll, tables: TheTables, who: TheVisitor, language: TheLanguage) -> PlayNowStatus:
    """Poll every few seconds to stay in the queue; the answer names the table as soon as there is one."""
    return await _poll(tables, who.holder, body.hidden, language)


@play_now.post("/leave")
async def leave(_: EmptyRequest, tables: TheTables, who: TheVisitor, language: TheLanguage) -> PlayNowStatus:
    """Leave the queue; a seat at a table that was found stays."""
    if who.holder is not None:
        await tables.play_now.queue.leave(who.holder)
    return _status_response(None, 0, language)
