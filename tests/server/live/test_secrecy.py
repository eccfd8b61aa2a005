"""Secrecy over the wire: two worlds that look the same to a seat send it the same bytes."""

import asyncio
import random
from contextlib import ExitStack
from copy import copy
from dataclasses import replace
from typing import Any

import pytest

from eleven.core.contract.game import games
from eleven.core.play.match import Match, imagine
from eleven.core.rules import luck
from eleven.server.live import undo_checks
from eleven.server.live.live_table import LiveTable
from eleven.server.live.snapshot import Snapshot
from eleven.server.store import records
from tests.server.conftest import Device, Running, Socket

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def nothing_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a decision may be taken back is told when it is known, which may be between two visits or during one."""
    monkeypatch.setattr(undo_checks, "MAX_WAITING_CHECKS", 0)


def everything_heard(device: Device, table: str, viewer: int, questions: list[str]) -> list[str]:
    """Every byte of a visit: the view by socket and by HTTP, reasons, refusals."""
    mine = device.view(table)["hot_seat"]
    with device.socket(table) as socket:
        view = socket.hear("view")
        if viewer in mine and view["you"] != viewer:
            socket.heard.clear()
            socket.send(type="look", seat=viewer)
            view = socket.hear("view")
        legal = {action["name"] for action in view["actions"]}
        for name in questions:
            socket.send(type="why", action=name, seat=viewer)
            if name not in legal:
                socket.send(type="move", id=name.replace(" ", "-"), version=view["version"], seat=viewer, action=name)
        socket.send(type="ping")
        socket.hear("pong")
        heard = list(socket.heard)
    heard.append(device.get(f"/api/tables/{table}/view", **({"seat": viewer} if viewer in mine else {})).text)
    return heard


@pytest.mark.parametrize("game_id", sorted(games()))
def test_worlds_that_look_alike_get_the_same_answers(
    server: Running, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time of day, which a `pong` tells, stands still meanwhile."""
    monkeypatch.setattr(records, "now", lambda: 1_800_000_000_000)
    game, dice = games()[game_id], random.Random(1)
    players = max(game.players)
    host, stranger = Device(server.base), Device(server.base)
    table = host.create("me", *["hotseat"] * (players - 1), game=game_id)["table"]
    live: LiveTable = server.app.state.tables._tables[table]
    questions = [action.name for action in dice.sample(list(game.actions), min(12, len(game.actions)))]
    differed = 0
    for point in range(3):
        for _ in range(7):
            view = host.view(table)
            if view["over"]:
                break
            view = host.view(table, seat=view["asked"])
            action = dice.choice(view["actions"])["name"]
            host.post(f"/api/tables/{table}/moves", action=action, version=view["version"])
        play = the_play(live)
        if play.over:
            break
        truth = play.board.record()
        for viewer in range(players + 1):
            device = host if viewer < players else stranger
            heard = everything_heard(device, table, viewer, questions)
            world = imagine(game, play.seen(viewer), luck.fresh(bytes([point, viewer]) * 16))
            differed += world.tobytes() != play.record().tobytes()
            set_world(live, world)
            assert everything_heard(device, table, viewer, questions) == heard
            set_world(live, truth)
    assert differed > 0


def the_play(live: LiveTable) -> Match:
    assert live.table.play is not None
    return live.table.play


def set_world(live: LiveTable, record: object) -> None:
    play, world = the_play(live), copy(live.table)
    world.play = replace(play, board=play.board.at(record))
    live.now = Snapshot(world, live.now.context_cache)


SHORT = {"target": "5"}


@pytest.mark.parametrize("game_id", sorted(games()))
def test_views_stay_the_same_in_other_worlds_throughout_a_game(server: Running, game_id: str) -> None:
    """After every decision, every seat and a spectator get the same bytes again from another world that fits theirs."""
    game, dice = games()[game_id], random.Random(3)
    players = min(game.players)
    short = {option.name: SHORT[option.name] for option in game.options if option.name in SHORT}
    made = Device(server.base).create("me", *["hotseat"] * (players - 1), game=game_id, options=short)
    live: LiveTable = server.app.state.tables._tables[made["table"]]
    differed = decisions = 0
    with ExitStack() as stack:
        sockets = [_at_seat(server, made, seat, stack) for seat in range(players)]
        sockets.append(stack.enter_context(Device(server.base).socket(made["table"])))
        for socket in sockets:
            socket.hear("view")
        while not (play := the_play(live)).over:
            version, truth = live.table.version, play.board.record()
            for viewer, socket in enumerate(sockets):
                view = _again(socket, version)
                heard = socket.heard[-1]
                world = imagine(game, play.seen(viewer), luck.fresh(bytes([decisions % 256, viewer]) * 16))
                differed += world.tobytes() != play.record().tobytes()
                _in_server(server, set_world, live, world)
                _again(socket, version)
                assert socket.heard[-1] == heard
                _in_server(server, set_world, live, truth)
                if view["yours"]:
                    action, asked = dice.choice(view["actions"])["name"], socket
            asked.send(type="move", id=f"m{version}", version=version, action=action)
            for socket in sockets:
                socket.view_after(version + 1)
            decisions += 1
    assert decisions > 10
    assert differed > decisions


def _at_seat(server: Running, made: dict[str, Any], seat: int, stack: ExitStack) -> Socket:
    token = made["seats"][seat]["token"]
    return stack.enter_context(Device(server.base).socket(made["table"], Authorization=f"Bearer {token}"))


def _again(socket: Socket, version: int) -> dict[str, Any]:
    """The newest view with all that was told, asked for once more; views on their way tell the last event at most."""
    socket.send(type="hello", since=-1)
    while len((view := socket.hear("view"))["events"]) < 2:
        assert view["version"] == version
    return view


def _in_server(server: Running, change: Any, *arguments: Any) -> None:
    async def changing() -> None:
        change(*arguments)

    loop = server.server.servers[0].get_loop()
    asyncio.run_coroutine_threadsafe(changing(), loop).result(10)
