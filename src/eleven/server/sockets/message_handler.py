"""What takes the place of the application of a socket when that has ended."""

import asyncio
from typing import Any, Protocol


class MessageHandler(Protocol):
    """Receives the messages of a connection after the application has ended."""

    def handle(self, body: bytes | None) -> None:
        """A message has come: its text, or None for a binary one."""

    def notify(self) -> None:
        """The client has read what was sent."""

    def close(self) -> None:
        """The connection was closed."""


class _DroppingQueue(asyncio.Queue[Any]):
    """A queue that drops what uvicorn still sends to an application that has ended."""

    def put_nowait(self, item: Any) -> None:
        """Drop the item."""


DROPPING_QUEUE = _DroppingQueue()
