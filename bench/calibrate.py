"""Whether a level's name means the same everywhere: each level against the one below, at every number of players.

    python -m bench.calibrate --workers 16 --seconds 300 --pairs expert:hard --json levels.json

plays neighbours until each answer is clear or the time over, all tables at once, and writes what is known all the
time. Each should win at least 58 % and at most 85 % of the victories against the one below, seats exchanged on every
deal. Deals come from `--seed`; the levels were tuned on other seeds (below `TUNED_BELOW`), which are refused here.
Rows of pairings that were not played again, or on more deals before, are kept, as long as both bots still have the
settings they had. `--open` plays only those that are not shown to be in range yet.
"""

import argparse
import json
import os
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import date
from itertools import count, pairwise, takewhile
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from bench.calibrate_page import TOLD_FROM, page, settings_of, verdict
from bench.masters import tables_of
from bench.research.run import processor
from bench.side_by_side import CONTEXT, rows_from
from eleven.arena.estimates import share_of
from eleven.arena.series import Played, Series, Table
from eleven.arena.yardsticks import find_contestant
from eleven.bots.levels import COMMON_LEVELS, Bot
from eleven.bots.offered import levels_at
from eleven.core.contract.game import Game, find_game, games
from eleven.shards.strength import LONGEST, first_share, seatings

RESULTS = Path(__file__).parent / "levels_results.json"
SEED, TUNED_BELOW = 19_190_001, 10_000
FEWEST, MOST = 20, 3000
"""Deals before an answer may be clear, and after which nobody asks any more."""
WRITE_EVERY = 3.0


@dataclass
class Question:
    """Two neighbours at a table, and the first one's share of every deal that was played."""

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
        """Both bots at this table."""
        return Series(self.game, self.game.setup(self.players), (self.who, self.against), 0, self.seed)

    @property
    def by_deal(self) -> list[float]:
        """From the first deal without a gap: short games end first, and must not count before the long ones."""
        return [self.shares[deal] for deal in takewhile(self.shares.__contains__, count())]

    @property
    def urgency(self) -> float:
        """The time that was spent on it, with what is being played."""
        return self.spent * (1 + self.running / max(1, len(self.shares))) if self.shares else float(self.running)

    def note(self, deal: int, played: Sequence[Played], seconds: float) -> None:
        """Count a deal."""
        self.shares[deal] = sum(map(first_share, played)) / len(played)
        self.spent += seconds

    def row(self) -> dict[str, Any]:
        """What is known so far."""
        shares = np.array(self.by_deal)
        found = share_of(shares)
        row = {"game": self.game.id, "players": self.players, "who": self.who.name, "against": self.against.name}
        row |= {"deals": len(shares), "games": 2 * len(shares), "share": round(found.value, 4)}
        row |= {"low": round(found.low or 0.0, 4), "high": round(found.high or 1.0, 4)}
        row |= {"seed": self.seed, "date": date.today().isoformat(), "core_seconds": round(self.spent, 1)}
        return row | {"settings": [settings_of(self.who), settings_of(self.against)]}


def question(game_id: str, players: int, who: str, against: str, seed: int) -> Question:
    """Two levels as they are declared."""
    game = find_game(game_id)
    upper, lower = (find_contestant(name, game, players) for name in (who, against))
    return Question(game, players, upper, lower, seed)


def is_clear(row: dict[str, Any]) -> bool:
    """Whether nobody needs to know more: shown to be in range or out of it, or played often enough."""
    return row["deals"] >= MOST or (row["deals"] >= FEWEST and verdict(row) in ("yes", "no"))


def play(
    game_id: str, tables: list[tuple[int, str, str]], told: argparse.Namespace, slots: Any, rows: Any, end: float
) -> None:
    """Play all questions of a game until all are clear or the time over; each deal takes a slot, so does compiling."""
    questions = [question(game_id, *each, told.seed) for each in tables]
    lock = Lock()

    def next_deal() -> tuple[Question, int] | None:
        with lock:
            left = [each for each in questions if not each.answered]
            if not left or time.time() >= end:
                return None
            found = min(left, key=lambda each: each.urgency)
            found.asked, found.running = found.asked + 1, found.running + 1
            return found, found.asked - 1

    def play_deal(asked: Question, deal: int, table: Table) -> None:
        begun = time.monotonic()
        played = [table.play(deal, seating) for seating in seatings(asked.players)]
        with lock:
            asked.running -= 1
            asked.note(deal, played, time.monotonic() - begun)

    def work(_: int) -> None:
        places: dict[int, Table] = {}
        told_at = time.time()
        while True:
            with slots:
                task = next_deal()
                if task is None:
                    return
                asked, deal = task
                if id(asked) not in places:
                    places[id(asked)] = Table(asked.series, LONGEST)
                play_deal(asked, deal, places[id(asked)])
            if time.time() - told_at > WRITE_EVERY or len(asked.shares) % 100 == 0:
                told_at = time.time()
                tell(asked)

    def tell(asked: Question) -> None:
        with lock:
            if asked.by_deal:
                row = asked.row()
                asked.answered = asked.answered or is_clear(row)
                rows.put(row)

    with slots:
        Table(questions[0].series, LONGEST).play(0, seatings(questions[0].players)[0])  # compile, before others wait
    with ThreadPoolExecutor(told.workers) as pool:
        list(pool.map(work, range(told.workers)))
    for each in questions:
        tell(each)


def neighbours(game_id: str, players: int, wanted: Sequence[str]) -> list[tuple[int, str, str]]:
    """Each level of a table with the one below; of these, those that are wanted, or all."""
    game = find_game(game_id)
    pairs = [(who, against) for against, who in pairwise(levels_at(game, game.setup(players)))]
    return [(players, *pair) for pair in pairs if not wanted or ":".join(pair) in wanted]


def write(path: Path, rows: Sequence[dict[str, Any]]) -> None:
    """The rows beside those that the file has of other pairings, and the page; what is out of date is left out."""
    before = json.loads(path.read_text(encoding="utf-8"))["rows"] if path.exists() else []
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    for row in filter(is_current, (*before, *rows)):
        name = (row["game"], row["players"], row["who"], row["against"])
        found[name] = max(found.get(name, row), row, key=lambda each: int(each["deals"]))
    order = list(games())
    kept = sorted(found.values(), key=lambda row: (order.index(row["game"]), row["players"], rank(row)))
    data = {"date": date.today().isoformat(), "machine": processor(), "unknown": unknown(kept), "rows": kept}
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    path.with_suffix(".md").write_text(page(data), encoding="utf-8")


def unknown(rows: Sequence[dict[str, Any]]) -> list[str]:
    """The steps of which too little is known to tell; those of a network are measured elsewhere."""
    known = {(row["game"], row["players"], row["who"]) for row in rows if row["deals"] >= TOLD_FROM}
    tables = [(game.id, players) for game in games().values() for players in game.players]
    return [
        f"{who} over {against} in {game_id} for {players}"
        for game_id, players in tables
        for _, who, against in neighbours(game_id, players, ())
        if who in COMMON_LEVELS and (game_id, players, who) not in known
    ]


def shown_in(path: Path) -> set[tuple[Any, ...]]:
    """The steps that a file shows to be in range."""
    rows = json.loads(path.read_text(encoding="utf-8"))["rows"] if path.exists() else []
    shown = [row for row in rows if is_current(row) and verdict(row) == "yes"]
    return {(row["game"], row["players"], row["who"], row["against"]) for row in shown}


def rank(row: dict[str, Any]) -> int:
    """From weak to strong."""
    game = find_game(row["game"])
    return levels_at(game, game.setup(row["players"])).index(row["who"])


def is_current(row: dict[str, Any]) -> bool:
    """Whether the two are neighbours and think as they did when they were measured."""
    pair = (row["players"], row["who"], row["against"])
    if pair not in neighbours(row["game"], row["players"], ()):
        return False
    game = find_game(row["game"])
    now = [settings_of(find_contestant(name, game, row["players"])) for name in (row["who"], row["against"])]
    return bool(row["settings"] == now)


def options_from(words: Sequence[str] | None = None) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", nargs="+", default=list(games()), help="such as elefant:3,4")
    parser.add_argument("--pairs", nargs="+", default=[], metavar="WHO:AGAINST", help="all neighbours unless given")
    parser.add_argument("--open", action="store_true", help="only what the file does not show to be in range yet")
    parser.add_argument("--seconds", type=float, default=400.0, help="for everything, compiling included")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--json", type=Path, default=RESULTS, help="where to write; the page goes beside it")
    told = parser.parse_args(words)
    if told.seed < TUNED_BELOW:
        parser.error(f"the levels were tuned on seeds below {TUNED_BELOW}: choose another")
    return told


def main() -> int:
    """Measure, write all the time, and say what came out."""
    told = options_from()
    end = time.time() + told.seconds
    shown = shown_in(told.json) if told.open else set()
    by_game: dict[str, list[tuple[int, str, str]]] = {}
    for game_id, players in tables_of(told.tables):
        pairs = [each for each in neighbours(game_id, players, told.pairs) if (game_id, *each) not in shown]
        by_game.setdefault(game_id, []).extend(pairs)
    slots, rows = CONTEXT.BoundedSemaphore(told.workers), CONTEXT.Queue()
    given = [(game_id, asked, told, slots, rows, end) for game_id, asked in by_game.items() if asked]
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    written = 0.0
    for row in rows_from(play, given, rows, end):
        found[row["game"], row["players"], row["who"], row["against"]] = row
        if time.time() - written > WRITE_EVERY or rows.empty():
            written = time.time()
            write(told.json, list(found.values()))
    write(told.json, list(found.values()))
    for row in found.values():
        print(json.dumps(row))
    return int(len(found) < sum(len(each) for each in by_game.values()))


if __name__ == "__main__":
    raise SystemExit(main())
