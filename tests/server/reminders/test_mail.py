"""Reminders by mail: off until chosen and confirmed, once per turn, and easily stopped."""

import pytest

from eleven.core.text.words import LANGUAGES
from eleven.server.clocks.clock import DAY, HOUR
from eleven.server.reminders.reminder_timer import next_morning
from eleven.server.store import records
from tests.server.clocks.test_clocks import DAYS_CLOCK, Time, together
from tests.server.conftest import Device, Running
from tests.server.reminders.helpers import ANN, BEN, looked_at, open_link, play_turn, stored, wait_for, want_mail
from tests.server.reminders.post_office import MailBox, text_of


class TestMail:
    @pytest.mark.slow
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
