"""Somebody who looks at a table, told in whatever way: small answers at once, the newest view when there is one."""

import asyncio
from collections.abc import Callable

import orjson

from eleven.core.errors import Mistake
from eleven.core.saying import Said
from eleven.core.words import DEFAULT_LANGUAGE
from eleven.server.live import Live
from eleven.server.seat_view import view_bytes
from eleven.server.views import Json
from eleven.server.visitors import Visitor

UNSENT = 64


class Watcher:
    """`notify` is called whenever there may be something to send; `unsent` then has it."""

    def __init__(
        self,
        live: Live,
        who: Visitor,
        notify: Callable[[], None],
        since: int = -1,
        language: str = DEFAULT_LANGUAGE,
    ) -> None:
        self.live, self.who, self.since, self.language = live, who, since, language
        mine = who.seats(live.table)
        self.viewer = mine[0] if mine else live.table.players
        self._notify = notify
        self._answers: list[bytes] = []
        self._dirty = True
        self._following: asyncio.Task[None] | None = None
        live.connect(self)

    def seats(self) -> list[int]:
        """The seats of this visitor."""
        return self.who.seats(self.live.table)

    def wake(self) -> None:
        """There is something new to see."""
        self._dirty = True
        self._notify()

    def answer(self, message: Json) -> None:
        """Send a small message before the next view."""
        self._answers.append(orjson.dumps(message))
        self._notify()

    def complain(self, said: Said) -> None:
        """Send a small message that something is wrong."""
        self.answer({"type": "error", "reason": said.in_language(self.language)})

    @property
    def choked(self) -> bool:
        """Whether the other side has stopped reading."""
        return len(self._answers) > UNSENT

    def look_from(self, seat: int) -> None:
        """See the table from one's own seat."""
        self.viewer = self.who.seat(self.live.table, seat)
        self.wake()

    def unsent(self) -> list[bytes]:
        """What is to be sent now; a view shows durable things only, and the newest."""
        found, self._answers = self._answers, []
        if self._dirty and self._at_hand() and self.live.settled:
            self._dirty = False
            found.append(self._view())
            self.since = self.live.table.version
        return found

    def prepare(self) -> None:
        """Make the next view while it may not be sent yet; it is kept at the table."""
        self._view()

    def _at_hand(self) -> bool:
        """Whether this is the table everybody plays at; one that was dropped from memory is found again."""
        if self.live.house.at_hand(self.live):
            return True
        if self._following is None:
            self._following = asyncio.create_task(self._follow())
        return False

    async def _follow(self) -> None:
        before = self.live
        try:
            self.live = await before.house.find(before.table.row.id)
        except Mistake as mistake:
            self.complain(mistake.said)
            return
        finally:
            self._following = None
        before.lines.discard(self)
        self.live.connect(self)

    def _view(self) -> bytes:
        """The table now."""
        mine = self.live.frames.get(self)
        if mine is None:
            mine = self.live.frames[self] = self.seats()
        if self.viewer not in mine and self.viewer < self.live.table.players:
            self.viewer = mine[0] if mine else self.live.table.players
        elif mine and self.viewer == self.live.table.players:
            self.viewer = mine[0]
        return view_bytes(self.live, mine, self.viewer, self.since, self.language)

    def close(self) -> None:
        """Look no longer."""
        if self._following is not None:
            self._following.cancel()
        self.live.disconnect(self)
