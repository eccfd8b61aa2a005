"""Shares of the luck: each device adds digits of its own after it was shown the commitment, and before the deal."""

import asyncio
from typing import TYPE_CHECKING

from eleven.core.text.errors import Mistake
from eleven.server.store import retry_on_conflict

if TYPE_CHECKING:
    from eleven.server.live.live_table import LiveTable


class LuckShares:
    """The shares of one table, and how long its deal waits for them.

    A share is acknowledged when it is durable; sending it again changes nothing. A table that is restored between the
    last share and the deal is dealt then.
    """

    def __init__(self, live: "LiveTable") -> None:
        self.live = live
        self._timer: asyncio.TimerHandle | None = None
        self._overdue = False

    @property
    def deal_due(self) -> bool:
        """Whether the deal is due: no share is missing, or one has been missing for too long."""
        table = self.live.table
        return table.deal_due or (self._overdue and table.undealt)

    def check(self, commitment: str | None) -> None:
        """Refuse somebody who was shown another commitment."""
        if commitment != self.live.commitment:
            raise Mistake("this table has committed to another secret than you were shown; do not trust its shuffle")

    @retry_on_conflict
    async def give(self, seats: list[int], commitment: str | None, share: str) -> int:
        """Add a device's share for its seats; returns the version when it is durable."""
        async with self.live.lock:
            await self.live.ready()
            self.live.refuse_if_stopped()
            self.check(commitment)
            table = self.live.table
            lacking = [seat for seat in seats if table.seats[seat].awaits_share]
            if lacking and table.play is not None:
                raise Mistake("the cards were dealt without this share: it came too late")
            if lacking:
                await self.live.commit(table.with_deal(table.event("share", lacking[0], added=share, seats=lacking)))
            elif any(table.seats[seat].luck_share != share for seat in seats):
                raise Mistake("your share of the luck was given before and cannot be changed")
            return self.live.table.version

    @retry_on_conflict
    async def deal(self) -> None:
        """Deal, if the deal is due."""
        async with self.live.lock:
            await self.live.ready()
            if self.deal_due:
                await self.live.commit([self.live.table.event("deal")])

    def schedule_next(self) -> None:
        """Start the timeout for missing shares."""
        if self.live.table.undealt and not self.deal_due and self._timer is None:
            within = self.live.tables.settings.share_within
            self._timer = asyncio.get_running_loop().call_later(within, self._wait_no_longer)

    def _wait_no_longer(self) -> None:
        """Deal with the shares that have come; the log shows whose they are."""
        self._timer, self._overdue = None, True
        self.live.schedule_next()

    def close(self) -> None:
        """Cancel the timeout."""
        if self._timer is not None:
            self._timer.cancel()
