"""Who sits at a table."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

OPEN_SEAT, HUMAN, HOTSEAT, BOT = "open", "human", "hotseat", "bot"


@dataclass(frozen=True)
class Seat:
    """Who sits here; `epoch` counts the holders, so that an old link opens nothing."""

    kind: str = OPEN_SEAT
    name: str = ""
    level: str = ""
    holder: str | None = None
    epoch: int = 0
    added: str = ""
    shared: bool = False
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
        """Whether the device here has not added to the luck since it was shown the commitment."""
        return self.kind in (HUMAN, HOTSEAT) and not self.shared


def is_company(seats: Iterable[Seat]) -> bool:
    """Whether people at more than one device sit at a table, or may."""
    people = [(i, seat) for i, seat in enumerate(seats) if seat.kind != BOT]
    return len({i if seat.kind == OPEN_SEAT else seat.holder for i, seat in people}) > 1
