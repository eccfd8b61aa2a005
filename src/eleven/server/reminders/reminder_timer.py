"""Waits until somebody whose turn it is has been away for a while, then has them reminded, once per turn.

The time follows from the table's events, so every process with the table computes the same one, also after a restart.
The store accepts one reminder of several (`outbox`). A table is in the queue once, and checked when its time has come:
whatever happened there meanwhile can only have made it later.
"""

import logging
from email.utils import parseaddr
from typing import TYPE_CHECKING

from eleven.core.text.errors import Mistake
from eleven.server.clocks.clock import DAY, HOUR, MINUTE
from eleven.server.clocks.deadline_queue import DeadlineQueue
from eleven.server.reminders.awaited_turns import AwaitedTurn, awaited_turn, time_to_remind
from eleven.server.reminders.delivery import Delivery
from eleven.server.reminders.mail import mail_server
from eleven.server.reminders.outbox import Outbox
from eleven.server.reminders.preferences import DAILY, MAIL, PUSH, MailAddress, Preferences
from eleven.server.reminders.push import PushKey, PushSender
from eleven.server.store import StoreError, records

if TYPE_CHECKING:
    from eleven.server.live.live_table import LiveTable
    from eleven.server.live.tables import Tables

LOG = logging.getLogger("eleven.reminders")
MAX_SLEEP_SECONDS = 30.0
"""Longest sleep in seconds until changed tables and the time are checked again."""
RETRY, SOON = 5_000, 1_000
MAX_TURN_AGE = 14 * DAY
"""Milliseconds without an event after which a turn is no longer reminded of."""
DAILY_HOUR = 8
"""The hour of the daily message, in the recipient's time zone."""


def next_morning(at: int, utc_offset: int) -> int:
    """When it is next eight o'clock in a time zone `utc_offset` minutes ahead of UTC."""
    local = at + utc_offset * MINUTE
    morning = local // DAY * DAY + DAILY_HOUR * HOUR
    return morning + (0 if morning > local else DAY) - utc_offset * MINUTE


class Reminders:
    """The reminders of one process."""

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
        """Tables with new events; a table adds itself here after an event, and waits for nothing."""
        self.deadlines = DeadlineQueue()
        """When tables are to be checked."""

    async def run(self) -> None:
        """Check tables whose time has come, until cancelled."""
        while True:
            self._queue_changed()
            for table_id in self.deadlines.pop_overdue():
                await self._check(table_id)
            await self.deadlines.wait(MAX_SLEEP_SECONDS)

    def _queue_changed(self) -> None:
        """Queue the tables with new events."""
        changed, self.changed = self.changed, set()
        for table_id in changed:
            live = self._tables.at_hand(table_id)
            try:
                if live is not None and (turn := awaited_turn(live.table)) is not None:
                    self._queue(table_id, time_to_remind(live.table, turn, self.patience))
            except Exception as problem:  # whatever it is, the other tables go on
                LOG.error("a reminder failed", extra={"table": table_id, "why": type(problem).__name__})

    def _queue(self, table_id: str, when: int) -> None:
        """Queue a table for a time, unless it is queued for an earlier one."""
        queued = self.deadlines.deadline(table_id)
        if queued is None or when < queued:
            self.deadlines.schedule(table_id, when)

    async def _check(self, table_id: str) -> None:
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
            return  # the table is gone or damaged
        except StoreError:
            self._queue(table_id, records.now() + RETRY)
        except Exception as problem:  # whatever it is, the other tables go on
            LOG.error("a reminder failed", extra={"table": table_id, "why": type(problem).__name__})

    def _back_at(self, live: "LiveTable", turn: AwaitedTurn) -> int:
        """When to check a table again whose player is there, or was until a moment ago."""
        if turn.seat in live.presence.here():
            return records.now() + max(self.patience, SOON)
        return records.now() + max(0, self.patience - int(live.presence.away_for(turn.seat) * 1000))

    async def _remind(self, turn: AwaitedTurn) -> None:
        """Queue reminders by the channels that somebody has chosen."""
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
