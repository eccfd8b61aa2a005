"""One WebSocket per seat: views go out whenever the table has changed, moves come in."""

import asyncio
import contextlib
import logging
from collections import Counter, deque
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import APIRouter, WebSocket
from pydantic import ValidationError
from starlette.websockets import WebSocketDisconnect

from eleven.core.text.errors import Mistake, Refused
from eleven.core.text.messages import Said
from eleven.server.http.identity import visitor
from eleven.server.http.limits import TokenBucket, address, same_origin
from eleven.server.http.talk import speak
from eleven.server.live.live_table import LiveTable
from eleven.server.live.messages import (
    INCOMING,
    AckMessage,
    ErrorMessage,
    Hello,
    HintAnswer,
    HintMessage,
    Incoming,
    LookMessage,
    MoveMessage,
    PingMessage,
    PongMessage,
    RefusedMessage,
    SayMessage,
    ShareMessage,
    TakeBackMessage,
    WhyAnswer,
    WhyMessage,
)
from eleven.server.live.tables import Tables
from eleven.server.live.watcher import Watcher
from eleven.server.live.websocket_protocol import protocol_of
from eleven.server.store import Refusal, records
from eleven.server.views.narration import language_wanted, server_words
from eleven.server.views.view import action_touched, why

LOG = logging.getLogger("eleven.sockets")
POLICY_VIOLATION, TOO_BIG, TRY_AGAIN = 1008, 1009, 1013
NO_MESSAGE = "a message is a text of a few hundred bytes"
UNREAD = 16


class MessageHandler:
    """What the messages of one connection do."""

    def __init__(self, watcher: Watcher, tables: Tables, where: str) -> None:
        self.watcher, self.tables, self.where = watcher, tables, where

    @property
    def live(self) -> LiveTable:
        """The table."""
        return self.watcher.live

    async def hear(self, message: Incoming) -> None:
        """Answer one message."""
        try:
            await HANDLERS[message.type](self, message)
        except Refusal as refusal:
            self._refused(message, None, refusal.said)
        except Refused as refused:
            self._refused(message, refused.rule, refused.said)
        except Mistake as mistake:
            self._refused(message, None, mistake.said)

    def _refused(self, message: Incoming, rule: str | None, said: Said) -> None:
        reason = said.in_language(self.watcher.language)
        version = self.live.table.version
        name = getattr(message, "id", "")
        self.watcher.answer(RefusedMessage(type="refused", id=name, rule=rule, reason=reason, version=version))

    async def _hello(self, message: Hello) -> None:
        self.watcher.since, self.watcher.language = message.since, message.language
        if message.since < 0:
            self.watcher.forget_talk()
        self.watcher.wake()

    async def _move(self, message: MoveMessage) -> None:
        seat = self.watcher.who.acting_seat(self.live.table, message.seat)
        version = await self.live.move(seat, message.action, message.version, message.id)
        self.watcher.answer(AckMessage(type="ack", id=message.id, version=version))

    async def _take_back(self, message: TakeBackMessage) -> None:
        seat = self.watcher.who.acting_seat(self.live.table, message.seat)
        version = await self.live.take_back(seat, message.version)
        self.watcher.answer(AckMessage(type="ack", id=message.id, version=version))

    async def _why(self, message: WhyMessage) -> None:
        play = self.live.table.play
        seat = self.watcher.who.acting_seat(self.live.table, message.seat)
        if play is None:
            raise Mistake("the game has not begun")
        game = self.live.table.game
        action = message.action or action_touched(game, game.seat.token(seat), message.touch)
        language = self.watcher.language
        nothing = server_words(language)("why.nothing")
        rule, reason, case = why(game, play.look(seat).value, action, language) if action else (None, nothing, None)
        self.watcher.answer(
            WhyAnswer(type="why", action=action, touch=message.touch, rule=rule, reason=reason, case=case)
        )

    async def _look(self, message: LookMessage) -> None:
        self.watcher.look_from(message.seat)

    async def _hint(self, message: HintMessage) -> None:
        """Thinking takes a while, in which the line stays open for other messages."""
        seat = self.watcher.who.acting_seat(self.live.table, message.seat)
        self.live.spawn(self._think(message, seat))

    async def _think(self, message: HintMessage, seat: int) -> None:
        try:
            found = await self.live.hint(seat, self.watcher.language)
            self.watcher.answer(HintAnswer(seat=seat, **found.model_dump()))
        except (Mistake, Refusal) as problem:
            self._refused(message, None, problem.said)

    async def _share(self, message: ShareMessage) -> None:
        seats = self.watcher.who.own_seats(self.live.table)
        version = await self.live.shares.give(seats, message.commitment, message.share)
        self.watcher.answer(AckMessage(type="ack", id=message.id, version=version))

    async def _say(self, message: SayMessage) -> None:
        await speak(self.live, self.watcher.who, self.where, message)
        self.watcher.answer(AckMessage(type="ack", id=message.id, version=self.live.table.version))

    async def _ping(self, _: PingMessage) -> None:
        self.watcher.answer(PongMessage(type="pong", now=records.now()))


HANDLERS: dict[str, Callable[[MessageHandler, Any], Coroutine[Any, Any, None]]] = {
    "move": MessageHandler._move,
    "ping": MessageHandler._ping,
    "hello": MessageHandler._hello,
    "why": MessageHandler._why,
    "look": MessageHandler._look,
    "take_back": MessageHandler._take_back,
    "hint": MessageHandler._hint,
    "share": MessageHandler._share,
    "say": MessageHandler._say,
}


sockets = APIRouter()


@sockets.websocket("/ws/{table}")
async def table_socket(socket: WebSocket, table: str) -> None:
    """Play at a table, or look on."""
    tables: Tables = socket.app.state.tables
    if not same_origin(socket.headers):
        await socket.close(POLICY_VIOLATION, "this page comes from somewhere else")
        return
    connections: Counter[str] = socket.app.state.connections
    where = address(socket.scope)
    if connections[where] >= tables.settings.sockets_per_address:
        await socket.close(TRY_AGAIN, "too many connections")
        return
    connections[where] += 1
    try:
        await _serve(socket, tables, table)
    finally:
        connections[where] -= 1
        if not connections[where]:
            del connections[where]


async def _serve(socket: WebSocket, tables: Tables, table: str) -> None:
    await socket.accept()
    try:
        await tables.find(table)
        first = await _first_message(socket, tables.settings.message_bytes)
        live = await tables.find(table)
        hello = _hello_in(first)
        who = visitor(tables, socket, hello.token if hello else None)
        await live.talk.load()
    except Mistake as mistake:
        await _refuse(socket, mistake.said, POLICY_VIOLATION)
        return
    except Refusal as refusal:
        await _refuse(socket, refusal.said, TRY_AGAIN)
        return
    except WebSocketDisconnect:
        return
    connection = Connection(socket, tables)
    connection.open(
        Watcher(live, who, connection.notify, hello.since, hello.language)
        if hello
        else Watcher(live, who, connection.notify)
    )
    if hello is None:
        connection.hear(first)
    try:
        await socket.receive()  # messages go past this queue, so the next thing that comes is the end
    finally:
        connection.watcher.close()


async def _first_message(socket: WebSocket, most: int) -> bytes:
    """What is said first, by which one knows who has come."""
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1000))
    body = (event.get("text") or "").encode()
    if not 0 < len(body) <= most:
        await socket.close(TOO_BIG, NO_MESSAGE)
        raise WebSocketDisconnect(TOO_BIG)
    return body


def _hello_in(body: bytes) -> Hello | None:
    with contextlib.suppress(ValidationError):
        message = INCOMING.validate_json(body)
        return message if isinstance(message, Hello) else None
    return None


async def _refuse(socket: WebSocket, said: Said, code: int) -> None:
    reason = said.in_language(language_wanted(socket.headers.get("accept-language")))
    await socket.send_json({"type": "error", "reason": reason})
    await socket.close(code, reason[:100])


class Connection:
    """A connection in use: what comes is answered in its order, and what is new is sent once in a turn of the loop."""

    watcher: Watcher

    def __init__(self, socket: WebSocket, tables: Tables) -> None:
        self.socket, self.tables = socket, tables
        self.wire = protocol_of(socket)
        self._bucket = TokenBucket(tables.settings.messages_per_second, tables.settings.message_burst)
        self._loop = asyncio.get_running_loop()
        self._unread: deque[bytes | None] = deque()
        self._reading: asyncio.Task[None] | None = None
        self._due = False

    def open(self, watcher: Watcher) -> None:
        """Begin to listen."""
        self.watcher = watcher
        self._talk = MessageHandler(watcher, self.tables, address(self.socket.scope))
        self.wire.listen(self.hear, self.notify)

    # What goes out

    def notify(self) -> None:
        """There may be something to send; an acknowledgement and the view after it go out together."""
        if not self._due:
            self._due = True
            self.tables.outbox.put(self)

    def take(self) -> list[bytes]:
        """What is to be sent now; nothing while the other side does not read."""
        self._due = False
        if self.wire.jammed:
            return []
        try:
            return self.watcher.unsent()
        except Exception:
            LOG.exception("a view could not be made", extra={"table": self.watcher.live.table.row.id})
            self.wire.transport.abort()
            return []

    # What comes in

    def hear(self, body: bytes | None) -> None:
        """A message has come."""
        self._unread.append(body)
        if len(self._unread) > UNREAD:
            self.wire.hold()
        if self._reading is None:
            self._reading = self._loop.create_task(self._read_on())

    async def _read_on(self) -> None:
        """Answer what has come; a decision that was sent is carried out also when the line breaks meanwhile."""
        try:
            while self._unread:
                await self._read(self._unread.popleft())
                if self.watcher.choked:
                    self.wire.transport.abort()
            self.wire.read_on()
        except Exception:
            LOG.exception("unforeseen", extra={"table": self.watcher.live.table.row.id})
            self.wire.transport.abort()
        finally:
            self._reading = None

    async def _read(self, body: bytes | None) -> None:
        if body is None or len(body) > self.tables.settings.message_bytes:
            self._unread.clear()
            await self.socket.close(TOO_BIG, NO_MESSAGE)
        elif not self._bucket.take():
            self.watcher.complain(Said("too many messages; wait a moment"))
            await asyncio.sleep(1.0)
        else:
            try:
                message = INCOMING.validate_json(body)
            except ValidationError as error:
                self.watcher.answer(ErrorMessage(type="error", reason=_what_is_wrong(error)))
            else:
                await self._talk.hear(message)


def _what_is_wrong(error: ValidationError) -> str:
    problem = error.errors(include_url=False, include_input=False, include_context=False)[0]
    return f"{'.'.join(str(part) for part in problem['loc']) or 'message'}: {problem['msg']}"
