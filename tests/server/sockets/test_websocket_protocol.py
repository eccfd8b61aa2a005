"""The wire under a socket: messages in one packet, somebody who stops reading, and what is no text."""

import base64
import json
import os
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from websockets.frames import Frame, Opcode

from eleven.server.sockets.websocket_protocol import WebSocketProtocol, _head
from tests.server.conftest import PATIENCE, Device, Running

pytestmark = pytest.mark.slow

TEXT, BINARY, CLOSE = 1, 2, 8
TOO_BIG = 1009


class Plug:
    """A socket by hand, which reads only when told to."""

    def __init__(self, base: str, table: str, cookies: str) -> None:
        host, port = base.removeprefix("http://").split(":")
        self.raw = socket.socket()
        self.raw.settimeout(PATIENCE)
        self.raw.connect((host, int(port)))
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET /ws/{table} HTTP/1.1", f"Host: {host}:{port}", "Upgrade: websocket", "Connection: Upgrade"]
        lines += [f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", f"Cookie: {cookies}", "", ""]
        self.raw.sendall("\r\n".join(lines).encode())
        self._read = b""
        while b"\r\n\r\n" not in self._read:
            self._more()
        head, self._read = self._read.split(b"\r\n\r\n", 1)
        assert b" 101 " in head

    def _more(self) -> None:
        found = self.raw.recv(65536)
        assert found, "the server has hung up"
        self._read += found

    def _exactly(self, size: int) -> bytes:
        while len(self._read) < size:
            self._more()
        found, self._read = self._read[:size], self._read[size:]
        return found

    def frame(self) -> tuple[int, bytes]:
        first, size = self._exactly(2)
        if size == 126:
            size = struct.unpack(">H", self._exactly(2))[0]
        return first & 15, self._exactly(size)

    def send(self, *messages: bytes, code: int = TEXT) -> None:
        mask = bytes(4)
        self.raw.sendall(b"".join(struct.pack(">BB", 128 | code, 128 | len(m)) + mask + m for m in messages))


@pytest.mark.parametrize("size", [1, 125, 126, 65535, 65536])
def test_frame_headers_are_those_of_the_library(size: int) -> None:
    whole = Frame(Opcode.TEXT, bytes(size)).serialize(mask=False)
    assert _head(size) + bytes(size) == whole


@contextmanager
def plugged(device: Device, table: str) -> Iterator[Plug]:
    cookies = "; ".join(f"{name}={value}" for name, value in device.http.cookies.items())
    plug = Plug(device.base, table, cookies)
    try:
        yield plug
    finally:
        plug.raw.close()


def test_messages_that_come_together_are_all_answered_in_order(client: Device) -> None:
    table = client.create("me", "hotseat")["table"]
    with plugged(client, table) as plug:
        ping, why = b'{"type":"ping"}', b'{"type":"why","touch":["teapot"]}'
        plug.send(b'{"type":"hello"}', ping, why, b'{"type":"dance"}', ping)
        heard: list[str] = []
        while heard.count("pong") < 2:
            kind = json.loads(plug.frame()[1])["type"]
            heard += [kind] * (kind != "view")
        assert heard == ["pong", "why", "error", "pong"]


def test_who_stops_reading_finds_the_newest_view_and_not_all_of_them(client: Device, server: Running) -> None:
    table = client.create("me", "hotseat")["table"]
    with plugged(client, table) as plug:
        plug.send(b'{"type":"hello"}', b'{"type":"ping"}')
        while not plug.frame()[1].startswith(b'{"type":"pong"'):
            pass
        (wire,) = [each for each in server.server.server_state.connections if isinstance(each, WebSocketProtocol)]
        wire.loop.call_soon_threadsafe(wire.pause_writing)
        for _ in range(5):
            view = client.view(table)
            view = client.view(table, seat=view["asked"])
            wish = {"action": view["actions"][0]["name"], "version": view["version"]}
            assert client.post(f"/api/tables/{table}/moves", **wish).status_code == 200
        wire.loop.call_soon_threadsafe(wire.resume_writing)
        assert json.loads(plug.frame()[1])["version"] == client.view(table)["version"]


def test_a_binary_message_closes_the_connection_and_earlier_moves_count(client: Device) -> None:
    table = client.create("me", "hotseat")["table"]
    view = client.view(table)
    view = client.view(table, seat=view["asked"])
    action, version = view["actions"][0]["name"], view["version"]
    move = {"type": "move", "version": version, "seat": view["asked"], "action": action}
    with plugged(client, table) as plug:
        plug.send(b'{"type":"hello"}', json.dumps(move).encode())
        plug.send(b"\x00\x01", code=BINARY)
        code, body = plug.frame()
        while code != CLOSE:
            code, body = plug.frame()
        assert struct.unpack(">H", body[:2])[0] == TOO_BIG
    assert client.view(table)["version"] == version + 1
