"""Replays: what a seat saw, to the byte; open cards only when a game is over; private ones only by their link; logs."""

import itertools
import random
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from eleven.core.contract.game import games
from eleven.core.contract.zones import Thing, Zone
from eleven.core.text.log import read_log
from eleven.server.replays.replay_cache import MAX_LOG_LINES
from eleven.server.verify import verified
from tests.server.conftest import Device, Running

pytestmark = pytest.mark.slow

Json = dict[str, Any]
Friend = Callable[[], Device]
SAME = ("zones", "question", "asked", "round", "over")
EVERY = 3
GOLDEN = Path(__file__).parents[2] / "games" / "elefant" / "golden.log"
SHORT = {"elevenses": {"target": "5"}}


def play_on(device: Device, table: str, watch: Callable[[], None] = lambda: None, most: int = 10_000) -> None:
    """Play a shared device's game to its end, at random; `watch` is called at the deal and after every decision."""
    dice = random.Random(5)
    watch()
    for _ in range(most):
        view = device.view(table)
        if view["over"]:
            return
        view = device.view(table, seat=view["asked"])
        actions = [action["name"] for action in view["actions"]]
        playing = [name for name in actions if name.startswith("play ")]
        action = dice.choice(playing if playing and dice.random() < 0.9 else actions)
        assert device.post(f"/api/tables/{table}/moves", action=action, version=view["version"]).status_code == 200
        watch()


def finished(device: Device, game: str = "elefant", **more: Any) -> str:
    kinds = ["me", *["hotseat"] * (min(games()[game].players) - 1)]
    table: str = device.create(*kinds, game=game, options=SHORT.get(game, {}), **more)["table"]
    play_on(device, table)
    return table


def complete(view: dict[str, Any]) -> dict[str, Any]:
    """A view with all that is usual, which is left out when it is sent."""
    for zone in view["zones"]:
        zone["things"] = [asdict(Thing(**thing)) for thing in zone["things"]]
    return {**view, "zones": [{**asdict(Zone("", "")), **zone} for zone in view["zones"]]}


@pytest.mark.parametrize("game", sorted(games()))
def test_every_step_is_what_the_seat_was_sent_when_it_was_played(client: Device, friend: Friend, game: str) -> None:
    players = min(games()[game].players)
    kinds = ["me", *["hotseat"] * (players - 1)]
    table = client.create(*kinds, game=game, options=SHORT.get(game, {}), public=True)["table"]
    stranger, sent, steps = friend(), {}, itertools.count()

    def watch() -> None:
        step = next(steps)
        if step % EVERY == 0 or stranger.view(table)["over"]:
            sent[step] = [*(client.view(table, seat=seat) for seat in range(players)), stranger.view(table)]

    play_on(client, table, watch)
    told = client.get(f"/api/replays/{table}", seat="open").json()
    assert told["last"] == max(sent)
    assert told["viewers"][-2:] == ["spectator", "open"]
    for seat, viewer in enumerate(told["viewers"][:-1]):
        story = stranger.get(f"/api/replays/{table}", seat=viewer).json()["story"]
        for step, views in sent.items():
            was, now = complete(views[seat]), stranger.get(f"/api/replays/{table}/view", seat=viewer, step=step).json()
            if now["over"]:
                now["over"] |= {luck: was["over"][luck] for luck in ("secret", "shares")}
            assert {key: now[key] for key in SAME} == {key: was[key] for key in SAME}
            assert [row["score"] for row in now["seats"]] == [row["score"] for row in was["seats"]]
            heard = [line for event in was["events"] if event["version"] == was["version"] for line in event["lines"]]
            assert now["events"][0]["lines"] == story[step]["lines"] == heard
            assert now["viewing"] == was["viewing"] == viewer
            assert now["actions"] == []


def test_a_running_game_is_never_shown(client: Device, friend: Friend) -> None:
    """Neither to those who play it nor to others, neither open nor as a seat sees it."""
    for public in (True, False):
        table = client.create("me", "hotseat", public=public)["table"]
        for device in (client, friend()):
            for path in ("", "/view", "/log"):
                for seat in ("open", "green", "spectator"):
                    answer = device.get(f"/api/replays/{table}{path}", seat=seat, step=0)
                    assert answer.status_code in (403, 409), answer.text
                    assert "zones" not in answer.text
    assert client.get(f"/api/replays/{table}", seat="red").status_code == 409
    waiting = client.create("me", "friend")["table"]
    assert client.get(f"/api/replays/{waiting}").status_code == 400


def test_open_cards_hide_nothing_and_a_seat_sees_no_more_than_it_did(client: Device) -> None:
    table = finished(client, "elevenses", public=True)
    shown = {}
    for viewer in ("open", "red", "spectator"):
        view = client.get(f"/api/replays/{table}/view", seat=viewer, step=0).json()
        shown[viewer] = {str(thing["token"]) for zone in view["zones"] for thing in zone["things"]}
        story = client.get(f"/api/replays/{table}", seat=viewer).json()["story"]
        assert {row["seat"] for row in story if row["done"]} == {"open": {0, 1}, "red": {0}}.get(viewer, set())
    cards = {card for card in shown["open"] if card and not card.startswith("?")}
    assert cards == shown["open"] - {""}
    assert shown["red"] & cards > shown["spectator"] & cards
    assert cards - shown["red"]
    assert client.get(f"/api/replays/{table}/view", seat="purple", step=3).status_code == 400
    assert client.get(f"/api/replays/{table}/view", seat="red", step=10_000).status_code == 400


def test_a_private_table_is_opened_by_its_link_alone(client: Device, friend: Friend) -> None:
    table, stranger = finished(client), friend()
    share = client.get(f"/api/replays/{table}").json()["share"]
    key = share.rsplit("/", 1)[1]
    other = client.get(f"/api/replays/{finished(client)}").json()["share"].rsplit("/", 1)[1]
    for path in ("", "/view", "/log"):
        for wrong in ({}, {"key": "guess"}, {"key": other}):
            refused = stranger.get(f"/api/replays/{table}{path}", step=0, **wrong)
            assert refused.status_code == 403, refused.text
        assert stranger.get(f"/api/replays/{table}{path}", step=0, key=key).status_code == 200
    assert stranger.get(f"/api/tables/{table}/log").status_code == 403
    assert stranger.get(f"/api/tables/{table}/log", key=key).status_code == 200
    assert stranger.get(share).headers["cache-control"].startswith("no-")


def test_a_public_table_is_open_to_all(client: Device, friend: Friend) -> None:
    table = finished(client, public=True)
    told = friend().get(f"/api/replays/{table}").json()
    assert told["share"] == f"/replay/{table}"
    assert told["mine"] == []
    assert client.get(f"/api/replays/{table}").json()["mine"] == ["white", "yellow", "orange"]
    assert (told["story"][0]["mark"], told["story"][-1]["mark"]) == ("deal", "over")
    assert {"turn", "score"} <= {row["mark"] for row in told["story"]}


def test_the_log_can_be_verified_and_opened_again(client: Device, friend: Friend) -> None:
    table = finished(client)
    log = client.get(f"/api/replays/{table}/log").text
    assert verified(log).over
    opened = friend().post("/api/replays", log=log)
    assert opened.status_code == 201
    name = opened.json()["replay"]
    for step in (0, 7, len(read_log(log).entries)):
        for seat in ("open", "yellow"):
            now, was = (client.get(f"/api/replays/{it}/view", seat=seat, step=step).json() for it in (name, table))
            assert now["zones"] == was["zones"]
    assert client.get(f"/api/replays/{name}").json()["share"] is None


BROKEN: list[tuple[Callable[[str], str], str]] = [
    (lambda log: "hello", "line 1"),
    (lambda log: log.replace("game: elefant", "game: chess"), "there is no game 'chess'"),
    (lambda log: log.replace("result: ", "result: white 99, "), "the result is"),
    (lambda log: log[: len(log) // 2].rsplit("\n", 1)[0], "not over"),
    (lambda log: log.replace(": take", ": steal", 1), "there is no action"),
    (lambda log: log + "\n# x" * (MAX_LOG_LINES + 1), "at most"),
]


def test_a_malformed_log_is_refused_with_the_reason(client: Device, server: Running) -> None:
    log = GOLDEN.read_text()
    for broken, reason in BROKEN:
        answer = client.post("/api/replays", log=broken(log))
        assert answer.status_code == 400, answer.text
        assert reason in answer.json()["error"]
    assert server.app.state.replay_cache._logs == {}
    assert client.post("/api/replays", log=log).status_code == 201


def test_a_log_may_not_be_endless(client: Device) -> None:
    assert client.post("/api/replays", log="x" * 131_000).status_code == 422
    assert client.post("/api/replays", log="x" * 200_000).status_code == 413
    assert client.get("/api/replays/log-0123456789abcdef").status_code == 404


def test_a_replay_is_headed_in_the_reader_s_language(client: Device) -> None:
    log = (Path(__file__).parents[2] / "games" / "eleven_board" / "golden.log").read_text(encoding="utf-8")
    name = client.post("/api/replays", log=log).json()["replay"]
    for path in ("", "/view"):
        told = client.get(f"/api/replays/{name}{path}", step=0, seat="open", language="nl").json()
        assert told["title"] == "11! Het bordspel"
