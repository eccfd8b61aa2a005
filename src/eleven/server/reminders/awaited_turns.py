"""Whose turn it is, and since when: worked out from a table alone, so every process finds the same."""

from dataclasses import dataclass

from eleven.server.clocks import clock
from eleven.server.clocks.clock import is_person
from eleven.server.live.table import Table


@dataclass(frozen=True)
class AwaitedTurn:
    """A turn that others wait for; `number` counts the decisions before it, so taking one back makes no new turn."""

    table_id: str
    seat: int
    number: int
    holder: str
    quiet_since: int
    """When something last happened at the table, in the time of the store."""


def awaited_turn(table: Table) -> AwaitedTurn | None:
    """The turn that another person waits for; none under a live clock, where players stay at the table."""
    play = table.play
    if play is None or play.over or table.stopped or (table.clock is not None and table.clock.kind == clock.LIVE):
        return None
    asked = table.seats[play.asked]
    if asked.holder is None or asked.left or not is_person(asked):
        return None
    others = (seat for seat in table.seats if seat.holder != asked.holder)
    if not any(is_person(seat) and not seat.left for seat in others):
        return None
    number = len(play.entries)
    while number and play.entries[number - 1].seat == play.asked:
        number -= 1
    return AwaitedTurn(table.row.id, play.asked, number, asked.holder, table.events[-1].at)


def time_to_remind(table: Table, turn: AwaitedTurn, patience: int) -> int:
    """When to remind somebody who stays away: after `patience` milliseconds, but not at night or on away days."""
    when = turn.quiet_since + patience
    if table.clock is None or table.clock.kind != clock.DAYS:
        return when
    return clock.next_waking(table.clock, when, table.seats[turn.seat].away)


def opponents(table: Table, seat: int, language: str) -> str:
    """The names of all others at the table."""
    return ", ".join(name for i, name in enumerate(table.names(language)) if i != seat)
