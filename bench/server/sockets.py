"""A minimal WebSocket client with little overhead, so that benchmarks measure the server."""

import asyncio
import base64
import os
import struct
from collections.abc import Callable
from typing import cast

TEXT, PING, PONG = 1, 9, 10


class Client(asyncio.Protocol):
    """One connection; `hear` is called with complete text messages."""

    def __init__(self, hear: "Ear") -> None:
        self.hear = hear
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def shake_hands(self, host: str, path: str, headers: dict[str, str]) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade"]
        lines += [f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        assert self._transport is not None
        self._transport.write(("\r\n".join(lines) + "\r\n\r\n").encode())

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self.open.done():
            head, found, rest = bytes(self._buffer).partition(b"\r\n\r\n")
            if not found:
                return
            assert b" 101 " in head.split(b"\r\n")[0], head
            self._buffer = bytearray(rest)
            self.open.set_result(None)
        self._frames()

    def _frames(self) -> None:
        at, buffer = 0, self._buffer
        while len(buffer) - at >= 2:
            size, start = buffer[at + 1] & 127, at + 2
            if size == 126:
                if len(buffer) < at + 4:
                    break
                size, start = struct.unpack_from(">H", buffer, at + 2)[0], at + 4
            elif size == 127:
                if len(buffer) < at + 10:
                    break
                size, start = struct.unpack_from(">Q", buffer, at + 2)[0], at + 10
            if len(buffer) < start + size:
                break
            code, body = buffer[at] & 15, bytes(buffer[start : start + size])
            at = start + size
            if code == TEXT:
                self.hear(self, body)
            elif code == PING:
                self.send(body, PONG)
        del buffer[:at]

    def send(self, body: bytes, code: int = TEXT) -> None:
        mask = b"\0\0\0\0"
        head = (
            bytes([128 | code, 128 | len(body)]) if len(body) < 126 else struct.pack(">BBH", 128 | code, 254, len(body))
        )
        assert self._transport is not None
        self._transport.write(head + mask + body)

    def close(self) -> None:
        assert self._transport is not None
        self._transport.close()


Ear = Callable[[Client, bytes], None]


async def connect(port: int, path: str, headers: dict[str, str], hear: Ear) -> Client:
    """Connect to a server on this machine."""
    loop = asyncio.get_running_loop()
    _, client = await loop.create_connection(lambda: Client(hear), "127.0.0.1", port)
    client.shake_hands(f"127.0.0.1:{port}", path, headers)
    await client.open
    return client
