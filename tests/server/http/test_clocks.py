"""Clocks over HTTP: days on which somebody is away, and what is refused."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from eleven.server.clocks.clock import DAY, SECOND
from eleven.server.store import records
from tests.server.clocks.test_clocks import DAYS_CLOCK, LIVE_CLOCK, together
from tests.server.conftest import Device, Running


def test_away_days_are_said_and_shown_and_limited(server: Running) -> None:
    ann, ben = Device(server.base), Device(server.base)
    table = together(ann, ben, DAYS_CLOCK)
    today = datetime.fromtimestamp(records.now() / SECOND, UTC).date()
    gone = [(today + timedelta(days=number)).isoformat() for number in (1, 2)]
    before = ann.view(table)["clock"]["due"]
    assert ann.post(f"/api/tables/{table}/away", days=gone).status_code == 200
    seen = ben.view(table)
    assert seen["seats"][0]["away"] == gone
    assert seen["clock"]["due"] == before + 2 * DAY
    same = ann.post(f"/api/tables/{table}/away", days=gone).json()["version"]
    assert same == seen["version"], "the same again is no event"
    for wrong in (
        [(today - timedelta(days=1)).isoformat()],
        ["2999-01-01"],
        [(today + timedelta(days=n)).isoformat() for n in range(22)],
    ):
        assert ann.post(f"/api/tables/{table}/away", days=wrong).status_code == 400
    assert ann.post(f"/api/tables/{table}/away", days=["tomorrow"]).status_code == 422
    assert ann.post(f"/api/tables/{table}/away", days=gone, seat=1).status_code == 403
    assert Device(server.base).post(f"/api/tables/{table}/away", days=gone).status_code == 403
    assert ann.post(f"/api/tables/{table}/away", days=[]).status_code == 200
    assert ann.view(table)["seats"][0]["away"] == []
    live = together(ann, ben, LIVE_CLOCK)
    assert "no clock of days" in ann.post(f"/api/tables/{live}/away", days=gone).json()["error"]


@pytest.mark.parametrize(
    "clock",
    [
        {"kind": "live", "seconds": 1},
        {"kind": "live", "seconds": 30, "reserve": -1},
        {"kind": "live", "seconds": "30"},
        {"kind": "live"},
        {"kind": "days", "days": 2},
        {"kind": "days", "days": 1, "night": [22, 24]},
        {"kind": "days", "days": 1, "night": [22]},
        {"kind": "days", "days": 1, "offset": 10**9},
        {"kind": "days", "days": 1, "level": "genius"},
        {"kind": "hours", "days": 1},
        {"kind": "live", "seconds": 30, "days": 1},
        "none",
        30,
    ],
)
def test_a_clock_that_makes_no_sense_is_refused(client: Device, clock: Any) -> None:
    seats = [{"kind": "me"}, {"kind": "friend"}]
    assert client.post("/api/tables", game="elevenses", seats=seats, clock=clock).status_code == 422
