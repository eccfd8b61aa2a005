"""Fixtures: a server with a controllable clock, and with fake mail and push services."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from eleven.server.clocks import clock_timer
from eleven.server.reminders import delivery, reminder_timer
from eleven.server.store import records
from tests.server.clocks.test_clocks import Time
from tests.server.conftest import Json, Running, settings
from tests.server.reminders.post_office import MailBox, PushService, mail_server, push_service


@pytest.fixture
def clockwork(monkeypatch: pytest.MonkeyPatch) -> Time:
    made = Time()
    monkeypatch.setattr(records, "now", made.now)
    monkeypatch.setattr(clock_timer, "MAX_SLEEP_SECONDS", 0.02)
    monkeypatch.setattr(reminder_timer, "MAX_SLEEP_SECONDS", 0.02)
    monkeypatch.setattr(delivery, "POLL_SECONDS", 0.02)
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
