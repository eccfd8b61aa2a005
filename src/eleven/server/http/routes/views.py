"""Routes for watching a table: one view, or a stream of them."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from eleven.server.http.dependencies import PROBLEMS, RateLimited, TheLanguage, TheTable, TheVisitor
from eleven.server.http.origin import network_of
from eleven.server.sockets.connection import TableSubscriber
from eleven.server.views.score_sheet_types import Sheet
from eleven.server.views.table_view import sheet_bytes, view_bytes
from eleven.server.views.view_types import View

views = APIRouter(prefix="/api", responses=PROBLEMS)


class EventStream(StreamingResponse):
    """Server-sent events, counted by network as long as they last."""

    def __init__(self, body: AsyncIterator[bytes], open_now: Counter[str], where: str) -> None:
        super().__init__(body, media_type="text/event-stream")
        self._open_now, self._where = open_now, where
        open_now[where] += 1

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the client disconnects."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._open_now[self._where] -= 1
            if not self._open_now[self._where]:
                del self._open_now[self._where]


@views.get("/tables/{table}/view", response_model=View)
async def view(
    who: TheVisitor,
    live: TheTable,
    language: TheLanguage,
    seat: Annotated[int | None, Query(ge=0, le=15)] = None,
    since: Annotated[int, Query(ge=-1, le=2**31 - 1)] = -1,
) -> Response:
    """The table as the visitor's seat sees it, or as a spectator does."""
    await live.settled()
    await live.chat.load()
    mine = who.seats(live.table)
    viewer = who.seat(live.table, seat) if seat is not None else (mine[0] if mine else live.table.players)
    return Response(view_bytes(live, mine, viewer, since, language), media_type="application/json")


@views.get("/tables/{table}/sheet", response_model=Sheet)
async def sheet(live: TheTable, language: TheLanguage) -> Response:
    """The score sheet of the rounds that are finished, from what everybody saw of them."""
    await live.settled()
    return Response(await asyncio.to_thread(sheet_bytes, live, language), media_type="application/json")


@views.get(
    "/tables/{table}/stream",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {"itemSchema": {"$ref": "#/components/schemas/View"}}}}},
)
async def stream(request: Request, who: TheVisitor, live: TheTable, language: TheLanguage) -> EventStream:
    """Views as server-sent events, one whenever the table has changed; the socket `/ws/{table}` does the same."""
    open_now: Counter[str] = request.app.state.streams
    where = network_of(request.scope)
    if open_now[where] >= live.tables.settings.streams_per_network:
        raise RateLimited("too many streams; close one before the next")
    changed = asyncio.Event()

    async def changes() -> AsyncIterator[bytes]:
        subscriber = TableSubscriber(live, who, changed.set, -1, language)
        try:
            while not await request.is_disconnected():
                await changed.wait()
                changed.clear()
                for body in subscriber.unsent():
                    yield b"data: " + body + b"\n\n"
        finally:
            subscriber.close()

    return EventStream(changes(), open_now, where)
