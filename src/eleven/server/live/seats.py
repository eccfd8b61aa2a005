"""The seats of a table, and how events change them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from eleven.bots.levels import DEFAULT_LEVEL
from eleven.server.clocks.clock import day_number
from eleven.server.store import TableEvent

OPEN_SEAT, HUMAN, HOTSEAT, BOT = "open", "human", "hotseat", "bot"


@dataclass(frozen=True)
class Seat:
    """Who sits here; `epoch` counts the holders, so that an old link becomes invalid."""

    kind: str = OPEN_SEAT
    name: str = ""
    level: str = ""
    character: str = ""
    holder: str | None = None
    epoch: int = 0
    luck_share: str = ""
    luck_share_given: bool = False
    left: bool = False
    played_by_bot: bool = False
    late: bool = False
    """Whether their time has run out: a bot plays until they say that they are back."""
    replaced: int = 0
    """How many decisions a bot has taken in somebody's place."""
    away: tuple[int, ...] = ()
    """The numbers of the days on which a clock of days does not count."""

    @cached_property
    def bot_plays(self) -> bool:
        """Whether a bot decides for this seat now."""
        return self.kind == BOT or self.played_by_bot

    @property
    def awaits_share(self) -> bool:
        """Whether this seat's device has yet to add its share of the luck."""
        return self.kind in (HUMAN, HOTSEAT) and not self.luck_share_given


def is_company(seats: Iterable[Seat]) -> bool:
    """Whether people on more than one device play at a table, or may join it."""
    people = [(i, seat) for i, seat in enumerate(seats) if seat.kind != BOT]
    return len({i if seat.kind == OPEN_SEAT else seat.holder for i, seat in people}) > 1


Seats = tuple[Seat, ...]


def with_seat(seats: Seats, number: int | None, **changes: Any) -> Seats:
    """The seats after a change of one."""
    at = number or 0
    return (*seats[:at], replace(seats[at], **changes), *seats[at + 1 :])


def _sit(seats: Seats, event: TableEvent) -> Seats:
    """Somebody takes a seat, or the seat was set up with a bot or to be shared on one device."""
    body, epoch = event.body, seats[event.seat or 0].epoch + 1
    who = {"kind": body["kind"], "name": body["name"], "level": body.get("level", "")}
    who |= {"character": body.get("character", "")}
    return with_seat(seats, event.seat, **who, holder=event.holder, luck_share=body.get("added", ""), epoch=epoch)


def _share(seats: Seats, event: TableEvent) -> Seats:
    """A device adds to the luck for its seats, having been shown the commitment; in older tables `sit` has it."""
    for seat in event.body["seats"]:
        seats = with_seat(seats, seat, luck_share=event.body["added"], luck_share_given=True)
    return seats


def _claim(seats: Seats, event: TableEvent) -> Seats:
    """A seat moves to another device."""
    here = {"kind": HUMAN, "left": False, "played_by_bot": False, "late": False}
    return with_seat(seats, event.seat, holder=event.holder, epoch=seats[event.seat or 0].epoch + 1, **here)


def _owner(seats: Seats, event: TableEvent) -> Seats:
    """Seats go to another identity of their player; without a holder, the player is forgotten."""
    for seat in event.body["seats"]:
        gone = {} if event.holder else {"name": "", "left": seats[seat].kind != OPEN_SEAT}
        seats = with_seat(seats, seat, holder=event.holder, epoch=seats[seat].epoch + 1, **gone)
    return seats


def _leave(seats: Seats, event: TableEvent) -> Seats:
    return with_seat(seats, event.seat, left=True)


def _return(seats: Seats, event: TableEvent) -> Seats:
    return with_seat(seats, event.seat, left=False, played_by_bot=False, late=False)


def _take_over(seats: Seats, event: TableEvent) -> Seats:
    return with_seat(seats, event.seat, played_by_bot=True, level=event.body.get("level", DEFAULT_LEVEL))


def _run_out(seats: Seats, event: TableEvent) -> Seats:
    """Somebody's time is over."""
    return with_seat(seats, event.seat, played_by_bot=True, late=True, level=event.body["level"])


def _away(seats: Seats, event: TableEvent) -> Seats:
    """On these days a clock of days does not count for a seat."""
    return with_seat(seats, event.seat, away=tuple(sorted(map(day_number, event.body["days"]))))


SEATED: Mapping[str, Callable[[Seats, TableEvent], Seats]] = {
    "sit": _sit,
    "share": _share,
    "claim": _claim,
    "owner": _owner,
    "leave": _leave,
    "return": _return,
    "take_over": _take_over,
    "run_out": _run_out,
    "away": _away,
}
"""For each kind of event that changes seats, a function from the seats before and the event to the seats after."""
