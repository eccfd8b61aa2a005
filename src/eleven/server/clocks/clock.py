"""Clocks: how long somebody may take to decide, worked out from what was agreed and a table's events alone.

A clock runs for the person who is asked, and only while another person waits for them. A live clock gives a number of
seconds for each decision, and a reserve for the whole game that longer decisions are taken from. A clock of days gives
a number of days for each decision; away days do not count, and it never runs out at night.

All times are those of the events in the store, in milliseconds, so a restored table has the same clocks.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from eleven.bots.levels import DEFAULT_LEVEL
from eleven.core.rules.frozen import PersistentList
from eleven.core.text.errors import Mistake
from eleven.server.store import TableEvent, records

if TYPE_CHECKING:
    from eleven.server.live.seats import Seat
    from eleven.server.live.table import Table

ClockKind = Literal["live", "days"]
LIVE: ClockKind = "live"
DAYS: ClockKind = "days"
SECOND, MINUTE, HOUR, DAY = 1000, 60_000, 3_600_000, 86_400_000
AHEAD, MOST_AWAY = 60, 21
"""How many days ahead away days may be set, and how many a player may have in one game."""
FIRST_DAY = date(1970, 1, 1).toordinal()


@dataclass(frozen=True)
class TimeControl:
    """The agreed time control: milliseconds per decision, reserve, the bot that takes over, night, time zone."""

    kind: ClockKind
    decision: int
    reserve: int = 0
    level: str = DEFAULT_LEVEL
    night: tuple[int, int] | None = None
    """The hours between which a clock of days does not run out."""
    offset: int = 0
    """Minutes by which the time of day at this table is ahead of UTC."""

    def day_of(self, at: int) -> int:
        """The number of the day at this table."""
        return (at + self.offset * MINUTE) // DAY + FIRST_DAY

    def start_of(self, day: int) -> int:
        """When a day begins at this table."""
        return (day - FIRST_DAY) * DAY - self.offset * MINUTE


def clock_from(agreed: Mapping[str, Any]) -> TimeControl:
    """Read a clock from a stored agreement."""
    level = agreed.get("level", DEFAULT_LEVEL)
    if agreed["kind"] == LIVE:
        return TimeControl(LIVE, agreed["seconds"] * SECOND, agreed["reserve"] * SECOND, level)
    night = agreed.get("night")
    return TimeControl(DAYS, agreed["days"] * DAY, 0, level, tuple(night) if night else None, agreed.get("offset", 0))


class ClockState(NamedTuple):
    """The state of all clocks when a decision is asked for."""

    asked_at: int
    used: tuple[int, ...]
    """What each seat has used of its reserve."""
    began: int
    """When the clock last began to run after a pause; nothing before that counts."""


def is_person(seat: "Seat") -> bool:
    """Whether a person decides here."""
    return seat.kind in ("human", "hotseat") and not seat.bot_plays


def runs(table: "Table") -> bool:
    """Whether a clock is running: a person is asked, and another person waits."""
    play = table.play
    if table.clock is None or play is None or play.over or not is_person(table.seats[play.asked]):
        return False
    return any(i != play.asked and is_person(seat) and not seat.left for i, seat in enumerate(table.seats))


def marks_after(before: "Table", after: "Table", event: TableEvent) -> PersistentList[ClockState]:
    """The marks of a table after an event, one for each decision that was asked for."""
    marks, at = before.marks, event.at
    if event.kind == "deal":
        return PersistentList([ClockState(at, (0,) * after.players, at)])
    if not marks:
        return marks
    last = marks[-1]
    if event.kind == "move":
        return marks.plus(ClockState(at, _used(before, at), last.began))
    if event.kind == "take_back":
        earlier, shorter = marks[-2], marks.without_last().without_last()
        return shorter.plus(ClockState(max(earlier.asked_at, last.began), earlier.used, last.began))
    if runs(after) and not runs(before):
        return marks.without_last().plus(ClockState(at, last.used, at))
    return marks


def _used(table: "Table", at: int) -> tuple[int, ...]:
    """How much of each reserve is used once the pending decision is taken."""
    mark, clock = table.marks[-1], table.clock
    if clock is None or clock.kind != LIVE or not runs(table):
        return mark.used
    assert table.play is not None
    seat, longer = table.play.asked, max(0, at - mark.asked_at - clock.decision)
    used = min(clock.reserve, mark.used[seat] + longer)
    return (*mark.used[:seat], used, *mark.used[seat + 1 :])


def due(table: "Table") -> int | None:
    """When the time of the player who is asked runs out; None while no clock is running."""
    clock = table.clock
    if clock is None or not runs(table):
        return None
    assert table.play is not None
    mark, seat = table.marks[-1], table.play.asked
    if clock.kind == LIVE:
        return mark.asked_at + clock.decision + clock.reserve - mark.used[seat]
    return days_later(clock, mark.asked_at, table.seats[seat].away)


def days_later(clock: TimeControl, start: int, away: Collection[int]) -> int:
    """The deadline of a decision in days: away days are skipped, and at night it moves to the morning."""
    at, left = start, clock.decision
    while left:
        midnight = clock.start_of(clock.day_of(at) + 1)
        counted = 0 if clock.day_of(at) in away else min(left, midnight - at)
        at, left = at + counted if counted else midnight, left - counted
    return next_waking(clock, at, away)


def next_waking(clock: TimeControl, at: int, away: Collection[int]) -> int:
    """The first moment from `at` on that is neither at night nor on an away day."""
    while True:
        if clock.day_of(at) in away:
            at = clock.start_of(clock.day_of(at) + 1)
        elif _is_night(clock, at):
            at = _morning(clock, at)
        else:
            return at


def _hours(clock: TimeControl, at: int) -> int:
    """Milliseconds since midnight."""
    return at - clock.start_of(clock.day_of(at))


def _is_night(clock: TimeControl, at: int) -> bool:
    if clock.night is None:
        return False
    (begins, ends), now = (hour * HOUR for hour in clock.night), _hours(clock, at)
    return begins <= now < ends if begins <= ends else now >= begins or now < ends


def _morning(clock: TimeControl, at: int) -> int:
    """The end of the night in which a moment lies."""
    assert clock.night is not None
    ends, today = clock.night[1] * HOUR, clock.start_of(clock.day_of(at))
    return today + ends if _hours(clock, at) < ends else today + DAY + ends


# Away days


def day_number(text: str) -> int:
    """The number of a day in ISO format, such as `2026-11-16`."""
    return date.fromisoformat(text).toordinal()


def day_text(number: int) -> str:
    """A day in ISO format."""
    return date.fromordinal(number).isoformat()


def away_after(table: "Table", seat: int, days: Collection[str]) -> list[str]:
    """The away days of a seat after its player has set the future ones; past ones stay."""
    clock = table.clock
    if clock is None or clock.kind != DAYS:
        raise Mistake("this table has no clock of days")
    today = clock.day_of(records.now())
    wanted = set(map(day_number, days))
    if wanted and not today <= min(wanted) <= max(wanted) <= today + AHEAD:
        raise Mistake("away days are from today on, and at most {ahead} days ahead", ahead=AHEAD)
    wanted |= {day for day in table.seats[seat].away if day < today}
    if len(wanted) > MOST_AWAY:
        raise Mistake("a player may be away on at most {most} days of a game", most=MOST_AWAY)
    return list(map(day_text, sorted(wanted)))
