"""Replays over HTTP: what a finished game looked like at every step, to each seat or with all cards open."""

import asyncio
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

from eleven.core.errors import Mistake
from eleven.server.api import PROBLEMS, TheHouse, TheLanguage, TheVisitor, TooMany, holder_of, settle
from eleven.server.film import OPEN, Film, view_at
from eleven.server.guard import Buckets, address, network_of
from eleven.server.house import Place
from eleven.server.library import LOG, Library
from eleven.server.links import seated
from eleven.server.models import LogText, Opened, PlayOn, ReviewState, Seated
from eleven.server.onward import position_for
from eleven.server.reviews import DONE, Job, Reviews, in_words

replays = APIRouter(prefix="/api/replays", responses=PROBLEMS)
ReplayId = Annotated[str, Path(pattern=r"^(log-)?[0-9a-f]{16}$", description="a table, or a log that was opened")]
Key = Annotated[str, Query(max_length=120, description="the secret part of a private table's link")]
Viewer = Annotated[str, Query(pattern=r"^[a-z0-9-]{1,24}$", description="a seat, `spectator`, or `open` for all cards")]


def library_of(request: Request) -> Library:
    """The films at hand."""
    library: Library = request.app.state.library
    return library


TheLibrary = Annotated[Library, Depends(library_of)]


async def film_for(replay: ReplayId, who: TheVisitor, library: TheLibrary, key: Key = "") -> Film:
    """The film that is meant, for somebody who may see it."""
    return await library.find(replay, who, key)


TheFilm = Annotated[Film, Depends(film_for)]


@replays.post("", status_code=201)
async def open_log(wish: LogText, request: Request, library: TheLibrary) -> Opened:
    """Open the log of a finished game; it is checked line by line and kept for a while in memory alone."""
    limits: Buckets = request.app.state.new_tables
    if not limits.take(address(request.scope)):
        raise TooMany("so many logs; wait a moment before the next one")
    return Opened(replay=await library.open(wish.log, network_of(request.scope)))


@replays.get("/{replay}")
async def replay(
    replay: ReplayId, film: TheFilm, house: TheHouse, who: TheVisitor, language: TheLanguage, seat: Viewer = OPEN
) -> Response:
    """A finished game: who played, how it ended, and every decision in words as that seat heard of it."""
    scores, winners = film.result()
    share, mine = None, []
    if not replay.startswith(LOG):
        table = (await house.find(replay)).table
        mine = [film.game.seat.token(seat) for seat in who.seats(table)]
        share = f"/replay/{replay}" + ("" if table.row.public else f"/{house.keys.replay_key(replay)}")
    names = film.names(language)
    body: dict[str, Any] = {
        "replay": replay,
        "game": film.game.id,
        "title": film.game.title_in(language),
        "edition": film.setup.edition,
        "language": language,
        "seats": [{"token": film.game.seat.token(i), "name": name} for i, name in enumerate(names)],
        "viewers": film.viewers,
        "viewing": seat,
        "mine": mine,
        "last": film.last,
        "scores": scores,
        "winners": winners,
        "share": share,
        "story": await asyncio.to_thread(film.story, seat, language),
    }
    return Response(orjson.dumps(body), media_type="application/json")


@replays.get("/{replay}/view")
async def replay_view(
    film: TheFilm,
    language: TheLanguage,
    step: Annotated[int, Query(ge=0, le=2**31 - 1)],
    seat: Viewer = OPEN,
) -> Response:
    """The table after so many decisions, as a seat saw it then or with all cards open."""
    return Response(orjson.dumps(view_at(film, step, seat, language)), media_type="application/json")


@replays.get("/{replay}/log", response_class=PlainTextResponse)
async def replay_log(replay: ReplayId, film: TheFilm) -> PlainTextResponse:
    """The log, as `eleven verify` checks it."""
    name = f"{film.game.id}-{replay}.log"
    return PlainTextResponse(film.log, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def reviews_of(request: Request) -> Reviews:
    """The reviews that were made or are being made."""
    reviews: Reviews = request.app.state.reviews
    return reviews


TheReviews = Annotated[Reviews, Depends(reviews_of)]


def _told(job: Job, film: Film, language: str) -> ReviewState:
    review = in_words(job.found, film, language) if job.state == DONE else None
    return ReviewState.model_validate({"state": job.state, "progress": job.progress, "review": review})


@replays.get("/{replay}/review")
async def look_at_review(replay: ReplayId, film: TheFilm, reviews: TheReviews, language: TheLanguage) -> ReviewState:
    """What expert found about a finished game, or how far it is."""
    return _told(await reviews.look(replay), film, language)


@replays.post("/{replay}/review")
async def make_review(
    replay: ReplayId, film: TheFilm, reviews: TheReviews, language: TheLanguage, request: Request
) -> ReviewState:
    """Have a finished game reviewed; it is done once, and asked after with GET."""
    return _told(await reviews.begin(replay, film, network_of(request.scope)), film, language)


@replays.post("/{replay}/play_on", status_code=201)
async def play_on(
    wish: PlayOn, film: TheFilm, request: Request, response: Response, house: TheHouse, who: TheVisitor
) -> Seated:
    """A new table that begins at a moment of this game as one seat saw it; what was hidden from it is dealt anew."""
    limits: Buckets = request.app.state.new_tables
    if not limits.take(address(request.scope)):
        raise TooMany("so many tables; wait a moment before the next one")
    seat = film.seat_of(wish.seat)
    if seat >= film.setup.players:
        raise Mistake("choose a seat to play on from")
    position = await asyncio.to_thread(position_for, film, wish.step, seat)
    who = settle(request, response, house, who)
    others = range(film.setup.players)
    places = [Place("me", wish.name) if i == seat else Place("bot", level=wish.level) for i in others]
    setup = film.setup
    live = await house.create(
        holder_of(who),
        film.game.id,
        setup.edition,
        dict(setup.options),
        places,
        False,
        position=(position, seat),
    )
    return seated(house, live, who, request)
