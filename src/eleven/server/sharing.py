"""Shares of the luck: each device adds digits of its own after it was shown the commitment, and before the deal."""

import asyncio
import logging
from typing import TYPE_CHECKING

from eleven.core.errors import Mistake
from eleven.server.store import Refusal

if TYPE_CHECKING:
    from eleven.server.live import Live

LOG = logging.getLogger("eleven.table")


class Sharing:
    """The shares of one table, and the deal that waits for them.

    A share is acknowledged when it is durable. Whoever hears nothing sends the same again, which changes nothing. A
    table that comes back from the store between the last share and the deal is dealt then.
    """

    def __init__(self, live: "Live") -> None:
        self.live = live
        self._waiting: asyncio.TimerHandle | None = None
        if self._undealt:
            self._wait(0.0 if live.table.ready else live.house.settings.share_within)

    @property
    def _undealt(self) -> bool:
        """Whether nothing but shares or the deal itself is awaited."""
        table = self.live.table
        return table.full and table.play is None and not table.stopped

    def check(self, commitment: str | None) -> None:
        """Refuse somebody who was shown another commitment."""
        if commitment != self.live.commitment:
            raise Mistake("this table has committed to another secret than you were shown; do not trust its shuffle")

    async def give(self, seats: list[int], commitment: str | None, share: str) -> int:
        """Add a device's share for its seats; returns the version when it is durable."""
        async with self.live.lock:
            self.live.refuse_if_stopped()
            self.check(commitment)
            table = self.live.table
            lacking = [seat for seat in seats if table.seats[seat].awaits_share]
            if lacking and table.play is not None:
                raise Mistake("the cards were dealt without this share: it came too late")
            if lacking:
                await self.live.commit([table.event("share", lacking[0], added=share, seats=lacking)])
            elif any(table.seats[seat].added != share for seat in seats):
                raise Mistake("your share of the luck was given before and cannot be changed")
            await self.go_on()
            return self.live.table.version

    async def go_on(self) -> None:
        """Deal if no share is missing, else wait for it; whoever calls holds the lock."""
        if self.live.table.ready and self._undealt:
            await self.live.commit([self.live.table.event("deal")])
        elif self._undealt:
            self._wait(self.live.house.settings.share_within)

    def _wait(self, seconds: float) -> None:
        if self._waiting is None:
            self._waiting = asyncio.get_running_loop().call_later(seconds, self._no_longer)

    def _no_longer(self) -> None:
        self._waiting = None
        self.live.spawn(self._deal())

    async def _deal(self) -> None:
        """Deal with the shares that came; the log shows whose they are."""
        try:
            async with self.live.lock:
                if self._undealt:
                    await self.live.commit([self.live.table.event("deal")])
        except (Mistake, Refusal) as problem:
            LOG.info("not dealt", extra={"table": self.live.table.row.id, "why": type(problem).__name__})
            if self.live.house.at_hand(self.live):
                self._wait(self.live.house.settings.share_within)

    def close(self) -> None:
        """Wait no longer."""
        if self._waiting is not None:
            self._waiting.cancel()
