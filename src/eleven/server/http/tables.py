"""The JSON API: what the page uses, and what a bot of a user's own uses."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse, StreamingResponse
from starlette.types import Receive, Scope, Send

from eleven import __version__
from eleven.bots.levels import DEFAULT_LEVEL, LEVELS
from eleven.core.contract.description import described
from eleven.core.contract.game import find_game, games
from eleven.core.text.errors import Mistake
from eleven.server.http.identity import Forbidden, Visitor, visitor
from eleven.server.http.limits import TokenBuckets, address
from eleven.server.http.links import (
    claimed_seat,
    free_seats,
    has_room,
    invitation,
    lines_for,
    qr_svg,
    seat_links,
    seated,
)
from eleven.server.http.models import (
    Alive,
    Done,
    ForSeat,
    Health,
    Hint,
    Invitation,
    Join,
    Language,
    Lobby,
    Move,
    NewTable,
    Problem,
    Rematch,
    Seated,
    SeatLink,
    Share,
    TakeBack,
    TakeOver,
)
from eleven.server.http.signing import COOKIE
from eleven.server.live.live_table import LiveTable
from eleven.server.live.table import ABSENCE, OPEN
from eleven.server.live.tables import Place, Tables
from eleven.server.live.watcher import Watcher
from eleven.server.views.lessons import has_lesson, lesson
from eleven.server.views.narration import language_wanted
from eleven.server.views.rules_page import rules_page
from eleven.server.views.table_view import view_bytes
from eleven.server.views.types import View

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem} for status in (400, 403, 404, 409, 413, 422, 429, 503)
}


class Stream(StreamingResponse):
    """Server-sent events, counted by address as long as they last."""

    def __init__(self, body: AsyncIterator[bytes], open_now: Counter[str], where: str) -> None:
        super().__init__(body, media_type="text/event-stream")
        self._open_now, self._where = open_now, where
        open_now[where] += 1

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until somebody hangs up."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._open_now[self._where] -= 1
            if not self._open_now[self._where]:
                del self._open_now[self._where]


api = APIRouter(prefix="/api", responses=PROBLEMS)
A_YEAR = 365 * 24 * 3600
TableId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$", description="the name of a table")]
GameId = Annotated[str, Path(pattern=r"^[a-z0-9_-]{1,40}$", description="the name of a game")]


class TooMany(Mistake):
    """More than anybody needs."""


def house_of(request: Request) -> Tables:
    """The house this request is for."""
    tables: Tables = request.app.state.tables
    return tables


def who_asks(request: Request, tables: Annotated[Tables, Depends(house_of)]) -> Visitor:
    """Who is asking."""
    return visitor(tables, request)


async def live_table(table: TableId, tables: Annotated[Tables, Depends(house_of)]) -> LiveTable:
    """The table that is meant."""
    return await tables.find(table)


def language_of(request: Request, language: Language | None = None) -> str:
    """The language somebody reads: the one she names, or the first her browser accepts."""
    return language or language_wanted(request.headers.get("accept-language"))


TheTables = Annotated[Tables, Depends(house_of)]
TheVisitor = Annotated[Visitor, Depends(who_asks)]
TheTable = Annotated[LiveTable, Depends(live_table)]
TheLanguage = Annotated[str, Depends(language_of)]


def settle(request: Request, response: Response, tables: Tables, who: Visitor) -> Visitor:
    """Somebody who is to hold a seat gets a cookie if she has none."""
    if who.holder is not None or who.token is not None:
        return who
    cookie = tables.keys.new_cookie()
    secure = tables.settings.secure_cookies or request.url.scheme == "https"
    response.set_cookie(COOKIE, cookie, max_age=A_YEAR, httponly=True, samesite="lax", secure=secure, path="/")
    return Visitor(tables.keys.holder(cookie))


def holder_of(who: Visitor) -> str:
    """Whoever sits down needs a cookie; a token is for one seat that is already held."""
    if who.holder is None:
        raise Forbidden("a seat's token is for that seat alone; come without it")
    return who.holder


@api.get("/games")
async def list_games(language: TheLanguage) -> list[dict[str, Any]]:
    """Every game, with its editions, options and numbers of players."""
    levels = {"levels": LEVELS, "level": DEFAULT_LEVEL}
    return [{**described(game, language), **levels, "lesson": has_lesson(game)} for game in games().values()]


@api.get("/lessons/{game}")
async def read_lesson(game: GameId, language: TheLanguage) -> dict[str, Any]:
    """An introduction that teaches by playing: steps with a text, the table, what to do, and what then happens."""
    return await asyncio.to_thread(lesson, game, language)


@api.get("/rules/{game}")
async def read_rules(game: GameId, language: TheLanguage) -> dict[str, Any]:
    """The rulebook in our own words, as Markdown and each rule by its id; the component tables; the drawings."""
    return rules_page(find_game(game), language)


@api.post("/tables", status_code=201)
async def create_table(
    wish: NewTable, request: Request, response: Response, tables: TheTables, who: TheVisitor
) -> Seated:
    """Set up a table. It is dealt when every seat is taken and every device has sent its share of the luck."""
    limits: TokenBuckets = request.app.state.new_tables
    if not limits.take(address(request.scope)):
        raise TooMany("so many tables; wait a moment before the next one")
    who = settle(request, response, tables, who)
    places = [Place(seat.kind, seat.name, seat.level) for seat in wish.seats]
    agreed: dict[str, int] = {} if wish.hints is None else {"hints": wish.hints}
    agreed |= {} if wish.memory else {"memory": False}
    agreed |= {} if wish.absence == ABSENCE else {"absence": wish.absence}
    live = await tables.create(holder_of(who), wish.game, wish.edition, dict(wish.options), places, wish.public, agreed)
    return seated(tables, live, who, request)


@api.get("/tables")
async def lobby(tables: TheTables, who: TheVisitor, language: TheLanguage) -> Lobby:
    """Open public tables, and one's own games."""
    return Lobby(
        open=[
            line for line in await lines_for(tables, await tables.store.open_tables(), who, language) if has_room(line)
        ],
        mine=await lines_for(tables, await tables.store.tables_of(who.holder), who, language) if who.holder else [],
    )


@api.post("/tables/{table}/join")
async def join(
    wish: Join, request: Request, response: Response, tables: TheTables, who: TheVisitor, live: TheTable
) -> Seated:
    """Take an open seat of a public table, or by its link any seat; a link to a taken seat moves it to this device."""
    who = settle(request, response, tables, who)
    if wish.commitment is not None or wish.share is not None:
        live.shares.check(wish.commitment)
    seat = _seat_to_take(tables, live, wish, holder_of(who))
    if live.table.seats[seat].kind == OPEN:
        name = wish.name.strip() or live.table.seats[seat].name
        await live.sit(seat, holder_of(who), name)
    elif live.table.seats[seat].holder != who.holder:
        await live.claim(seat, holder_of(who))
    if wish.share is not None and live.table.seats[seat].awaits_share:
        await live.shares.give([seat], wish.commitment, wish.share)
    return seated(tables, live, who, request)


@api.post("/tables/{table}/share")
async def share(wish: Share, who: TheVisitor, live: TheTable) -> Done:
    """Add to the luck, having been shown the commitment; answered when it is durable. The same again is no harm."""
    return Done(version=await live.shares.give(who.own_seats(live.table), wish.commitment, wish.share))


def _seat_to_take(tables: Tables, live: LiveTable, wish: Join, holder: str) -> int:
    table = live.table
    if wish.claim is not None:
        seat = claimed_seat(tables, table, wish.claim, holder)
        if seat is None:
            raise Mistake("every seat of this table is taken by now")
        return seat
    kept = table.kept_for(holder)
    if kept is not None and wish.seat in (None, kept):
        return kept
    if not table.row.public:
        raise Forbidden("this table is private: a seat is taken by its link")
    free = free_seats(table)
    if not free or (wish.seat is not None and wish.seat not in free):
        raise Mistake("this seat is not free")
    return free[0] if wish.seat is None else wish.seat


@api.get("/tables/{table}/links")
async def links(request: Request, tables: TheTables, who: TheVisitor, live: TheTable) -> list[SeatLink]:
    """The links of open seats and of one's own, for those who sit at the table."""
    return seat_links(tables, live.table, who, request)


@api.get("/tables/{table}/invitation")
async def invite(request: Request, tables: TheTables, who: TheVisitor, live: TheTable) -> Invitation:
    """One link for all free seats: whoever comes by it takes one; for those who sit at the table."""
    return invitation(tables, live.table, who, request)


@api.get("/tables/{table}/qr", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def qr(
    request: Request,
    tables: TheTables,
    who: TheVisitor,
    live: TheTable,
    seat: Annotated[int | None, Query(ge=0, le=15)] = None,
) -> Response:
    """A seat's link as a QR code, or that for all free seats, for those who may have the link."""
    if seat is None:
        return Response(qr_svg(invitation(tables, live.table, who, request).url), media_type="image/svg+xml")
    found = [link for link in seat_links(tables, live.table, who, request) if link.seat == seat and link.url]
    if not found:
        raise Forbidden("this seat's link is not for you")
    return Response(qr_svg(str(found[0].url)), media_type="image/svg+xml")


@api.get("/tables/{table}/view", response_model=View)
async def view(
    who: TheVisitor,
    live: TheTable,
    language: TheLanguage,
    seat: Annotated[int | None, Query(ge=0, le=15)] = None,
    since: Annotated[int, Query(ge=-1, le=2**31 - 1)] = -1,
) -> Response:
    """The table as one's seat sees it, or as a spectator does."""
    await live.settled()
    mine = who.seats(live.table)
    viewer = who.seat(live.table, seat) if seat is not None else (mine[0] if mine else live.table.players)
    return Response(view_bytes(live, mine, viewer, since, language), media_type="application/json")


@api.get(
    "/tables/{table}/stream",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {"itemSchema": {"$ref": "#/components/schemas/View"}}}}},
)
async def stream(request: Request, who: TheVisitor, live: TheTable, language: TheLanguage) -> Stream:
    """Views as server-sent events, one whenever the table has changed; the socket `/ws/{table}` does the same."""
    open_now: Counter[str] = request.app.state.streams
    where = address(request.scope)
    if open_now[where] >= live.tables.settings.streams_per_address:
        raise TooMany("so many streams; close one before the next")
    news = asyncio.Event()

    async def views() -> AsyncIterator[bytes]:
        watcher = Watcher(live, who, news.set, -1, language)
        try:
            while not await request.is_disconnected():
                await news.wait()
                news.clear()
                for body in watcher.unsent():
                    yield b"data: " + body + b"\n\n"
        finally:
            watcher.close()

    return Stream(views(), open_now, where)


@api.post("/tables/{table}/moves")
async def move(wish: Move, who: TheVisitor, live: TheTable) -> Done:
    """Take a decision; answered when it is durable. The same id is carried out once."""
    seat = who.acting_seat(live.table, wish.seat)
    return Done(version=await live.move(seat, wish.action, wish.version, wish.id))


@api.post("/tables/{table}/take_back")
async def take_back(wish: TakeBack, who: TheVisitor, live: TheTable) -> Done:
    """Take one's own last decision back, if nobody has learnt anything from it."""
    return Done(version=await live.take_back(who.acting_seat(live.table, wish.seat), wish.version))


@api.post("/tables/{table}/hint")
async def hint(wish: ForSeat, who: TheVisitor, live: TheTable, language: TheLanguage) -> Hint:
    """What expert would do in one's place, where the table allows it and one is asked."""
    return await live.hint(who.acting_seat(live.table, wish.seat), language)


@api.post("/tables/{table}/leave")
async def leave(wish: ForSeat, who: TheVisitor, live: TheTable) -> Done:
    """Go away; the seat stays one's own."""
    await live.leave(who.seat(live.table, wish.seat))
    return Done(version=live.table.version)


@api.post("/tables/{table}/return")
async def come_back(wish: ForSeat, who: TheVisitor, live: TheTable) -> Done:
    """Come back; a bot that played meanwhile hands over."""
    await live.come_back(who.seat(live.table, wish.seat))
    return Done(version=live.table.version)


@api.post("/tables/{table}/take_over")
async def take_over(wish: TakeOver, who: TheVisitor, live: TheTable) -> Done:
    """Let a bot play for somebody who has left, until she is back."""
    who.seat(live.table, None)
    if wish.seat >= live.table.players:
        raise Mistake("there is no such seat")
    await live.take_over(wish.seat, wish.level)
    return Done(version=live.table.version)


@api.post("/tables/{table}/rematch", status_code=201)
async def rematch(wish: Rematch, request: Request, tables: TheTables, who: TheVisitor, live: TheTable) -> Seated:
    """The same players at a new table; its bots may be of another level."""
    who.seat(live.table, None)
    fresh = await tables.rematch(live, holder_of(who), wish.level)
    return seated(tables, fresh, who, request)


@api.get("/tables/{table}/log", response_class=PlainTextResponse)
async def log(
    request: Request, live: TheTable, who: TheVisitor, key: Annotated[str, Query(max_length=120)] = ""
) -> PlainTextResponse:
    """The log of a finished game, for `eleven verify`; of a private table for those who sat there or have its link."""
    request.app.state.replay_cache.admit(live, who, key)
    name = f"{live.table.game.id}-{live.table.row.id}.log"
    return PlainTextResponse(live.table.log(), headers={"Content-Disposition": f'attachment; filename="{name}"'})


health = APIRouter()


@health.get("/health", responses={503: {"model": Health}})
async def how_are_you(request: Request, tables: TheTables, language: TheLanguage, response: Response) -> Health:
    """Whether the server can serve: it answers, and can write to its store."""
    fault = await request.app.state.probe.fault()
    response.status_code = 503 if fault else 200
    reason = fault.in_language(language) if fault else None
    uptime = time.time() - tables.started
    return Health(
        ok=not fault, version=__version__, store=not fault, reason=reason, tables=tables.tables_in_memory, uptime=uptime
    )


@health.get("/health/live")
async def are_you_there() -> Alive:
    """Whether the server answers, whatever becomes of its store; one that does not is started again."""
    return Alive()
