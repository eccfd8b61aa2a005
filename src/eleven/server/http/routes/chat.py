"""The chat of a table: saying something, over HTTP or the socket, and reporting it."""

from typing import Annotated

from fastapi import APIRouter, Path, Request

from eleven.server.http.dependencies import PROBLEMS, RateLimited, TheTable, TheVisitor
from eleven.server.http.identity.visitor import Visitor
from eleven.server.http.models.tables import ChatLineNumber, ChatRequest
from eleven.server.http.origin import network_of
from eleven.server.live.live_table import LiveTable

chat = APIRouter(prefix="/api", responses=PROBLEMS)
LineNumber = Annotated[int, Path(ge=1, le=2**31 - 1, description="the number of a line")]


def _count(live: LiveTable, who: str, is_player: bool) -> None:
    if not live.tables.chat_limits.take(who, live.table.row.id, is_player):
        raise RateLimited("too much at once; wait a moment")


async def speak(live: LiveTable, who: Visitor, where: str, body: ChatRequest) -> int:
    """Say something from a seat, or among the spectators; without a cookie, `where` they come from is limited."""
    mine, holder = who.seats(live.table), who.holder_at(live.table)
    seat = who.seat(live.table, body.seat) if mine or body.seat is not None else None
    _count(live, holder or where, seat is not None)
    await live.chat.load()
    return await live.chat.say(seat, holder, body.name, body.text, body.reaction)


@chat.post("/tables/{table}/chat")
async def say(body: ChatRequest, request: Request, who: TheVisitor, live: TheTable) -> ChatLineNumber:
    """Say a text or a reaction: players at the table, spectators among themselves."""
    return ChatLineNumber(number=await speak(live, who, network_of(request.scope), body))


@chat.post("/tables/{table}/chat/{number}/report")
async def report(number: LineNumber, request: Request, who: TheVisitor, live: TheTable) -> ChatLineNumber:
    """Report what somebody said to the operator of this server, who reads it with `eleven store reports`."""
    holder, is_player = who.holder_at(live.table), bool(who.seats(live.table))
    _count(live, holder or network_of(request.scope), is_player)
    await live.chat.load()
    row = live.chat.row(number, is_player)
    await live.tables.chat_rows.report(row, holder or "")
    return ChatLineNumber(number=number)
