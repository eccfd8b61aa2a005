"""Waits until somebody whose turn it is has been away for a while, then has them reminded, once per turn.

When that is follows from the table's events, so every process that has the table finds the same moment, and so does one
that comes back after a restart. Of several the store takes one (`outbox`). A table is in the queue once, and looked at
when its time has come: whatever happened there meanwhile has only made it later.
"""

import asyncio
import heapq
import logging
from email.utils import parseaddr
from typing import TYPE_CHECKING

from eleven.core.text.errors import Mistake
from eleven.server.clocks.clock import DAY, HOUR, MINUTE
from eleven.server.reminders.delivery import Delivery
from eleven.server.reminders.mail import mail_server
from eleven.server.reminders.outbox import Outbox
from eleven.server.reminders.preferences import DAILY, MAIL, PUSH, MailAddress, Preferences
from eleven.server.reminders.push import PushKey, PushSender
from eleven.server.reminders.turns import Turn, awaited_turn, time_to_remind
from eleven.server.store import Refusal, records

if TYPE_CHECKING:
    from eleven.server.live.live_table import LiveTable
    from eleven.server.live.tables import Tables

LOG = logging.getLogger("eleven.reminders")
MAX_SLEEP_SECONDS = 30.0
"""Seconds after which it is seen what has happened at tables, and what time it is."""
RETRY, SOON = 5_000, 1_000
MAX_TURN_AGE = 14 * DAY
"""A turn that nothing has happened in for so long is not reminded of any more."""
DAILY_HOUR = 8
"""The hour of the daily message, in the time of whoever gets it."""


def next_morning(at: int, utc_offset: int) -> int:
    """When it is next eight o'clock for somebody, so many minutes ahead of UTC."""
    local = at + utc_offset * MINUTE
    morning = local // DAY * DAY + DAILY_HOUR * HOUR
    return morning + (0 if morning > local else DAY) - utc_offset * MINUTE


class Reminders:
    """All that reminds people, in one process."""

    def __init__(self, tables: "Tables", signing_key: str) -> None:
        self._tables = tables
        settings = tables.settings
        self.patience = int(settings.remind_after * 1000)
        self.preferences, self.outbox = Preferences(tables.store), Outbox(tables.store)
        self.mail = mail_server(settings)
        self.push_key = PushKey(signing_key)
        sender = parseaddr(settings.mail_from)[1]
        push = PushSender(self.push_key, f"mailto:{sender}" if sender else "", settings.push_hosts)
        self.delivery = Delivery(tables, self.preferences, self.outbox, self.mail, push)
        self.changed: set[str] = set()
        """Tables at which something has happened: whoever makes it happen says so here, and waits for nothing."""
        self._queued: dict[str, int] = {}
        self._order: list[tuple[int, str]] = []

    async def run(self) -> None:
        """Look at tables whose time has come, as long as there is a server."""
        while True:
            self._take_in()
            while self._order and self._order[0][0] <= records.now():
                when, table_id = heapq.heappop(self._order)
                if self._queued.get(table_id) == when:
                    del self._queued[table_id]
                    await self._look(table_id)
            await asyncio.sleep(self._wait())

    def _take_in(self) -> None:
        """Queue the tables at which something has happened."""
        changed, self.changed = self.changed, set()
        for table_id in changed:
            live = self._tables.at_hand(table_id)
            if live is not None and (turn := awaited_turn(live.table)) is not None:
                self._queue(table_id, time_to_remind(live.table, turn, self.patience))

    def _queue(self, table_id: str, when: int) -> None:
        """Look at a table at a time, unless it is looked at before."""
        if when < self._queued.get(table_id, when + 1):
            self._queued[table_id] = when
            heapq.heappush(self._order, (when, table_id))

    def _wait(self) -> float:
        if not self._order:
            return MAX_SLEEP_SECONDS
        return min(MAX_SLEEP_SECONDS, max(0.0, (self._order[0][0] - records.now()) / 1000))

    async def _look(self, table_id: str) -> None:
        try:
            live = await self._tables.find(table_id)
            turn = awaited_turn(live.table)
            if turn is None or turn.quiet_since < records.now() - MAX_TURN_AGE:
                return
            when = max(time_to_remind(live.table, turn, self.patience), self._back_at(live, turn))
            if when > records.now():
                self._queue(table_id, when)
            else:
                await self._remind(turn)
        except Mistake:
            return  # there is no such table any more, or it is damaged
        except Refusal:
            self._queue(table_id, records.now() + RETRY)
        except Exception as problem:  # whatever it is, the other tables go on
            LOG.error("a reminder failed", extra={"table": table_id, "why": type(problem).__name__})

    def _back_at(self, live: "LiveTable", turn: Turn) -> int:
        """When to look again at a table whose player is there, or was a moment ago."""
        if turn.seat in live.presence.here():
            return records.now() + max(self.patience, SOON)
        return records.now() + max(0, self.patience - int(live.presence.away_for(turn.seat) * 1000))

    async def _remind(self, turn: Turn) -> None:
        """Let somebody be reminded in the ways they have chosen."""
        due = {}
        mail = await self.preferences.mail_of(turn.holder)
        if self.mail is not None and mail is not None and mail.wanted:
            due[MAIL] = _mail_due(mail)
        if await self.preferences.subscriptions(turn.holder):
            due[PUSH] = records.now()
        if due and await self.outbox.put(turn, due):
            self.delivery.wake()


def _mail_due(mail: MailAddress) -> int:
    now = records.now()
    return next_morning(now, mail.utc_offset) if mail.pace == DAILY else now
