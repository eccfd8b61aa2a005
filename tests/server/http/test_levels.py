"""Levels over HTTP: what a game has, what a table has, and what is refused."""

import pytest

from tests.server.conftest import Device

TWO = [{"kind": "me"}, {"kind": "bot", "level": "master"}]
SIX = [{"kind": "me"}, {"kind": "bot", "level": "veteran"}, *[{"kind": "friend"}] * 4]


def test_a_game_says_which_levels_it_has_and_where(client: Device) -> None:
    games = {game["id"]: game for game in client.http.get("/api/games").json()}
    assert "master" in games["eleven_cards"]["levels"]
    limits = games["eleven_cards"]["level_limits"]
    assert 2 in limits["veteran"]["players"]
    assert 6 not in limits["veteran"]["players"]
    assert limits["master"]["free"] == ["start"]
    assert "master" not in games["eleven_board"]["levels"]
    assert games["eleven_board"]["level_limits"] == {}


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        ({"game": "eleven_board", "seats": TWO}, "has no level 'master'"),
        ({"game": "eleven_cards", "seats": SIX}, "players and the usual rules"),
        ({"game": "eleven_cards", "seats": TWO, "options": {"variant": "beginners"}}, "the usual rules"),
        (
            {
                "game": "eleven_board",
                "seats": [{"kind": "me"}, {"kind": "friend"}],
                "clock": {"kind": "live", "seconds": 30, "level": "master"},
            },
            "has no level 'master'",
        ),
    ],
)
def test_a_level_that_a_table_does_not_have_is_refused(client: Device, wish: dict[str, object], why: str) -> None:
    answer = client.post("/api/tables", **wish)
    assert answer.status_code == 400
    assert why in answer.json()["error"]


def test_a_table_has_its_levels_in_its_view_and_master_plays(client: Device) -> None:
    made = client.post("/api/tables", game="eleven_cards", seats=TWO, options={"start": "2"})
    assert made.status_code == 201
    view = client.view(made.json()["table"])
    assert view["levels"][-1] == view["seats"][1]["level"] == "master"


def test_nobody_is_taken_over_by_a_level_that_a_table_does_not_have(client: Device) -> None:
    friend = Device(client.base)
    seats = [{"kind": "me"}, *[{"kind": "friend"}] * 2]
    made = client.post("/api/tables", game="eleven_board", public=True, seats=seats)
    table = made.json()["table"]
    for device in (friend, Device(client.base)):
        assert device.post(f"/api/tables/{table}/join").status_code == 200
    assert friend.post(f"/api/tables/{table}/leave").status_code == 200
    refused = client.post(f"/api/tables/{table}/take_over", seat=1, level="master")
    assert "has no level 'master'" in refused.json()["error"]
    assert client.post(f"/api/tables/{table}/take_over", seat=1, level="expert").status_code == 200


def test_the_network_gives_hints_and_nobody_waits_for_a_compiler(client: Device) -> None:
    table = client.create("me", "bot", options={"start": "red"})["table"]
    names = {action["name"] for action in client.view(table)["actions"]}
    hint = client.post(f"/api/tables/{table}/hint").json()
    assert (hint["by"], hint["light"]) == ("network", False)
    assert len(hint["actions"]) == min(3, len(names))
    assert {row["action"] for row in hint["actions"]} <= names
    assert all(row["win_share"] is None for row in hint["actions"])
    other = client.create("me", *["bot"] * 5, game="eleven_cards", options={"start": "1"})["table"]
    hint = client.post(f"/api/tables/{other}/hint").json()
    assert (hint["by"], hint["light"]) == ("network", False), "though no level has it at this table"


def test_bots_have_the_character_that_was_chosen_or_one_by_lot(client: Device) -> None:
    seats = [{"kind": "me"}, {"kind": "bot", "character": "friendly"}, {"kind": "bot"}, {"kind": "bot"}]
    made = client.post("/api/tables", game="eleven_cards", seats=seats).json()
    found = [seat["character"] for seat in client.view(made["table"])["seats"]]
    assert found[:2] == ["", "friendly"]
    assert set(found[2:]) <= {"careful", "daring", "friendly"}
    assert found[2] != found[3], "neighbours by lot differ"
    again = client.post(
        "/api/tables", game="eleven_cards", seats=[{"kind": "me"}, {"kind": "bot", "character": "grim"}]
    )
    assert again.status_code == 422
    learnt = client.post("/api/tables", game="eleven_cards", seats=TWO).json()
    assert client.view(learnt["table"])["seats"][1]["character"] == "", "a network decides as it has learnt"
