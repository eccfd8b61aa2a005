"""Who is silent is asked whether they are there, once, and cut off if nothing comes back; all of them by one timer."""

import asyncio
import socket
from contextlib import suppress

import pytest

from eleven.server.http.limits.connection_limits import Connections
from eleven.server.settings import Settings
from eleven.server.sockets import keepalive
from eleven.server.sockets.keepalive import PATIENCE, SILENCE, TICK, Keepalive
from eleven.server.sockets.websocket_protocol import WebSocketProtocol, protocol_class
from tests.server.conftest import Device, Running
from tests.server.http.test_floods import rest_of, say_hello, socket_to, until


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


def test_somebody_silent_is_pinged_once_and_then_cut_off(held: Keepalive) -> None:
    one = Somebody()
    held.add(one)
    let_pass(held, SILENCE - 1)
    assert one.happened == []
    let_pass(held, 1)
    assert one.happened == ["ping"]
    let_pass(held, PATIENCE - 1)
    assert one.happened == ["ping"]
    let_pass(held, 1)
    assert one.happened == ["ping", "cut off"]
    let_pass(held, 3 * SILENCE)
    assert one.happened == ["ping", "cut off"]


def test_whoever_answers_stays_and_whoever_speaks_is_not_asked(held: Keepalive) -> None:
    answering, speaking = Somebody(), Somebody()
    held.add(answering)
    held.add(speaking)
    for tick in range(5 * SILENCE):
        held.tick()
        if tick % 30 == 0:
            speaking.heard = held.now
        if held.now - answering.heard == SILENCE + 1:
            answering.heard = held.now
    assert speaking.happened == []
    assert answering.happened == ["ping"] * (5 * SILENCE // (SILENCE + 1))


def test_nothing_is_left_of_somebody_who_has_gone(held: Keepalive) -> None:
    one = Somebody()
    held.add(one)
    let_pass(held, SILENCE)
    held.remove(one)
    let_pass(held, PATIENCE)
    assert one.happened == ["ping"]
    assert not held._due


def test_it_is_noticed_within_what_was_promised() -> None:
    assert (SILENCE + PATIENCE) * TICK <= 50.0
    assert SILENCE * TICK < 60.0, "a proxy would take the connection for dead"


def test_however_many_there_are_they_have_one_timer() -> None:
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
    limits = Connections(Settings())
    assert protocol_class(limits).keepalive is not protocol_class(limits).keepalive, "servers do not share one"


@pytest.mark.slow
def test_a_dead_line_is_noticed_and_a_silent_one_is_not(
    server: Running, client: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One answers pings, as every browser does, and the other takes in everything and is as good as dead."""
    monkeypatch.setattr(keepalive, "TICK", 0.01)
    table = client.create("me", "bot")["table"]
    live = server.app.state.tables.in_memory[table]
    with client.socket(table) as alive, socket_to(client.base, table) as dead:
        alive.hear("view")
        say_hello(dead)
        until(lambda: len(live.subscribers) == 2)
        until(lambda: len(live.subscribers) == 1)
        with suppress(TimeoutError):
            dead.settimeout(5)
            rest_of(dead)
        alive.send(type="ping")
        assert alive.hear("pong")
    until(lambda: not live.subscribers)
    wires = [each for each in server.server.server_state.connections if isinstance(each, WebSocketProtocol)]
    assert not wires
    assert not server.app.state.connections
    assert isinstance(dead, socket.socket)
