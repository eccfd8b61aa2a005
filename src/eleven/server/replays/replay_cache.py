"""Cached replays: of tables, made when somebody asks, and of logs that were opened from a file.

Both are kept in memory, a few of each. An opened log is not stored, except for an hour where several processes share a
database (`opened_logs`). A log is untrusted input, so it is read in a process of its own.
"""

import asyncio
import hashlib
from collections import OrderedDict
from concurrent.futures.process import BrokenProcessPool

from eleven.core.contract.game import find_game
from eleven.core.play.match import Entry
from eleven.core.text.errors import Mistake
from eleven.server.engine.workers import WorkerProcess
from eleven.server.http.identity.visitor import Forbidden, Visitor
from eleven.server.live.live_table import LiveTable
from eleven.server.live.restore import log_of
from eleven.server.live.table import components_of
from eleven.server.live.tables import Tables, UnknownTable
from eleven.server.replays.replay import Replay, ReplayPlayer, replay_of
from eleven.server.views.view import Json

CACHE_BYTES = 8 << 20
LOGS, LOGS_EACH = 16, 4
"""Replays of tables are limited by their size; logs by number, as none is longer than `MAX_LOG_LINES` lines."""
MAX_LOG_LINES = 6000
"""Lines of a log that is opened; the longest games have a tenth of that."""
UPLOAD_PREFIX = "log-"
"""The prefix of the ids of opened logs, as opposed to tables."""


class ReplayCache:
    """Replays by name: the id of a table, or `log-` and the fingerprint of a log."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._tables: OrderedDict[str, Replay] = OrderedDict()
        self._logs: OrderedDict[str, Replay] = OrderedDict()
        self._from: dict[str, str] = {}
        self._erasures = 0
        self._reader = WorkerProcess(compiled=tables.settings.compiled_workers)
        tables.erasure_listeners.append(self._drop_tables)

    def stop(self) -> None:
        """Stop the process that reads logs."""
        self._reader.stop()

    def _drop_tables(self) -> None:
        """Drop all replays of tables, also those being made: a name in them was erased."""
        self._tables.clear()
        self._erasures += 1

    async def find(self, name: str, who: Visitor, key: str = "") -> Replay:
        """A replay, if the visitor may see it."""
        if name.startswith(UPLOAD_PREFIX):
            if name not in self._logs and self.tables.store.multi_process:
                await self._load_shared_log(name)
            if name not in self._logs:
                raise UnknownTable("this log is not at hand any more: open it again")
            self._logs.move_to_end(name)
            return self._logs[name]
        live = await self.tables.find(name)
        self.authorize(live, who, key)
        return await self.of_table(live)

    def authorize(self, live: LiveTable, who: Visitor, key: str = "") -> None:
        """Forbidden for a private table, unless the visitor was there or has its link."""
        row = live.table.row
        if not (row.public or who.seats(live.table) or self.tables.signer.opens_replay(row.id, key)):
            raise Forbidden("this table is private: its replay is opened by its link")

    async def of_table(self, live: LiveTable) -> Replay:
        """The replay of a table; the caller has checked that the visitor may see it."""
        name = live.table.row.id
        if name in self._tables:
            self._tables.move_to_end(name)
            return self._tables[name]
        erasures = self._erasures
        found = await asyncio.to_thread(_replay_of_table, live)
        if erasures == self._erasures:
            self._keep_table(name, found)
        return found

    def _keep_table(self, name: str, replay: Replay) -> None:
        """Keep the replay of a table, and drop those that were not asked for for longest if all take too much."""
        self._tables[name] = replay
        self._tables.move_to_end(name)
        while len(self._tables) > 1 and sum(replay.size for replay in self._tables.values()) > CACHE_BYTES:
            self._tables.popitem(last=False)

    async def _load_shared_log(self, name: str) -> None:
        """Read a log that was opened at another process."""
        text = await self.tables.store.opened_log(name)
        if text is not None:
            await self._read(name, text, "")

    async def open(self, text: str, where: str = "") -> str:
        """Read a log and give it an id; an invalid one is refused with the line and the reason."""
        name = UPLOAD_PREFIX + hashlib.sha256(text.encode()).hexdigest()[:16]
        await self._read(name, text, where)
        if self.tables.store.multi_process:
            await self.tables.store.keep_log(name, text)
        return name

    async def _read(self, name: str, text: str, where: str) -> None:
        """Read a log and keep it, unless it is at hand."""
        if name in self._logs:
            return
        try:
            parsed = await self._reader.call(parse_log, text)
        except BrokenProcessPool:
            raise Mistake("this log could not be read") from None
        if "mistake" in parsed:
            template = parsed["mistake"]
            raise Mistake(template)
        self._keep(name, _replay_of_log(parsed, text), where)

    def _keep(self, name: str, replay: Replay, where: str) -> None:
        """Keep a log; a network that opens many loses its own oldest one, no other's."""
        self._logs[name], self._from[name] = replay, where
        theirs = [other for other in self._logs if self._from[other] == where]
        for old in theirs[:-LOGS_EACH] or ([next(iter(self._logs))] if len(self._logs) > LOGS else []):
            del self._logs[old], self._from[old]


def _replay_of_table(live: LiveTable) -> Replay:
    table = live.table
    if table.play is None:
        raise Mistake("the game has not begun: somebody is missing")
    players = [ReplayPlayer(seat.name, seat.kind, seat.level, seat.character) for seat in table.seats]
    return replay_of(table.play, players, log_of(table) if table.play.over else "")


def parse_log(text: str) -> Json:
    """Replay a log line by line; in a process of its own. A mistake in it is returned, not raised."""
    from eleven.core.text.log import read_log
    from eleven.review.game_review import decision_points

    try:
        if text.count("\n") > MAX_LOG_LINES:
            raise Mistake("a log has at most {most} lines", most=MAX_LOG_LINES)
        match = read_log(text)
        if not match.over:
            raise Mistake("this game is not over, and only a finished game is replayed")
        states = [moment.state for moment in decision_points(match)]
    except Mistake as mistake:
        return {"mistake": mistake.said}
    setup = match.setup
    return {
        "game": match.game.id,
        "setup": {"players": setup.players, "edition": setup.edition, "options": dict(setup.options)},
        "entries": [(entry.seat, entry.action, entry.tape) for entry in match.entries],
        "states": [*states, match.state.tobytes()],
    }


def _replay_of_log(parsed: Json, text: str) -> Replay:
    game = find_game(parsed["game"])
    setup = game.setup(**parsed["setup"], components=components_of(game.id))
    players = [ReplayPlayer() for _ in range(setup.players)]
    return Replay(game, setup, players, parsed["states"], [Entry(*entry) for entry in parsed["entries"]], text)
