"""Talk at a table: text and reactions for those who may hear, limited, muted, reported, and no part of the game."""

import asyncio
import json
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import httpx
import pytest
from hypothesis import given
from hypothesis import settings as trials
from hypothesis import strategies as some
from typer.testing import CliRunner

from eleven.cli import app
from eleven.core.text.messages import Said
from eleven.server.http.identity.visitor import Visitor
from eleven.server.live.restore import log_of
from eleven.server.live.seats import BOT, HOTSEAT, HUMAN, OPEN_SEAT, Seat, is_company
from eleven.server.live.tables import Place, Tables
from eleven.server.live.talk import SHOWN
from eleven.server.sockets.connection import Watcher
from eleven.server.store import Refusal
from eleven.server.store.rows import talk as talk_rows
from eleven.server.views.types import Reaction
from tests.server.conftest import Device, Json, Running, Socket
from tests.server.conftest import settings as server_settings
from tests.server.live.test_absence import together
from tests.server.replays.test_replay import finished

Friend = Callable[[], Device]
HTML = "<img src=x onerror=alert(1)> & <b>bold</b>"


def say(device: Device, table: str, text: str = "", **more: Any) -> httpx.Response:
    return device.post(f"/api/tables/{table}/talk", text=text, **more)


def lines(device: Device, table: str) -> list[str]:
    """What somebody hears: texts and reactions."""
    return [line["text"] or line["reaction"] for line in device.view(table)["talk"]["lines"]]


def after(socket: Socket, text: str) -> Json:
    """The first view with a line."""
    while True:
        view = socket.hear("view")
        if any(line["text"] == text for line in view["talk"]["lines"]):
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
        assert view["talk"]["room"] == "spectators"
        assert view["talk"]["lines"][0] | {"at": 0} == {
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
    numbers = [line["number"] for view in views for line in view["talk"]["lines"]]
    assert numbers == [2, 3], "no line twice, and none of the spectators"
    assert not any("psst" in text for text in ann_hears.heard)
    assert heard["talk"]["lines"][-1]["seat"] == 1
    assert len([view for view in views if not view["talk"]["lines"] and view["version"] == version]) <= 3
    assert lines(client, table) == ["hello", "Your turn, Ann"]
    assert lines(eve, table) == ["psst, look at Ann", "hello", "Your turn, Ann"]
    assert client.view(table)["version"] == version, "talk is no change of the table"


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
    refused = client.post(f"/api/tables/{table}/talk", **wish)
    assert refused.status_code == 400
    assert refused.json()["error"] == "say a text, or one of the reactions"


def test_what_is_too_long_unknown_or_not_ones_own_is_refused(client: Device, friend: Friend) -> None:
    table = together(client, friend())
    assert say(client, table, "a" * 281).status_code == 422
    assert say(client, table, reaction="growl").status_code == 422
    assert say(client, table, "hello", colour="red").status_code == 422
    assert say(client, table, "hello", seat=1).status_code == 403
    assert say(friend(), table, "hello", seat=1).status_code == 403
    assert client.view(table)["talk"]["lines"] == []
    assert len(get_args(Reaction)) == 6


@pytest.mark.slow
@trials(max_examples=60, deadline=None)
@given(
    wish=some.dictionaries(
        some.sampled_from(["text", "reaction", "seat", "name"]), some.text() | some.integers() | some.none()
    )
)
def test_odd_things_are_said_or_refused(wish: Json, shared: tuple[Device, str]) -> None:
    device, table = shared
    assert device.post(f"/api/tables/{table}/talk", **wish).status_code in (200, 400, 403, 422)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Any:
    running = Running(server_settings(tmp_path_factory.mktemp("odd"), talk_per_second=1e6, talk_burst=10**6))
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
    assert refused[0].json()["error"] == "so much at once; wait a moment"
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


def test_over_the_socket_too(client: Device, friend: Friend) -> None:
    table = together(client, friend())
    with client.socket(table) as socket:
        socket.send(type="say", id="a", text="hello there")
        assert socket.hear("ack")["id"] == "a"
        socket.send(type="say", id="b")
        assert "say a text" in socket.hear("refused")["reason"]
        for number in range(20):
            socket.send(type="say", id=str(number), reaction="oops")
        assert "so much at once" in socket.hear("refused")["reason"]
    with client.socket(table) as again:
        assert again.hear("view")["talk"]["lines"][0]["text"] == "hello there"


@pytest.mark.parametrize(
    ("agreed", "is_open"),
    [
        ({"public": True}, False),
        ({"public": True, "talk": True}, True),
        ({"public": False}, True),
        ({"public": False, "talk": False}, False),
    ],
)
def test_public_tables_are_silent_unless_the_host_says_so(
    client: Device, friend: Friend, agreed: Json, is_open: bool
) -> None:
    table = client.create("me", "friend", **agreed)["table"]
    assert (client.view(table)["talk"] is not None) == is_open
    assert (friend().view(table)["talk"] is not None) == is_open
    answer = say(client, table, "hello")
    assert (answer.status_code == 200) == is_open
    if not is_open:
        assert answer.json()["error"] == "there is no talk at this table"


def test_somebody_alone_has_nobody_to_talk_to() -> None:
    me, other = Seat(HUMAN, holder="ann"), Seat(HUMAN, holder="ben")
    assert not is_company([me, Seat(BOT)])
    assert not is_company([me, Seat(HOTSEAT, holder="ann")])
    assert is_company([me, Seat(OPEN_SEAT), Seat(BOT)])
    assert is_company([me, other])


@pytest.mark.slow
def test_talk_survives_a_restart_and_old_lines_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk_rows, "MAX_LINES", 70)
    chosen = server_settings(tmp_path, talk_per_second=1e6, talk_burst=10**6)
    running = Running(chosen)
    ann, ben = Device(running.base), Device(running.base)
    table = together(ann, ben)
    for number in range(75):
        say(ann, table, f"line {number}")
    running.stop()
    running = Running(chosen)
    try:
        ben.http.base_url = running.base
        assert lines(ben, table) == [f"line {number}" for number in range(75 - SHOWN, 75)]
        with sqlite3.connect(tmp_path / "tables.sqlite") as database:
            assert database.execute("SELECT count(*), min(number) FROM talk").fetchone() == (70, 6)
        assert say(ben, table, "and on").json()["number"] == 76
    finally:
        running.stop()


def test_a_report_is_read_by_whoever_runs_the_server(tmp_path: Path) -> None:
    running = Running(server_settings(tmp_path))
    ann, ben, eve = Device(running.base), Device(running.base), Device(running.base)
    table = together(ann, ben)
    assert say(ben, table, "something rude").status_code == 200
    assert say(eve, table, "among us").status_code == 200
    for _ in range(2):
        assert ann.post(f"/api/tables/{table}/talk/1/report").status_code == 200
    unheard = ann.post(f"/api/tables/{table}/talk/2/report")
    assert (unheard.status_code, unheard.json()["error"]) == (400, "there is no such line")
    assert ann.post(f"/api/tables/{table}/talk/x/report").status_code == 422
    running.stop()
    told = CliRunner().invoke(app, ["store", "reports", "--database", f"sqlite:///{tmp_path / 'tables.sqlite'}"])
    assert told.exit_code == 0, told.output
    assert "Ben: something rude  (reported 1x)" in told.output
    assert told.output.count("\n") == 1


def test_who_leaves_takes_what_they_said_along_and_what_was_reported_of_it(tmp_path: Path) -> None:
    running = Running(server_settings(tmp_path))
    ann, ben = Device(running.base), Device(running.base)
    table = together(ann, ben)
    for device, line in ((ben, "something rude"), (ann, "pardon?")):
        assert say(device, table, line).status_code == 200
    assert ann.post(f"/api/tables/{table}/talk/1/report").status_code == 200
    assert ben.post(f"/api/tables/{table}/talk/2/report").status_code == 200
    eve = Device(running.base)
    other = together(eve, Device(running.base))
    assert say(ben, other, "I only look on", name="Ben").status_code == 200
    assert ben.post("/api/me/delete").status_code == 200
    assert [heard["text"] for heard in ann.view(table)["talk"]["lines"]] == ["pardon?"], "not from memory either"
    assert Device(running.base).view(other)["talk"]["lines"] == []
    running.stop()
    with sqlite3.connect(tmp_path / "tables.sqlite") as database:
        assert database.execute("SELECT text FROM talk").fetchall() == [("pardon?",)]
        assert database.execute("SELECT count(*) FROM reports").fetchone() == (0,)


@pytest.mark.slow
def test_after_the_end_players_hear_what_spectators_said(tmp_path: Path) -> None:
    """And nothing of it is in the log."""

    async def whole() -> tuple[list[str], list[str], str]:
        tables = Tables(server_settings(tmp_path))
        tables.store.start()
        places = [Place("me", "Ann"), Place("friend")]
        live = await tables.create("ann", "elevenses", None, {"target": "5"}, places, False)
        await live.seating.sit(1, "ben", "Ben")
        for seat in (0, 1):
            await live.shares.give([seat], live.commitment, "ab")
        watcher = Watcher(live, Visitor("ann"), lambda: None)
        await live.talk.say(None, "eve", "Eve", "Ben will win", None)
        await live.talk.say(1, "ben", "", "good luck", None)
        before = said(watcher)
        dice = random.Random(3)
        while not live.table.is_over:
            play = live.table.play
            assert play is not None
            await live.move(play.asked, dice.choice(play.legal()).name, live.table.version)
            if not live.table.is_over:
                before += said(watcher)
        after = said(watcher)
        await tables.stop()
        return before, after, log_of(live.table)

    before, after, log = asyncio.run(whole())
    assert before == ["good luck"]
    assert after == ["Ben will win", "good luck"]
    assert not any(line in log for line in after)


def said(watcher: Watcher) -> list[str]:
    """What is sent to somebody now of what was said."""
    return [line["text"] for body in watcher.unsent() for line in json.loads(body)["talk"]["lines"]]


@pytest.mark.slow
def test_there_is_no_talk_in_a_replay(client: Device) -> None:
    table = finished(client, "elevenses")
    assert client.get(f"/api/replays/{table}/view", step=1).json()["talk"] is None


@pytest.mark.slow
def test_a_table_is_shown_though_talk_cannot_be_read(client: Device, friend: Friend, server: Running) -> None:
    """And what is said then is refused in words."""
    table = together(client, friend())
    rows = server.app.state.tables.talk_rows

    async def away(*_: object) -> None:
        raise Refusal(Said("the store cannot be read: {reason}", reason="away"))

    store, rows._store = rows._store, SimpleNamespace(read=away, change=away)
    assert client.view(table)["talk"]["lines"] == []
    with client.socket(table) as socket:
        assert socket.hear("view")["stage"] == "playing"
    refused = say(client, table, "hello")
    assert refused.status_code == 503
    assert "cannot be read" in refused.json()["error"]
    rows._store = store
    assert say(client, table, "hello").status_code == 200
