"""Somebody who is away does not block the table: after the time agreed on the others may let a bot play on."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.server.conftest import Device, Json, Socket

Friend = Callable[[], Device]


def together(client: Device, friend: Device, **more: Any) -> str:
    """A table of two at which the first is asked; nobody looks at it yet."""
    made = client.create("me", "friend", options={"start": "red"}, **more)
    table: str = made["table"]
    claim = made["seats"][1]["link"].rsplit("/", 1)[1]
    assert friend.join(table, claim=claim, name="Ben").status_code == 200
    return table


def seat_until(socket: Socket, wanted: Callable[[Json], bool]) -> Json:
    """The first seat in the first view in which it is as wanted."""
    while True:
        seat: Json = socket.hear("view")["seats"][0]
        if wanted(seat):
            return seat


def test_a_bot_plays_on_for_who_is_away_until_they_are_back(client: Device, friend: Friend) -> None:
    ben = friend()
    table = together(client, ben, absence=1)
    with ben.socket(table) as watching:
        with client.socket(table):
            seat_until(watching, lambda seat: seat["here"])
        assert not seat_until(watching, lambda seat: not seat["here"])["absent"]
        seat_until(watching, lambda seat: seat["absent"])
        assert ben.post(f"/api/tables/{table}/take_over", seat=0, level="easy").status_code == 200
        seat = seat_until(watching, lambda seat: seat["bot"])
        assert not seat["left"]
        with client.socket(table):
            seat_until(watching, lambda seat: seat["here"] and not seat["bot"])
    told = [line for news in ben.view(table)["events"] for line in news["lines"]]
    assert "A bot plays for P0." in told
    assert "P0 is back." in told


@pytest.mark.parametrize("absence", [0, 3600])
def test_nobody_is_replaced_too_early_or_where_the_others_wait(client: Device, friend: Friend, absence: int) -> None:
    ben = friend()
    table = together(client, ben, absence=absence)
    refused = ben.post(f"/api/tables/{table}/take_over", seat=0)
    assert refused.status_code == 400
    assert "has been away for a while" in refused.json()["error"]
    assert not ben.view(table)["seats"][0]["absent"]


def test_what_was_agreed_goes_with_the_players(client: Device) -> None:
    """And two minutes are usual."""
    assert client.post("/api/tables", game="elevenses", seats=[], absence=-1).status_code == 422
    usual = client.create("me", "bot")["table"]
    assert client.view(usual)["seats"][0]["absent"] is False
