"""The WebSocket protocol: uvicorn's own, with a fast path for messages in both directions.

Usually every message goes through a queue, a task and a chain of callables, and reading stops meanwhile; at a table of
four that cost as much as making the views. With a handler, the protocol hands messages over as they are read, and
writes at once what it is given. The application ends then: its task, its scope and its queue take more memory than all
the rest of a socket, and most sockets are silent most of the time. Handshake and closing stay uvicorn's.
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

from eleven.server.limits.connection_limits import ConnectionCounter
from eleven.server.limits.token_bucket import TokenBucket
from eleven.server.sockets.keepalive import (
    PING_AFTER_TICKS,
    RARE_PING_AFTER_TICKS,
    Keepalive,
    enable_tcp_keepalive,
    has_tcp_keepalive,
)
from eleven.server.sockets.message_handler import DROPPING_QUEUE, MessageHandler

TEXT_FRAME = 0x81
PING_FRAME = bytes((0x89, 0))
"""A complete ping without a payload."""
WRITE_BATCH = 32
SMALL_PER_SECOND, SMALL_AT_ONCE = 10.0, 200
MAX_FRAGMENTS = 64
RESTARTING = "this server is ending; connect again"
EXTENSION = "table-eleven.protocol"
NOTHING: Any = None


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """One connection.

    A client that sends nothing at first, or does not read, is cut off; so is one that sends too many small frames:
    pings, or a message in a great many parts.
    """

    connections_open: ConnectionCounter
    keepalive: Keepalive
    line_watched = False
    heard = due = 0
    _message_handler: MessageHandler | None = None
    _hello: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start the timer of the first message; the connection was counted when it was HTTP."""
        super().connection_made(transport)
        self._limits = self.connections_open.settings
        self._small = TokenBucket(SMALL_PER_SECOND, SMALL_AT_ONCE)
        self._hello = self.loop.call_later(self._limits.hello_seconds, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timers and release the handler, so that nothing keeps its table in memory."""
        for timer in (self._hello, self._unread):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)
        self._detach()
        self.connections_open.leave(self.client[0] if self.client else "")

    def _detach(self) -> None:
        """Release the handler."""
        handler, self._message_handler = self._message_handler, None
        if handler is not None:
            self.keepalive.remove(self)
            handler.close()

    def shutdown(self) -> None:
        """The server ends: close with a reason, so that clients connect again, to another process if there is one."""
        if not self.handshake_complete or self.close_sent:
            super().shutdown()
            return
        self.stop_keepalive()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": CloseCode.SERVICE_RESTART})
        self.conn.send_close(CloseCode.SERVICE_RESTART, RESTARTING)
        self.transport.write(b"".join(self.conn.data_to_send()))
        if self._message_handler is not None:
            self.transport.close()

    def hang_up(self, code: int, reason: str) -> None:
        """Close with a code and a reason, and give the client a while to agree."""
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.resume_reading()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)
        self._detach()

    def data_received(self, data: bytes) -> None:
        """Note the sign of life, and read the data."""
        self.heard = self.keepalive.now
        super().data_received(data)

    def ping(self) -> None:
        """Send a ping."""
        self.transport.write(PING_FRAME)

    def cut_off(self) -> None:
        """No answer came: abort the connection."""
        self.keepalive_timeout()

    def handle_ping(self) -> None:
        """Answer a ping, or abort if the client sends too many; no answer while it does not read."""
        pong = b"".join(self.conn.data_to_send())
        if not self._small.take():
            self.transport.abort()
        elif not self.write_paused:
            self.transport.write(pong)

    def handle_pong(self, event: Frame) -> None:
        """Take a pong, or abort if the client sends too many."""
        if self._small.take():
            super().handle_pong(event)
        else:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """Take a part of a message, or abort if there are too many."""
        if len(self.frames) >= MAX_FRAGMENTS or not self._small.take():
            self.frames = []
            self.transport.abort()
        else:
            super().handle_cont(event)

    def pause_writing(self) -> None:
        """The client does not read: abort if that lasts."""
        super().pause_writing()
        self._unread = self.loop.call_later(self._limits.unread_seconds, self.transport.abort)

    def handle_connect(self, event: Request) -> None:
        """Let the application find its protocol in the scope, as ASGI provides for."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]
            self.conn.parser = Frames.parse(self.conn)  # the parser that has read the request would keep it in memory
            next(self.conn.parser)

    def set_handler(self, handler: MessageHandler) -> None:
        """Hand messages to `handler` from now on, those that have come already first; the application may end."""
        self._message_handler = handler
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
                handler.handle(None if text is None else text.encode())
        self.queue = DROPPING_QUEUE
        self.resume_reading()
        if self.disconnected:
            self._detach()

    async def run_asgi(self) -> None:
        """Run the application; if there is a handler afterwards, the connection stays and the request is dropped."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("Exception in ASGI application\n")
            self.send_500_response()
        if self.queue is DROPPING_QUEUE:
            self.request = self.response = self.scope = NOTHING
        elif self.close_timer is None:
            self.transport.close()

    def send_receive_event_to_app(self) -> None:
        """A complete message has come."""
        if self._message_handler is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        body, self.frames = b"".join(self.frames), []
        self._message_handler.handle(body if self.curr_msg_data_type == "text" else None)

    def pause_reading(self) -> None:
        """Stop reading for now: the client sends faster than it is answered."""
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def resume_reading(self) -> None:
        """Continue reading."""
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    @property
    def write_paused(self) -> bool:
        """Whether the client has not yet read what was sent."""
        return not self.writable.is_set()

    def resume_writing(self) -> None:
        """The client reads again."""
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()
        if self._message_handler is not None:
            self._message_handler.notify()

    def send_texts(self, messages: Iterable[bytes]) -> None:
        """Write messages, all together, unless the connection is closed."""
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
    """A connection with something to send."""

    protocol: WebSocketProtocol

    def take(self) -> list[bytes]:
        """Take what is to be sent now."""

    def sent(self) -> None:
        """Called when all that were due at the same time have been written."""


class SendQueue:
    """Recipients with something to send: messages are made for one after the other, and written together.

    Writing together is cheaper, as a write wakes its reader. But on a busy server everybody would wait until all
    messages are made; so they are written in batches.
    """

    def __init__(self) -> None:
        self._due: list[Recipient] = []

    def put(self, recipient: Recipient) -> None:
        """Take messages from a recipient and send them, in the next turn of the loop."""
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


def protocol_class(connections: ConnectionCounter) -> type[WebSocketProtocol]:
    """The protocol class of one server, with its limits and its keepalive."""
    watched = has_tcp_keepalive(connections.settings.behind_proxy)
    own = {"keepalive": Keepalive(RARE_PING_AFTER_TICKS if watched else PING_AFTER_TICKS), "line_watched": watched}
    return type("ServedWebSocket", (WebSocketProtocol,), {"connections_open": connections, **own})


def protocol_of(socket: WebSocket) -> WebSocketProtocol:
    """The protocol under a socket."""
    found: WebSocketProtocol = socket.scope["extensions"][EXTENSION]
    return found
