"""Reminders: off until chosen, once per turn, to who is away, naming nothing that is hidden, and easily stopped."""

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from eleven.core.text.words import LANGUAGES
from eleven.server.clocks import clock_timer
from eleven.server.clocks.clock import DAY, HOUR, day_number
from eleven.server.live.seats import with_seat
from eleven.server.reminders import delivery, timer
from eleven.server.reminders.timer import Reminders, next_morning
from eleven.server.reminders.turns import awaited_turn, time_to_remind
from eleven.server.store import records
from tests.server.clocks.test_clock_days import at
from tests.server.clocks.test_clocks import DAYS_CLOCK, LIVE_CLOCK, Time, together
from tests.server.conftest import Device, Json, Running, settings
from tests.server.reminders.post_office import MailBox, PushService, mail_server, push_service, text_of

ANN, BEN = "ann@example.org", "ben@example.org"


@pytest.fixture
def clockwork(monkeypatch: pytest.MonkeyPatch) -> Time:
    made = Time()
    monkeypatch.setattr(records, "now", made.now)
    monkeypatch.setattr(clock_timer, "LONGEST_SLEEP", 0.02)
    monkeypatch.setattr(timer, "LONGEST_SLEEP", 0.02)
    monkeypatch.setattr(delivery, "LOOK_EVERY", 0.02)
    return made


@pytest.fixture
def post() -> Iterator[tuple[MailBox, Json]]:
    with mail_server() as made:
        yield made


@pytest.fixture
def box(post: tuple[MailBox, Json]) -> MailBox:
    return post[0]


@pytest.fixture
def pushes() -> Iterator[PushService]:
    with push_service() as service:
        yield service


@pytest.fixture
def served(clockwork: Time, post: tuple[MailBox, Json], pushes: PushService, tmp_path: Path) -> Iterator[Running]:
    chosen = settings(tmp_path, remind_after=0.0, push_hosts=(pushes.host,), sign_ins_per_minute=1e6, **post[1])
    running = Running(chosen)
    yield running
    running.stop()


def wait_for(true: Callable[[], Any]) -> None:
    while not true():
        time.sleep(0.01)


def open_link(device: Device, url: str, **more: Any) -> str:
    """Follow a link of a message and press its button, with nothing but what is in it."""
    del device.http.headers["X-Table-Eleven"]
    device.http.headers["Origin"] = "null"  # as browsers say from a page that tells nobody where it is
    device.http.headers["Accept"] = "text/html"
    path = url.removeprefix(device.base)
    page = device.get(path)
    assert page.status_code == 200, page.text
    assert '<form id="ask" method="post"' in page.text
    answer = device.http.post(path, **more)
    assert answer.status_code == 200, answer.text
    return answer.text


def want_mail(device: Device, box: MailBox, address: str, **wish: Any) -> None:
    answer = device.post("/api/me/reminders/mail", address=address, **wish)
    assert answer.status_code == 201, answer.text
    assert answer.json()["mail"]["state"] == "asked"
    open_link(Device(device.base), box.link(address, "confirm"))
    assert device.get("/api/me/reminders").json()["mail"]["state"] == "on"


def play_turn(device: Device, table: str) -> None:
    """Decide until somebody else is asked."""
    while (view := device.view(table))["yours"]:
        assert not view["over"]
        move = {"action": view["actions"][0]["name"], "version": view["version"]}
        assert device.post(f"/api/tables/{table}/moves", **move).status_code == 200


def looked_at(running: Running) -> None:
    """Wait until every table whose time has come was looked at, and all that was due is sent."""
    reminders: Reminders = running.app.state.tables.reminders
    loop = running.server.servers[0].get_loop()
    looks: list[int] = []

    def look() -> None:
        ready = not reminders.changed and (not reminders._order or reminders._order[0][0] > records.now())
        looks.append(int(ready))

    while sum(looks[-5:]) < 5:
        loop.call_soon_threadsafe(look)
        time.sleep(0.02)


def stored(running: Running, table: str) -> list[tuple[Any, ...]]:
    with running.app.state.tables.store.engine.connect() as line:
        return [tuple(row) for row in line.exec_driver_sql(f"SELECT * FROM {table}")]


class TestMail:
    def test_each_turn_is_reminded_of_once_and_names_game_and_opponent(self, served: Running, box: MailBox) -> None:
        ann, ben = Device(served.base), Device(served.base)
        for device, address in ((ann, ANN), (ben, BEN)):
            want_mail(device, box, address)
        table = together(ann, ben, DAYS_CLOCK)
        for turn in range(1, 4):
            wait_for(lambda turn=turn: len(box.to(ANN)) == turn)  # type: ignore[misc]
            play_turn(ann, table)
            wait_for(lambda turn=turn: len(box.to(BEN)) == turn)  # type: ignore[misc]
            play_turn(ben, table)
        wait_for(lambda: len(box.to(ANN)) == 4)
        looked_at(served)
        assert (len(box.to(ANN)), len(box.to(BEN))) == (4, 3)
        message = box.to(ANN)[0]
        assert message["Subject"] == "Your turn: Elevenses"
        assert message["From"] == "Table Eleven <tables@example.org>"
        assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        stop = message["List-Unsubscribe"].strip("<>")
        lines = text_of(message).splitlines()
        assert lines[:2] == ["Elevenses, against Ben", f"{ann.base}/table/{table}"], "no token in the link"
        assert lines[-1] == stop
        assert Device(served.base).view(table)["you"] is None, "whoever has the link only watches"

    def test_nothing_is_sent_before_an_address_is_confirmed(self, served: Running, box: MailBox) -> None:
        ann, ben = Device(served.base), Device(served.base)
        assert ann.get("/api/me/reminders").json()["mail"] == {
            "offered": True,
            "state": "off",
            "address": "",
            "pace": "turn",
        }
        table = together(ann, ben, DAYS_CLOCK)
        ann.post("/api/me/reminders/mail", address=ANN)
        assert len(box.messages) == 1
        assert not box.messages[0]["List-Unsubscribe"]
        play_turn(ann, table)
        play_turn(ben, table)
        looked_at(served)
        ann.get(box.link(ANN, "confirm").removeprefix(ann.base))
        assert ann.get("/api/me/reminders").json()["mail"]["state"] == "asked", "a mail program looks at links too"
        assert len(box.messages) == 1
        assert stored(served, "reminders") == []

    def test_a_link_is_for_its_own_purpose_and_expires(self, served: Running, box: MailBox, clockwork: Time) -> None:
        ann = Device(served.base)
        ann.post("/api/me/reminders/mail", address=ANN)
        secret = box.link(ANN, "confirm").rpartition("/")[2]
        for path in (f"/mail/stop/{secret}", f"/mail/confirm/{secret[:-3]}xyz", "/mail/stop/x"):
            assert ann.post(path).status_code == 404
            assert "nothing is sent" in ann.post(path).json()["error"]
        ann.http.headers["Accept"] = "text/html"
        assert "<h1" in ann.get("/mail/stop/x").text
        clockwork.ahead += 8 * DAY
        assert ann.post(f"/mail/confirm/{secret}").status_code == 404
        assert ann.get("/api/me/reminders").json()["mail"]["state"] == "off"

    def test_one_click_stops_it_without_signing_in(self, served: Running, box: MailBox) -> None:
        ann, ben = Device(served.base), Device(served.base)
        want_mail(ann, box, ANN)
        table = together(ann, ben, DAYS_CLOCK)
        wait_for(lambda: box.to(ANN))
        one_click = Device(served.base)
        open_link(one_click, box.link(ANN, "stop"), data={"List-Unsubscribe": "One-Click"})
        assert not one_click.http.cookies
        assert ann.get("/api/me/reminders").json()["mail"]["state"] == "stopped"
        play_turn(ann, table)
        play_turn(ben, table)
        looked_at(served)
        assert len(box.to(ANN)) == 1
        want_mail(ann, box, ANN)
        assert ann.post("/api/me/reminders/mail/remove").json()["mail"]["state"] == "off"
        assert stored(served, "mail_addresses") == []

    def test_three_bounces_end_it_and_the_person_is_told(self, served: Running, box: MailBox) -> None:
        ann, ben = Device(served.base), Device(served.base)
        want_mail(ann, box, ANN)
        box.answer = "550 nobody here"
        table = together(ann, ben, DAYS_CLOCK)
        for refused in range(2, 5):
            wait_for(lambda refused=refused: box.asked == refused)  # type: ignore[misc]
            play_turn(ann, table)
            play_turn(ben, table)
        wait_for(lambda: ann.get("/api/me/reminders").json()["mail"]["state"] == "bounced")
        looked_at(served)
        assert box.asked == 4, "one for the link, and three that came back"
        refused_now = ann.post("/api/me/reminders/mail", address=BEN)
        assert (refused_now.status_code, refused_now.json()["error"]) == (
            400,
            "the mail server does not take this address",
        )

    def test_what_could_not_be_sent_is_sent_later_and_once(
        self, served: Running, box: MailBox, clockwork: Time
    ) -> None:
        ann, ben = Device(served.base), Device(served.base)
        want_mail(ann, box, ANN)
        box.answer = "451 later"
        together(ann, ben, DAYS_CLOCK)
        for tried in (2, 3):
            wait_for(lambda tried=tried: box.asked == tried)  # type: ignore[misc]
            wait_for(lambda: stored(served, "reminders")[0][6] is None)
            clockwork.ahead += 6 * 60_000
        box.answer = "250 OK"
        clockwork.ahead += HOUR
        wait_for(lambda: box.to(ANN))
        looked_at(served)
        assert len(box.to(ANN)) == 1
        assert ann.get("/api/me/reminders").json()["mail"]["state"] == "on", "that was no bounce"

    def test_a_daily_message_names_all_games_that_wait(self, served: Running, box: MailBox, clockwork: Time) -> None:
        ann, ben = Device(served.base), Device(served.base)
        want_mail(ann, box, ANN, pace="daily", utc_offset=60)
        clock = {**DAYS_CLOCK, "days": 7}
        tables = [together(ann, ben, clock) for _ in range(3)]
        wait_for(lambda: len(stored(served, "reminders")) == 3)
        play_turn(ann, tables[0])
        looked_at(served)
        assert not box.to(ANN)
        clockwork.ahead += next_morning(records.now(), 60) - records.now() + 1
        wait_for(lambda: box.to(ANN))
        looked_at(served)
        (message,) = box.to(ANN)
        assert message["Subject"] == "2 games wait for you"
        assert [table in text_of(message) for table in tables] == [False, True, True]

    def test_what_is_no_address_is_refused_in_words(self, served: Running, box: MailBox) -> None:
        for address in ("ann", "ann@", "a b@example.org", "ann@example.org\nBcc: x@y.z", "é@x.org", "@x.org"):
            answer = Device(served.base).post("/api/me/reminders/mail", address=address)
            assert (answer.status_code, answer.json()["error"]) == (400, "this is not an e-mail address"), address
        assert box.asked == 0

    def test_nobody_can_fill_somebodys_mailbox(self, served: Running, box: MailBox) -> None:
        answers = [
            Device(served.base).post("/api/me/reminders/mail", address=address).status_code
            for address in (ANN, ANN, ANN.upper(), ANN, BEN)
        ]
        assert answers == [201, 201, 201, 429, 201]

    def test_messages_are_in_the_language_of_their_reader(self, served: Running, box: MailBox) -> None:
        english = ["Table Eleven: is this your address?", "Your turn: Elevenses", "Elevenses, against Ben"]
        for language in LANGUAGES:
            ann, ben, address = Device(served.base), Device(served.base), f"{language}@example.org"
            want_mail(ann, box, address, language=language)
            asked = box.messages[-1]["Subject"]
            together(ann, ben, DAYS_CLOCK)
            wait_for(lambda address=address: box.to(address))  # type: ignore[misc]
            reminder = box.to(address)[0]
            said = [asked, reminder["Subject"], text_of(reminder).splitlines()[0]]
            assert [a == b for a, b in zip(said, english, strict=True)] == [language == "en"] * 3


def test_a_server_without_mail_says_so(client: Device) -> None:
    assert client.get("/api/me/reminders").json()["mail"]["offered"] is False
    answer = client.post("/api/me/reminders/mail", address=ANN)
    assert answer.json()["error"] == "whoever runs this server has not set up e-mail"


class TestWho:
    def test_who_looks_at_the_table_is_not_reminded_until_they_go(self, served: Running, box: MailBox) -> None:
        ann, ben = Device(served.base), Device(served.base)
        want_mail(ben, box, BEN)
        table = together(ann, ben, DAYS_CLOCK)
        with ben.socket(table) as socket:
            socket.hear("view")
            play_turn(ann, table)
            reminders = served.app.state.tables.reminders
            wait_for(lambda: reminders._queued.get(table, 0) > records.now())
            assert not box.to(BEN)
        wait_for(lambda: box.to(BEN))

    @pytest.mark.parametrize("clock", [LIVE_CLOCK, None, DAYS_CLOCK])
    def test_people_are_reminded_where_nobody_has_to_sit_and_wait(
        self, served: Running, box: MailBox, clock: Json | None
    ) -> None:
        ann, ben = Device(served.base), Device(served.base)
        want_mail(ann, box, ANN)
        together(ann, ben, clock)  # type: ignore[arg-type]
        if clock is LIVE_CLOCK:
            looked_at(served)
            assert not box.to(ANN)
        else:
            wait_for(lambda: box.to(ANN))

    def test_nobody_is_reminded_of_a_game_against_bots_or_of_one_that_others_have_left(
        self, served: Running, box: MailBox
    ) -> None:
        ann, ben = Device(served.base), Device(served.base)
        ann.create("me", "bot")
        ann.create("me", "hotseat")
        left = together(ann, ben, None)  # type: ignore[arg-type]
        ben.post(f"/api/tables/{left}/leave")
        want_mail(ann, box, ANN)
        served.app.state.tables.reminders.changed |= set(served.app.state.tables.in_memory)
        looked_at(served)
        assert not box.to(ANN)
        assert stored(served, "reminders") == []

    def test_a_turn_that_is_taken_back_is_no_new_one(self, served: Running, box: MailBox) -> None:
        ann, ben = Device(served.base), Device(served.base)
        want_mail(ann, box, ANN)
        table = together(ann, ben, DAYS_CLOCK)
        wait_for(lambda: box.to(ANN))
        for _ in range(3):
            view = ann.view(table)
            for action in view["actions"]:
                move = {"action": action["name"], "version": view["version"]}
                made = ann.post(f"/api/tables/{table}/moves", **move)
                if made.status_code == 200:
                    break
            version = ann.view(table)["version"]
            if ann.post(f"/api/tables/{table}/take_back", version=version).status_code != 200:
                break
        looked_at(served)
        assert len(box.to(ANN)) == 1

    def test_a_restart_reminds_nobody_twice_and_nobody_less(
        self, clockwork: Time, post: tuple[MailBox, Json], tmp_path: Path
    ) -> None:
        box, chosen = post
        running = Running(settings(tmp_path, remind_after=0.0, **chosen))
        ann, ben = Device(running.base), Device(running.base)
        want_mail(ann, box, ANN)
        want_mail(ben, box, BEN)
        table = together(ann, ben, DAYS_CLOCK)
        wait_for(lambda: box.to(ANN))
        looked_at(running)
        play_turn(ann, table)
        running.stop()
        before = len(box.to(BEN))
        clockwork.ahead += HOUR
        running = Running(settings(tmp_path, remind_after=0.0, **chosen))
        try:
            wait_for(lambda: box.to(BEN))
            looked_at(running)
            assert (before, len(box.to(BEN)), len(box.to(ANN))) in ((0, 1, 1), (1, 1, 1))
        finally:
            running.stop()

    def test_two_processes_remind_once(self, served: Running, box: MailBox) -> None:
        """Each finds that somebody is away, and both look at what is due."""
        ann, ben = Device(served.base), Device(served.base)
        want_mail(ann, box, ANN)
        tables = served.app.state.tables
        other = Reminders(tables, "f" * 64)
        loop = served.server.servers[0].get_loop()
        tasks: list[Any] = []

        async def tell_other() -> None:
            while True:
                other.changed |= set(tables.in_memory)
                await asyncio.sleep(0.01)

        def begin() -> None:
            tasks.append(loop.create_task(tell_other()))
            tasks.extend([loop.create_task(other.run()), loop.create_task(other.delivery.run())])

        loop.call_soon_threadsafe(begin)
        wait_for(lambda: tasks)
        table = together(ann, ben, DAYS_CLOCK)
        for turn in range(1, 4):
            wait_for(lambda turn=turn: len(box.to(ANN)) == turn)  # type: ignore[misc]
            play_turn(ann, table)
            play_turn(ben, table)
        wait_for(lambda: len(box.to(ANN)) == 4)
        looked_at(served)
        assert len(box.to(ANN)) == 4
        for task in tasks:
            loop.call_soon_threadsafe(task.cancel)


def test_the_morning_is_that_of_the_reader() -> None:
    assert next_morning(at("2026-11-16 07:59"), 0) == at("2026-11-16 08:00")
    assert next_morning(at("2026-11-16 08:00"), 0) == at("2026-11-17 08:00")
    assert next_morning(at("2026-11-16 07:30"), 60) == at("2026-11-17 07:00")
    assert next_morning(at("2026-11-16 00:30"), -300) == at("2026-11-16 13:00")


def test_nobody_is_woken_at_the_tables_night_or_on_an_away_day(served: Running) -> None:
    """The moment is worked out from the table alone."""
    ann, ben = Device(served.base), Device(served.base)
    night = {**DAYS_CLOCK, "night": [22, 8], "offset": 0}
    table = served.app.state.tables.at_hand(together(ann, ben, night)).table
    turn = awaited_turn(table)
    assert turn is not None
    late = replace(turn, quiet_since=at("2026-11-16 21:59"))
    assert time_to_remind(table, late, 120_000) == at("2026-11-17 08:00")
    early = replace(turn, quiet_since=at("2026-11-16 12:00"))
    assert time_to_remind(table, early, 120_000) == at("2026-11-16 12:02")
    away = table._copy()
    away.seats = with_seat(away.seats, turn.seat, away=(day_number("2026-11-16"), day_number("2026-11-17")))
    assert time_to_remind(away, early, 120_000) == at("2026-11-18 08:00")
