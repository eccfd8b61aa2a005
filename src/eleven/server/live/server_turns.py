"""The turns that the server itself takes at a table: the deal, and the decisions of bots.

After a table is loaded or has changed, `schedule_next` is called. A turn that fails (the store refuses, a bot's process
is dead) is retried, after longer and longer pauses, as long as the table waits for it.
"""

import asyncio
import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING

from eleven.bots.available_levels import able_level, stand_in
from eleven.bots.levels import DEFAULT_LEVEL
from eleven.core.text.messages import Message

if TYPE_CHECKING:
    from eleven.server.live.live_table import LiveTable

LOG = logging.getLogger("eleven.table")
FIRST_DELAY, LONGEST_DELAY = 0.1, 5.0
LIGHT_BOTS_MESSAGE = Message("The bots play lightly until their search is compiled, which takes a minute or two, once.")
CLAIM_RETRY_SECONDS = 0.5
TURNS = "turns"


def delays() -> Iterator[float]:
    """Exponential backoff: the pauses between attempts, without end."""
    delay = FIRST_DELAY
    while True:
        yield delay
        delay = min(2 * delay, LONGEST_DELAY)


def turns_of(table_id: str) -> str:
    """The claim name of a table's turns."""
    return f"{TURNS} {table_id}"


class ServerTurns:
    """The turns of one table that the server takes."""

    def __init__(self, live: "LiveTable") -> None:
        self._live = live
        self._task: asyncio.Task[None] | None = None
        self.light: Message | None = None
        """The message while a light bot stands in for one that searches."""

    @property
    def due(self) -> bool:
        """Whether the table waits for the server."""
        return self._live.shares.deal_due or self._live.table.bot_asked is not None

    def schedule_next(self) -> None:
        """Take turns as long as the table waits for the server."""
        if self.due and self._task is None:
            self._task = self._live.spawn(self._take_turns())

    async def _take_turns(self) -> None:
        waits = delays()
        try:
            while self.due:
                version = self._live.table.version
                try:
                    if not await self._ours():
                        waits = delays()  # another process has the turns; if it dies, we may get them
                        await asyncio.sleep(CLAIM_RETRY_SECONDS)
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
        """Claim the turns of this table; returns whether this process has them."""
        return await self._live.tables.claims.take(turns_of(self._live.table.row.id))

    async def _take(self) -> None:
        await self._live.settled()
        seat = self._live.table.bot_asked
        if seat is not None:
            await self._decide(seat)
        elif self._live.shares.deal_due:
            await self._live.shares.deal()

    async def _decide(self, seat: int) -> None:
        """Let a bot decide, but no sooner than people can follow the decision before."""
        live, table = self._live, self._live.table
        assert table.play is not None
        level = able_level(table.seats[seat].level or DEFAULT_LEVEL, table.game, table.players)
        pause = asyncio.create_task(asyncio.sleep(live.tables.settings.bot_pause))
        try:
            light_bot = stand_in(level, table.game, table.setup)
            sight, character = table.play.observation(seat).data, table.seats[seat].character
            choice = await live.tables.bots.choose(table.game.id, level, sight, light_bot, character)
            self.light = LIGHT_BOTS_MESSAGE if choice.light else None
            await pause
            if live.table.bot_asked == seat and live.tables.claims.holds(turns_of(table.row.id)):
                await live.move(seat, choice.action, table.changed)
        finally:
            pause.cancel()
