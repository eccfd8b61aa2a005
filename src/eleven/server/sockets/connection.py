"""Connections to visitors at a table: their messages are handled in order, and they are sent what is new.

A `TableSubscriber` has what is to be sent, over any transport; a `Connection` sends it over a WebSocket.
"""

import asyncio
import logging
from collections.abc import Callable

import orjson
from fastapi import WebSocket
from pydantic import ValidationError

from eleven.core.text.errors import Mistake, Refused
from eleven.core.text.messages import Message
from eleven.core.text.words import DEFAULT_LANGUAGE
from eleven.server.http.identity.visitor import Visitor
from eleven.server.http.origin import network_of
from eleven.server.http.pages.file_version import fingerprint
from eleven.server.http.routes.chat import speak
from eleven.server.limits.token_bucket import TokenBucket
from eleven.server.live.live_table import LiveTable
from eleven.server.live.snapshot import Snapshot
from eleven.server.process.gc_policy import gc_policy
from eleven.server.sockets.messages import (
    INCOMING,
    MESSAGE_TOO_BIG,
    AckMessage,
    Answer,
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
    what_is_wrong,
)
from eleven.server.sockets.websocket_protocol import protocol_of
from eleven.server.store import StoreError, records
from eleven.server.views.refusals import action_touched, why, why_nothing
from eleven.server.views.table_view import view_bytes

LOG = logging.getLogger("eleven.sockets")
UNREAD = 16
"""Messages that wait to be handled before the socket is no longer read."""
UNSENT = 64
"""Answers that wait to be sent before the other side counts as no longer reading."""
JSON_PING = b'{"type":"ping"}'  # as a page writes it
Notify = Callable[[], None]


class TableSubscriber:
    """Subscribes to a table for a visitor: `notify` is called when there may be something to send; `unsent` has it."""

    def __init__(
        self, live: LiveTable, who: Visitor, notify: Notify, since: int = -1, language: str = DEFAULT_LANGUAGE
    ) -> None:
        self.live, self._who, self.since, self.language = live, who, since, language
        self._last_line_sent = 0
        """The last line of the chat that was sent."""
        self._sent_at_end = False
        self._seat: int | None = None
        """The one of their own seats from which they want to look."""
        self._notify, self._dirty = notify, True
        self._answers: list[bytes] = []
        live.connect(self)

    @property
    def who(self) -> Visitor:
        """The visitor; ANONYMOUS as soon as their device is signed out."""
        return self._who.by_now

    def is_from(self, device: str) -> bool:
        """Whether it came from a device, even if that was signed out since."""
        return self._who.device == device

    def seats(self) -> list[int]:
        """The seats of this visitor."""
        return self.who.seats(self.live.table)

    def wake(self) -> None:
        """The view is out of date: send a new one."""
        self._dirty = True
        self._notify()

    def answer(self, message: Answer | HintAnswer) -> None:
        """Send a small message before the next view."""
        self._answers.append(orjson.dumps(message.model_dump() if isinstance(message, HintAnswer) else message))
        self._notify()

    def complain(self, said: Message) -> None:
        """Send an error message."""
        self.answer(ErrorMessage(type="error", reason=said.in_language(self.language)))

    @property
    def backlogged(self) -> bool:
        """Whether the other side has stopped reading."""
        return len(self._answers) > UNSENT

    def look_from(self, seat: int) -> None:
        """Look from another of the visitor's own seats."""
        self._seat = self.who.seat(self.live.table, seat)
        self.wake()

    def unsent(self) -> list[bytes]:
        """Take what is to be sent now; a view shows what the store has, and the newest of it."""
        found, self._answers = self._answers, []
        if self._dirty and self.live.certain:
            self._dirty = False
            found.append(self._view(self.live.now))
            self.since = self.live.table.version
            self._last_line_sent, self._sent_at_end = self.live.chat.last, self.live.table.is_over
        return found

    def prepare(self, following: Snapshot) -> None:
        """Prepare the view of a snapshot that is being written, unless an earlier one is still unsent."""
        if not self._dirty:
            self._view(following)

    def _view(self, snapshot: Snapshot) -> bytes:
        """The view of the table from the visitor's seat."""
        mine: list[int] | None = snapshot.context_cache.get(self)
        if mine is None:
            mine = snapshot.context_cache[self] = self.who.seats(snapshot.table)
        seat = self._seat if self._seat in mine else None
        viewer = seat if seat is not None else mine[0] if mine else snapshot.table.players
        ended_since = self._last_line_sent and not self._sent_at_end and snapshot.table.is_over
        last = 0 if ended_since else self._last_line_sent
        return view_bytes(self.live, mine, viewer, self.since, self.language, last, snapshot)

    def close(self) -> None:
        """Disconnect from the table, and release the callback."""
        self.live.disconnect(self)
        self._notify = lambda: None


class Connection(TableSubscriber):
    """A WebSocket connection; an acknowledgement and the view after it go out together, once in a turn of the loop."""

    def __init__(
        self, socket: WebSocket, live: LiveTable, who: Visitor, hello: Hello | None, left: Callable[[], None]
    ) -> None:
        self.protocol, self._network, self._left = protocol_of(socket), network_of(socket.scope), left
        self._bucket = TokenBucket(live.tables.settings.messages_per_second, live.tables.settings.message_burst)
        self._unread: list[bytes | None] = []
        self._reading: asyncio.Task[None] | None = None
        self._due = False
        since, language = (hello.since, hello.language) if hello else (-1, DEFAULT_LANGUAGE)
        super().__init__(live, who, self.notify, since, language)
        self.protocol.set_handler(self)

    def close(self) -> None:
        """The connection was closed."""
        super().close()
        self._left()

    def notify(self) -> None:
        """Queue this connection for sending."""
        if not self._due:
            self._due = True
            self.live.tables.send_queue.put(self)

    def take(self) -> list[bytes]:
        """Take what is to be sent now; nothing while the client does not read."""
        self._due = False
        if self.protocol.write_paused:
            return []
        try:
            return self.unsent()
        except Exception:
            LOG.exception("a view could not be made", extra={"table": self.live.table.row.id})
            self.protocol.transport.abort()
            return []

    def sent(self) -> None:
        """Drop the cached views: all connections that see the table from the same seats have been sent theirs."""
        self.live.now.view_cache.clear()

    def handle(self, body: bytes | None) -> None:
        """Handle a message; a ping, all that an idle page sends, needs only this short way."""
        nothing_else = self._reading is None and not self._due and not self._answers
        if body == JSON_PING and nothing_else and self._bucket.take():
            self._pong()
            return
        self._unread.append(body)
        if len(self._unread) > UNREAD:
            self.protocol.pause_reading()
        if self._reading is None:
            self._reading = asyncio.create_task(self._read_on())

    async def _read_on(self) -> None:
        """Handle the messages that have come; a decision is carried out even if the connection breaks meanwhile."""
        try:
            while self._unread:
                await self._read(self._unread.pop(0))
                if self.backlogged:
                    self.protocol.transport.abort()
            self.protocol.resume_reading()
        except Exception:
            LOG.exception("a message could not be handled", extra={"table": self.live.table.row.id})
            self.protocol.transport.abort()
        finally:
            self._reading = None

    async def _read(self, body: bytes | None) -> None:
        if body is None or len(body) > self.live.tables.settings.message_bytes:
            self._unread.clear()
            self.protocol.hang_up(*MESSAGE_TOO_BIG)
        elif not self._bucket.take():
            self.complain(Message("too many messages; wait a moment"))
            await asyncio.sleep(1.0)
        else:
            try:
                message = INCOMING.validate_json(body)
            except ValidationError as error:
                gc_policy.cycles_likely()
                self.answer(ErrorMessage(type="error", reason=what_is_wrong(error)))
            else:
                await self._answer(message)

    async def _answer(self, message: Incoming) -> None:
        try:
            await getattr(self, f"_on_{message.type}")(message)
        except StoreError as refusal:
            self._refused(message, None, refusal.said)
        except Refused as refused:
            self._refused(message, refused.rule, refused.said)
        except Mistake as mistake:
            self._refused(message, None, mistake.said)

    def _refused(self, message: Incoming, rule: str | None, said: Message) -> None:
        gc_policy.cycles_likely()  # an exception may hold the frames it came through
        reason, version, name = said.in_language(self.language), self.live.table.version, getattr(message, "id", "")
        self.answer(RefusedMessage(type="refused", id=name, rule=rule, reason=reason, version=version))

    async def _on_hello(self, message: Hello) -> None:
        self.since, self.language = message.since, message.language
        if message.since < 0:
            self._last_line_sent = 0  # send the whole chat again
        self.wake()

    async def _on_move(self, message: MoveMessage) -> None:
        seat = self.who.acting_seat(self.live.table, message.seat)
        version = await self.live.move(seat, message.action, message.version, message.id)
        self.answer(AckMessage(type="ack", id=message.id, version=version))

    async def _on_take_back(self, message: TakeBackMessage) -> None:
        seat = self.who.acting_seat(self.live.table, message.seat)
        version = await self.live.take_back(seat, message.version)
        self.answer(AckMessage(type="ack", id=message.id, version=version))

    async def _on_why(self, message: WhyMessage) -> None:
        seat = self.who.acting_seat(self.live.table, message.seat)
        if (play := self.live.table.play) is None:
            raise Mistake("the game has not begun")
        action = message.action or action_touched(play.game, seat, message.touch)
        seen = play.observation(seat).value
        rule, reason, case = why(play.game, seen, action, self.language) if action else why_nothing(self.language)
        self.answer(WhyAnswer(type="why", action=action, touch=message.touch, rule=rule, reason=reason, case=case))

    async def _on_look(self, message: LookMessage) -> None:
        self.look_from(message.seat)

    async def _on_hint(self, message: HintMessage) -> None:
        """Think in the background, so that other messages are handled meanwhile."""
        seat = self.who.acting_seat(self.live.table, message.seat)
        self.live.spawn(self._think(message, seat))

    async def _think(self, message: HintMessage, seat: int) -> None:
        try:
            found = await self.live.hints.give(seat, self.language)
            self.answer(HintAnswer(seat=seat, **found.model_dump()))
        except (Mistake, StoreError) as problem:
            self._refused(message, None, problem.said)

    async def _on_share(self, message: ShareMessage) -> None:
        seats = self.who.own_seats(self.live.table)
        version = await self.live.shares.give(seats, message.commitment, message.share)
        self.answer(AckMessage(type="ack", id=message.id, version=version))

    async def _on_say(self, message: SayMessage) -> None:
        await speak(self.live, self.who, self._network, message)
        self.answer(AckMessage(type="ack", id=message.id, version=self.live.table.version))

    async def _on_ping(self, _: PingMessage) -> None:
        self._pong()

    def _pong(self) -> None:
        self.answer(PongMessage(type="pong", now=records.now(), page_version=fingerprint()))
