"""Routes that set up tables, seat people at them and carry out what they decide."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import PlainTextResponse

from eleven.core.text.errors import Mistake
from eleven.server.http.dependencies import PROBLEMS, TheLanguage, TheTable, TheTables, TheVisitor, limit_new_tables
from eleven.server.http.identity.cookies import ensure_cookie, holder_of
from eleven.server.http.identity.links import (
    claimed_seat,
    free_seats,
    invitation,
    qr_svg,
    seat_links,
    seated,
)
from eleven.server.http.identity.visitor import Forbidden
from eleven.server.http.models.lobby import Lobby
from eleven.server.http.models.tables import (
    Hint,
    Invitation,
    Join,
    Move,
    NewTable,
    NewVersion,
    OwnSeat,
    Rematch,
    Seated,
    SeatLink,
    Share,
    TakeBack,
    TakeOver,
)
from eleven.server.http.routes.lobby import LobbyQuery, lobby_for
from eleven.server.live.live_table import LiveTable
from eleven.server.live.new_table import SeatSpec, new_table
from eleven.server.live.restore import log_of
from eleven.server.live.table import OPEN_SEAT
from eleven.server.live.table_settings import ABSENCE, CHAT
from eleven.server.live.tables import Tables
from eleven.server.matchmaking.rating_routes import listing_of, refuse_unratable

api = APIRouter(prefix="/api", responses=PROBLEMS)
APlace = Annotated[str | None, Query(pattern=r"^\d{1,16}-[0-9a-f]{16}$")]


@api.post("/tables", status_code=201)
async def create_table(
    body: NewTable, request: Request, response: Response, tables: TheTables, who: TheVisitor, language: TheLanguage
) -> Seated:
    """Set up a table. It is dealt when every seat is taken and every device has sent its share of the luck."""
    limit_new_tables(request)
    if body.rated:
        refuse_unratable(body)
    who = ensure_cookie(request, response, tables, who)
    places = [SeatSpec(seat.kind, seat.name, seat.level, character=seat.character or "") for seat in body.seats]
    settings: dict[str, Any] = {} if body.hints is None else {"hints": body.hints}
    settings |= {} if body.memory else {"memory": False}
    settings |= {} if body.absence == ABSENCE else {"absence": body.absence}
    settings |= {} if body.chat is None else {CHAT: body.chat}
    settings |= {"rated": True} if body.rated else {}
    settings |= {} if body.clock is None else {"clock": body.clock.model_dump(mode="json")}
    holder, options = holder_of(who), dict(body.options)
    listing = await listing_of(tables.store, holder, body, language)
    live = await tables.add(
        new_table(holder, body.game, body.edition, options, places, body.public, settings, listing=listing)
    )
    return seated(tables, live, who, request)


@api.get("/tables")
async def lobby(
    tables: TheTables,
    who: TheVisitor,
    language: TheLanguage,
    body: Annotated[LobbyQuery, Depends()],
    open_before: APlace = None,
    mine_before: APlace = None,
) -> Lobby:
    """Open public tables, and the visitor's own games, newest first, a page at a time; all running ones come at once.

    The filter is for the open ones; `rating_from` and `rating_to` refer to the person who set it up.
    """
    return await lobby_for(tables, who, language, open_before, mine_before, body.wanted())


@api.post("/tables/{table}/join")
async def join(
    body: Join, request: Request, response: Response, tables: TheTables, who: TheVisitor, live: TheTable
) -> Seated:
    """Take an open seat of a public table, or by its link any seat; a link to a taken seat moves it to this device."""
    who = ensure_cookie(request, response, tables, who)
    if body.commitment is not None or body.share is not None:
        live.shares.check(body.commitment)
    seat = _seat_to_take(tables, live, body, holder_of(who))
    if live.table.seats[seat].kind == OPEN_SEAT:
        name = body.name.strip() or live.table.seats[seat].name
        await live.seating.sit(seat, holder_of(who), name)
    elif live.table.seats[seat].holder != who.holder:
        await live.seating.claim(seat, holder_of(who))
    if body.share is not None and live.table.seats[seat].awaits_share:
        await live.shares.give([seat], body.commitment, body.share)
    return seated(tables, live, who, request)


@api.post("/tables/{table}/share")
async def share(body: Share, who: TheVisitor, live: TheTable) -> NewVersion:
    """Add this device's share of the luck; answered when it is durable. Repeating it is harmless."""
    return NewVersion(version=await live.shares.give(who.own_seats(live.table), body.commitment, body.share))


def _seat_to_take(tables: Tables, live: LiveTable, body: Join, holder: str) -> int:
    table = live.table
    if body.claim is not None:
        seat = claimed_seat(tables, table, body.claim, holder)
        if seat is None:
            raise Mistake("every seat of this table is taken by now")
        return seat
    kept = table.kept_for(holder)
    if kept is not None and body.seat in (None, kept):
        return kept
    if not table.row.public:
        raise Forbidden("this table is private: a seat is taken by its link")
    free = free_seats(table)
    if not free or (body.seat is not None and body.seat not in free):
        raise Mistake("this seat is not free")
    return free[0] if body.seat is None else body.seat


@api.get("/tables/{table}/links")
async def links(request: Request, tables: TheTables, who: TheVisitor, live: TheTable) -> list[SeatLink]:
    """The links of open seats and of the visitor's own, for players of the table."""
    return seat_links(tables, live.table, who, request)


@api.get("/tables/{table}/invitation")
async def invite(request: Request, tables: TheTables, who: TheVisitor, live: TheTable) -> Invitation:
    """One link for all free seats: each person who opens it takes one; for players of the table."""
    return invitation(tables, live.table, who, request)


@api.get(
    "/tables/{table}/qr",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
)
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


@api.post("/tables/{table}/moves")
async def move(body: Move, who: TheVisitor, live: TheTable) -> NewVersion:
    """Take a decision; answered when it is durable. A repeated id is carried out only once."""
    seat = who.acting_seat(live.table, body.seat)
    return NewVersion(version=await live.move(seat, body.action, body.version, body.id))


@api.post("/tables/{table}/take_back")
async def take_back(body: TakeBack, who: TheVisitor, live: TheTable) -> NewVersion:
    """Take back the player's own last decision, if it revealed nothing."""
    return NewVersion(version=await live.take_back(who.acting_seat(live.table, body.seat), body.version))


@api.post("/tables/{table}/hint")
async def hint(body: OwnSeat, who: TheVisitor, live: TheTable, language: TheLanguage) -> Hint:
    """What the best bot would do, where the table allows hints and the player is asked."""
    return await live.hints.give(who.acting_seat(live.table, body.seat), language)


@api.post("/tables/{table}/leave")
async def leave(body: OwnSeat, who: TheVisitor, live: TheTable) -> NewVersion:
    """Leave the table; the seat stays the player's."""
    await live.seating.leave(who.seat(live.table, body.seat))
    return NewVersion(version=live.table.version)


@api.post("/tables/{table}/return")
async def come_back(body: OwnSeat, who: TheVisitor, live: TheTable) -> NewVersion:
    """Come back; a bot that played meanwhile stops."""
    await live.seating.come_back(who.seat(live.table, body.seat))
    return NewVersion(version=live.table.version)


@api.post("/tables/{table}/take_over")
async def take_over(body: TakeOver, who: TheVisitor, live: TheTable) -> NewVersion:
    """Let a bot play for somebody who has left, until they are back."""
    who.seat(live.table, None)
    if body.seat >= live.table.players:
        raise Mistake("there is no such seat")
    await live.seating.take_over(body.seat, body.level)
    return NewVersion(version=live.table.version)


@api.post("/tables/{table}/rematch", status_code=201)
async def rematch(body: Rematch, request: Request, tables: TheTables, who: TheVisitor, live: TheTable) -> Seated:
    """The same players at a new table; its bots may be of another level."""
    who.seat(live.table, None)
    fresh = await tables.rematch(live, holder_of(who), body.level)
    return seated(tables, fresh, who, request)


@api.get("/tables/{table}/log", response_class=PlainTextResponse)
async def log(
    request: Request, live: TheTable, who: TheVisitor, key: Annotated[str, Query(max_length=120)] = ""
) -> PlainTextResponse:
    """The log of a finished game, for `eleven verify`; of a private table for those who sat there or have its link."""
    request.app.state.replay_cache.authorize(live, who, key)
    name = f"{live.table.game.id}-{live.table.row.id}.log"
    return PlainTextResponse(log_of(live.table), headers={"Content-Disposition": f'attachment; filename="{name}"'})
