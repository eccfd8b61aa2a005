"""The score sheet of a game that goes on: what its finished rounds brought, for everybody who may look."""

from collections.abc import Callable
from typing import Any

import pytest
from pydantic import TypeAdapter

from eleven.server.views.score_sheet_types import Sheet
from tests.server.conftest import Device
from tests.server.replays.test_replay import SHORT, play_on

ADAPTER: TypeAdapter[Any] = TypeAdapter(Sheet)


def test_there_is_no_score_sheet_before_the_deal(client: Device) -> None:
    table = client.create("me", "friend")["table"]
    answer = client.get(f"/api/tables/{table}/sheet", language="de")
    assert answer.status_code == 400
    assert answer.json()["error"] == "die Partie hat noch nicht begonnen"


@pytest.mark.slow
def test_the_score_sheet_adds_up_after_every_decision(client: Device, friend: Callable[[], Device]) -> None:
    table = client.create("me", "hotseat", game="elevenses", options=SHORT["elevenses"], public=True)["table"]
    stranger, rounds = friend(), set()

    def watch() -> None:
        view = stranger.view(table)
        if view["round"] in rounds and not view["over"]:
            return
        rounds.add(view["round"])
        sheet = stranger.get(f"/api/tables/{table}/sheet").json()
        ADAPTER.validate_python(sheet, strict=True)
        assert len(sheet["rounds"]) == len(rounds) - (view["over"] is None)
        brought = [played["sum"] for played in sheet["rounds"]] or [[0, 0]]
        assert [sum(column) for column in zip(*brought, strict=True)] == [seat["score"] for seat in view["seats"]]
        assert view["over"] is None or sheet == view["over"]["sheet"]

    play_on(client, table, watch)
    assert len(rounds) > 1
