"""One WebSocket per seat: views go out whenever the table has changed, moves come in."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import orjson
from fastapi import APIRouter, WebSocket
from pydantic import ValidationError
from starlette.websockets import WebSocketDisconnect

from eleven.core.errors import Mistake, Refused
from eleven.core.saying import Said
from eleven.core.words import DEFAULT_LANGUAGE
from eleven.server.guard import Bucket, address, same_origin
from eleven.server.house import House, Unknown
from eleven.server.live import Live
from eleven.server.messages import (
    INCOMING,
    Hello,
    HintMessage,
    Incoming,
    LookMessage,
    MoveMessage,
    PingMessage,
    TakeBackMessage,
    WhyMessage,
)
from eleven.server.saying import house_words, language_wanted
from eleven.server.seat_view import view_bytes
from eleven.server.store import Refusal
from eleven.server.views import Json, action_touched, why
from eleven.server.visitors import Forbidden, Visitor, visitor

POLICY_VIOLATION, TOO_BIG, TRY_AGAIN = 1008, 1009, 1013
UNSENT = 64


class Watcher:
    """Somebody who looks at a table: sent small answers at once, and the newest view when there is a new one."""

    def __init__(self, live: Live, who: Visitor, since: int = -1, language: str = DEFAULT_LANGUAGE) -> None:
        self.live, self.who, self.since, self.language = live, who, since, language
        mine = who.seats(live.table)
        self.viewer = mine[0] if mine else live.table.players
        self._answers: list[bytes] = []
        self._look = asyncio.Event()
        self._dirty = True
        self._look.set()
        live.connect(self)

    def seats(self) -> list[int]:
        """The seats of this visitor."""
        return self.who.seats(self.live.table)

    def wake(self) -> None:
        """There is something new to see."""
        self._dirty = True
        self._look.set()

    def answer(self, message: Json) -> None:
        """Send a small message before the next view."""
        self._answers.append(orjson.dumps(message))
        self._look.set()

    def complain(self, said: Said) -> None:
        """Send a small message that something is wrong."""
        self.answer({"type": "error", "reason": said.in_language(self.language)})

    @property
    def choked(self) -> bool:
        """Whether the other side has stopped reading."""
        return len(self._answers) > UNSENT

    def look_from(self, seat: int) -> None:
        """See the table from one's own seat."""
        self.viewer = self.who.seat(self.live.table, seat)
        self.wake()

    async def views(self) -> AsyncIterator[bytes]:
        """What is to be sent, for ever; a view shows durable things only, and the newest."""
        while True:
            await self._look.wait()
            self._look.clear()
            answers, self._answers = self._answers, []
            for message in answers:
                yield message
            if self._dirty:
                await self._follow()
                if self.live.settled:
                    self._dirty = False
                    yield self.view()

    async def _follow(self) -> None:
        """A table that was dropped from memory is found again."""
        if not self.live.house.at_hand(self.live):
            self.live.lines.discard(self)
            self.live = await self.live.house.find(self.live.table.row.id)
            self.live.connect(self)

    def view(self) -> bytes:
        """The table now."""
        mine = self.seats()
        if self.viewer not in mine and self.viewer < self.live.table.players:
            self.viewer = mine[0] if mine else self.live.table.players
        elif mine and self.viewer == self.live.table.players:
            self.viewer = mine[0]
        body = view_bytes(self.live, mine, self.viewer, self.since, self.language)
        self.since = self.live.table.version
        return body

    def close(self) -> None:
        """Look no longer."""
        self.live.disconnect(self)


class Conversation:
    """What the messages of one connection do."""

    def __init__(self, watcher: Watcher, house: House) -> None:
        self.watcher, self.house = watcher, house

    @property
    def live(self) -> Live:
        """The table."""
        return self.watcher.live

    async def hear(self, message: Incoming) -> None:
        """Answer one message."""
        handlers: dict[str, Callable[[Any], Coroutine[Any, Any, None]]] = {
            "move": self._move,
            "ping": self._ping,
            "hello": self._hello,
            "why": self._why,
            "look": self._look,
            "take_back": self._take_back,
            "hint": self._hint,
        }
        try:
            await handlers[message.type](message)
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
        self.watcher.answer({"type": "refused", "id": name, "rule": rule, "reason": reason, "version": version})

    async def _hello(self, message: Hello) -> None:
        self.watcher.since, self.watcher.language = message.since, message.language
        self.watcher.wake()

    async def _move(self, message: MoveMessage) -> None:
        seat = self.watcher.who.acting_seat(self.live.table, message.seat)
        version = await self.live.move(seat, message.action, message.version, message.id)
        self.watcher.answer({"type": "ack", "id": message.id, "version": version})

    async def _take_back(self, message: TakeBackMessage) -> None:
        seat = self.watcher.who.acting_seat(self.live.table, message.seat)
        version = await self.live.take_back(seat, message.version)
        self.watcher.answer({"type": "ack", "id": message.id, "version": version})

    async def _why(self, message: WhyMessage) -> None:
        play = self.live.table.play
        seat = self.watcher.who.acting_seat(self.live.table, message.seat)
        if play is None:
            raise Mistake("the game has not begun")
        game = self.live.table.game
        action = message.action or action_touched(game, game.seat.token(seat), message.touch)
        language = self.watcher.language
        nothing = house_words(language)("why.nothing")
        rule, reason = why(game, play.seen(seat), action, language) if action else (None, nothing)
        said = {"action": action, "touch": message.touch, "rule": rule, "reason": reason}
        self.watcher.answer({"type": "why", **said})

    async def _look(self, message: LookMessage) -> None:
        self.watcher.look_from(message.seat)

    async def _hint(self, message: HintMessage) -> None:
        """Thinking takes a while, in which the line stays open for other messages."""
        seat = self.watcher.who.acting_seat(self.live.table, message.seat)
        self.live.spawn(self._think(message, seat))

    async def _think(self, message: HintMessage, seat: int) -> None:
        try:
            found = await self.live.hint(seat, self.watcher.language)
            self.watcher.answer({"type": "hint", "seat": seat, **found.model_dump()})
        except Mistake as mistake:
            self._refused(message, None, mistake.said)

    async def _ping(self, _: PingMessage) -> None:
        self.watcher.answer({"type": "pong"})


sockets = APIRouter()


@sockets.websocket("/ws/{table}")
async def table_socket(socket: WebSocket, table: str) -> None:
    """Play at a table, or look on."""
    house: House = socket.app.state.house
    if not same_origin(socket.headers):
        await socket.close(POLICY_VIOLATION, "this page comes from somewhere else")
        return
    lines: Counter[str] = socket.app.state.lines
    where = address(socket.scope)
    if lines[where] >= house.settings.lines_per_address:
        await socket.close(TRY_AGAIN, "too many connections")
        return
    lines[where] += 1
    try:
        await _serve(socket, house, table)
    finally:
        lines[where] -= 1


async def _serve(socket: WebSocket, house: House, table: str) -> None:
    await socket.accept()
    try:
        live = await house.find(table)
        first = await _receive(socket, house)
        hello = first if isinstance(first, Hello) else None
        who = visitor(house, socket, hello.token if hello else None)
        watcher = Watcher(live, who, hello.since, hello.language) if hello else Watcher(live, who)
    except (Unknown, Forbidden) as mistake:
        await _refuse(socket, mistake.in_language(language_wanted(socket.headers.get("accept-language"))))
        return
    except (WebSocketDisconnect, _Hangup):
        return
    talk = Conversation(watcher, house)
    sending = asyncio.create_task(_send(socket, watcher))
    try:
        if first is not None and hello is None:
            await talk.hear(first)
        await _listen(socket, talk)
    except (WebSocketDisconnect, _Hangup):
        pass
    finally:
        sending.cancel()
        watcher.close()


async def _listen(socket: WebSocket, talk: Conversation) -> None:
    settings = talk.house.settings
    bucket = Bucket(settings.messages_per_second, settings.message_burst)
    while not talk.watcher.choked:
        message = await _receive(socket, talk.house, talk.watcher)
        if not bucket.take():
            talk.watcher.complain(Said("too many messages; wait a moment"))
            await asyncio.sleep(1.0)
        elif message is not None:
            await talk.hear(message)


async def _send(socket: WebSocket, watcher: Watcher) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        async for body in watcher.views():
            await socket.send({"type": "websocket.send", "text": body.decode()})


class _Hangup(Exception):
    """The other side has broken the rules of the line and was cut off."""


async def _receive(socket: WebSocket, house: House, watcher: Watcher | None = None) -> Incoming | None:
    """The next message, or None if it made no sense, which the sender is told."""
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1000))
    text = event.get("text")
    if text is None or len(text) > house.settings.message_bytes:
        await socket.close(TOO_BIG, "a message is a text of a few hundred bytes")
        raise _Hangup
    try:
        return INCOMING.validate_json(text)
    except ValidationError as error:
        problem = error.errors(include_url=False, include_input=False, include_context=False)[0]
        reason = f"{'.'.join(str(part) for part in problem['loc']) or 'message'}: {problem['msg']}"
        if watcher is None:
            await socket.send_json({"type": "error", "reason": reason})
        else:
            watcher.answer({"type": "error", "reason": reason})
        return None


async def _refuse(socket: WebSocket, reason: str) -> None:
    await socket.send_json({"type": "error", "reason": reason})
    await socket.close(POLICY_VIOLATION, reason[:100])
