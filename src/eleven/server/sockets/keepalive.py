"""Detects dead connections: a silent one is pinged, and cut off if nothing comes back.

Any data is a sign of life, so a page, which sends a ping every 15 seconds, is never pinged. All connections of a server
share one timer. Without a proxy in between, Linux itself detects dead connections (TCP keepalive), for a fiftieth of
what a ping costs; then pings are rare, and only for programs that hang.
"""

import asyncio
import socket
import sys
from typing import Protocol

TICK_SECONDS = 0.5
"""Seconds between two checks."""
PING_AFTER_TICKS = 80
"""Ticks of silence before a ping: 40 s, within the 60 that proxies allow a connection to be silent."""
PONG_TIMEOUT_TICKS = 20
"""Ticks that an answer may take: 10 s, as long as the page itself waits for one."""
RARE_PING_AFTER_TICKS = 1200
"""The same where TCP keepalive is on: 10 minutes."""
PROBES = 2
TCP_KEEPALIVE = {
    "TCP_KEEPIDLE": int(PING_AFTER_TICKS * TICK_SECONDS),
    "TCP_KEEPINTVL": int(PONG_TIMEOUT_TICKS * TICK_SECONDS) // PROBES,
    "TCP_KEEPCNT": PROBES,
    "TCP_USER_TIMEOUT": int(1000 * (PING_AFTER_TICKS + PONG_TIMEOUT_TICKS) * TICK_SECONDS),
}
"""It detects a dead connection within the same time, also with unacknowledged data; the last is in milliseconds."""


def enable_tcp_keepalive(line: socket.socket) -> None:
    """Turn TCP keepalive on: Linux then ends a dead connection after the time that we would wait."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in TCP_KEEPALIVE.items():
        line.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)


def has_tcp_keepalive(behind_proxy: bool) -> bool:
    """Whether TCP keepalive can detect a dead client; behind a proxy it only knows of the proxy."""
    return sys.platform == "linux" and not behind_proxy


class KeepaliveTarget(Protocol):
    """A connection that is kept alive."""

    heard: int
    """The tick of the last data."""
    due: int
    """The tick of the next check."""

    def ping(self) -> None:
        """Send a ping."""

    def cut_off(self) -> None:
        """No answer came: abort the connection."""


class Keepalive:
    """The connections of one server, by the tick of their next check."""

    def __init__(self, silence: int = PING_AFTER_TICKS) -> None:
        self._silence = silence
        self.now = 0
        """Ticks are counted, not measured, so that a server that was suspended cuts nobody off for it."""
        self._due: dict[int, set[KeepaliveTarget]] = {}
        self._timer: asyncio.TimerHandle | None = None

    def add(self, connection: KeepaliveTarget) -> None:
        """Watch a connection that was heard just now."""
        connection.heard = self.now
        self._check_after(self._silence, connection)
        if self._timer is None:
            self._wait()

    def remove(self, connection: KeepaliveTarget) -> None:
        """Stop watching a connection."""
        self._due.get(connection.due, set()).discard(connection)

    def tick(self) -> None:
        """Check the connections that are due."""
        self.now += 1
        for connection in self._due.pop(self.now, ()):
            silent = self.now - connection.heard
            if silent < self._silence:
                self._check_after(self._silence - silent, connection)
            elif silent < self._silence + PONG_TIMEOUT_TICKS:
                connection.ping()
                self._check_after(PONG_TIMEOUT_TICKS, connection)
            else:
                connection.cut_off()
        self._timer = None
        if self._due:
            self._wait()

    def _check_after(self, ticks: int, connection: KeepaliveTarget) -> None:
        connection.due = self.now + ticks
        self._due.setdefault(connection.due, set()).add(connection)

    def _wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(TICK_SECONDS, self.tick)
