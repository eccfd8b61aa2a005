"""Playing now: seats people who want the same at a table, with bots on seats that nobody took in time."""

import random
from typing import TYPE_CHECKING, Any

from eleven.bots.levels import DEFAULT_LEVEL
from eleven.server.store.rows.matchmaking_queue import MatchmakingQueue, NewTableRows, QueueEntry

if TYPE_CHECKING:
    from eleven.server.live.tables import Tables

CLOCKS: dict[str, dict[str, Any]] = {
    "live": {"kind": "live", "seconds": 60, "reserve": 600, "level": DEFAULT_LEVEL},
    "days": {"kind": "days", "days": 3, "night": [22, 8], "offset": 0, "level": DEFAULT_LEVEL},
}
"""The clock of each pace: a minute a decision with ten in reserve, or three days, with the night of the first player's
time zone."""
LEASE_MS, HIDDEN_LEASE_MS = 10_000, 90_000
"""Milliseconds for which a page counts as open after it polled; one in the background polls less often."""


class PlayNow:
    """The queue of people who want to play now."""

    def __init__(self, tables: "Tables") -> None:
        self._tables = tables
        self._dice = random.SystemRandom()
        self.queue = MatchmakingQueue(tables.store)

    async def poll(self, holder: str, hidden: bool = False) -> tuple[QueueEntry | None, int]:
        """Renew somebody's queue entry; returns it, with their table if there is one, and the size of their group."""
        return await self.queue.poll(holder, HIDDEN_LEASE_MS if hidden else LEASE_MS, self._set_up)

    def _set_up(self, people: list[QueueEntry]) -> NewTableRows:
        """A table for these people in random order; not rated if bots take part."""
        from eleven.server.live.new_table import Listing, SeatSpec, new_table

        first = min(people, key=lambda one: (one.since, one.holder))
        bots = first.players - len(people)
        places = [SeatSpec("me", one.body.get("name", ""), kept_for=one.holder) for one in people]
        places += [SeatSpec("bot")] * bots
        self._dice.shuffle(places)
        settings: dict[str, Any] = {"rated": True} if first.rated and not bots else {}
        if first.pace in CLOCKS:
            more = {"offset": first.body.get("offset", 0)} if first.pace == "days" else {}
            settings["clock"] = CLOCKS[first.pace] | more
        listing = Listing(first.body.get("language", ""))
        public = len(people) > 1
        table = new_table(first.holder, first.game, None, {}, places, public, settings, listing=listing)
        return table.row, list(table.events)
