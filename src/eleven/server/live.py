"""A table that people are at: one lock, the store, those who look on, and the bots that take their turns."""

import asyncio
import logging
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Any, Protocol

from eleven.bots.levels import DEFAULT_LEVEL
from eleven.bots.thinking import Advice
from eleven.core.errors import Mistake
from eleven.core.saying import SeatName
from eleven.server import fairness, workers
from eleven.server.guard import Bucket
from eleven.server.hints import hint_of
from eleven.server.models import Hint
from eleven.server.saying import Saying
from eleven.server.sharing import Sharing
from eleven.server.store import Event, Refusal, Write
from eleven.server.table import HOTSEAT, HUMAN, OPEN, Table

if TYPE_CHECKING:
    from eleven.server.house import House

LOG = logging.getLogger("eleven.table")
VERDICT_AFTER = 0.15
VERDICTS_WAITING = 8
VERDICT_WITHIN = 15.0
HINTS_PER_SECOND, HINTS_AT_ONCE = 0.25, 5


class Stale(Mistake):
    """A move made on a table that has changed since."""


class Line(Protocol):
    """A connection to a person or a bot outside."""

    def seats(self) -> list[int]:
        """The seats of whoever is at the other end."""

    def wake(self) -> None:
        """There is something new to see."""

    def prepare(self) -> None:
        """There will be something new to see."""


class Live:
    """One table in memory; whatever changes it holds its lock until the change is durable."""

    def __init__(self, table: Table, house: "House") -> None:
        self.table = table
        self.house = house
        self.lock = asyncio.Lock()
        self.lines: set[Line] = set()
        self.durable = table.version
        self.commitment = fairness.commitment(table.row.secret)
        self.may_take_back: tuple[int, bool] = (-1, False)
        self.light: Saying | None = None
        self._wondering: asyncio.TimerHandle | None = None
        self._thinking = -1
        self._hints = Bucket(HINTS_PER_SECOND, HINTS_AT_ONCE)
        self._advice: dict[int, asyncio.Future[list[Advice]]] = {}
        self.touched = asyncio.get_running_loop().time()
        self._tasks: set[asyncio.Task[None]] = set()
        self.looks: dict[Any, Any] = {}
        """What was made of the table as it is now for those who look at it; forgotten when they look again."""
        self.frames: dict[Any, Any] = {}
        """What was made of the people at the table; kept from move to move, forgotten when somebody comes or goes."""
        self.sharing = Sharing(self)

    @property
    def settled(self) -> bool:
        """Whether all that has happened is durable."""
        return self.durable == self.table.version

    async def commit(self, events: list[Event]) -> None:
        """Let events happen: in memory, then in the store; and only then does anybody see them."""
        if not self.house.at_hand(self):  # its last change was refused while this one waited for the lock
            raise Stale("the table has changed since; look again")
        stage = self.table.stage
        self.looks.clear()
        for event in events:
            self.table.fold(event)
            if event.kind != "move":
                self.frames.clear()
        after, loop = self.table.stage, asyncio.get_running_loop()
        self.touched = loop.time()
        written = self.house.store.append(Write(events, stage=(self.table.row.id, after) if after != stage else None))
        loop.call_soon(self._prepare)
        try:
            await written
        except Refusal:
            self.house.forget(self)
            raise
        self.durable = self.table.version
        self._wake()
        self.go_on()

    def _prepare(self) -> None:
        """Make what everybody will see while it is being written; nobody is sent it before it is durable."""
        if not self.settled:
            for line in self.lines:
                line.prepare()

    def wake_all(self) -> None:
        """Everybody looks again."""
        self.looks.clear()
        self._wake()

    def _wake(self) -> None:
        for line in self.lines:
            line.wake()

    def here(self) -> set[int]:
        """The seats whose players look at the table."""
        return {seat for line in self.lines for seat in line.seats()}

    def go_on(self) -> None:
        """Let a bot take its turn, or find out whether the last decision may be taken back."""
        play = self.table.play
        if play is None or play.over or self.table.stopped:
            return
        if self.table.seats[play.asked].bot_plays:
            if self._thinking != self.table.changed:
                self._thinking = self.table.changed
                self.spawn(self._bot_turn(play.asked, self.table.changed))
        else:
            self.wonder()

    def wonder(self) -> None:
        """Find out whether the last decision may be taken back, if somebody is here who could."""
        if self._wondering is None and self.table.mid_turn is not None and self.lines:
            loop = asyncio.get_running_loop()
            self._wondering = loop.call_later(VERDICT_AFTER, self._wonder_still, self.table.version)

    def _wonder_still(self, version: int) -> None:
        """Only of a turn that has stood a moment, and not when many wait; whoever takes back is always answered."""
        self._wondering = None
        if self.table.version != version or not self.settled:
            self.wonder()
        elif self.house.judge.waiting < VERDICTS_WAITING and self.may_take_back[0] != version:
            self.spawn(self._ask_judge())

    def connect(self, line: Line) -> None:
        """Somebody looks at the table, and everybody sees that she is here."""
        self.lines.add(line)
        self.frames.clear()
        self.wake_all()
        self.wonder()

    def disconnect(self, line: Line) -> None:
        """Somebody looks no longer."""
        self.lines.discard(line)
        self.frames.clear()
        self.wake_all()

    def spawn(self, coroutine: Any) -> None:
        """Let something go on that ends with the table."""
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def idle(self) -> bool:
        """Whether nobody is connected and nothing is under way."""
        return not self.lines and not self._tasks and not self.lock.locked()

    def close(self) -> None:
        """Stop what is under way."""
        if self._wondering is not None:
            self._wondering.cancel()
        self.sharing.close()
        for task in self._tasks:
            task.cancel()

    # Changes

    def refuse_if_stopped(self) -> None:
        if self.table.stopped:
            raise Mistake("this game has stopped: {reason}", reason=self.table.stopped[0])

    async def sit(self, seat: int, holder: str, name: str) -> None:
        """Take an open seat; when it was the last, the game is dealt as soon as all shares of the luck are in."""
        async with self.lock:
            self.refuse_if_stopped()
            if self.table.seats[seat].kind != OPEN:
                raise Mistake("the seat {seat} is taken", seat=SeatName(self.table.game, seat))
            await self.commit([self.table.event("sit", seat, holder, kind=HUMAN, name=name)])
            await self.sharing.go_on()

    async def claim(self, seat: int, holder: str) -> None:
        """Move a seat to the device that holds its link."""
        async with self.lock:
            await self.commit([self.table.event("claim", seat, holder)])

    async def move(self, seat: int, action: str, version: int, move_id: str = "") -> int:
        """Take a decision; returns its version when it is durable. The same id is carried out once."""
        async with self.lock:
            known = self.table.done.get(f"{seat} {move_id}") if move_id else None
            if known is not None:
                return known
            self.refuse_if_stopped()
            if self.table.play is None:
                if self.table.full:
                    raise Mistake("the game has not begun: shares of the luck are missing")
                raise Mistake("the game has not begun: somebody is missing")
            if not self.table.changed <= version <= self.table.version:
                raise Stale("the table has changed since; look again")
            event = self.table.event("move", seat, action=action, id=move_id)
            await self.commit([event])
            return event.sequence

    async def take_back(self, seat: int, version: int) -> int:
        """Take back one's own last decision if nobody has learnt anything from it."""
        async with self.lock:
            self.refuse_if_stopped()
            if not self.table.changed <= version <= self.table.version:
                raise Stale("the table has changed since; look again")
            if self.table.mid_turn != seat:
                raise Mistake("there is no decision of yours to take back now")
            if not await self._verdict():
                raise Mistake("this cannot be taken back: something was revealed by it")
            event = self.table.event("take_back", seat)
            await self.commit([event])
            return event.sequence

    async def leave(self, seat: int) -> None:
        """Somebody goes away."""
        async with self.lock:
            if not self.table.seats[seat].left:
                await self.commit([self.table.event("leave", seat)])

    async def come_back(self, seat: int) -> None:
        """Somebody is back, and a bot hands over."""
        async with self.lock:
            here = self.table.seats[seat]
            if here.left or here.played_by_bot:
                await self.commit([self.table.event("return", seat)])

    async def take_over(self, seat: int, level: str) -> None:
        """A bot plays for somebody who has left."""
        async with self.lock:
            here = self.table.seats[seat]
            if here.kind not in (HUMAN, HOTSEAT) or not here.left:
                raise Mistake("a bot can take over for somebody who has left the table")
            if not here.played_by_bot:
                await self.commit([self.table.event("take_over", seat, level=level)])

    async def hint(self, seat: int, language: str) -> Hint:
        """What expert would do on this seat, worked out from what the seat sees; once for each decision."""
        async with self.lock:
            play, version = self.table.play, self.table.changed
            if not self.table.hints:
                raise Mistake("there are no hints at this table")
            if play is None or play.over or play.asked != seat:
                raise Mistake("a hint is for who is asked")
            known = self._advice.get(version)
            if known is None:
                if not self._hints.take():
                    raise Mistake("so many hints; wait a moment before the next one")
                known = asyncio.ensure_future(self.house.bots.advise(self.table.game.id, play.seen_bytes(seat)))
                self._advice = {version: known}
        found = hint_of(self.table.game, version, await asyncio.shield(known), language)
        if found.light:
            self._advice.clear()
        return found

    # Bots and the judge

    async def _bot_turn(self, seat: int, version: int) -> None:
        """A bot thinks while people see what was done before, and decides no sooner than they could follow."""
        play, table = self.table.play, self.table
        assert play is not None
        level = table.seats[seat].level or DEFAULT_LEVEL
        pause = asyncio.create_task(asyncio.sleep(self.house.settings.bot_pause))
        try:
            choice = await self.house.bots.choose(table.game.id, level, play.seen_bytes(seat))
            self.light = Saying("bots.light") if choice.light else None
            await pause
            if table.seats[seat].bot_plays:
                await self.move(seat, choice.action, version)
        except (Mistake, Refusal) as problem:
            LOG.info("bot stands aside", extra={"table": table.row.id, "why": type(problem).__name__})
        finally:
            pause.cancel()
            if self._thinking == version:
                self._thinking = -1

    async def _ask_judge(self) -> None:
        """A judge that is busy is asked again as long as the turn stands."""
        try:
            if await self._verdict():
                self.wake_all()
        except Mistake:
            self.wonder()

    async def _verdict(self) -> bool:
        """Whether the last decision may be taken back; worked out once."""
        if self.may_take_back[0] != self.table.version:
            version, play = self.table.version, self.table.play
            assert play is not None
            setup = play.setup
            setting = {"players": setup.players, "edition": setup.edition, "options": dict(setup.options)}
            entries = [(entry.seat, entry.action, entry.tape) for entry in play.entries]
            asking = self.house.judge.call(workers.judge, play.game.id, setting, play.origin.tobytes(), entries)
            try:
                self.may_take_back = (version, bool(await asyncio.wait_for(asking, VERDICT_WITHIN)))
            except (TimeoutError, BrokenProcessPool):
                raise Mistake("the rules are still being compiled; try again in a moment") from None
        return self.may_take_back[1] and self.may_take_back[0] == self.table.version
