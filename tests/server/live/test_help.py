"""What a player can ask of a table: why something is not allowed, the rules of the question, and a hint."""

from collections.abc import Callable
from typing import Any

import pytest

from eleven.server.live.live_table import LiveTable
from tests.server.conftest import Device, Running

pytestmark = pytest.mark.slow

Json = dict[str, Any]
Friend = Callable[[], Device]


def test_why_names_the_rule(client: Device) -> None:
    table = client.create("me", "hotseat", options={"start": "red"})["table"]
    with client.socket(table) as socket:
        socket.send(type="why", action="decline")
        answer = socket.hear("why")
        assert answer["rule"].startswith("EL-")
        assert answer["reason"]


def test_why_by_what_was_touched(client: Device) -> None:
    table = client.create("me", "hotseat", options={"start": "red"})["table"]
    with client.socket(table) as socket:
        socket.hear("view")
        socket.send(type="why", touch=["slot:red:1"])
        assert socket.hear("why")["rule"] is None
        socket.send(type="why", touch=["do:decline"])
        said = socket.hear("why")
        assert said["action"] == "decline"
        assert said["rule"].startswith("EL-")


def test_a_hint_is_for_who_is_asked_where_hints_are_allowed(client: Device, friend: Friend) -> None:
    table = client.create("me", "bot", "bot", options={"start": "red"})["table"]
    with client.socket(table) as socket:
        view = socket.hear("view")
        assert view["hints"]
        socket.send(type="hint")
        said = socket.hear("hint")
        names = {action["name"] for action in view["actions"]}
        assert said["version"] == view["version"]
        assert {row["action"] for row in said["actions"]} <= names
        assert (said["by"], said["light"]) == ("network", False), "it needs no compiling"
    assert client.post(f"/api/tables/{table}/hint").json()["actions"][0]["action"] in names
    assert friend().post(f"/api/tables/{table}/hint").status_code == 403
    other = client.create("me", "hotseat", options={"start": "red"})["table"]
    assert not client.view(other)["hints"]
    assert "no hints" in client.post(f"/api/tables/{other}/hint").json()["error"]
    allowed = client.create("me", "hotseat", options={"start": "red"}, hints=True)["table"]
    assert client.view(allowed)["hints"]
    assert "who is asked" in client.post(f"/api/tables/{allowed}/hint", seat=1).json()["error"]


def test_hints_have_a_rate_and_one_decision_costs_one(client: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    def answers() -> list[int]:
        table = client.create("me", "bot", "bot", options={"start": "red"})["table"]
        return [client.post(f"/api/tables/{table}/hint").status_code for _ in range(8)]

    assert answers() == [200] * 8, "a network's are worked out once"
    monkeypatch.setattr("eleven.server.live.hints.adviser_at", lambda game, setup: "expert")
    light = answers()
    assert light[0] == 200
    assert light[-1] == 400, "light hints are worked out again each time"


def test_a_table_without_the_memory_aid_shows_less_and_bots_still_know(client: Device, server: Running) -> None:
    made = [
        client.create("me", "hotseat", options={"start": "red"}, memory=memory)["table"] for memory in (True, False)
    ]
    for table in made:
        live: LiveTable = server.app.state.tables._tables[table]
        view = client.view(table)
        arrange = next(a["name"] for a in view["actions"] if a["name"].startswith("arrange 6"))
        client.post(f"/api/tables/{table}/moves", action=arrange, version=view["version"])
        after = client.view(table, seat=0)
        place = {t["id"]: t for zone in after["zones"] for t in zone["things"]}["slot:red:6"]
        assert after["memory"] == (table == made[0])
        assert place["token"] == (arrange.split()[2] if table == made[0] else "red-?")
        assert live.table.play is not None
        assert int(live.table.play.seen(0).seats[0].slots[5]) >= 0, "their bot would know"


def test_rules_to_look_up_come_with_the_question(client: Device) -> None:
    table = client.create("me", "hotseat", options={"start": "red"})["table"]
    rules = client.get("/api/rules/elevenses").json()["rules"]
    view = client.view(table)
    assert view["rules"]
    assert set(view["rules"]) <= set(rules)
