"""Bots at the tables: processes that search, and a light bot that answers until their search is compiled.

A process is sent the bytes of a seat's sight and nothing else. Each game's search is compiled once in the life of an
installation and then read from a cache; a game that somebody plays goes first. The time limit of a level includes
waiting: the more bots are waiting, the less time each of them gets.
"""

import asyncio
import contextlib
import logging
import secrets
from collections import Counter, deque
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from eleven.bots.available_levels import NETWORK_LEVEL, has_network
from eleven.bots.choosing import Advice
from eleven.bots.levels import ADVISER, GUIDED, HINTS_SHOWN, LIGHT, SEARCH, WARM_UP_SIMULATIONS, Bot, find_bot
from eleven.bots.worker import BotRequest, answer
from eleven.core.contract.game import find_game, games
from eleven.core.play.match import new_match
from eleven.server.engine.workers import WorkerProcess, at_low_priority

LOG = logging.getLogger("eleven.bots")
MIN_SEARCH_SECONDS = 0.02
"""The least time in seconds that a search gets, however many are waiting."""
MAX_COMPILER_DEATHS = 5
"""How many processes may die compiling a game before it is given up: they may be killed for other reasons too."""


@dataclass(frozen=True)
class BotChoice:
    """The name of a bot's action; `light` where a light bot stood in for a search that is not compiled yet."""

    action: str
    light: bool


class BotProcess(WorkerProcess):
    """A process that searches, with the searches that are compiled in it."""

    def __init__(self) -> None:
        super().__init__(compiled=True)
        self.ready: set[str] = set()
        self.busy = False
        self.compiling = ""

    def stop(self) -> None:
        """End the process, and with it all that was compiled there."""
        super().stop()
        self.ready.clear()


@dataclass(eq=False)
class WaitingRequest:
    """A request waiting for a process that has compiled its search."""

    search: str
    process: "asyncio.Future[BotProcess]"


class Bots:
    """All bots of a server."""

    def __init__(self, bot_processes: int) -> None:
        self._light = WorkerProcess()
        self._processes = [BotProcess() for _ in range(bot_processes)]
        self._queue: list[WaitingRequest] = []
        self._patient: deque[float] = deque()
        """Deadlines of recent requests whose bots use all the time they get."""
        self._wanted: list[str] = []
        self._hopeless: set[str] = set()
        self._failures: Counter[str] = Counter()
        self._changed = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def waiting(self) -> int:
        """How many requests wait for a process."""
        return len(self._queue)

    def start(self) -> None:
        """Start the light bot; let the first process compile every game, the others only what is played."""
        self._tasks = [asyncio.create_task(self._prepare(process)) for process in self._processes]
        if self._processes:
            self._tasks.append(asyncio.create_task(self._warm_up()))

    def stop(self) -> None:
        """End all processes."""
        for task in self._tasks:
            task.cancel()
        for worker in (self._light, *self._processes):
            worker.stop()

    async def _warm_up(self) -> None:
        with contextlib.suppress(BrokenProcessPool):
            await self._light.call(find_bot, LIGHT)
            await self._light.call(load_networks)

    # Requests

    async def choose(
        self, game_id: str, level: str, sight: bytes, light_bot: str = LIGHT, character: str = ""
    ) -> BotChoice:
        """The action that a bot of a level takes; `light_bot` stands in until its search is compiled."""
        bot = find_bot(level, find_game(game_id), players_in(game_id, sight))
        request = BotRequest(game_id, sight, bot.name, secrets.token_bytes(32), character=character)
        found, light, search = None, False, search_of(bot, game_id, sight)
        if search:
            light = bool(self._processes) and not self._able(search)
            found = await self._search(request, bot.seconds, search)
        if found is None:
            found = await self._light.call(answer, replace(request, bot=light_bot if bot.kind == SEARCH else bot.name))
        return BotChoice(find_game(game_id).actions[found].name, light)

    async def advise(self, game_id: str, sight: bytes, adviser: str = ADVISER) -> list[Advice]:
        """The best actions by the expert bot; the light bot's, without a win share, until its search is compiled.

        An adviser that does not search needs no compiler, and gives no shares.
        """
        request = BotRequest(game_id, sight, adviser, secrets.token_bytes(32), best=HINTS_SHOWN)
        if find_bot(adviser).kind != SEARCH:
            quick: list[Advice] = await self._light.call(answer, request)
            return quick
        found: list[Advice] | None = await self._search(request, find_bot(ADVISER, find_game(game_id)).seconds, game_id)
        if found is None:
            return [Advice(await self._light.call(answer, replace(request, bot=LIGHT, best=0)), 0, 0.0)]
        return found

    # Worker processes, and waiting requests

    def _able(self, search: str) -> list[BotProcess]:
        """The processes that have compiled a search and are not compiling another."""
        return [process for process in self._processes if search in process.ready and not process.compiling]

    async def _search(self, request: BotRequest, seconds: float, search: str) -> Any:
        """The result of a search within `seconds`, waiting included; None if no process can do it."""
        self._want(search)
        end = _now() + seconds
        if find_bot(request.bot).patient:
            self._patient.append(end)
            await asyncio.sleep(0)  # so that all requests of the same moment are counted
        process = await self._taken(search, seconds)
        if process is None:
            return None
        share = replace(request, seconds=max(MIN_SEARCH_SECONDS, self._share(len(self._able(search)), end, seconds)))
        work = asyncio.ensure_future(process.call_once(answer, share))
        work.add_done_callback(lambda _: self._release(process))
        try:
            return await asyncio.shield(work)
        except BrokenProcessPool:
            LOG.warning("a bot's process has died", extra={"game": request.game})
            return None

    def _share(self, bot_processes: int, end: float, seconds: float) -> float:
        """The time for one search, so that waiting and recent requests can be served as well."""
        while self._patient and self._patient[0] < _now():
            self._patient.popleft()
        behind = len(self._queue) / max(1, bot_processes)
        return min((end - _now()) / (1 + behind), seconds * bot_processes / max(1, bot_processes, len(self._patient)))

    async def _taken(self, search: str, seconds: float) -> BotProcess | None:
        """Acquire a process for a search; None if there is none in time."""
        able = self._able(search)
        free = next((process for process in able if not process.busy), None)
        if free is not None or not able:
            if free is not None:
                free.busy = True
            return free
        place = WaitingRequest(search, asyncio.get_running_loop().create_future())
        self._queue.append(place)
        try:
            await asyncio.wait([place.process], timeout=seconds)
        except asyncio.CancelledError:
            if place.process.done():
                self._release(place.process.result())
            raise
        finally:
            if place in self._queue:
                self._queue.remove(place)
        return place.process.result() if place.process.done() else None

    def _release(self, process: BotProcess) -> None:
        """Give a free process to the next waiting request."""
        for place in self._queue:
            if place.search in process.ready:
                self._queue.remove(place)
                place.process.set_result(process)
                return
        process.busy = False
        self._tell()

    def _want(self, search: str) -> None:
        """Move a requested search to the front of what every process compiles."""
        if search not in self._wanted:
            self._wanted.insert(0, search)
            self._tell()

    def _tell(self) -> None:
        """Wake the processes that have nothing to compile."""
        self._changed.set()
        self._changed = asyncio.Event()

    # Compiling

    async def _prepare(self, process: BotProcess) -> None:
        """Compile one search after the other in a process, whenever it is free."""
        while True:
            search = None if process.busy else self._next_search(process)
            if search is None:
                await self._changed.wait()
                continue
            process.busy, process.compiling = True, search
            try:
                await process.call_once(at_low_priority, compile_search, search, _any_sight(search))
                process.ready.add(search)
            except Exception as problem:  # whatever it is, the light bot goes on
                LOG.error("search does not compile", extra={"game": search, "why": repr(problem)})
                self._failures[search] += 1
                if not isinstance(problem, BrokenProcessPool) or self._failures[search] >= MAX_COMPILER_DEATHS:
                    self._hopeless.add(search)
            finally:
                process.compiling = ""
                self._release(process)

    def _next_search(self, process: BotProcess) -> str | None:
        """The next search that a process should compile: one that is asked for, or for the first process any game's.

        A single process compiles other games only until something is asked for.
        """
        elsewhere = {other.compiling for other in self._processes}
        at_leisure = process is self._processes[0] and (len(self._processes) > 1 or not self._wanted)
        for search in self._wanted + (list(games()) if at_leisure else []):
            if search not in process.ready and search not in elsewhere and search not in self._hopeless:
                return search
        return None


def _now() -> float:
    return asyncio.get_running_loop().time()


def players_in(game_id: str, sight: bytes) -> int:
    """The number of players at the table of a sight."""
    return int(np.frombuffer(sight, find_game(game_id).state)[0].players)


def search_of(bot: Bot, game_id: str, sight: bytes) -> str:
    """What a bot needs compiled: `game`, or `game/players` for a search with a network; empty if nothing."""
    with_network = f"{game_id}/{players_in(game_id, sight)}"
    return {SEARCH: game_id, GUIDED: with_network}.get(bot.kind, "")


def _any_sight(search: str) -> bytes:
    """A sight at the beginning of some game, as sample input for compiling."""
    game_id, _, players = search.partition("/")
    game = find_game(game_id)
    match = new_match(game, game.setup(int(players) if players else None), bytes(32), quick=True)
    return match.observation(match.asked).data


def load_networks() -> None:
    """Load the networks, so that the first hint does not wait for them."""
    from eleven.network.playing import plain_inference  # the server's own process has no use for it

    for game in games().values():
        for players in game.players if has_network(game, game.setup()) else ():
            plain_inference(game.id, players)


def compile_search(search: str, sight: bytes) -> None:
    """Compile everything that a search needs, in the process that will run it.

    With one thread: the threads that expert keeps would inherit the low priority of the compiling one for ever.
    """
    game_id, _, players = search.partition("/")
    if players:
        answer(BotRequest(game_id, sight, NETWORK_LEVEL, bytes(32), simulations=WARM_UP_SIMULATIONS))
        return
    request = BotRequest(
        game_id, sight, ADVISER, bytes(32), simulations=WARM_UP_SIMULATIONS, best=HINTS_SHOWN, threads=1
    )
    answer(request)
    answer(replace(request, bot=LIGHT, simulations=None, best=0))
