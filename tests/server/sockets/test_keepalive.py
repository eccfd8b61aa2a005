"""Keep-alive: silent connections are pinged once, and closed without an answer, by one timer for all connections."""

import asyncio
import socket
import sys
from pathlib import Path

import pytest

from eleven.server.limits.connection_limits import ConnectionCounter
from eleven.server.settings import Settings
from eleven.server.sockets import keepalive
from eleven.server.sockets.keepalive import PING_AFTER_TICKS, PONG_TIMEOUT_TICKS, TCP_KEEPALIVE, TICK_SECONDS, Keepalive
from eleven.server.sockets.websocket_protocol import PING_FRAME, WebSocketProtocol, protocol_class
from tests.server.conftest import Device, Running
from tests.server.http.test_floods import rest_of, say_hello, serving, socket_to, until


class Somebody:
    """A connection that writes down what happens to it."""

    heard = due = 0

    def __init__(self) -> None:
        self.happened: list[str] = []

    def ping(self) -> None:
        self.happened.append("ping")

    def cut_off(self) -> None:
        self.happened.append("cut off")


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Keepalive:
    """One whose ticks are made by hand."""
    monkeypatch.setattr(Keepalive, "_wait", lambda self: None)
    return Keepalive()


def let_pass(found: Keepalive, ticks: int) -> None:
    for _ in range(ticks):
        found.tick()


def test_a_silent_connection_is_pinged_once_and_then_closed(held: Keepalive) -> None:
    one = Somebody()
    held.add(one)
    let_pass(held, PING_AFTER_TICKS - 1)
    assert one.happened == []
    let_pass(held, 1)
    assert one.happened == ["ping"]
    let_pass(held, PONG_TIMEOUT_TICKS - 1)
    assert one.happened == ["ping"]
    let_pass(held, 1)
    assert one.happened == ["ping", "cut off"]
    let_pass(held, 3 * PING_AFTER_TICKS)
    assert one.happened == ["ping", "cut off"]


def test_a_connection_that_answers_stays_and_one_that_sends_is_not_pinged(held: Keepalive) -> None:
    answering, speaking = Somebody(), Somebody()
    held.add(answering)
    held.add(speaking)
    for tick in range(5 * PING_AFTER_TICKS):
        held.tick()
        if tick % 30 == 0:
            speaking.heard = held.now
        if held.now - answering.heard == PING_AFTER_TICKS + 1:
            answering.heard = held.now
    assert speaking.happened == []
    assert answering.happened == ["ping"] * (5 * PING_AFTER_TICKS // (PING_AFTER_TICKS + 1))


def test_nothing_is_left_of_a_closed_connection(held: Keepalive) -> None:
    one = Somebody()
    held.add(one)
    let_pass(held, PING_AFTER_TICKS)
    held.remove(one)
    let_pass(held, PONG_TIMEOUT_TICKS)
    assert one.happened == ["ping"]
    assert not held._due


def test_a_dead_connection_is_noticed_within_the_promised_time() -> None:
    assert (PING_AFTER_TICKS + PONG_TIMEOUT_TICKS) * TICK_SECONDS <= 50.0
    assert PING_AFTER_TICKS * TICK_SECONDS < 60.0, "a proxy would take the connection for dead"


def test_all_connections_share_one_timer() -> None:
    async def count() -> int:
        loop, found, asked = asyncio.get_running_loop(), Keepalive(), 0
        later = loop.call_later

        def call_later(*given: object) -> object:
            nonlocal asked
            asked += 1
            return later(*given)  # type: ignore[arg-type]

        loop.call_later = call_later  # type: ignore[method-assign,assignment]
        for _ in range(1000):
            found.add(Somebody())
        return asked

    assert asyncio.run(count()) == 1
    limits = ConnectionCounter(Settings())
    assert protocol_class(limits).keepalive is not protocol_class(limits).keepalive, "servers do not share one"


@pytest.mark.slow
def test_a_dead_connection_is_closed_and_a_silent_one_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One answers pings, as every browser does, and the other takes in everything and is as good as dead."""
    monkeypatch.setattr(keepalive, "TICK_SECONDS", 0.01)
    with serving(tmp_path, behind_proxy=True) as server:
        client = Device(server.base)
        table = client.create("me", "bot")["table"]
        live = server.app.state.tables.in_memory[table]
        with client.socket(table) as alive, socket_to(client.base, table) as dead:
            alive.hear("view")
            say_hello(dead)
            until(lambda: len(live.subscribers) == 2)
            until(lambda: len(live.subscribers) == 1)
            alive.send(type="ping")
            assert alive.hear("pong")
            assert PING_FRAME in rest_of(dead), "it was asked"
        until(lambda: not live.subscribers)
        assert not wires(server)
        assert not server.app.state.connections


def wires(server: Running) -> list[WebSocketProtocol]:
    return [each for each in server.server.server_state.connections if isinstance(each, WebSocketProtocol)]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere everybody is pinged")
def test_tcp_keepalive_is_set_on_direct_connections(server: Running, client: Device) -> None:
    table = client.create("me", "bot")["table"]
    with client.socket(table) as line:
        line.hear("view")
        (wire,) = wires(server)
        raw = wire.transport.get_extra_info("socket")
        assert raw.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        found = {name: raw.getsockopt(socket.IPPROTO_TCP, getattr(socket, name)) for name in TCP_KEEPALIVE}
        assert found == TCP_KEEPALIVE
    asked, times, within = (TCP_KEEPALIVE[f"TCP_KEEP{name}"] for name in ("INTVL", "CNT", "IDLE"))
    assert within + asked * times <= 50
    assert TCP_KEEPALIVE["TCP_USER_TIMEOUT"] <= 50_000


@pytest.mark.slow
def test_an_open_socket_has_no_running_application_task(server: Running, client: Device) -> None:
    """Its task, scope and queue took as much memory as all the rest of a table."""
    table = client.create("me", "bot")["table"]
    with client.socket(table) as line:
        line.hear("view")
        until(lambda: not server.server.server_state.tasks)
        (wire,) = wires(server)
        assert wire.scope is None
        assert server.app.state.connections.total() == 1
        line.send(type="ping")
        assert line.hear("pong")
    until(lambda: not server.app.state.connections)
