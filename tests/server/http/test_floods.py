"""Floods, slowness and crowds: each has a limit, and when they are over their memory is given back."""

import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from eleven.server.limits.connection_limits import RESERVED_FILES, ConnectionCounter, allow_files
from eleven.server.settings import Settings
from tests.server.conftest import NO_TLS, PATIENCE, Device, Running, settings
from tests.server.serving.test_kill import free_port, start

pytestmark = pytest.mark.slow

HEAD = 16_384
PING, EMPTY_TEXT, EMPTY_PART = b"\x89\x84\0\0\0\0abcd", b"\x01\x80\0\0\0\0", b"\x00\x80\0\0\0\0"


@contextmanager
def serving(folder: Path, **more: object) -> Iterator[Running]:
    running = Running(settings(folder, **more))
    try:
        yield running
    finally:
        running.stop()


def line_to(base: str) -> socket.socket:
    where = urlsplit(base)
    return socket.create_connection((str(where.hostname), where.port or 80), timeout=PATIENCE)


def rest_of(line: socket.socket) -> bytes:
    """Everything until the other side hangs up; it does so in time, or this fails."""
    heard = b""
    with suppress(ConnectionError):
        while got := line.recv(65_536):
            heard += got
    return heard


def send_all(line: socket.socket, data: bytes) -> None:
    with suppress(ConnectionError):
        line.sendall(data)


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def socket_to(base: str, table: str) -> socket.socket:
    """A socket that has said hello, in bare bytes."""
    line = line_to(base)
    head = f"GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    line.sendall((head + "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
    assert line.recv(65_536).startswith(b"HTTP/1.1 101")
    return line


def say_hello(line: socket.socket) -> None:
    line.sendall(b"\x81\x90\0\0\0\0" + b'{"type":"hello"}')


@pytest.mark.parametrize(
    "request_head",
    [
        b"GET /" + b"a" * (HEAD + 70_000),
        b"GET /" + b"a" * (HEAD + 70_000) + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"a" * (HEAD + 70_000),
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"a" * (HEAD + 1) + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: 1\r\n" * HEAD,
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nY" + b"a" * (HEAD + 70_000),
    ],
)
def test_too_long_request_headers_are_refused(server: Running, request_head: bytes) -> None:
    with line_to(server.base) as line:
        send_all(line, request_head)
        answer = rest_of(line)
    assert not answer or answer.startswith(b"HTTP/1.1 431"), answer[:100]
    assert httpx.get(f"{server.base}/health", verify=NO_TLS).status_code == 200


def test_the_answer_to_bad_headers_says_why(server: Running) -> None:
    with line_to(server.base) as line:
        line.sendall(b"GET /" + b"a" * (HEAD + 100) + b" HTTP/1.1\r\n")
        assert b"are too long" in rest_of(line)
    with line_to(server.base) as line:
        line.sendall(b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n")
        assert rest_of(line).startswith(b"HTTP/1.1 400")


def test_slow_requests_are_cut_off(tmp_path: Path) -> None:
    """Half a head, half a body, half a second head, or a socket without a word."""
    with serving(tmp_path, head_seconds=2.0, body_seconds=2.0, hello_seconds=2.0) as server:
        whole = b"GET /health/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        post = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Table-Eleven: 1\r\nContent-Length: 100\r\n\r\n{"
        for begun, answer in ((b"", b" 408"), (b"GET / HT", b" 408"), (post, b""), (whole + b"GET", b"408")):
            with line_to(server.base) as line:
                line.sendall(begun)
                heard = rest_of(line)
                assert answer in heard
                assert (b" 200 " in heard) == begun.startswith(whole)
        table = Device(server.base).create("me", "bot")["table"]
        with socket_to(server.base, table) as line:
            assert rest_of(line) == b""
        with socket_to(server.base, table) as line:
            say_hello(line)
            line.settimeout(4)
            with pytest.raises(TimeoutError):
                rest_of(line)


def test_connections_are_counted_by_address_and_given_back(tmp_path: Path) -> None:
    with serving(tmp_path, connections_per_network=5) as server, ExitStack() as lines:
        device = Device(server.base)
        table = device.create("me", "bot")["table"]
        device.http.close()  # the server hangs up an idle one in its own time
        counted = server.server.config.http_protocol_class.connections_open  # type: ignore[attr-defined]
        until(lambda: counted.total == 0)
        held = [lines.enter_context(socket_to(server.base, table)) for _ in range(2)]
        held += [lines.enter_context(line_to(server.base)) for _ in range(3)]
        until(lambda: counted.total == 5)
        with line_to(server.base) as line:
            answer = rest_of(line)
            assert answer.startswith(b"HTTP/1.1 503")
            assert b"too many connections" in answer
        for line in held:
            line.close()
        until(lambda: counted.total == 0)
        assert httpx.get(f"{server.base}/health", verify=NO_TLS).status_code == 200


def test_connections_are_limited_by_file_descriptors_and_per_network() -> None:
    assert ConnectionCounter(Settings(connections=10**9)).most <= allow_files() - RESERVED_FILES
    here = ConnectionCounter(Settings(connections=3, connections_per_network=2))
    assert [here.enter(name) for name in "aaabb"] == [True, True, False, False, False]
    for name in "aaabb":
        here.leave(name)
    assert (here.total, here.by_network) == (0, {})
    proxied = ConnectionCounter(Settings(connections=3, connections_per_network=2, behind_proxy=True))
    assert [proxied.enter("a") for _ in range(4)] == [True, True, True, False]


@pytest.mark.parametrize("flood", [PING, EMPTY_TEXT + EMPTY_PART * 100, b"\x8a\x80\0\0\0\0"])
def test_floods_of_small_frames_are_cut_off(client: Device, flood: bytes) -> None:
    table = client.create("me", "bot")["table"]
    with socket_to(client.base, table) as line:
        say_hello(line)
        for _ in range(300):
            send_all(line, flood)
        rest_of(line)


def test_pings_and_fragmented_messages_are_answered(client: Device) -> None:
    table = client.create("me", "bot")["table"]
    with client.socket(table) as line:
        line.hear("view")
        assert line.connection.ping().wait(PATIENCE)
        line.connection.send(iter(['{"type": ', '"ping"', "}"]))
        assert line.hear("pong")


def test_a_client_that_does_not_read_is_cut_off(tmp_path: Path) -> None:
    with serving(tmp_path, unread_seconds=0.5) as server:
        counted = server.server.config.http_protocol_class.connections_open  # type: ignore[attr-defined]
        with line_to(server.base) as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            for _ in range(400):
                send_all(line, b"GET /api/rules/elevenses HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            until(lambda: counted.total == 0)


def test_streams_are_counted_by_address(tmp_path: Path) -> None:
    with serving(tmp_path, streams_per_network=3) as server:
        device = Device(server.base)
        path = f"{server.base}/api/tables/{device.create('me', 'bot')['table']}/stream"
        streams = server.app.state.streams
        with ExitStack() as held:
            views = [held.enter_context(httpx.stream("GET", path, verify=NO_TLS)).iter_bytes() for _ in range(3)]
            assert all(next(view).startswith(b"data: ") for view in views)
            assert httpx.get(path, verify=NO_TLS).status_code == 429
            assert httpx.get(f"{server.base}/health", verify=NO_TLS).status_code == 200
        until(lambda: not streams)
        with httpx.stream("GET", path, verify=NO_TLS) as answer:
            assert answer.status_code == 200


def memory(pid: int) -> float:
    """What a process has of the machine's memory, in MB."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def test_memory_is_given_back(tmp_path: Path) -> None:
    """A request of 100 MB, crowds that say half a word, and pings whose answers nobody reads: a real server."""
    port = free_port()
    process = start(port, f"sqlite:///{tmp_path / 'tables.sqlite'}")
    try:
        base = f"http://127.0.0.1:{port}"
        device = Device(base)
        table = device.create("me", "bot")["table"]

        def flood() -> None:
            for begun in (b"GET /", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "):
                with line_to(base) as line:
                    send_all(line, begun)
                    for _ in range(100):
                        send_all(line, b"a" * 1_000_000)
            with ExitStack() as held:
                for _ in range(250):
                    send_all(held.enter_context(line_to(base)), b"GET / HTTP/1.1\r\nX: " + b"a" * 8000)
            for small in (PING * 10_000, EMPTY_TEXT + EMPTY_PART * 20_000):
                with socket_to(base, table) as line:
                    say_hello(line)
                    for _ in range(10):
                        send_all(line, small)

        flood()
        before = memory(process.pid)
        for _ in range(3):
            flood()
        assert httpx.get(f"{base}/health", verify=NO_TLS).status_code == 200
        assert memory(process.pid) < before * 1.1 + 4
        assert memory(process.pid) < 250
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
