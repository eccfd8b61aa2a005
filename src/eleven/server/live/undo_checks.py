"""Whether the last decision at a table may be taken back, checked when somebody could want it.

Machine code checks it here, faster than a message to another process; until it is available, a worker process does.
"""

import asyncio
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING

from eleven.core.play.native import native_rules_of
from eleven.core.text.errors import Mistake
from eleven.server.engine import workers

if TYPE_CHECKING:
    from eleven.server.live.live_table import LiveTable

CHECK_DELAY_SECONDS = 0.15
MAX_WAITING_CHECKS = 8
BUSY_DELAY_SECONDS = 1.0
CHECK_TIMEOUT_SECONDS = 15.0


class UndoChecks:
    """The latest verdict at one table."""

    def __init__(self, live: "LiveTable") -> None:
        self._live = live
        self._known: tuple[int, bool] = (-1, False)
        self._timer: asyncio.TimerHandle | None = None

    def allows(self, version: int) -> bool:
        """Whether it is known that the decision that led to a version may be taken back."""
        return self._known == (version, True)

    def schedule_undo_check(self, after: float = CHECK_DELAY_SECONDS) -> None:
        """Schedule the check of the last decision, if its player may be here and could take it back."""
        table = self._live.table
        if self._timer is None and table.mid_turn is not None and self._live.subscribers and not table.stopped:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(after, self._check_undo, table.version)

    def _check_undo(self, version: int) -> None:
        """Check after a short pause, or later if many checks wait; an actual request is always answered."""
        self._timer = None
        live = self._live
        if live.table.version != version or live.writing:
            self.schedule_undo_check()
        elif self._known[0] != version:
            if self._check_here():
                self._show_verdict()
            elif live.tables.undo_worker.waiting < MAX_WAITING_CHECKS:
                live.spawn(self._check_in_worker())
            else:
                self.schedule_undo_check(BUSY_DELAY_SECONDS)

    async def _check_in_worker(self) -> None:
        """Ask the worker process, and again later if it is busy."""
        try:
            await self.ask()
            self._show_verdict()
        except Mistake:
            self.schedule_undo_check()

    def _show_verdict(self) -> None:
        """Show the player that they may take their decision back; no other view changes."""
        if self.allows(self._live.table.version):
            self._live.invalidate_views(seat=self._live.table.mid_turn)

    def _check_here(self) -> bool:
        """Decide at once, if that is clear or machine code is loaded; returns whether the verdict is known."""
        table = self._live.table
        play = table.play
        assert play is not None
        if not play.might_take_back():
            self._known = (table.version, False)
        elif (native := native_rules_of(play.game.id)) is not None:
            self._known = (table.version, play.may_take_back_native(native))
        return self._known[0] == table.version

    async def ask(self) -> bool:
        """Whether the last decision may be taken back; checked once."""
        table = self._live.table
        if self._known[0] != table.version and not self._check_here():
            play = table.play
            assert play is not None
            before, after = play.before().tobytes(), play.record().tobytes()
            asking = self._live.tables.undo_worker.call(
                workers.check_undo, play.game.id, before, play.entries[-1].action, after
            )
            try:
                async with asyncio.timeout(CHECK_TIMEOUT_SECONDS):
                    self._known = (table.version, bool(await asking))
            except (TimeoutError, BrokenProcessPool):
                raise Mistake("the rules are still being compiled; try again in a moment") from None
        return self.allows(self._live.table.version)

    def close(self) -> None:
        """Cancel the timer."""
        if self._timer is not None:
            self._timer.cancel()
