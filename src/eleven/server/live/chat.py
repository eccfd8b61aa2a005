"""What people say at a table: text and six quick reactions, for those who may hear it.

Spectators hear what players say. Players hear what spectators say only when their game is over, and nothing tells them
of it before. A chat is plain text, and no part of the game.
"""

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from eleven.core.text.errors import Mistake
from eleven.server.live.names import clean
from eleven.server.store import StoreError, records
from eleven.server.store.rows.chat import ChatRow
from eleven.server.views.view_types import ChatLine, Reaction, Room

if TYPE_CHECKING:
    from eleven.server.live.live_table import LiveTable

PLAYERS: Room = "players"
SPECTATORS: Room = "spectators"
MAX_SHOWN_LINES = 60
"""How many of the last lines somebody who comes is shown."""
MAX_LINES_IN_MEMORY = 200
MAX_ATTEMPTS = 5
"""How often a line is written, each time with another number, while others speak through other processes."""
LOAD_TIMEOUT_SECONDS = 2.0
"""Seconds that somebody who comes waits for earlier lines."""


class TableChat:
    """The chat of one table, as far as it is loaded."""

    def __init__(self, live: "LiveTable") -> None:
        self._live = live
        self._rows: list[ChatRow] = []
        self.last = 0
        """The number of the last line."""
        self._loaded = False
        self._lock = asyncio.Lock()

    async def load(self) -> None:
        """Load earlier lines, for a short time; a table is shown without them if the store is slow."""
        if self._live.table.chat and not self._loaded:
            with contextlib.suppress(StoreError, TimeoutError):
                async with asyncio.timeout(LOAD_TIMEOUT_SECONDS):
                    await self._load()

    async def _load(self) -> None:
        async with self._lock:
            if not self._loaded:
                await self._read_on()

    async def read_on(self) -> None:
        """Read lines said through another process, if the chat is loaded here."""
        if self._loaded:
            with contextlib.suppress(StoreError):
                async with self._lock:
                    await self._read_on()

    async def reload(self) -> None:
        """Read all lines again, if the chat is loaded: they may be new, or somebody else's, or removed."""
        if self._loaded:
            with contextlib.suppress(StoreError):
                async with self._lock:
                    rows = await self._live.tables.chat_rows.after(self._live.table.row.id, 0)
                    self._rows = [row for row in rows if row.number <= self.last]
                    self._add([row for row in rows if row.number > self.last])

    async def _read_on(self) -> None:
        self._add(await self._live.tables.chat_rows.after(self._live.table.row.id, self.last))
        self._loaded = True

    def _add(self, rows: Sequence[ChatRow]) -> None:
        """Add lines, and wake the subscribers who may hear them."""
        if not rows:
            return
        self._rows = [*self._rows, *rows][-MAX_LINES_IN_MEMORY:]
        self.last = rows[-1].number
        over = self._live.table.is_over
        for subscriber in self._live.subscribers:
            if any(may_hear(row, bool(subscriber.seats()), over) for row in rows):
                subscriber.wake()

    async def say(self, seat: int | None, holder: str | None, name: str, text: str, reaction: Reaction | None) -> int:
        """Say something; returns its number when it is stored."""
        table, said = self._live.table, clean(text)
        if not table.chat:
            raise Mistake("there is no chat at this table")
        if bool(said) == bool(reaction):
            raise Mistake("say a text, or one of the reactions")
        room, named = (SPECTATORS, clean(name)) if seat is None else (PLAYERS, table.names()[seat])
        async with self._lock:
            for _ in range(MAX_ATTEMPTS):
                row = ChatRow(
                    table.row.id, self.last + 1, records.now(), room, seat, holder, named, reaction or "", said
                )
                if await self._live.tables.chat_rows.add(row):
                    self._add([row])
                    return row.number
                await self._read_on()
        raise Mistake("too many people speak at once; try again")

    def change_owner(self, old: str, new: str | None) -> None:
        """Hand a holder's lines over to another; without one, remove them."""
        if new is None:
            self._rows = [row for row in self._rows if row.holder != old]
        else:
            self._rows = [replace(row, holder=new) if row.holder == old else row for row in self._rows]

    def row(self, number: int, is_player: bool) -> ChatRow:
        """A line by its number, if the visitor may hear it."""
        for row in self._rows:
            if row.number == number and may_hear(row, is_player, self._live.table.is_over):
                return row
        raise Mistake("there is no such line")

    def heard(self, is_player: bool, over: bool, since: int, names: Sequence[str]) -> list[ChatLine]:
        """The lines after a number that a visitor may hear, oldest first; `over` says whether the game is."""
        found = [row for row in self._rows if row.number > since and may_hear(row, is_player, over)]
        return [_line(row, names) for row in found[-MAX_SHOWN_LINES:]]


def may_hear(row: ChatRow, is_player: bool, over: bool) -> bool:
    """Players hear players; what spectators say they hear when their game is over."""
    return row.room == PLAYERS or not is_player or over


def _line(row: ChatRow, names: Sequence[str]) -> ChatLine:
    return {
        "number": row.number,
        "at": row.at,
        "room": cast(Room, row.room),
        "seat": row.seat,
        "name": row.name if row.seat is None else names[row.seat],
        "reaction": cast(Reaction, row.reaction),
        "text": row.text,
    }
