"""Secrecy over the wire: two worlds that look the same to a seat send it the same bytes."""

import random

import pytest

from eleven.core import luck
from eleven.core.game import games
from eleven.core.match import imagine
from eleven.server.live import Live
from eleven.server.plain import shape_of
from tests.server.conftest import Device, Running

pytestmark = pytest.mark.slow


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
def test_worlds_that_look_alike_sound_alike(server: Running, game_id: str) -> None:
    game, dice = games()[game_id], random.Random(1)
    players = max(game.players)
    host, stranger = Device(server.base), Device(server.base)
    table = host.create("me", *["hotseat"] * (players - 1), game=game_id)["table"]
    live: Live = server.app.state.house._tables[table]
    play = live.table.play
    assert play is not None
    questions = [action.name for action in dice.sample(list(game.actions), min(12, len(game.actions)))]
    differed = 0
    for point in range(6):
        for _ in range(7):
            view = host.view(table)
            if view["over"]:
                break
            view = host.view(table, seat=view["asked"])
            action = dice.choice(view["actions"])["name"]
            host.post(f"/api/tables/{table}/moves", action=action, version=view["version"])
        if play.over:
            break
        truth = play.state
        for viewer in range(players + 1):
            device = host if viewer < players else stranger
            heard = everything_heard(device, table, viewer, questions)
            world = imagine(game, play.match().seen(viewer), luck.fresh(bytes([point, viewer]) * 16))
            differed += world.tobytes() != play.match().state.tobytes()
            set_world(live, shape_of(game).from_record(world))
            assert everything_heard(device, table, viewer, questions) == heard
            set_world(live, truth)
    assert differed > 0


def set_world(live: Live, state: object) -> None:
    assert live.table.play is not None
    live.table.play.state = state
    live.table.play._sights.clear()
    live.sights.clear()
