"""Match-ups of two bots that are played deal by deal until the result is clear.

Every deal is played twice with the seats exchanged. There is one process per game, and they share the cores by a
semaphore; within a game, the match-up with the least time so far is played next. Results are reported continuously
with all their deals, so that a later run can resume.
"""

import argparse
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import date
from itertools import count, takewhile
from threading import Lock
from typing import Any

import numpy as np

from bench.calibrate_page import settings_of
from bench.side_by_side import rows_from
from eleven.arena.baselines import find_contestant
from eleven.arena.estimates import share_of
from eleven.arena.series import ArenaGame, ArenaTable, Series
from eleven.bots.available_levels import declared
from eleven.bots.levels import Bot
from eleven.core.contract.game import Game, find_game
from eleven.shards.strength_job import LONGEST, first_share, seatings

Row = dict[str, Any]
IsClear = Callable[[Row], bool]
WRITE_EVERY = 3.0


@dataclass
class MatchUp:
    """A match-up of two bots at a table, with the first one's win share on every deal."""

    game: Game
    players: int
    who: Bot
    against: Bot
    seed: int
    shares: dict[int, float] = field(default_factory=dict)
    spent: float = 0.0
    asked: int = 0
    running: int = 0
    answered: bool = False

    @property
    def series(self) -> Series:
        """Return the arena series of both bots."""
        return Series(self.game, self.game.setup(self.players), (self.who, self.against), 0, self.seed)

    @property
    def by_deal(self) -> list[float]:
        """Return the finished deals up to the first gap, because short games finish first and would bias results."""
        return [self.shares[deal] for deal in takewhile(self.shares.__contains__, count())]

    @property
    def urgency(self) -> float:
        """Return the time spent so far, including deals in progress; the lowest comes next."""
        return self.spent * (1 + self.running / max(1, len(self.shares))) if self.shares else float(self.running)

    def note(self, deal: int, played: Sequence[ArenaGame], seconds: float) -> None:
        """Add a finished deal."""
        self.shares[deal] = round(sum(map(first_share, played)) / len(played), 4)
        self.spent += seconds

    def go_on_from(self, row: Row) -> None:
        """Take over the deals of an earlier run on the same seed."""
        if row.get("seed") == self.seed and row.get("by_deal"):
            self.shares = dict(enumerate(map(float, row["by_deal"].split())))
            self.asked, self.spent = len(self.shares), float(row["core_seconds"])

    def row(self) -> Row:
        """Return the current result."""
        shares = self.by_deal
        found = share_of(np.array(shares))
        row = {"game": self.game.id, "players": self.players, "who": self.who.name, "against": self.against.name}
        row |= {"deals": len(shares), "games": 2 * len(shares), "share": round(found.value, 4)}
        row |= {"low": round(found.low or 0.0, 4), "high": round(found.high or 1.0, 4)}
        row |= {"seed": self.seed, "date": date.today().isoformat(), "core_seconds": round(self.spent, 1)}
        row |= {"by_deal": " ".join(f"{share:g}" for share in shares)}
        return row | {"settings": [settings_in(self.game, bot) for bot in (self.who, self.against)]}


def settings_in(game: Game, bot: Bot) -> str:
    """Describe the settings of a bot in a game, including the network that it uses."""
    found = declared(game.id, bot.name)
    return f"{settings_of(bot)} ({found.weights[:8]})" if found else settings_of(bot)


def match_up(game_id: str, players: int, who: str, against: str, seed: int) -> MatchUp:
    """Create a match-up of two bots with their declared settings."""
    game = find_game(game_id)
    upper, lower = (find_contestant(name, game, players) for name in (who, against))
    return MatchUp(game, players, upper, lower, seed)


def key_of(row: Row) -> tuple[Any, ...]:
    """Return the key of a row: the match-up it is about."""
    return row["game"], row["players"], row["who"], row["against"]


def try_settings(wanted: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> None:
    """Override level settings in this process, to measure them before a game declares them.

    The format is that of a game's `LEVELS`, by game; in JSON, numbers of players are strings.
    """
    for game_id, levels in wanted.items():
        held: Any = find_game(game_id).levels
        for level, changes in levels.items():
            meant = {
                name: {int(size): number for size, number in value.items()} if isinstance(value, Mapping) else value
                for name, value in changes.items()
            }
            held[level] = {**held.get(level, {}), **meant}


def measure_match_ups(
    given: Sequence[tuple[Any, ...]], rows: Any, end: float, write: Callable[[list[Row]], None]
) -> list[Row]:
    """Run `play` with each of the arguments in parallel; save continuously; return the last row of each match-up."""
    found: dict[tuple[Any, ...], Row] = {}
    written = 0.0
    for row in rows_from(play, given, rows, end):
        found[key_of(row)] = row
        if time.time() - written > WRITE_EVERY or rows.empty():
            written = time.time()
            write(list(found.values()))
    return list(found.values())


def play(
    game_id: str,
    tables: Sequence[tuple[int, str, str]],
    told: argparse.Namespace,
    known: Mapping[tuple[Any, ...], Row],
    is_clear: IsClear,
    slots: Any,
    rows: Any,
    end: float,
) -> None:
    """Play all match-ups of a game until they are clear or the time is up; each deal, and compiling, takes a slot."""
    try_settings(told.tried)
    match_ups = [match_up(game_id, *each, told.seed) for each in tables]
    for each, table in zip(match_ups, tables, strict=True):
        each.go_on_from(known.get((game_id, *table), {}))
    lock = Lock()

    def next_deal() -> tuple[MatchUp, int] | None:
        with lock:
            left = [each for each in match_ups if not each.answered]
            if not left or time.time() >= end:
                return None
            found = min(left, key=lambda each: each.urgency)
            found.asked, found.running = found.asked + 1, found.running + 1
            return found, found.asked - 1

    def play_deal(asked: MatchUp, deal: int, table: ArenaTable) -> None:
        begun = time.monotonic()
        played = [table.play(deal, seating) for seating in seatings(asked.players)]
        with lock:
            asked.running -= 1
            asked.note(deal, played, time.monotonic() - begun)

    def work(_: int) -> None:
        places: dict[int, ArenaTable] = {}
        told_at = time.time()
        while True:
            with slots:
                task = next_deal()
                if task is None:
                    return
                asked, deal = task
                if id(asked) not in places:
                    places[id(asked)] = ArenaTable(asked.series, LONGEST)
                play_deal(asked, deal, places[id(asked)])
            if time.time() - told_at > WRITE_EVERY or len(asked.shares) % 100 == 0:
                told_at = time.time()
                tell(asked)

    def tell(asked: MatchUp) -> None:
        with lock:
            if asked.by_deal:
                row = asked.row()
                asked.answered = asked.answered or is_clear(row)
                rows.put(row)

    for each in match_ups:
        with slots:
            ArenaTable(each.series, 1).play(0, seatings(each.players)[0])  # compile first
    with ThreadPoolExecutor(told.workers) as pool:
        list(pool.map(work, range(told.workers)))
    for each in match_ups:
        tell(each)
