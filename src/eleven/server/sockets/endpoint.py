"""The endpoint of a table's WebSockets: who may connect, and who they are."""

import contextlib
from collections import Counter
from collections.abc import Callable
from functools import partial

from fastapi import APIRouter, WebSocket
from pydantic import ValidationError
from starlette.websockets import WebSocketDisconnect

from eleven.core.text.errors import Mistake
from eleven.core.text.messages import Message
from eleven.server.http.identity.visitor import visitor
from eleven.server.http.origin import network_of, same_origin
from eleven.server.live.tables import Tables
from eleven.server.sockets.connection import Connection
from eleven.server.sockets.messages import INCOMING, MESSAGE_TOO_BIG, Hello
from eleven.server.store import StoreError
from eleven.server.views.languages import language_wanted

POLICY_VIOLATION, TRY_AGAIN = 1008, 1013
sockets = APIRouter()


@sockets.websocket("/ws/{table}")
async def table_socket(socket: WebSocket, table: str) -> None:
    """Play at a table, or watch it."""
    tables: Tables = socket.app.state.tables
    if not same_origin(socket.headers):
        await socket.close(POLICY_VIOLATION, "this page comes from somewhere else")
        return
    connections: Counter[str] = socket.app.state.connections
    where = network_of(socket.scope)
    if connections[where] >= tables.settings.sockets_per_network:
        await socket.close(TRY_AGAIN, "too many connections")
        return
    connections[where] += 1
    left, stays = partial(_leave, connections, where), False
    try:
        stays = await _admit(socket, tables, table, left)
    finally:
        if not stays:
            left()


def _leave(connections: Counter[str], where: str) -> None:
    connections[where] -= 1
    if not connections[where]:
        del connections[where]


async def _admit(socket: WebSocket, tables: Tables, table: str, left: Callable[[], None]) -> bool:
    """Identify a visitor and connect them to the table; returns whether they stay. `left` is called when they go."""
    await socket.accept()
    try:
        await tables.find(table)
        first = await _first_message(socket, tables.settings.message_bytes)
        live = await tables.find(table)
        hello = _hello_in(first)
        who = visitor(tables, socket, hello.token if hello else None)
        await live.chat.load()
    except Mistake as mistake:
        await _refuse(socket, mistake.said, POLICY_VIOLATION)
        return False
    except StoreError as refusal:
        await _refuse(socket, refusal.said, TRY_AGAIN)
        return False
    except WebSocketDisconnect:
        return False
    connection = Connection(socket, live, who, hello, left)
    if hello is None:
        connection.handle(first)
    return True


async def _first_message(socket: WebSocket, most: int) -> bytes:
    """The first message, which identifies the visitor."""
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1000))
    body = (event.get("text") or "").encode()
    if not 0 < len(body) <= most:
        await socket.close(*MESSAGE_TOO_BIG)
        raise WebSocketDisconnect(*MESSAGE_TOO_BIG)
    return body


def _hello_in(body: bytes) -> Hello | None:
    with contextlib.suppress(ValidationError):
        message = INCOMING.validate_json(body)
        return message if isinstance(message, Hello) else None
    return None


async def _refuse(socket: WebSocket, said: Message, code: int) -> None:
    reason = said.in_language(language_wanted(socket.headers.get("accept-language")))
    await socket.send_json({"type": "error", "reason": reason})
    await socket.close(code, reason[:100])
