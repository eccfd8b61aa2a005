"""Who is reminded: players who are away, once per turn, not at night, and of nothing that is hidden."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from eleven.server.clocks.clock import HOUR, day_number
from eleven.server.live.seats import with_seat
from eleven.server.live.table import Table
from eleven.server.reminders import reminder_timer
from eleven.server.reminders.awaited_turns import AwaitedTurn, awaited_turn, time_to_remind
from eleven.server.reminders.reminder_timer import Reminders, next_morning
from eleven.server.store import records
from tests.server.clocks.test_clock_days import at
from tests.server.clocks.test_clocks import DAYS_CLOCK, LIVE_CLOCK, Time, together
from tests.server.conftest import Device, Json, Running, settings
from tests.server.reminders.helpers import ANN, BEN, looked_at, play_turn, stored, wait_for, want_mail
from tests.server.reminders.post_office import MailBox


class TestWho:
    def test_who_looks_at_the_table_is_not_reminded_until_they_go(self, served: Running, box: MailBox) -> None:
        ann, ben = Device(served.base), Device(served.base)
        want_mail(ben, box, BEN)
        table = together(ann, ben, DAYS_CLOCK)
        with ben.socket(table) as socket:
            socket.hear("view")
            play_turn(ann, table)
            reminders = served.app.state.tables.reminders
            wait_for(lambda: (reminders.deadlines.deadline(table) or 0) > records.now())
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

    @pytest.mark.slow
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

    @pytest.mark.slow
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

    def test_what_is_being_sent_when_the_server_ends_arrives(self, served: Running, box: MailBox) -> None:
        ann = Device(served.base)
        want_mail(ann, box, ANN)
        box.seconds, asked = 0.3, box.asked
        together(ann, Device(served.base), DAYS_CLOCK)
        wait_for(lambda: box.asked > asked)
        assert box.to(ANN) == []
        served.stop()
        assert len(box.to(ANN)) == 1

    @pytest.mark.slow
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


def test_one_table_that_cannot_be_checked_does_not_stop_the_reminders_of_others(
    served: Running, box: MailBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = Device(served.base)
    want_mail(ann, box, ANN)
    damaged, reminders = ann.create("me", "hotseat")["table"], served.app.state.tables.reminders

    def turn_or_failure(table: Table) -> AwaitedTurn | None:
        if table.row.id == damaged:
            raise KeyError(damaged)
        return awaited_turn(table)

    monkeypatch.setattr(reminder_timer, "awaited_turn", turn_or_failure)
    reminders.changed.add(damaged)
    wait_for(lambda: damaged not in reminders.changed)
    together(ann, Device(served.base), DAYS_CLOCK)
    wait_for(lambda: box.to(ANN))


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
