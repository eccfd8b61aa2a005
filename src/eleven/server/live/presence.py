"""Who is at the table, and who has been away so long that the others may let a bot play on.

Every process counts for itself how long somebody has been away, from when it loaded the table at the earliest. If it
dies, the count begins again: the others wait a little longer, and nothing is lost. Who is connected to other processes
is known from the store (`shared_presence.py`). Taking over and coming back are events like any other (`take_over`,
`return`).
"""

import asyncio
from typing import TYPE_CHECKING

from eleven.server.live.seats import HOTSEAT, HUMAN

if TYPE_CHECKING:
    from eleven.server.live.live_table import LiveTable


class Presence:
    """Since when each seat's player has been away."""

    def __init__(self, live: "LiveTable") -> None:
        self._live = live
        self._loop = asyncio.get_running_loop()
        self._since = dict.fromkeys(range(live.table.players), self._loop.time())
        self._timer: asyncio.TimerHandle | None = None
        self._elsewhere: set[int] = set()

    def here(self) -> set[int]:
        """The seats whose players are connected, through any process."""
        return self.at_this_process() | self._elsewhere

    def at_this_process(self) -> set[int]:
        """The seats whose players are connected through this process."""
        return {seat for subscriber in self._live.subscribers for seat in subscriber.seats()}

    def others_are_here(self, seats: set[int]) -> None:
        """Set the seats whose players are connected through other processes."""
        if seats != self._elsewhere:
            self._elsewhere = seats
            self.renew()
            self._live.invalidate_views(context_cache=True)

    def away_for(self, seat: int) -> float:
        """Seconds since a seat's player was last connected, as far as this process knows."""
        return self._loop.time() - self._since[seat] if seat in self._since else 0.0

    def changed(self) -> None:
        """Somebody connected or disconnected here: update who is present, and all views."""
        live = self._live
        self.renew()
        if live.tables.peers is not None:
            live.tables.peers.presence.changed(live.table.row.id)
        live.invalidate_views(context_cache=True)

    def absent(self) -> set[int]:
        """The seats for which the others may let a bot play on."""
        wait, now = self._live.table.absence, self._loop.time()
        if not wait:
            return set()
        return {seat for seat, since in self._since.items() if now - since >= wait and self._is_missed(seat)}

    def _is_missed(self, seat: int) -> bool:
        who = self._live.table.seats[seat]
        return who.kind in (HUMAN, HOTSEAT) and not who.left and not who.bot_plays

    def renew(self) -> None:
        """Update who is absent: players who are back replace their bots, and the timer waits for the next absence."""
        now, at_this_process = self._loop.time(), self.at_this_process()
        for seat in range(self._live.table.players):
            if seat in at_this_process:
                self._since.pop(seat, None)
                self._hand_back(seat)
            elif seat in self._elsewhere:
                self._since.pop(seat, None)
            else:
                self._since.setdefault(seat, now)
        self._wait()

    def _hand_back(self, seat: int) -> None:
        who = self._live.table.seats[seat]
        if who.played_by_bot and not who.left and not who.late:
            self._live.spawn(self._live.seating.come_back(seat))

    def _wait(self) -> None:
        """Set the timer for when the next player has been away for long enough."""
        self.close()
        wait, now = self._live.table.absence, self._loop.time()
        due = [since + wait for seat, since in self._since.items() if since + wait > now and self._is_missed(seat)]
        if wait and due and self._live.subscribers:
            self._timer = self._loop.call_at(min(due), self._wait_ended)

    def _wait_ended(self) -> None:
        self._timer = None
        self._live.invalidate_views(context_cache=True)
        self._wait()

    def close(self) -> None:
        """Cancel the timer."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
