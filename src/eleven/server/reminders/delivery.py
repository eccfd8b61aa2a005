"""Sends the reminders that are due, by each channel; what is due for one person at once goes in one message."""

import asyncio
import logging
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from eleven.core.text.errors import Mistake
from eleven.server.process.waiting import wait_for_event
from eleven.server.reminders.awaited_turns import awaited_turn
from eleven.server.reminders.mail import MailBounced, MailNotSent, MailServer
from eleven.server.reminders.outbox import Outbox, Reminder
from eleven.server.reminders.preferences import MAIL, Preferences
from eleven.server.reminders.push import PushNotSent, PushSender, SubscriptionGone
from eleven.server.reminders.wording import WaitingTable, awaited_at, notification, reminder
from eleven.server.store import StoreError

if TYPE_CHECKING:
    from eleven.server.live.tables import Tables

LOG = logging.getLogger("eleven.reminders")
POLL_SECONDS = 30.0
SWEEP_EVERY = 500
MAX_CONCURRENT = 8
SHUTDOWN_SECONDS = 5.0
"""Seconds that messages being sent get when the server ends."""


class Delivery:
    """The one sender of a process."""

    def __init__(
        self, tables: "Tables", preferences: Preferences, outbox: Outbox, mail: MailServer | None, push: PushSender
    ) -> None:
        self._tables, self._preferences, self._outbox, self._mail, self._push = tables, preferences, outbox, mail, push
        self._woken = asyncio.Event()
        self._sending: set[asyncio.Task[None]] = set()

    def wake(self) -> None:
        """Wake up: something is due."""
        self._woken.set()

    async def run(self) -> None:
        """Send until cancelled; polling also finds what another process has left."""
        passes = 0
        while True:
            try:
                if passes % SWEEP_EVERY == 0:
                    await self._outbox.sweep()
                await self.send_due()
            except StoreError as refusal:
                LOG.info("reminders wait for the store", extra={"why": str(refusal)})
            except Exception as problem:  # whatever it is, the next one is sent
                LOG.error("a reminder failed", extra={"why": type(problem).__name__})
            passes += 1
            await wait_for_event(self._woken, POLL_SECONDS)

    async def send_due(self) -> None:
        """Send everything that is due."""
        due = sorted(await self._outbox.due(), key=lambda one: (one.holder, one.channel))
        several = asyncio.Semaphore(MAX_CONCURRENT)

        async def send(holder: str, channel: str, theirs: list[Reminder]) -> None:
            async with several:
                await self._send(holder, channel, theirs)

        groups = groupby(due, key=lambda one: (one.holder, one.channel))
        sendings = [send(holder, channel, list(theirs)) for (holder, channel), theirs in groups]
        for failure in await asyncio.gather(*sendings, return_exceptions=True):
            if isinstance(failure, BaseException):
                raise failure

    async def _send(self, holder: str, channel: str, theirs: Sequence[Reminder]) -> None:
        """Remind somebody of the turns that still wait for them."""
        still = [one for one in theirs if await self._is_still(one)]
        await self._outbox.drop([one for one in theirs if one not in still])
        sending = asyncio.create_task(self._claim_and_send(holder, channel, still))
        self._sending.add(sending)
        sending.add_done_callback(self._sending.discard)
        await asyncio.shield(sending)

    async def finish(self) -> None:
        """Finish sending what is marked as sent, before a server ends: nothing would ever send it again."""
        if self._sending:
            await asyncio.wait(self._sending, timeout=SHUTDOWN_SECONDS)

    async def _claim_and_send(self, holder: str, channel: str, still: Sequence[Reminder]) -> None:
        ours = await self._outbox.claim(still)
        if not ours:
            return
        try:
            await (self._send_mail if channel == MAIL else self._send_push)(holder, ours)
        except (MailNotSent, PushNotSent):
            await self._outbox.postpone(ours)

    async def _is_still(self, one: Reminder) -> bool:
        try:
            live = await self._tables.find(one.table_id)
        except Mistake:
            return False
        return one.is_of(awaited_turn(live.table))

    async def _awaited(self, ours: Sequence[Reminder], language: str) -> list[WaitingTable]:
        return [awaited_at((await self._tables.find(one.table_id)).table, one.seat, language) for one in ours]

    async def _send_mail(self, holder: str, ours: Sequence[Reminder]) -> None:
        found = await self._preferences.mail_of(holder)
        if self._mail is None or found is None or not found.wanted:
            return
        stop = f"{found.base}/mail/stop/{self._tables.signer.mail_link('stop', found.id)}"
        text = reminder(await self._awaited(ours, found.language), found.base, stop, found.language)
        try:
            await self._mail.send(found.address, text, stop)
        except MailBounced:
            await self._preferences.bounced(found.id)
        else:
            if found.bounces:
                await self._preferences.change_mail(found.id, bounces=0)

    async def _send_push(self, holder: str, ours: Sequence[Reminder]) -> None:
        """Send to all devices; PushNotSent if none could be reached, and one might be later."""
        sent = failed = 0
        for device in await self._preferences.subscriptions(holder):
            try:
                await self._push.send(device, notification(await self._awaited(ours, device.language), device.language))
                sent += 1
            except SubscriptionGone:
                await self._preferences.unsubscribe(holder, device.endpoint)
            except PushNotSent:
                failed += 1
        if failed and not sent:
            raise PushNotSent
