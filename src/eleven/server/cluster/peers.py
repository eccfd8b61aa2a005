"""The other serving processes of the same PostgreSQL: what they write, who is at them, what they leave behind.

Notifications are hints. Missed ones are found by comparing the numbers of the last events: when the connection for
notifications was opened, when a process has joined or died, and every `POLL_SECONDS` seconds.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import SQLAlchemyError

from eleven.core.text.errors import Mistake
from eleven.server.cluster.claims import SharedClaims
from eleven.server.cluster.shared_presence import SharedPresence
from eleven.server.live.server_turns import TURNS, delays, turns_of
from eleven.server.process.background import keep_running
from eleven.server.process.waiting import wait_for_event
from eleven.server.store import StoreError
from eleven.server.store.writing.postgres_notifications import (
    TOPIC_CHANGED,
    TOPIC_CHAT,
    TOPIC_OWNER,
    TOPIC_PRESENCE,
    TOPIC_SIGNED_OUT,
    NotificationListener,
)

if TYPE_CHECKING:
    from eleven.server.live.live_table import LiveTable
    from eleven.server.live.tables import Tables

LOG = logging.getLogger("eleven.peers")
POLL_SECONDS = 15.0
CLOCK = "clock"


def clock_of(table_id: str) -> str:
    """The claim name of a table's clock."""
    return f"{CLOCK} {table_id}"


class Peers:
    """Keeps the tables of this process in step with the other processes."""

    def __init__(self, tables: "Tables") -> None:
        self._tables = tables
        at = tables.store.engine, tables.store.process
        self.claims = SharedClaims(*at, self._adopt, self._processes_changed)
        self._poll_now = asyncio.Event()
        self.presence = SharedPresence(
            *at, lambda: tables.in_memory, lambda: tables.loading, self._poll_now.set, tables.store.notify_about
        )
        tables.store.skip_notifications_about(self.presence.only_here)
        handlers = {
            TOPIC_CHANGED: self._hear,
            TOPIC_PRESENCE: self.presence.heard,
            TOPIC_CHAT: self._hear_chat,
            TOPIC_OWNER: self._hear_owner,
            TOPIC_SIGNED_OUT: self._hear_signed_out,
        }
        self.listener = NotificationListener(*at, handlers)
        self.adopters: dict[str, Callable[[str], None]] = {TURNS: self._adopt_turns, CLOCK: self._adopt_clock}
        """Handlers of claims adopted from dead processes, by the first word of the name; the second is a table id."""
        self._clocks: set[str] = set()
        """Tables whose clock is known to be claimed by some process."""
        self._written_meanwhile: set[str] = set()
        """Tables that other processes wrote to while they were being loaded here."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> bool:
        """Start; returns whether there are other processes."""
        others = await self.claims.start()
        self.listener.start()
        self.presence.start()
        self._spawn(keep_running(self._poll))
        return others

    async def stop(self) -> None:
        """Stop; our claims are free for the others at once."""
        self.listener.stop()
        for task in self._tasks:
            task.cancel()
        await self.presence.stop()
        await self.claims.stop()

    def _spawn(self, coroutine: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # What others write

    def _hear(self, changed: Sequence[str] | None) -> None:
        """Other processes wrote to these tables (None: to any); tables not in memory are ignored."""
        if changed is None:
            self._poll_now.set()
            return
        for table_id in changed:
            if (live := self._tables.in_memory.get(table_id)) is not None:
                live.remote_events.notify()
            elif table_id in self._tables.loading:
                self._written_meanwhile.add(table_id)

    def loaded(self, live: "LiveTable") -> None:
        """A table was loaded: read what was written to it meanwhile."""
        self.presence.heard([live.table.row.id])
        if live.table.row.id in self._written_meanwhile:
            self._written_meanwhile.discard(live.table.row.id)
            live.remote_events.notify()

    def _hear_chat(self, tables: Sequence[str] | None) -> None:
        if tables is None:
            self._spawn(self._reload_chats())
        for table_id in tables or ():
            if (live := self._tables.in_memory.get(table_id)) is not None:
                live.spawn(live.chat.read_on())

    async def _reload_chats(self) -> None:
        """Read the chats of all tables in memory again, one after another."""
        for live in list(self._tables.in_memory.values()):
            await live.chat.reload()

    def _hear_owner(self, words: Sequence[str] | None) -> None:
        """A holder's data was handed over; if that may have been missed, names are dropped that may be forgotten."""
        if words is None:
            self._tables.names_erased()
        elif words:
            self._tables.owner_changed(words[0], words[1] if len(words) > 1 else None)

    def _hear_signed_out(self, devices: Sequence[str] | None) -> None:
        if devices is None:
            self._poll_now.set()
        for device in devices or ():
            self._tables.device_signed_out(device)

    async def _poll(self) -> None:
        """Poll for events and signed-out devices whose notification was missed."""
        waits = delays()
        while True:
            await wait_for_event(self._poll_now, POLL_SECONDS)
            try:
                await self._poll_once()
                waits = delays()
            except StoreError:
                self._poll_now.set()
                await asyncio.sleep(next(waits))
            except Exception:
                self._poll_now.set()
                raise  # it is logged, and this loop begins again

    async def _poll_once(self) -> None:
        known = {name: live.table.version for name, live in self._tables.in_memory.items()}
        written = await self._tables.store.written_since(known)
        signed_out = await self._tables.devices.new_sign_outs()
        for device in signed_out:
            self._tables.device_signed_out(device)
        for table_id in written:
            if (live := self._tables.in_memory.get(table_id)) is not None:
                live.remote_events.notify()

    # What others leave

    def _processes_changed(self) -> None:
        self.presence.processes_changed()
        self._poll_now.set()  # a process that died may have written without notifying anybody

    def _adopt(self, name: str) -> None:
        """Continue with a claim adopted from a dead process."""
        kind, _, table_id = name.partition(" ")
        adopter = self.adopters.get(kind)
        if adopter is None:  # a newer version beside us knows what to do with it
            self.claims.release(name)
        else:
            adopter(table_id)

    def _adopt_turns(self, table_id: str) -> None:
        live = self._tables.in_memory.get(table_id)
        if live is not None:
            live.remote_events.notify()
            live.schedule_next()
        else:
            self._spawn(self._load(table_id, turns_of(table_id)))

    def _adopt_clock(self, table_id: str) -> None:
        self._clocks.add(table_id)
        if table_id not in self._tables.in_memory:  # else its clock is known here
            self._spawn(self._load(table_id, clock_of(table_id)))

    def clock_runs(self, table_id: str) -> None:
        """Make sure that some process claims a clock: if that one dies, another loads the table in time."""
        if table_id not in self._clocks:
            self._clocks.add(table_id)
            self._spawn(self._claim_clock(table_id))

    async def _claim_clock(self, table_id: str) -> None:
        """Claim a clock, unless another process has it, or it stops meanwhile."""
        name = clock_of(table_id)
        for delay in delays():
            with contextlib.suppress(SQLAlchemyError):
                claimed = await self.claims.take(name) or await self.claims.taken(name)
                if table_id not in self._clocks:
                    self.claims.release(name)
                    return
                if claimed:
                    return
            await asyncio.sleep(delay)

    def clock_stands(self, table_id: str) -> None:
        """The clock of a table has stopped: release its claim."""
        if table_id in self._clocks:
            self._clocks.discard(table_id)
            self.claims.release(clock_of(table_id))

    async def _load(self, table_id: str, name: str) -> None:
        """Load a table, which resumes it, retrying while the store is away; release the claim if that is impossible."""
        for delay in delays():
            try:
                await self._tables.find(table_id)
                return
            except Mistake:
                self.claims.release(name)
                return
            except StoreError:
                await asyncio.sleep(delay)
            except Exception as problem:  # whatever it is, the claim must not be kept for nothing
                LOG.error("a table cannot be resumed", exc_info=problem, extra={"table": table_id})
                self.claims.release(name)
                return
