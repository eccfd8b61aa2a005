"""Who sits at a table: coming, going, and bots that play for somebody."""

import logging
from typing import TYPE_CHECKING

from eleven.bots.available_levels import refuse_level
from eleven.core.text.errors import Mistake
from eleven.core.text.messages import SeatName
from eleven.server.clocks import clock
from eleven.server.live.names import name_at
from eleven.server.live.seats import HOTSEAT, HUMAN, OPEN_SEAT
from eleven.server.store import StoreError, records, retry_on_conflict

if TYPE_CHECKING:
    from eleven.server.live.live_table import LiveTable

LOG = logging.getLogger("eleven.people")


class Seating:
    """Changes of the seats of one table."""

    def __init__(self, live: "LiveTable") -> None:
        self._live = live

    @retry_on_conflict
    async def sit(self, seat: int, holder: str, name: str) -> None:
        """Take an open seat; when it was the last, the game is dealt as soon as all shares of the luck are in."""
        async with self._live.lock:
            await self._live.ready()
            self._live.refuse_if_stopped()
            if self._live.table.seats[seat].kind != OPEN_SEAT:
                raise Mistake("the seat {seat} is taken", seat=SeatName(self._live.table.game, seat))
            self._refuse_second_seat(holder)
            body = {"kind": HUMAN, "name": name_at(self._live.table, seat, name)}
            await self._live.commit(self._live.table.with_deal(self._live.table.event("sit", seat, holder, **body)))

    @retry_on_conflict
    async def claim(self, seat: int, holder: str) -> None:
        """Move a seat to the device that holds its link."""
        async with self._live.lock:
            await self._live.ready()
            self._refuse_second_seat(holder)
            await self._live.commit([self._live.table.event("claim", seat, holder)])

    def _refuse_second_seat(self, holder: str) -> None:
        """Refuse a second seat for the same person at a rated table."""
        if self._live.table.row.rated and self._live.table.held_by(holder):
            raise Mistake("you sit at this table already, and it is rated: everybody has one seat")

    @retry_on_conflict
    async def change_owner(self, old: str, new: str | None) -> None:
        """Transfer all seats of a holder, reserved ones too; without a new holder, the player is forgotten."""
        async with self._live.lock:
            await self._live.ready()
            seats = [i for i, seat in enumerate(self._live.table.seats) if seat.holder == old]
            if seats:
                await self._live.commit([self._live.table.event("owner", None, new, seats=seats)])

    async def follow_owner(self, old: str, new: str | None) -> None:
        """Follow a change of owner that another process has already made in the rows."""
        try:
            await self.change_owner(old, new)
        except (Mistake, StoreError) as problem:
            LOG.warning("a table was left as it is", extra={"table": self._live.table.row.id, "why": str(problem)})

    @retry_on_conflict
    async def decline(self, holder: str) -> None:
        """Decline the empty seat that is reserved for a holder."""
        async with self._live.lock:
            await self._live.ready()
            seat = self._live.table.kept_for(holder)
            if seat is None:
                raise Mistake("no seat is kept for you here")
            body = {"kind": OPEN_SEAT, "name": "", "level": ""}
            await self._live.commit([self._live.table.event("sit", seat, None, **body)])

    @retry_on_conflict
    async def leave(self, seat: int) -> None:
        """A player leaves the table."""
        async with self._live.lock:
            await self._live.ready()
            if not self._live.table.seats[seat].left:
                await self._live.commit([self._live.table.event("leave", seat)])

    @retry_on_conflict
    async def come_back(self, seat: int) -> None:
        """A player comes back, and a bot stops playing for them."""
        async with self._live.lock:
            await self._live.ready()
            here = self._live.table.seats[seat]
            if here.left or here.played_by_bot:
                await self._live.commit([self._live.table.event("return", seat)])

    @retry_on_conflict
    async def take_over(self, seat: int, level: str) -> None:
        """Let a bot play for somebody who has left, or has been away for as long as was agreed."""
        async with self._live.lock:
            await self._live.ready()
            here = self._live.table.seats[seat]
            if here.played_by_bot:
                return
            if here.kind not in (HUMAN, HOTSEAT) or not (here.left or seat in self._live.presence.absent()):
                raise Mistake("a bot can take over for somebody who has left the table or has been away for a while")
            refuse_level(level, self._live.table.game, self._live.table.setup)
            await self._live.commit([self._live.table.event("take_over", seat, level=level)])

    @retry_on_conflict
    async def run_out(self) -> None:
        """Let a bot play for the player who is asked if their time is over, until they say that they are back."""
        async with self._live.lock:
            await self._live.ready()
            table = self._live.table
            due = clock.due(table)
            if due is not None and due <= records.now() and not table.stopped:
                assert table.clock is not None
                assert table.play is not None
                await self._live.commit([table.event("run_out", table.play.asked, level=table.clock.level)])

    @retry_on_conflict
    async def away(self, seat: int, days: list[str]) -> None:
        """Set a player's away days; past ones stay."""
        async with self._live.lock:
            await self._live.ready()
            self._live.refuse_if_stopped()
            kept = clock.away_after(self._live.table, seat, days)
            if kept != list(map(clock.day_text, self._live.table.seats[seat].away)):
                await self._live.commit([self._live.table.event("away", seat, days=kept)])
