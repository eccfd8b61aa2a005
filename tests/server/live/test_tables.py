"""Tables from set-up to rematch, over HTTP and sockets as a page uses them."""

import asyncio
import random
from collections.abc import Callable, Coroutine
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from eleven.core.text.errors import Mistake
from eleven.core.text.log import read_log
from eleven.server.live import fair_shuffle, undo_checks
from eleven.server.live.live_table import LiveTable
from eleven.server.live.undo_checks import UndoChecks
from tests.server.conftest import Device, Running

pytestmark = pytest.mark.slow

Json = dict[str, Any]
Friend = Callable[[], Device]


def test_hot_seat_game_to_its_end_with_log_and_rematch(client: Device) -> None:
    table = client.create("me", "hotseat", options={"target": "5"})["table"]
    dice = random.Random(3)
    with client.socket(table) as socket:
        view = socket.hear("view")
        assert view["you"] == 0
        assert view["hot_seat"] == [0, 1]
        decisions = 0
        while view["over"] is None:
            if view["asked"] != {"red": 0, "green": 1}[view["viewing"]]:
                socket.send(type="look", seat=view["asked"])
                view = socket.hear("view")
                continue
            action = dice.choice(view["actions"])["name"]
            move = {"type": "move", "id": f"m{decisions}", "version": view["version"], "seat": view["asked"]}
            socket.send(**move, action=action)
            ack = socket.hear("ack")
            assert ack == {"type": "ack", "id": f"m{decisions}", "version": view["version"] + 1}
            view = socket.view_after(ack["version"])
            decisions += 1
        assert view["over"]["scores"] == [seat["score"] for seat in view["seats"]]
    log = client.get(f"/api/tables/{table}/log")
    assert read_log(log.text).over
    again = client.post(f"/api/tables/{table}/rematch")
    assert again.status_code == 201
    assert again.json()["table"] != table
    assert client.post(f"/api/tables/{table}/rematch").json()["table"] == again.json()["table"]


def test_bots_play_on_by_themselves(client: Device) -> None:
    table = client.create("me", "bot", "bot", "bot")["table"]
    with client.socket(table) as socket:
        view = socket.hear("view")
        for _ in range(6):
            while not view["yours"]:
                view = socket.hear("view")
            move = {"type": "move", "id": "", "version": view["version"], "action": view["actions"][0]["name"]}
            socket.send(**move)
            view = socket.view_after(socket.hear("ack")["version"])
        assert {seat["kind"] for seat in view["seats"]} == {"human", "bot"}
        assert view["version"] > 10


def test_friend_joins_by_link_and_the_game_begins(client: Device, friend: Friend) -> None:
    made = client.create("me", "friend")
    table, link = made["table"], made["seats"][1]["link"]
    other = friend()
    assert other.view(table)["stage"] == "waiting"
    assert other.post(f"/api/tables/{table}/join", name="Eve").status_code == 403
    claim = link.rsplit("/", 1)[1]
    joined = other.join(table, name="Ben", claim=claim)
    assert joined.status_code == 200, joined.text
    view = other.view(table)
    assert view["stage"] == "playing"
    assert view["you"] == 1
    assert [seat["name"] for seat in view["seats"]] == ["P0", "Ben"]
    again = friend().post(f"/api/tables/{table}/join", name="Eve", claim=claim)
    assert again.status_code == 403


def test_claim_link_moves_a_seat_to_another_device(client: Device, friend: Friend) -> None:
    made = client.create("me", "bot")
    table, link = made["table"], made["seats"][0]["link"]
    phone = friend()
    assert phone.get(f"/api/tables/{table}/links").json()[0]["link"] is None
    claim = {"claim": link.rsplit("/", 1)[1]}
    assert phone.post(f"/api/tables/{table}/join", **claim).status_code == 200
    assert phone.view(table)["you"] == 0
    assert client.view(table)["you"] is None
    assert client.post(f"/api/tables/{table}/join", **claim).status_code == 403


def test_public_tables_are_in_the_lobby_until_they_are_full(client: Device, friend: Friend) -> None:
    table = client.create("me", "friend", public=True)["table"]
    client.create("me", "friend")
    other = friend()
    assert [line["table"] for line in other.get("/api/tables").json()["open"]] == [table]
    assert len(client.get("/api/tables").json()["mine"]) == 2
    assert other.join(table, name="Ben").status_code == 200
    lobby = other.get("/api/tables").json()
    assert lobby["open"] == []
    assert [line["table"] for line in lobby["mine"]] == [table]


def test_leave_take_over_and_return(client: Device, friend: Friend) -> None:
    made = client.create("me", "friend")
    table, other = made["table"], friend()
    other.join(table, claim=made["seats"][1]["link"].rsplit("/", 1)[1])
    assert client.post(f"/api/tables/{table}/take_over", seat=1).status_code == 400
    assert other.post(f"/api/tables/{table}/leave").status_code == 200
    assert friend().post(f"/api/tables/{table}/take_over", seat=1).status_code == 403
    assert client.post(f"/api/tables/{table}/take_over", seat=1).status_code == 200
    seat = client.view(table)["seats"][1]
    assert seat["left"]
    assert seat["bot"]
    assert other.post(f"/api/tables/{table}/return").status_code == 200
    seat = client.view(table)["seats"][1]
    assert not seat["left"]
    assert not seat["bot"]


def test_moves_are_refused_with_rule_or_reason(client: Device, friend: Friend) -> None:
    table = client.create("me", "hotseat")["table"]
    view = client.view(table)
    asked = view["asked"]
    url = f"/api/tables/{table}/moves"
    wrong = client.post(url, action="decline", version=view["version"])
    assert wrong.status_code == 409
    assert wrong.json()["rule"].startswith("EL-")
    stale = client.post(url, action="decline", version=0)
    assert stale.status_code == 409
    assert stale.json()["rule"] is None
    other = client.post(url, action="decline", version=view["version"], seat=1 - asked)
    assert "is asked" in other.json()["error"]
    assert client.post(url, action="dance", version=view["version"]).status_code == 400
    stranger = friend().post(url, action="decline", version=view["version"])
    assert stranger.status_code == 403


def test_a_move_with_the_same_id_is_carried_out_once(client: Device) -> None:
    table = client.create("me", "hotseat")["table"]
    view = client.view(table, seat=0)
    asked = view["asked"]
    view = client.view(table, seat=asked)
    move = {"action": view["actions"][0]["name"], "version": view["version"], "id": "once", "seat": asked}
    first = client.post(f"/api/tables/{table}/moves", **move).json()
    assert client.post(f"/api/tables/{table}/moves", **move).json() == first
    assert client.view(table)["version"] == first["version"]


def test_take_back_of_a_half_made_turn(client: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_shuffle, "new_secret", lambda: "00" * 32)
    table, dice = client.create("me", "hotseat")["table"], random.Random(37)
    for _ in range(4):
        asked = client.view(table)["asked"]
        view = client.view(table, seat=asked)
        action = dice.choice(view["actions"])["name"]
        client.post(f"/api/tables/{table}/moves", action=action, version=view["version"])
    assert action == "decline"
    with client.socket(table) as socket:
        socket.send(type="look", seat=asked)
        while not (view := socket.hear("view"))["can_take_back"]:
            assert view["version"] == 7
        socket.send(type="take_back", id="back", version=view["version"], seat=asked)
        assert socket.hear("ack")["id"] == "back"
        after = socket.view_after(view["version"] + 1)
        assert after["events"][-1]["lines"] == [f"P{asked} takes the last decision back."]
        assert action in {a["name"] for a in after["actions"]}
        socket.send(type="take_back", id="more", version=after["version"], seat=1 - asked)
        assert socket.hear("refused")["reason"] == "there is no decision of yours to take back now"


def test_the_answer_of_an_undo_check_wakes_only_the_holder_of_the_seat() -> None:
    woken: list[int] = []

    class Holder(SimpleNamespace):
        def wake(self) -> None:
            woken.append(self.seat)

    holders = [Holder(seat=seat, seats=lambda seat=seat: [seat]) for seat in range(3)]
    live = SimpleNamespace(now=SimpleNamespace(view_cache={}), _following=None, subscribers=holders)
    live._wake = partial(LiveTable._wake, live)  # type: ignore[arg-type]
    LiveTable.invalidate_views(live, seat=1)  # type: ignore[arg-type]
    assert woken == [1]
    LiveTable.invalidate_views(live)  # type: ignore[arg-type]
    assert woken == [1, 0, 1, 2]


def test_an_undo_check_that_is_late_is_asked_again(
    client: Device, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else nobody would be offered to take back, as long as the turn stands."""
    ask, late = UndoChecks.ask, iter([True, True])

    async def slow(verdicts: UndoChecks) -> bool:
        if next(late, False):
            raise Mistake("the rules are still being compiled; try again in a moment")
        return await ask(verdicts)

    monkeypatch.setattr(UndoChecks, "ask", slow)
    monkeypatch.setattr(fair_shuffle, "new_secret", lambda: "00" * 32)
    table, dice = client.create("me", "hotseat")["table"], random.Random(37)
    for _ in range(4):
        asked = client.view(table)["asked"]
        view = client.view(table, seat=asked)
        client.post(f"/api/tables/{table}/moves", action=dice.choice(view["actions"])["name"], version=view["version"])
    with client.socket(table) as socket:
        socket.send(type="look", seat=asked)
        while not socket.hear("view")["can_take_back"]:
            pass
    assert next(late, None) is None


def test_a_busy_undo_worker_is_asked_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(undo_checks, "BUSY_DELAY_SECONDS", 0.01)
    worker, asked = SimpleNamespace(waiting=undo_checks.MAX_WAITING_CHECKS), []
    play = SimpleNamespace(might_take_back=lambda: True, game=SimpleNamespace(id="without machine code"))
    table = SimpleNamespace(version=3, mid_turn=0, stopped=[], play=play)
    live = SimpleNamespace(
        table=table, subscribers={object()}, writing=False, tables=SimpleNamespace(undo_worker=worker)
    )

    def spawn(asking: Coroutine[None, None, None]) -> None:
        asking.close()
        asked.append(table.version)

    async def wait() -> None:
        live.spawn = spawn
        verdicts = UndoChecks(live)  # type: ignore[arg-type]
        verdicts._check_undo(3)
        assert not asked
        worker.waiting = 0
        while not asked:
            await asyncio.sleep(0.01)

    asyncio.run(wait())


def test_a_move_that_revealed_something_cannot_be_taken_back(client: Device) -> None:
    table = client.create("me", "hotseat", options={"start": "red"})["table"]
    with client.socket(table) as socket:
        view = socket.hear("view")
        arrange = next(a["name"] for a in view["actions"] if a["name"].startswith("arrange"))
        socket.send(type="move", version=view["version"], action=arrange)
        version = socket.hear("ack")["version"]
        socket.send(type="take_back", version=version)
        while "try again" in (reason := socket.hear("refused")["reason"]):  # the worker is being started
            socket.send(type="take_back", version=version)
        assert "something was revealed" in reason


def test_spectators_see_and_cannot_act(client: Device, friend: Friend) -> None:
    table = client.create("me", "hotseat")["table"]
    watcher = friend()
    with watcher.socket(table) as socket:
        view = socket.hear("view")
        assert view["viewing"] == "spectator"
        assert view["actions"] == []
        socket.send(type="move", id="a", version=view["version"], action="end")
        assert socket.hear("refused")["reason"] == "this is not your seat"


def test_reconnect_brings_the_events_missed_and_no_others(client: Device) -> None:
    table = client.create("me", "hotseat")["table"]
    for _ in range(3):
        view = client.view(table, seat=0)
        view = client.view(table, seat=view["asked"])
        move = {"action": view["actions"][0]["name"], "version": view["version"]}
        client.post(f"/api/tables/{table}/moves", **move)
    everything = client.view(table)
    since = everything["version"] - 2
    later = client.view(table, since=since)
    assert len(everything["events"]) > len(later["events"])
    assert [e for e in everything["events"] if e["version"] > since] == later["events"]


def test_qr_code_of_an_open_seat(client: Device, friend: Friend) -> None:
    table = client.create("me", "friend")["table"]
    picture = client.get(f"/api/tables/{table}/qr", seat=1)
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<svg")
    assert friend().get(f"/api/tables/{table}/qr", seat=1).status_code == 403
