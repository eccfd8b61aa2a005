"""Replays over HTTP: what a finished game looked like at every step, to each seat or with all cards open."""

import asyncio
from typing import Annotated

import orjson
from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

from eleven.core.text.errors import Mistake
from eleven.server.http.dependencies import (
    PROBLEMS,
    TheLanguage,
    TheTables,
    TheVisitor,
    limit_new_logs,
    limit_new_tables,
)
from eleven.server.http.identity.cookies import ensure_cookie, holder_of
from eleven.server.http.identity.links import seated
from eleven.server.http.models.replays import LogText, OpenedLog, PlayOn, ReplayPage
from eleven.server.http.models.reviews import ReviewState
from eleven.server.http.models.tables import Seated
from eleven.server.http.origin import network_of
from eleven.server.live.new_table import SeatSpec, new_table
from eleven.server.replays.play_on import position_for
from eleven.server.replays.replay import ALL_CARDS, Replay, view_at
from eleven.server.replays.replay_cache import UPLOAD_PREFIX, ReplayCache
from eleven.server.replays.review_jobs import QueuedReview, ReviewJobs, with_sentences
from eleven.server.views.view_types import View

replays = APIRouter(prefix="/api/replays", responses=PROBLEMS)
ReplayId = Annotated[str, Path(pattern=r"^(log-)?[0-9a-f]{16}$", description="a table, or a log that was opened")]
Key = Annotated[str, Query(max_length=120, description="the secret part of a private table's link")]
Viewer = Annotated[str, Query(pattern=r"^[a-z0-9-]{1,24}$", description="a seat, `spectator`, or `open` for all cards")]


def replay_cache_of(request: Request) -> ReplayCache:
    """The replays in memory."""
    replay_cache: ReplayCache = request.app.state.replay_cache
    return replay_cache


TheReplayCache = Annotated[ReplayCache, Depends(replay_cache_of)]


async def replay_for(replay_id: ReplayId, who: TheVisitor, replay_cache: TheReplayCache, key: Key = "") -> Replay:
    """The replay named in the path, if the visitor may see it."""
    return await replay_cache.find(replay_id, who, key)


TheReplay = Annotated[Replay, Depends(replay_for)]


@replays.post("", status_code=201)
async def open_log(body: LogText, request: Request, replay_cache: TheReplayCache) -> OpenedLog:
    """Open the log of a finished game; it is checked line by line and kept for a while in memory alone."""
    limit_new_logs(request)
    return OpenedLog(replay=await replay_cache.open(body.log, network_of(request.scope)))


@replays.get("/{replay_id}", response_model=ReplayPage)
async def replay_page(
    replay_id: ReplayId,
    replay: TheReplay,
    tables: TheTables,
    who: TheVisitor,
    language: TheLanguage,
    seat: Viewer = ALL_CARDS,
) -> Response:
    """A finished game: who played, how it ended, and every decision in words as that seat heard of it."""
    scores, winners = replay.result()
    share, mine = None, []
    if not replay_id.startswith(UPLOAD_PREFIX):
        table = (await tables.find(replay_id)).table
        mine = [replay.game.seat.token(seat) for seat in who.seats(table)]
        share = f"/replay/{replay_id}" + ("" if table.row.public else f"/{tables.signer.replay_key(replay_id)}")
    names = replay.names(language)
    body: ReplayPage = {
        "replay": replay_id,
        "game": replay.game.id,
        "title": replay.game.title_in(language),
        "edition": replay.setup.edition,
        "language": language,
        "seats": [{"token": replay.game.seat.token(i), "name": name} for i, name in enumerate(names)],
        "viewers": replay.viewers,
        "viewing": seat,
        "mine": mine,
        "last": replay.last,
        "scores": scores,
        "winners": winners,
        "share": share,
        "story": await asyncio.to_thread(replay.timeline, seat, language),
    }
    return Response(orjson.dumps(body), media_type="application/json")


@replays.get("/{replay_id}/view", response_model=View)
async def replay_view(
    replay: TheReplay,
    language: TheLanguage,
    step: Annotated[int, Query(ge=0, le=2**31 - 1)],
    seat: Viewer = ALL_CARDS,
) -> Response:
    """The table after `step` decisions, as a seat saw it then or with all cards open."""
    return Response(orjson.dumps(view_at(replay, step, seat, language)), media_type="application/json")


@replays.get("/{replay_id}/log", response_class=PlainTextResponse)
async def replay_log(replay_id: ReplayId, replay: TheReplay) -> PlainTextResponse:
    """The log, as `eleven verify` checks it."""
    name = f"{replay.game.id}-{replay_id}.log"
    return PlainTextResponse(replay.log, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def reviews_of(request: Request) -> ReviewJobs:
    """The review jobs of this server."""
    reviews: ReviewJobs = request.app.state.reviews
    return reviews


TheReviewJobs = Annotated[ReviewJobs, Depends(reviews_of)]


def _review_response(job: QueuedReview, replay: Replay, language: str) -> Response:
    review = with_sentences(job.found, replay, language) if job.found else None
    state: ReviewState = {"state": job.state, "progress": job.progress, "review": review}
    return Response(orjson.dumps(state), media_type="application/json")


@replays.get("/{replay_id}/review", response_model=ReviewState)
async def look_at_review(
    replay_id: ReplayId, replay: TheReplay, reviews: TheReviewJobs, language: TheLanguage
) -> Response:
    """The review of a finished game, or its progress."""
    return _review_response(await reviews.find(replay_id), replay, language)


@replays.post("/{replay_id}/review", response_model=ReviewState)
async def make_review(
    replay_id: ReplayId, replay: TheReplay, reviews: TheReviewJobs, language: TheLanguage, request: Request
) -> Response:
    """Start the review of a finished game; it is made once, and polled with GET."""
    return _review_response(await reviews.begin(replay_id, replay, network_of(request.scope)), replay, language)


@replays.post("/{replay_id}/play_on", status_code=201)
async def play_on(
    body: PlayOn, replay: TheReplay, request: Request, response: Response, tables: TheTables, who: TheVisitor
) -> Seated:
    """A new table that begins at a moment of this game as one seat saw it; what was hidden from it is dealt again."""
    limit_new_tables(request)
    seat = replay.seat_of(body.seat)
    if seat >= replay.setup.players:
        raise Mistake("choose a seat to play on from")
    position = await asyncio.to_thread(position_for, replay, body.step, seat)
    who = ensure_cookie(request, response, tables, who)
    others = range(replay.setup.players)
    places = [SeatSpec("me", body.name) if i == seat else SeatSpec("bot", level=body.level) for i in others]
    setup = replay.setup
    live = await tables.add(
        new_table(
            holder_of(who), replay.game.id, setup.edition, dict(setup.options), places, False, position=(position, seat)
        )
    )
    return seated(tables, live, who, request)
