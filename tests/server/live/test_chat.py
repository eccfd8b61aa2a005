"""The chat of a table: text and reactions for those who may hear, limited, muted, reported, and no part of the game."""

import json
from collections.abc import Callable
from typing import Any, get_args

import httpx
import pytest
from hypothesis import given
from hypothesis import settings as trials
from hypothesis import strategies as some

from eleven.server.live.seats import BOT, HOTSEAT, HUMAN, OPEN_SEAT, Seat, is_company
from eleven.server.views.view_types import Reaction
from tests.server.conftest import Device, Json, Running, Socket
from tests.server.conftest import settings as server_settings
from tests.server.live.test_absence import together

Friend = Callable[[], Device]
HTML = "<img src=x onerror=alert(1)> & <b>bold</b>"


def say(device: Device, table: str, text: str = "", **more: Any) -> httpx.Response:
    return device.post(f"/api/tables/{table}/chat", text=text, **more)


def lines(device: Device, table: str) -> list[str]:
    """What somebody hears: texts and reactions."""
    return [line["text"] or line["reaction"] for line in device.view(table)["chat"]["lines"]]


def after(socket: Socket, text: str) -> Json:
    """The first view with a line."""
    while True:
        view = socket.hear("view")
        if any(line["text"] == text for line in view["chat"]["lines"]):
            return view


def test_players_and_spectators_hear_players_and_players_never_hear_spectators(client: Device, friend: Friend) -> None:
    ben, eve, fay = friend(), friend(), friend()
    table = together(client, ben)
    version = client.view(table)["version"]
    with client.socket(table) as ann_hears, eve.socket(table) as eve_hears:
        ann_hears.hear("view")
        eve_hears.hear("view")
        assert say(fay, table, "psst, look at Ann", name="Fay").status_code == 200
        view = after(eve_hears, "psst, look at Ann")
        assert view["chat"]["room"] == "spectators"
        assert view["chat"]["lines"][0] | {"at": 0} == {
            "number": 1,
            "at": 0,
            "room": "spectators",
            "seat": None,
            "name": "Fay",
            "reaction": "",
            "text": "psst, look at Ann",
        }
        assert say(ben, table, reaction="hello").status_code == 200
        assert say(ben, table, "Your turn, Ann").status_code == 200
        heard = after(ann_hears, "Your turn, Ann")
        after(eve_hears, "Your turn, Ann")
    views = [json.loads(text) for text in ann_hears.heard]
    numbers = [line["number"] for view in views for line in view["chat"]["lines"]]
    assert numbers == [2, 3], "no line twice, and none of the spectators"
    assert not any("psst" in text for text in ann_hears.heard)
    assert heard["chat"]["lines"][-1]["seat"] == 1
    assert len([view for view in views if not view["chat"]["lines"] and view["version"] == version]) <= 3
    assert lines(client, table) == ["hello", "Your turn, Ann"]
    assert lines(eve, table) == ["psst, look at Ann", "hello", "Your turn, Ann"]
    assert client.view(table)["version"] == version, "a chat is no change of the table"


def test_a_player_is_not_woken_when_spectators_talk(client: Device, friend: Friend) -> None:
    """Not even the moment is told."""
    ben, eve = friend(), friend()
    table = together(client, ben)
    with client.socket(table) as socket:
        socket.hear("view")
        for number in range(3):
            assert say(eve, table, f"psst {number}").status_code == 200
        socket.send(type="ping")
        while socket.receive()["type"] != "pong":
            pass
    assert sum(json.loads(text)["type"] == "view" for text in socket.heard) <= 2


def test_text_stays_text_and_what_cannot_be_seen_is_left_out(client: Device, friend: Friend) -> None:
    table = together(client, friend())
    assert say(client, table, HTML).status_code == 200
    assert say(client, table, "a\u202eb\x00c\n\n d\u0300\u0301\u0302\u0303").status_code == 200
    assert lines(client, table)[0] == HTML
    assert "\u202e" not in lines(client, table)[1]
    assert lines(client, table)[1].startswith("abc d")


@pytest.mark.parametrize(
    "wish",
    [
        {},
        {"text": " \u200b "},
        {"text": "hello", "reaction": "hello"},
    ],
)
def test_nothing_to_say_is_refused_in_words(client: Device, friend: Friend, wish: Json) -> None:
    table = together(client, friend())
    refused = client.post(f"/api/tables/{table}/chat", **wish)
    assert refused.status_code == 400
    assert refused.json()["error"] == "say a text, or one of the reactions"


def test_what_is_too_long_unknown_or_not_ones_own_is_refused(client: Device, friend: Friend) -> None:
    table = together(client, friend())
    assert say(client, table, "a" * 281).status_code == 422
    assert say(client, table, reaction="growl").status_code == 422
    assert say(client, table, "hello", colour="red").status_code == 422
    assert say(client, table, "hello", seat=1).status_code == 403
    assert say(friend(), table, "hello", seat=1).status_code == 403
    assert client.view(table)["chat"]["lines"] == []
    assert len(get_args(Reaction)) == 6


@pytest.mark.slow
@trials(max_examples=60, deadline=None)
@given(
    wish=some.dictionaries(
        some.sampled_from(["text", "reaction", "seat", "name"]), some.text() | some.integers() | some.none()
    )
)
def test_generated_chat_messages_are_accepted_or_refused(wish: Json, shared: tuple[Device, str]) -> None:
    device, table = shared
    assert device.post(f"/api/tables/{table}/chat", **wish).status_code in (200, 400, 403, 422)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Any:
    running = Running(server_settings(tmp_path_factory.mktemp("odd"), chat_per_second=1e6, chat_burst=10**6))
    ann = Device(running.base)
    yield ann, together(ann, Device(running.base))
    running.stop()


def test_a_flood_is_stopped_and_what_was_said_is_kept(client: Device, friend: Friend) -> None:
    table = together(client, friend())
    answers = [say(client, table, f"line {number}") for number in range(20)]
    said = [answer.json()["number"] for answer in answers if answer.status_code == 200]
    assert 8 <= len(said) < 20
    refused = [answer for answer in answers if answer.status_code != 200]
    assert {answer.status_code for answer in refused} == {429}
    assert refused[0].json()["error"] == "too much at once; wait a moment"
    assert len(lines(client, table)) == len(said)


def test_a_crowd_of_spectators_does_not_silence_the_players(client: Device, friend: Friend) -> None:
    ben = friend()
    table = together(client, ben)
    answers = []
    for _ in range(6):
        spectator = friend()
        spectator.post("/api/me", name="Eve")
        answers += [say(spectator, table, "look at me").status_code for _ in range(8)]
    assert {200, 429} == set(answers), "there are limits for all of them together"
    assert say(ben, table, "hello").status_code == 200
    assert lines(client, table) == ["hello"]


def test_chat_works_over_the_socket(client: Device, friend: Friend) -> None:
    table = together(client, friend())
    with client.socket(table) as socket:
        socket.send(type="say", id="a", text="hello there")
        assert socket.hear("ack")["id"] == "a"
        socket.send(type="say", id="b")
        assert "say a text" in socket.hear("refused")["reason"]
        for number in range(20):
            socket.send(type="say", id=str(number), reaction="oops")
        assert "too much at once" in socket.hear("refused")["reason"]
    with client.socket(table) as again:
        assert again.hear("view")["chat"]["lines"][0]["text"] == "hello there"


@pytest.mark.parametrize(
    ("agreed", "is_open"),
    [
        ({"public": True}, False),
        ({"public": True, "chat": True}, True),
        ({"public": False}, True),
        ({"public": False, "chat": False}, False),
    ],
)
def test_public_tables_are_silent_unless_the_host_says_so(
    client: Device, friend: Friend, agreed: Json, is_open: bool
) -> None:
    table = client.create("me", "friend", **agreed)["table"]
    assert (client.view(table)["chat"] is not None) == is_open
    assert (friend().view(table)["chat"] is not None) == is_open
    answer = say(client, table, "hello")
    assert (answer.status_code == 200) == is_open
    if not is_open:
        assert answer.json()["error"] == "there is no chat at this table"


def test_somebody_alone_has_nobody_to_talk_to() -> None:
    me, other = Seat(HUMAN, holder="ann"), Seat(HUMAN, holder="ben")
    assert not is_company([me, Seat(BOT)])
    assert not is_company([me, Seat(HOTSEAT, holder="ann")])
    assert is_company([me, Seat(OPEN_SEAT), Seat(BOT)])
    assert is_company([me, other])
