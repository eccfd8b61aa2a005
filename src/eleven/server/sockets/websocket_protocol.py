"""The protocol under a socket: uvicorn's own, with a short way in and out for those who have much to say.

By the usual way every message goes through a queue, a task and a chain of callables, and reading stops meanwhile; at a
table of four that cost as much as making the views. A protocol that somebody listens to hands messages over as they are
read, and writes what it is given at once. The application is done with it then: its task, its scope and its queue take
more memory than all the rest of a socket, and most sockets are silent most of the time. Handshake and closing stay
uvicorn's.
"""

import asyncio
import struct
from collections.abc import Iterable
from typing import Any, Protocol

from starlette.websockets import WebSocket
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request
from websockets.protocol import Protocol as Frames
from websockets.protocol import State

from eleven.server.http.limits.connection_limits import Connections
from eleven.server.http.limits.rate_limits import TokenBucket
from eleven.server.sockets.keepalive import (
    PING_AFTER_TICKS,
    RARE_PING_AFTER_TICKS,
    Keepalive,
    enable_tcp_keepalive,
    has_tcp_keepalive,
)

TEXT_FRAME = 0x81
PING_FRAME = bytes((0x89, 0))
"""A whole ping that says nothing."""
WRITE_BATCH = 32
SMALL_PER_SECOND, SMALL_AT_ONCE = 10.0, 200
MAX_FRAGMENTS = 64
RESTARTING = "this server is ending; connect again"
EXTENSION = "table-eleven.protocol"
NOTHING: Any = None


class Listener(Protocol):
    """Who has a connection after the application."""

    def hear(self, body: bytes | None) -> None:
        """A message has come: its text, or None for one that is no text."""

    def notify(self) -> None:
        """The other side has caught up with what was sent."""

    def close(self) -> None:
        """The connection is at its end."""


class _Unheeded(asyncio.Queue[Any]):
    """A queue that drops what uvicorn still sends to an application that has ended."""

    def put_nowait(self, item: Any) -> None:
        """Forget it."""


UNHEEDED = _Unheeded()


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """One connection.

    Somebody who says nothing for a while at first, or does not read what they are sent, is cut off; so is who
    sends more small frames than anybody needs: pings, or a message in a great many parts.
    """

    connections_open: Connections
    keepalive: Keepalive
    line_watched = False
    heard = due = 0
    _listener: Listener | None = None
    _hello: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody has come over from HTTP, where they were counted."""
        super().connection_made(transport)
        self._limits = self.connections_open.settings
        self._small = TokenBucket(SMALL_PER_SECOND, SMALL_AT_ONCE)
        self._hello = self.loop.call_later(self._limits.hello_seconds, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone, and nothing here keeps them or their table in memory."""
        for timer in (self._hello, self._unread):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)
        self._let_go()
        self.connections_open.leave(self.client[0] if self.client else "")

    def _let_go(self) -> None:
        """Nobody listens any more."""
        listener, self._listener = self._listener, None
        if listener is not None:
            self.keepalive.remove(self)
            listener.close()

    def shutdown(self) -> None:
        """The server ends: whoever is connected is told why, and connects again, to another process if there is one."""
        if not self.handshake_complete or self.close_sent:
            super().shutdown()
            return
        self.stop_keepalive()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": CloseCode.SERVICE_RESTART})
        self.conn.send_close(CloseCode.SERVICE_RESTART, RESTARTING)
        self.transport.write(b"".join(self.conn.data_to_send()))
        if self._listener is not None:
            self.transport.close()

    def hang_up(self, code: int, reason: str) -> None:
        """End a connection that somebody listens to; the other side is told why, and given a while to agree."""
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.resume_reading()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)
        self._let_go()

    def data_received(self, data: bytes) -> None:
        """Whatever it is, somebody is there."""
        self.heard = self.keepalive.now
        super().data_received(data)

    def ping(self) -> None:
        """Ask whether somebody is there."""
        self.transport.write(PING_FRAME)

    def cut_off(self) -> None:
        """Nobody has answered."""
        self.keepalive_timeout()

    def handle_ping(self) -> None:
        """Answer, unless the other side asks too often or does not read the answers."""
        pong = b"".join(self.conn.data_to_send())
        if not self._small.take():
            self.transport.abort()
        elif not self.write_paused:
            self.transport.write(pong)

    def handle_pong(self, event: Frame) -> None:
        """Somebody is still there."""
        if self._small.take():
            super().handle_pong(event)
        else:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """A part of a message."""
        if len(self.frames) >= MAX_FRAGMENTS or not self._small.take():
            self.frames = []
            self.transport.abort()
        else:
            super().handle_cont(event)

    def pause_writing(self) -> None:
        """What was sent is not read."""
        super().pause_writing()
        self._unread = self.loop.call_later(self._limits.unread_seconds, self.transport.abort)

    def handle_connect(self, event: Request) -> None:
        """Let the application find its protocol in the scope, as ASGI provides for."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]
            self.conn.parser = Frames.parse(self.conn)  # the one that has read the request would keep it
            next(self.conn.parser)

    def listen(self, listener: Listener) -> None:
        """From now on messages go to `listener`, those that have come already first; the application may end."""
        self._listener = listener
        self.keepalive.add(self)
        if self.line_watched and not self.disconnected:
            enable_tcp_keepalive(self.transport.get_extra_info("socket"))
        if self._hello is not None:
            self._hello.cancel()
            self._hello = None
        while not self.queue.empty():
            event = self.queue.get_nowait()
            if event["type"] == "websocket.receive":
                text = event.get("text")
                listener.hear(None if text is None else text.encode())
        self.queue = UNHEEDED
        self.resume_reading()
        if self.disconnected:
            self._let_go()

    async def run_asgi(self) -> None:
        """Let the application answer; whoever listens by then has the connection, and the request is forgotten."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("Exception in ASGI application\n")
            self.send_500_response()
        if self.queue is UNHEEDED:
            self.request = self.response = self.scope = NOTHING
        elif self.close_timer is None:
            self.transport.close()

    def send_receive_event_to_app(self) -> None:
        """A whole message has come."""
        if self._listener is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        body, self.frames = b"".join(self.frames), []
        self._listener.hear(body if self.curr_msg_data_type == "text" else None)

    def pause_reading(self) -> None:
        """Read no more for now: the other side talks faster than it is answered."""
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def resume_reading(self) -> None:
        """Read again."""
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    @property
    def write_paused(self) -> bool:
        """Whether the other side has not yet taken what was said."""
        return not self.writable.is_set()

    def resume_writing(self) -> None:
        """The other side has caught up."""
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()
        if self._listener is not None:
            self._listener.notify()

    def send_texts(self, messages: Iterable[bytes]) -> None:
        """Write messages, all together; who has gone hears nothing."""
        if self.conn.state is State.OPEN and not self.transport.is_closing():
            self.transport.write(b"".join([part for message in messages for part in (_head(len(message)), message)]))


def _head(size: int) -> bytes:
    """The head of an unmasked frame that is a whole text (RFC 6455, 5.2): its size takes one, three or nine bytes."""
    if size < 126:
        return bytes((TEXT_FRAME, size))
    if size < 1 << 16:
        return struct.pack("!BBH", TEXT_FRAME, 126, size)
    return struct.pack("!BBQ", TEXT_FRAME, 127, size)


class Recipient(Protocol):
    """One to whom something is to be sent."""

    protocol: WebSocketProtocol

    def take(self) -> list[bytes]:
        """What is to be sent now."""

    def sent(self) -> None:
        """All that were due at the same time have been sent theirs."""


class SendQueue:
    """Recipients with something to send: messages are made for one after the other, and written together.

    A write wakes whoever reads at the other end, and one who is awake already costs less. But on a busy server
    all that is due would take long to make, and everybody would wait for the last; so some are written together.
    """

    def __init__(self) -> None:
        self._due: list[Recipient] = []

    def put(self, recipient: Recipient) -> None:
        """Ask somebody for messages, and send them, in the next turn of the loop."""
        if not self._due:
            asyncio.get_running_loop().call_soon(self._empty)
        self._due.append(recipient)

    def _empty(self) -> None:
        due, self._due = self._due, []
        for at in range(0, len(due), WRITE_BATCH):
            made = [(recipient.protocol, recipient.take()) for recipient in due[at : at + WRITE_BATCH]]
            for protocol, messages in made:
                if messages:
                    protocol.send_texts(messages)
        for recipient in due:
            recipient.sent()


def protocol_class(connections: Connections) -> type[WebSocketProtocol]:
    """The protocol class of one server, with its limits and its keepalive."""
    watched = has_tcp_keepalive(connections.settings.behind_proxy)
    own = {"keepalive": Keepalive(RARE_PING_AFTER_TICKS if watched else PING_AFTER_TICKS), "line_watched": watched}
    return type("ServedWire", (WebSocketProtocol,), {"connections_open": connections, **own})


def protocol_of(socket: WebSocket) -> WebSocketProtocol:
    """The protocol under a socket."""
    found: WebSocketProtocol = socket.scope["extensions"][EXTENSION]
    return found
