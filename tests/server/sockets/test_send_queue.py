"""The send queue: messages for several connections are created and written once, then released."""

import asyncio
from typing import Any, cast

from eleven.server.sockets.websocket_protocol import WRITE_BATCH, Recipient, SendQueue


class Protocol:
    """A protocol that writes down what happens."""

    def __init__(self, happened: list[str]) -> None:
        self.happened = happened

    def send_texts(self, messages: list[bytes]) -> None:
        self.happened.append("said")


class Reader:
    """Somebody who wants a view."""

    def __init__(self, happened: list[str]) -> None:
        self.happened, self.protocol = happened, cast(Any, Protocol(happened))

    def take(self) -> list[bytes]:
        self.happened.append("made")
        return [b"view"]

    def sent(self) -> None:
        self.happened.append("forgotten")


def test_views_are_forgotten_when_everybody_has_theirs() -> None:
    """Two devices of one seat share a view, so nobody forgets it before the last has taken it."""
    happened: list[str] = []

    async def send() -> None:
        queue = SendQueue()
        for _ in range(WRITE_BATCH + 1):
            queue.put(cast(Recipient, Reader(happened)))
        await asyncio.sleep(0)

    asyncio.run(send())
    assert happened.count("made") == happened.count("said") == WRITE_BATCH + 1
    assert happened[-WRITE_BATCH - 1 :] == ["forgotten"] * (WRITE_BATCH + 1)
