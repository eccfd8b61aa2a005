"""When days are over: counted as a person would, by night and while somebody is away."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from eleven.server.clocks.clock import DAY, DAYS, MINUTE, SECOND, TimeControl, day_number, days_later

START = 1_800_000_000_000
MONDAY = "2026-11-16 12:00"


def at(text: str) -> int:
    """The milliseconds of a moment, in UTC."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * SECOND)


def told(moment: int) -> str:
    """A moment as it is written, in UTC."""
    return f"{datetime.fromtimestamp(moment / SECOND, UTC):%Y-%m-%d %H:%M}"


def days(count: int, night: tuple[int, int] | None = None, offset: int = 0) -> TimeControl:
    return TimeControl(DAYS, count * DAY, night=night, offset=offset)


WEEK = [f"2026-11-{day}" for day in range(16, 23)]


@pytest.mark.parametrize(
    ("clock", "asked", "away", "runs_out"),
    [
        (days(1), MONDAY, [], "2026-11-17 12:00"),
        (days(3), MONDAY, [], "2026-11-19 12:00"),
        (days(7), MONDAY, [], "2026-11-23 12:00"),
        (days(1, (22, 8)), "2026-11-16 21:59", [], "2026-11-17 21:59"),
        (days(1, (22, 8)), "2026-11-16 22:00", [], "2026-11-18 08:00"),
        (days(1, (22, 8)), "2026-11-16 02:30", [], "2026-11-17 08:00"),
        (days(1, (22, 8)), "2026-11-16 08:00", [], "2026-11-17 08:00"),
        (days(1, (1, 6)), "2026-11-16 03:00", [], "2026-11-17 06:00"),
        (days(1, (1, 6)), "2026-11-16 00:59", [], "2026-11-17 00:59"),
        (days(1, (22, 8), 60), "2026-11-16 21:30", [], "2026-11-18 07:00"),
        (days(1, (22, 8), -300), "2026-11-16 12:30", [], "2026-11-17 13:00"),
        (days(1), MONDAY, ["2026-11-17"], "2026-11-18 12:00"),
        (days(1), MONDAY, ["2026-11-16"], "2026-11-18 00:00"),
        (days(1), "2026-11-16 00:00", ["2026-11-17"], "2026-11-18 00:00"),
        (days(3), MONDAY, ["2026-11-17", "2026-11-19"], "2026-11-21 12:00"),
        (days(1), MONDAY, WEEK, "2026-11-24 00:00"),
        (days(1, (22, 8)), MONDAY, WEEK, "2026-11-24 08:00"),
        (days(1, (22, 8)), "2026-11-16 23:00", ["2026-11-18"], "2026-11-19 08:00"),
        (days(1, None, 120), "2026-11-16 21:00", ["2026-11-17"], "2026-11-18 21:00"),
    ],
)
def test_days_for_a_decision(clock: TimeControl, asked: str, away: list[str], runs_out: str) -> None:
    assert told(days_later(clock, at(asked), [*map(day_number, away)])) == runs_out


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(
    some.sampled_from([1, 3, 7]),
    some.none() | some.tuples(some.integers(0, 23), some.integers(0, 23)),
    some.integers(-720, 840),
    some.integers(0, 40 * DAY),
    some.sets(some.integers(0, 20), max_size=12),
)
def test_days_are_counted_as_a_person_would(
    count: int, night: tuple[int, int] | None, offset: int, later: int, away: set[int]
) -> None:
    """Minute by minute in the time of the table: those that count are as many as were agreed, and it ends by day."""
    clock, start = days(count, night, offset), (START + later) // MINUTE * MINUTE
    first = clock.day_of(START)
    gone = {first + day for day in away}
    end = days_later(clock, start, gone)
    zone, begun = timedelta(minutes=offset), datetime.fromtimestamp(start / SECOND, UTC)

    def is_away(moment: datetime) -> bool:
        return (moment + zone).date().toordinal() in gone

    def sleeps(moment: datetime) -> bool:
        hour = (moment + zone).hour
        if night is None or night[0] == night[1]:
            return False
        return night[0] <= hour < night[1] if night[0] < night[1] else hour >= night[0] or hour < night[1]

    counted, moment, step = timedelta(), begun, timedelta(minutes=1)
    while counted < timedelta(days=count):
        counted += timedelta() if is_away(moment) else step
        moment += step
    while is_away(moment) or sleeps(moment):
        moment += step
    assert told(end) == f"{moment:%Y-%m-%d %H:%M}"
