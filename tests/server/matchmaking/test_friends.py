"""People one has played with: invited by one touch, on their first page, and only who wants that."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import insert, select

from eleven.server.store.schema import BLOCKS, RESULTS, TABLES
from tests.server.conftest import Device, Running

Friend = Callable[[], Device]
Json = dict[str, Any]


def holder(server: Running, device: Device) -> str:
    found: str = server.app.state.tables.signer.holder(device.http.cookies["eleven"])
    return found


def have_played(server: Running, game: str, ended: int, *people: Device) -> None:
    """A finished game of these people, as rows."""
    with server.app.state.tables.store.engine.begin() as connection:
        table = f"{ended:016x}"
        row = {"id": table, "created": 1, "game": game, "edition": "x", "players": len(people), "options": "{}"}
        row |= {"components": "", "engine": "", "rules": "", "public": False, "secret": "", "stage": "over"}
        connection.execute(insert(TABLES).values(**row))
        for seat, device in enumerate(people):
            who = {"table_id": table, "seat": seat, "ended": ended, "game": game, "players": len(people)}
            reached = {"kind": "human", "level": "", "name": f"P{seat}", "gone": False, "score": 0, "won": False}
            connection.execute(insert(RESULTS).values(**who, **reached, holder=holder(server, device)))


@pytest.fixture
def guest(client: Device, friend: Friend, server: Running) -> Device:
    """Somebody who keeps a name here, and has played with the client twice."""
    made = friend()
    client.post("/api/me", name="Ann")
    made.post("/api/me", name="Bob")
    have_played(server, "elevenses", 100, client, made)
    have_played(server, "elefant", 200, made, client)
    return made


def friends(device: Device) -> list[Json]:
    found: list[Json] = device.get("/api/me/friends").json()["friends"]
    return found


def invitations(device: Device) -> list[Json]:
    return [line for line in device.get("/api/tables").json()["mine"] if line["invited_by"] is not None]


def invite(device: Device) -> Any:
    return device.post(f"/api/me/friends/{friends(device)[0]['friend']}/invite")


def test_one_touch_invites_and_the_friend_sits_down(client: Device, guest: Device, server: Running) -> None:
    (bob,) = friends(client)
    assert (bob["name"], bob["games"], bob["game"], bob["blocked"]) == ("Bob", 2, "elefant", False)
    assert holder(server, guest) not in client.get("/api/me/friends").text
    table = invite(client).json()["table"]
    assert invite(client).json()["table"] == table, "a second touch makes no second table"
    (line,) = invitations(guest)
    assert (line["table"], line["mine"], line["invited_by"]) == (table, False, "Ann")
    assert [seat["kind"] for seat in line["seats"]] == ["human", "open", "bot"]
    assert invitations(client) == []
    assert guest.join(table).status_code == 200
    assert invitations(guest) == []
    assert guest.view(table)["you"] == 1


def test_who_says_no_is_not_asked_again_and_the_host_sees_an_empty_seat(client: Device, guest: Device) -> None:
    table = invite(client).json()["table"]
    assert guest.post(f"/api/tables/{table}/decline").status_code == 200
    assert guest.get("/api/tables").json()["mine"] == []
    assert client.view(table)["seats"][1]["kind"] == "open"
    again = guest.post(f"/api/tables/{table}/decline")
    assert (again.status_code, again.json()["error"]) == (400, "no seat is kept for you here")


def test_who_blocks_is_invited_no_more_and_the_other_is_not_told_why(client: Device, guest: Device) -> None:
    known = friends(client)[0]["friend"]
    theirs = friends(guest)[0]["friend"]
    assert guest.post(f"/api/me/friends/{theirs}/block").json()["friends"][0]["blocked"]
    assert friends(client) == []
    refused = client.post(f"/api/me/friends/{known}/invite")
    assert refused.status_code == 400
    assert "or they take no invitations" in refused.json()["error"]
    assert "you have blocked" in guest.post(f"/api/me/friends/{theirs}/invite").json()["error"]
    assert not guest.post(f"/api/me/friends/{theirs}/unblock").json()["friends"][0]["blocked"]
    assert len(friends(client)) == 1


def test_who_takes_no_invitations_is_in_no_list(client: Device, guest: Device) -> None:
    guest.post("/api/me", settings={"invitations": "off"})
    assert guest.get("/api/me/friends").json()["off"]
    assert friends(client) == []
    guest.post("/api/me", settings={"invitations": "on"})
    assert len(friends(client)) == 1


def test_only_who_wants_to_be_remembered_is_there(
    client: Device, guest: Device, friend: Friend, server: Running
) -> None:
    stranger, with_code = friend(), friend()
    for device in (stranger, with_code):
        device.create("me", "friend")
    have_played(server, "elevenses", 300, client, stranger, with_code)
    assert [one["name"] for one in friends(client)] == ["Bob"]
    with_code.post("/api/me/code")
    assert [one["name"] for one in friends(client)] == ["P2", "Bob"]
    assert friends(stranger) == [] or {one["name"] for one in friends(stranger)} == {"Ann", "P2"}
    guest.post("/api/me/delete")
    assert [one["name"] for one in friends(client)] == ["P2"]
    assert friends(friend()) == []


def test_blocks_follow_people_and_go_with_them(client: Device, guest: Device, friend: Friend, server: Running) -> None:
    theirs = friends(guest)[0]["friend"]
    guest.post(f"/api/me/friends/{theirs}/block")
    exported = guest.get("/api/me/export").json()
    assert len(exported["blocks"]) == 1
    assert holder(server, client) not in guest.get("/api/me/export").text
    client.post("/api/me/sign_out_others")
    with server.app.state.tables.store.engine.connect() as connection:
        assert [row.other for row in connection.execute(select(BLOCKS))] == [holder(server, client)]
    client.post("/api/me/delete")
    with server.app.state.tables.store.engine.connect() as connection:
        assert connection.execute(select(BLOCKS)).all() == []


def test_nobody_is_found_by_a_name_that_is_not_in_ones_own_list(client: Device, guest: Device) -> None:
    theirs = friends(guest)[0]["friend"]
    assert client.post(f"/api/me/friends/{theirs}/invite").status_code == 400
    assert client.post("/api/me/friends/nonsense/invite").status_code == 422
    assert client.post(f"/api/me/friends/{'0' * 16}/block").status_code == 400
