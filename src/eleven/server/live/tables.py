"""All tables: those in memory, and loading others from the store."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Collection, Mapping

from eleven.core.contract.game import Game, find_game, games
from eleven.core.play import native
from eleven.core.text.errors import Mistake
from eleven.core.text.messages import Message
from eleven.server.clocks.clock_timer import ClockTimer
from eleven.server.cluster.claims import Claims, LocalClaims
from eleven.server.cluster.peers import Peers
from eleven.server.engine import workers
from eleven.server.engine.bots import Bots
from eleven.server.engine.workers import WorkerProcess
from eleven.server.http.identity.signing import Signer, is_table_id
from eleven.server.http.identity.signing_key import signing_key
from eleven.server.limits.chat_limits import ChatLimits
from eleven.server.live.live_table import LiveTable
from eleven.server.live.new_table import Listing, new_table, place_again, settings_again
from eleven.server.live.restore import restore_table
from eleven.server.live.results import fill_in
from eleven.server.live.server_turns import delays, turns_of
from eleven.server.live.table import OVER, Table
from eleven.server.matchmaking.play_now import PlayNow
from eleven.server.matchmaking.rating_counter import RatingCounter
from eleven.server.process.background import keep_running
from eleven.server.process.gc_policy import gc_policy
from eleven.server.process.metrics import Metrics
from eleven.server.reminders.reminder_timer import Reminders
from eleven.server.settings import Settings
from eleven.server.sockets.websocket_protocol import SendQueue
from eleven.server.store import Store, StoreError, Write, retry_on_conflict
from eleven.server.store.rows.chat import ChatRows
from eleven.server.store.rows.devices import Devices

__all__ = ["DamagedTable", "Tables", "UnknownTable", "open_store"]

LOG = logging.getLogger("eleven.tables")
SWEEP = 60.0
UNREADABLE_ROW = Message("its row cannot be read")
FORGET_AFTER, FORGET_OVER_AFTER = 900.0, 60.0


class UnknownTable(Mistake):
    """There is no such table."""


class DamagedTable(Mistake):
    """A stored table that cannot be read."""


def open_store(settings: Settings) -> Store:
    """Open the store; a Mistake if it does not answer, or another server is using it."""
    return Store(settings.database, settings.store_process, settings.database_wait, settings.commit_seconds)


def _load_machine_code(game: Game) -> bool:
    """Use a game's machine code, if it was made before."""
    try:
        return native.use(game)
    except Exception as problem:  # whatever it is, it is made anew, and plain Python goes on
        LOG.error("machine code cannot be loaded", extra={"game": game.id, "why": repr(problem)})
        return False


class Tables:
    """All tables."""

    def __init__(self, settings: Settings, store: Store | None = None) -> None:
        self.settings = settings
        self.store = store or open_store(settings)
        key = signing_key(self.store.engine, settings.database, settings.key_file)
        self.signer = Signer(key)
        self.devices = Devices(self.store)
        self.bots = Bots(settings.bot_processes)
        self.send_queue = SendQueue()
        self.metrics = Metrics()
        self.peers = Peers(self) if self.store.multi_process else None
        self.claims: Claims = self.peers.claims if self.peers else LocalClaims()
        self.clocks = ClockTimer(self)
        self.ratings = RatingCounter(self.store)
        self.reminders = Reminders(self, key)
        self.play_now = PlayNow(self)
        self.chat_rows = ChatRows(self.store)
        self.chat_limits = ChatLimits(settings.chat_per_second, settings.chat_burst)
        self.undo_worker = WorkerProcess(compiled=settings.compiled_workers)
        self._tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self.erasure_listeners: list[Callable[[], None]] = []
        """Called when somebody is forgotten: their name may be in what is cached."""
        self._tasks: list[asyncio.Task[None]] = []
        self.started = time.time()

    @property
    def in_memory(self) -> Mapping[str, LiveTable]:
        """The tables in memory, by id."""
        return self._tables

    @property
    def loading(self) -> Collection[str]:
        """The ids of the tables that are being loaded at this moment."""
        return self._loading.keys()

    async def start(self) -> None:
        """Start the store, the bots and the background tasks, and resume running games."""
        self.store.start()
        self.bots.start()
        others = self.peers is not None and await self.peers.start()
        running = (
            self._sweep,
            self.clocks.run,
            self.ratings.run,
            self.reminders.run,
            self.reminders.delivery.run,
        )
        self._tasks = [asyncio.create_task(keep_running(loop)) for loop in running]
        if not others:  # else they have the games that are going on, or leave them to us
            self._tasks.append(asyncio.create_task(keep_running(self._resume)))
        self._tasks.append(asyncio.create_task(fill_in(self.store)))
        if self.settings.compiled_workers:
            self._tasks.append(asyncio.create_task(self._warm_up()))

    async def stop(self) -> None:
        """Stop: what was begun is written, nothing new begins."""
        for task in self._tasks:
            task.cancel()
        await self.reminders.delivery.finish()
        for live in list(self._tables.values()):
            live.close()
        if self.peers is not None:
            await self.peers.stop()
        await self.store.stop()
        self.bots.stop()
        self.undo_worker.stop()

    async def _warm_up(self) -> None:
        """Compile the rules to machine code and use it, games that are being played first."""
        missing = [game.id for game in games().values() if not _load_machine_code(game)]
        while missing:
            played = [live.table.game.id for live in self._tables.values()]
            game_id = next((one for one in played if one in missing), missing[0])
            missing.remove(game_id)
            try:
                await self.undo_worker.call(workers.at_low_priority, workers.compile_native, game_id)
                _load_machine_code(find_game(game_id))
            except Exception as problem:  # whatever it is, plain Python goes on
                LOG.error("the rules cannot be compiled", extra={"game": game_id, "why": repr(problem)})

    async def _resume(self) -> None:
        """Wake the bots of all games that a restart interrupted, however many there are."""
        last, waits = None, delays()
        while True:
            try:
                found = await self.store.playing_tables(last)
                for place in found:
                    await self._resume_one(place[1])
                    last, waits = place, delays()
            except StoreError as refusal:
                LOG.warning("the store cannot be read", extra={"why": str(refusal)})
                await asyncio.sleep(next(waits))
            else:
                if not found:
                    return

    async def _resume_one(self, table_id: str) -> None:
        try:
            with contextlib.suppress(Mistake):
                await self.find(table_id)
        except StoreError:
            raise
        except Exception as problem:  # whatever it is, the other tables are resumed
            LOG.error("a table cannot be resumed", exc_info=problem, extra={"table": table_id})

    async def _sweep(self) -> None:
        """Regularly drop unused tables from memory, expired queue entries, and garbage."""
        while True:
            await asyncio.sleep(SWEEP)
            with contextlib.suppress(StoreError):
                await self.play_now.queue.remove_expired()
            now = asyncio.get_running_loop().time()
            for live in list(self._tables.values()):
                after = FORGET_OVER_AFTER if live.table.stage == OVER else FORGET_AFTER
                if live.idle and now - live.touched > after and self._tables.get(live.table.row.id) is live:
                    self.forget(live)
                    await asyncio.sleep(0)  # freeing a table takes a while: let others run first
            gc_policy.collect_when_idle(now - max((live.touched for live in self._tables.values()), default=0.0))

    def forget(self, live: LiveTable) -> None:
        """Drop an idle table from memory."""
        self._tables.pop(live.table.row.id, None)
        self.claims.release(turns_of(live.table.row.id))
        live.forget()
        if self.peers is not None:
            self.peers.presence.changed(live.table.row.id)

    def owner_changed(self, old: str, new: str | None) -> None:
        """The store has handed a holder's data to another or to nobody: update what is in memory."""
        for live in list(self._tables.values()):
            live.chat.change_owner(old, new)
            if any(seat.holder == old for seat in live.table.seats):
                live.spawn(live.seating.follow_owner(old, new))
        if new is None:
            self.names_erased()

    def names_erased(self) -> None:
        """Somebody was forgotten, or may have been: drop what is cached with names."""
        for listener in self.erasure_listeners:
            listener()

    def device_signed_out(self, device: str) -> None:
        """A device was signed out: its connections see no more than a spectator."""
        self.devices.signed_out.add(device)
        for live in self._tables.values():
            if any(subscriber.is_from(device) for subscriber in live.subscribers):
                live.invalidate_views(context_cache=True)
                live.presence.changed()

    def at_hand(self, table_id: str) -> LiveTable | None:
        """A table, if it is in memory."""
        return self._tables.get(table_id)

    async def find(self, table_id: str) -> LiveTable:
        """A table, from memory or from the store; loading it resumes its bots."""
        live = self._tables.get(table_id)
        if live is None:
            if not is_table_id(table_id):
                raise UnknownTable("there is no such table")
            async with self._loading.setdefault(table_id, asyncio.Lock()):
                if table_id not in self._tables:
                    try:
                        self._open(await self._load(table_id))
                    finally:
                        self._loading.pop(table_id, None)
                live = self._tables[table_id]
        live.touch()
        return live

    def _open(self, live: LiveTable) -> LiveTable:
        """Keep a loaded table and resume its game; of two loaded at once, the first one is kept."""
        first = self._tables.setdefault(live.table.row.id, live)
        if first is not live:
            live.close()
        elif self.peers is not None:
            self.peers.loaded(live)
        first.schedule_next()
        self.clocks.note(first)
        return first

    async def _load(self, table_id: str) -> LiveTable:
        try:
            found = await self.store.table(table_id, self.peers.presence.reading if self.peers else None)
            if found is None:
                raise UnknownTable("there is no such table")
            table = await asyncio.to_thread(restore_table, *found)
        except (UnknownTable, StoreError):
            raise
        except Exception as problem:  # one damaged table must not break the others
            LOG.error("table damaged", extra={"table": table_id, "why": repr(problem)})
            reason = problem.said if isinstance(problem, Mistake) else UNREADABLE_ROW
            raise DamagedTable("this table is damaged: {reason}", reason=reason) from problem
        if table.stopped:
            LOG.warning("table stopped", extra={"table": table_id, "why": table.why_stopped()})
        return LiveTable(table, self)

    async def add(self, table: Table) -> LiveTable:
        """Store a new table, and bring it to life."""
        await self.store.append(Write(table.events, table.row))
        return self._open(LiveTable(table, self))

    @retry_on_conflict
    async def rematch(self, live: LiveTable, holder: str, level: str | None = None) -> LiveTable:
        """The same players at a new table; their seats are reserved for them."""
        async with live.lock:
            await live.ready()
            table = live.table
            if table.play is None or not table.play.over:
                raise Mistake("a rematch can be had when the game is over")
            if table.next_table is not None:
                return await self.find(table.next_table)
            places = [place_again(table, seat, holder, level) for seat in range(table.players)]
            row = table.row
            listing, options, again = Listing(row.language, row.rating), row.options, settings_again(table)
            fresh = new_table(holder, row.game, row.edition, options, places, row.public, again, listing=listing)
            beside = Write(fresh.events, fresh.row)
            await live.commit([table.event("rematch", table=fresh.row.id)], beside)
            return self._open(LiveTable(fresh, self))
