"""What a table waits for from the server itself: the deal, and the decisions of bots.

Whoever loads a table, or has put a new value in its place, lets it go on. A turn that fails (the store refuses, a bot's
process is dead) is tried again, after longer and longer pauses, as long as the table waits for it.
"""

import asyncio
import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING

from eleven.bots.levels import DEFAULT_LEVEL
from eleven.bots.offered import able_level, stand_in
from eleven.core.text.messages import Said

if TYPE_CHECKING:
    from eleven.server.live.live_table import LiveTable

LOG = logging.getLogger("eleven.table")
FIRST_DELAY, LONGEST_DELAY = 0.1, 5.0
LIGHT = Said("The bots play lightly until their search is compiled, which takes a minute or two, once.")
LOOK_AGAIN = 0.5
TURNS = "turns"


def delays() -> Iterator[float]:
    """How long to wait before each further attempt, for ever."""
    delay = FIRST_DELAY
    while True:
        yield delay
        delay = min(2 * delay, LONGEST_DELAY)


def turns_of(table_id: str) -> str:
    """What the turns of a table are claimed as."""
    return f"{TURNS} {table_id}"


class Turns:
    """The turns of one table that no person takes."""

    def __init__(self, live: "LiveTable") -> None:
        self._live = live
        self._task: asyncio.Task[None] | None = None
        self.light: Said | None = None
        """What is said while a light bot stands in for one that searches."""

    @property
    def due(self) -> bool:
        """Whether the table waits for the server."""
        return self._live.shares.deal_due or self._live.table.bot_asked is not None

    def go_on(self) -> None:
        """Take turns until the table waits for somebody else."""
        if self.due and self._task is None:
            self._task = self._live.spawn(self._take_turns())

    async def _take_turns(self) -> None:
        waits = delays()
        try:
            while self.due:
                version = self._live.table.version
                try:
                    if not await self._ours():
                        waits = delays()  # whoever has the turns goes on; if they die, the turns may be ours soon
                        await asyncio.sleep(LOOK_AGAIN)
                        continue
                    await self._take()
                except Exception as problem:  # whatever it is, the table must not stand still
                    facts = {"table": self._live.table.row.id, "why": repr(problem)}
                    LOG.info("a turn of the server has failed", extra=facts)
                if self._live.table.version == version:
                    await asyncio.sleep(next(waits))
                else:
                    waits = delays()
        finally:
            self._task = None

    async def _ours(self) -> bool:
        """Whether this process takes the turns of this table; whoever does keeps on."""
        return await self._live.tables.claims.take(turns_of(self._live.table.row.id))

    async def _take(self) -> None:
        await self._live.settled()
        seat = self._live.table.bot_asked
        if seat is not None:
            await self._decide(seat)
        elif self._live.shares.deal_due:
            await self._live.shares.deal()

    async def _decide(self, seat: int) -> None:
        """A bot thinks while people see what was done before, and decides no sooner than they could follow."""
        live, table = self._live, self._live.table
        assert table.play is not None
        level = able_level(table.seats[seat].level or DEFAULT_LEVEL, table.game, table.players)
        pause = asyncio.create_task(asyncio.sleep(live.tables.settings.bot_pause))
        try:
            light_bot = stand_in(level, table.game, table.setup)
            sight, character = table.play.observation(seat).data, table.seats[seat].character
            choice = await live.tables.bots.choose(table.game.id, level, sight, light_bot, character)
            self.light = LIGHT if choice.light else None
            await pause
            if live.table.bot_asked == seat and live.tables.claims.holds(turns_of(table.row.id)):
                await live.move(seat, choice.action, table.changed)
        finally:
            pause.cancel()
