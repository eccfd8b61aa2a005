"""The whole of a game over days: two people who met by a link, two devices each, a restart, reminders, history."""

import random
import time
from pathlib import Path

import pytest

from eleven.server.clocks.clock import DAY, HOUR
from eleven.server.store import records
from tests.server.clocks.test_clocks import DAYS_CLOCK, Time
from tests.server.conftest import Device, Json, Running, settings
from tests.server.reminders.helpers import ANN, looked_at, wait_for, want_mail
from tests.server.reminders.post_office import MailBox, PushService, mail_server, push_service
from tests.server.reminders.test_push import subscribe

BETWEEN_TURNS = 5 * HOUR
RESTART_AT = 5


class Person:
    """Somebody with a desk and a phone, who plays whenever they are reminded, now here, now there."""

    def __init__(self, base: str) -> None:
        self.devices = [Device(base), Device(base)]
        self.turns = 0

    def sign_in_on_phone(self) -> None:
        desk, phone = self.devices
        link = desk.post("/api/me/links").json()["url"].rpartition("=")[2]
        assert phone.post("/api/me/sign_in", link=link).status_code == 200

    def play_turn(self, table: str, dice: random.Random) -> None:
        device = self.devices[self.turns % 2]
        self.turns += 1
        while (view := device.view(table))["yours"]:
            names = [action["name"] for action in view["actions"]]
            playing = [name for name in names if name.startswith("play ")]
            move = {"action": dice.choice(playing or names), "version": view["version"]}
            assert device.post(f"/api/tables/{table}/moves", **move).status_code == 200


def first_review(device: Device, table: str) -> Json:
    """What a review tells first, of every moment; it gets firmer as long as one reads."""
    told: Json = device.post(f"/api/replays/{table}/review").json()
    while told["state"] in ("waiting", "working") and not told["review"]:
        time.sleep(0.05)
        told = device.get(f"/api/replays/{table}/review").json()
    found: Json = told["review"]
    return found


@pytest.mark.slow
def test_two_people_play_over_three_days_and_find_it_in_their_history(clockwork: Time, tmp_path: Path) -> None:
    with mail_server() as (box, mail), push_service() as pushes:
        chosen = {"remind_after": 0.0, "review_simulations": 1, "push_hosts": (pushes.host,), **mail}
        _play_over_days(clockwork, tmp_path, box, pushes, chosen)


def _play_over_days(clockwork: Time, folder: Path, box: MailBox, pushes: PushService, chosen: Json) -> None:
    running = Running(settings(folder, **chosen))
    ann, ben = people = [Person(running.base), Person(running.base)]
    desk = ann.devices[0]
    want_mail(desk, box, ANN)
    for person in people:
        person.sign_in_on_phone()
    for device, name in zip(ben.devices, ("desk", "phone"), strict=True):
        subscribe(device, pushes.browser(name))
    made = desk.create("me", "friend", options={"start": "red", "target": "5"}, clock=DAYS_CLOCK)
    table, claim = made["table"], made["seats"][1]["link"].rsplit("/", 1)[1]
    assert ben.devices[0].join(table, claim=claim, name="Ben").status_code == 200

    def reminded(seat: int) -> set[int]:
        """How often somebody was reminded, in each place."""
        return {len(pushes.of(name)) for name in ("desk", "phone")} if seat else {len(box.to(ANN))}

    dice, began, turns = random.Random(7), records.now(), 0
    try:
        while not (view := desk.view(table))["over"]:
            asked = view["asked"]
            person = people[asked]
            wait_for(lambda seat=asked, turns=person.turns: reminded(seat) == {turns + 1})  # type: ignore[misc]
            turns += 1
            clockwork.ahead += BETWEEN_TURNS
            if turns == RESTART_AT:
                running.stop()
                running = _again(folder, chosen, people)
            person.play_turn(table, dice)
        looked_at(running)
        assert records.now() - began >= 3 * DAY
        assert [reminded(seat) for seat in (0, 1)] == [{person.turns} for person in people]
        assert ann.turns > 3
        assert not any(seat["late"] for seat in desk.view(table)["seats"]), "nobody's time has run out"
        for person in people:
            for device in person.devices:
                (game,) = device.get("/api/me/games").json()["games"]
                assert (game["table"], sum(seat["mine"] for seat in game["seats"])) == (table, 1)
                assert [seat["score"] for seat in game["seats"]] == view["over"]["scores"]
                assert device.get(game["replay"]).status_code == 200
                assert device.get(f"/api/replays/{table}").status_code == 200
        for person in people:
            assert first_review(person.devices[1], table)["shares"]
    finally:
        running.stop()


def _again(folder: Path, chosen: Json, people: list[Person]) -> Running:
    """The server after a restart, at another port; the devices find it."""
    running = Running(settings(folder, **chosen))
    for person in people:
        for device in person.devices:
            device.base, device.http.base_url = running.base, running.base
    return running
