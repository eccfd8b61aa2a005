"""Limits on connections: how many, in all and by network, how long the request head may be, and how slow a client.

Uvicorn and httptools limit neither the size of request line and headers nor the time a client takes to send them, and
do not count connections by network. This is uvicorn's protocol with those limits; those of WebSockets are in
`sockets/websocket_protocol.py`.
"""

import asyncio
import contextlib
import sys
from collections import Counter

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from eleven.server.http.origin import network
from eleven.server.process.gc_policy import gc_policy
from eleven.server.settings import Settings

RESERVED_FILES = 200
"""File descriptors reserved for the database, workers and files."""
MAX_OPEN_FILES = 65_536
ERROR_RESPONSE = (
    "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {size}\r\nconnection: close\r\n\r\n{body}"
)


def allow_files() -> int:
    """Raise the limit of open files as far as the system allows, up to MAX_OPEN_FILES; return it."""
    if sys.platform == "win32":
        return MAX_OPEN_FILES
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_OPEN_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most


class ConnectionCounter:
    """Counts connections, in all and by network (`http/origin.py`); behind a proxy all come from one."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.most = max(1, min(settings.connections, allow_files() - RESERVED_FILES))
        self.by_network: Counter[str] = Counter()
        self.total = 0

    def enter(self, address: str) -> bool:
        """Count one more connection; whether it is within the limits. `leave` must follow, allowed or not."""
        self.total += 1
        where = network(address)
        self.by_network[where] += 1
        crowded = not self.settings.behind_proxy and self.by_network[where] > self.settings.connections_per_network
        return self.total <= self.most and not crowded

    def leave(self, address: str) -> None:
        """Count one less."""
        gc_policy.cycles_likely()
        self.total -= 1
        where = network(address)
        self.by_network[where] -= 1
        if not self.by_network[where]:
            del self.by_network[where]


class LimitedHttp(HttpToolsProtocol):
    """One HTTP connection, with limits on the size of its head, and the time for head, body and unread answers."""

    connections_open: ConnectionCounter
    _timer: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _head_bytes = 0
    _in_head = True
    _too_long = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or refuse it with 503."""
        super().connection_made(transport)
        self._limits = self.connections_open.settings
        self._address = self.client[0] if self.client else ""
        if self.connections_open.enter(self._address):
            self._wait(self._limits.head_seconds)
        else:
            self._end("503 Service Unavailable", "too many connections; wait a moment")

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timers, and count the connection no more."""
        super().connection_lost(exc)
        self._wait(None)
        self._read()
        self.connections_open.leave(self._address)

    def data_received(self, data: bytes) -> None:
        """Pass data on; a head that gets too long is refused."""
        if self.transport.is_closing():
            return
        if self._in_head:
            self._head_bytes += len(data)
        super().data_received(data)
        if self._in_head and self._head_bytes > self._limits.head_bytes and not self.transport.is_closing():
            self._refuse_head()

    def on_message_begin(self) -> None:
        """Start the timer of a request head."""
        super().on_message_begin()
        self._in_head, self._length = True, 0
        if self._timer is None:
            self._wait(self._limits.head_seconds)

    def on_url(self, url: bytes) -> None:
        """Count the bytes of the request target."""
        self._measure(url)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count the bytes of a header."""
        self._measure(name, value)
        super().on_header(name, value)

    def _measure(self, *parts: bytes) -> None:
        self._length += sum(len(part) for part in parts)
        if self._length > self._limits.head_bytes:
            self._too_long = True
            raise ValueError  # httptools stops, and uvicorn answers with `send_400_response`

    def on_headers_complete(self) -> None:
        """The head is complete: start the timer of the body."""
        self._in_head, self._head_bytes = False, 0
        self._wait(self._limits.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is complete: stop its timer."""
        self._wait(None)
        self._in_head = True
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand over to the WebSocket protocol, which has limits of its own."""
        self._wait(None)
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP, or has too long a head."""
        if self._too_long:
            self._refuse_head()
        else:
            self._end("400 Bad Request", "this is no HTTP request")

    def _refuse_head(self) -> None:
        self._end("431 Request Header Fields Too Large", "the address and headers of this request are too long")

    def pause_writing(self) -> None:
        """The client does not read: abort the connection if that lasts."""
        super().pause_writing()
        self._unread = self.loop.call_later(self._limits.unread_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """The client reads again."""
        super().resume_writing()
        self._read()

    def _read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _wait(self, seconds: float | None) -> None:
        """Restart the timer with a number of seconds; None stops it."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self.loop.call_later(seconds, self._too_late)

    def _too_late(self) -> None:
        self._timer = None
        if self.cycle is None or self.cycle.response_complete:
            self._end("408 Request Timeout", "this took too long")
        else:
            self.transport.abort()

    def _end(self, status: str, reason: str) -> None:
        """Answer with a reason, and close the connection."""
        self._wait(None)
        body = f'{{"error":"{reason}","rule":null}}'
        self.transport.write(ERROR_RESPONSE.format(status=status, size=len(body), body=body).encode("ascii"))
        self.transport.close()


def limited_http(connections: ConnectionCounter) -> type[LimitedHttp]:
    """The protocol class of one server, with its connections."""
    return type("ServedHttp", (LimitedHttp,), {"connections_open": connections})
