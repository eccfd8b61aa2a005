"""Notices who has gone without a word: whoever is silent for a while is pinged, and cut off if nothing comes back.

Whatever comes is a sign of life, so a page, which asks for the time every 15 seconds, is never pinged. All connections
of a server share one timer. Where nobody is between us and the other machine, Linux itself finds out that a line is
dead, for a fiftieth of what a ping costs; then a ping is only for a program that hangs, and rare.
"""

import asyncio
import socket
import sys
from typing import Protocol

TICK_SECONDS = 0.5
"""Seconds between two looks."""
PING_AFTER_TICKS = 80
"""Ticks of silence after which somebody is pinged: 40 s, within the 60 that proxies allow a connection to be silent."""
PONG_TIMEOUT_TICKS = 20
"""Ticks that an answer may take: 10 s, as long as the page itself waits for one."""
RARE_PING_AFTER_TICKS = 1200
"""The ticks where the line is watched by Linux: 10 minutes."""
PROBES = 2
TCP_KEEPALIVE = {
    "TCP_KEEPIDLE": int(PING_AFTER_TICKS * TICK_SECONDS),
    "TCP_KEEPINTVL": int(PONG_TIMEOUT_TICKS * TICK_SECONDS) // PROBES,
    "TCP_KEEPCNT": PROBES,
    "TCP_USER_TIMEOUT": int(1000 * (PING_AFTER_TICKS + PONG_TIMEOUT_TICKS) * TICK_SECONDS),
}
"""It notices a dead line within the same time, also while something is under way there; the last is in milliseconds."""


def enable_tcp_keepalive(line: socket.socket) -> None:
    """Turn TCP keepalive on: Linux then ends a dead connection after the time that we would wait."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in TCP_KEEPALIVE.items():
        line.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)


def has_tcp_keepalive(behind_proxy: bool) -> bool:
    """Whether TCP keepalive can tell that somebody is gone; behind a proxy it knows of the proxy alone."""
    return sys.platform == "linux" and not behind_proxy


class Connected(Protocol):
    """A connection that is kept alive."""

    heard: int
    """The tick in which something has come last."""
    due: int
    """The tick in which to look at it next."""

    def ping(self) -> None:
        """Ask whether somebody is there."""

    def cut_off(self) -> None:
        """Nobody has answered."""


class Keepalive:
    """The connections of one server, by the tick in which to look at them."""

    def __init__(self, silence: int = PING_AFTER_TICKS) -> None:
        self._silence = silence
        self.now = 0
        """Ticks are counted and not clocked, so that nobody is cut off for what the server itself slept through."""
        self._due: dict[int, set[Connected]] = {}
        self._timer: asyncio.TimerHandle | None = None

    def add(self, connection: Connected) -> None:
        """Look after somebody who was heard just now."""
        connection.heard = self.now
        self._look_after(self._silence, connection)
        if self._timer is None:
            self._wait()

    def remove(self, connection: Connected) -> None:
        """Look after somebody no longer."""
        self._due.get(connection.due, set()).discard(connection)

    def tick(self) -> None:
        """Look at those who are due."""
        self.now += 1
        for connection in self._due.pop(self.now, ()):
            silent = self.now - connection.heard
            if silent < self._silence:
                self._look_after(self._silence - silent, connection)
            elif silent < self._silence + PONG_TIMEOUT_TICKS:
                connection.ping()
                self._look_after(PONG_TIMEOUT_TICKS, connection)
            else:
                connection.cut_off()
        self._timer = None
        if self._due:
            self._wait()

    def _look_after(self, ticks: int, connection: Connected) -> None:
        connection.due = self.now + ticks
        self._due.setdefault(connection.due, set()).add(connection)

    def _wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(TICK_SECONDS, self.tick)
