"""How strong the bots are: every level against the one below, in all games at the smallest and the largest table.

The strongest is also measured between a floor (`plain`) and a ceiling (`peeking`).

    python -m bench.strength --workers 16 --minutes 9 --seed 2026

first measures how fast the search is and how long each level takes, then plays by simulations, on deals that nothing
was tuned on, until each question is settled or the time is over. It needs NumPy and Numba only (set NUMBA_CACHE_DIR
where platformdirs is missing) and keeps bench/strength_results.md and .json up to date while it runs.

    python -m bench.strength --deals 400 --shard 3/8

plays a share of a fixed number of deals of every question and writes a part; `eleven merge` adds the parts up, and
`--parts PART...` makes the page of them. `--deals 400 --ray` does it all on a Ray cluster.
"""

import argparse
import json
import os
import signal
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import count, takewhile
from multiprocessing import get_context
from pathlib import Path
from threading import Lock, Thread
from typing import Any

import numpy as np

from bench.strength.report import question_row, write_report
from bench.strength.studies import pairs_to_study
from bench.strength.timing import WARM_UPS, decision_times, search_speed, warm_up
from eleven.arena.estimates import Estimate, share_of
from eleven.arena.series import Played, Series, Table
from eleven.arena.yardsticks import find_contestant
from eleven.bots.levels import SEARCH, Bot
from eleven.core.contract.game import Game, find_game, games
from eleven.core.text.errors import Mistake
from eleven.shards.strength import LONGEST, PAIRS, Ladder, first_share, merged, seatings

HERE = Path(__file__).parents[1]
TARGETS = {("greedy", "random"): 0.85, ("expert", "greedy"): 0.70}
EVEN = 0.5
FEWEST_DEALS, MOST_DEALS, STUDIED_DEALS = 30, 2000, 60
QUICK_DEALS = 25
TELL_EVERY = 5.0
IN_RESERVE = 5.0
LADDER_FIRST = 4.0
"""A question of the ladder gets so many times the time of one that is only studied."""


@dataclass
class Question:
    """Whether one bot beats another at a table; `target` is the share to be shown, besides more than an even one."""

    game: Game
    players: int
    who: Bot
    against: Bot
    seed: int
    target: float = EVEN
    most: int = MOST_DEALS
    weight: float = LADDER_FIRST
    narrow: float = 0.0
    asked: int = 0
    spent: float = 0.0
    running: int = 0
    decisions: int = 0
    cut_off: int = 0
    finished: dict[int, float] = field(default_factory=dict)

    @property
    def chunk(self) -> int:
        """Deals played in one go: few if anybody searches."""
        return 1 if SEARCH in (self.who.kind, self.against.kind) else QUICK_DEALS

    @property
    def by_deal(self) -> list[float]:
        """The shares of the deals up to the first that is still played: quick deals must not count before slow ones."""
        return [self.finished[deal] for deal in takewhile(self.finished.__contains__, count())]

    @property
    def share(self) -> Estimate:
        return share_of(np.array(self.by_deal)) if self.by_deal else Estimate(EVEN, 0.0, 1.0)

    @property
    def settled(self) -> bool:
        """Shown with 95 % certainty, or as well known as it will be; where it is to be narrow, the interval is."""
        share, deals = self.share, len(self.by_deal)
        assert share.low is not None
        assert share.high is not None
        if self.narrow:
            return deals >= self.most or (deals >= FEWEST_DEALS and share.high - share.low <= 2 * self.narrow)
        return deals >= self.most or (deals >= FEWEST_DEALS and share.low > max(EVEN, self.target))

    @property
    def urgency(self) -> float:
        """Those come first on which the least time was spent."""
        tasks = len(self.finished) // self.chunk
        each = (
            self.spent / tasks if tasks else 0.02 + sum(bot.simulations or 0 for bot in (self.who, self.against)) / 900
        )
        return (self.spent + self.running * each) / self.weight


def questions(names: list[str], seed: int, all_sizes: bool = False, narrow: float = 0.0) -> list[Question]:
    found = []
    for game in [find_game(name) for name in names]:
        for players in game.players if all_sizes else (game.players[0], game.players[-1]):
            for pair in PAIRS:
                target = TARGETS.get(pair, EVEN) if players == game.players[0] else EVEN
                who, against = (find_contestant(name, game, players) for name in pair)
                found.append(Question(game, players, who, against, seed, target, narrow=narrow))
    return found


def studies(names: list[str], seed: int) -> list[Question]:
    """What a step of blur, more simulations and other ways to search are worth, at the smallest table."""
    found = []
    for game in [find_game(name) for name in names]:
        for who, against in pairs_to_study(game):
            found.append(Question(game, game.players[0], who, against, seed + 1, 1.0, STUDIED_DEALS, 1.0))
    return found


def play(question: Question, deals: range) -> list[list[Played]]:
    setup = question.game.setup(question.players)
    table = Table(Series(question.game, setup, (question.who, question.against), 0, question.seed), LONGEST)
    return [[table.play(deal, seating) for seating in seatings(question.players)] for deal in deals]


class Tournament:
    """Hands out deals to threads: compiled games hold no lock. What is unfinished at the deadline is dropped."""

    def __init__(self, asked: list[Question], deadline: float, keep: Any) -> None:
        self.questions, self.deadline, self.keep, self.lock = asked, deadline, keep, Lock()
        self.begin = time.monotonic()

    def next(self) -> tuple[Question, range] | None:
        with self.lock:
            open_ones = [q for q in self.questions if not q.settled and q.asked < q.most]
            if not open_ones or time.monotonic() > self.deadline:
                return None
            question = min(open_ones, key=lambda q: q.urgency)
            deals = range(question.asked, question.asked + question.chunk)
            question.asked += question.chunk
            question.running += 1
            return question, deals

    def work(self) -> None:
        while (task := self.next()) is not None:
            question, deals = task
            before = time.monotonic()
            played = play(question, deals)
            with self.lock:
                question.running -= 1
                question.spent += time.monotonic() - before
                for deal, both in zip(deals, played, strict=True):
                    question.finished[deal] = sum(first_share(row) for row in both) / len(both)
                    question.decisions += sum(row.decisions for row in both)
                    question.cut_off += sum(row.decisions >= LONGEST for row in both)

    def run(self, workers: int) -> None:
        threads = [Thread(target=self.work, daemon=True) for _ in range(workers)]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads) and time.monotonic() < self.deadline:
            time.sleep(min(TELL_EVERY, max(0.1, self.deadline - time.monotonic())))
            with self.lock:
                self.tell()
                self.keep()

    def tell(self) -> None:
        done, deals = sum(q.settled for q in self.questions), sum(len(q.by_deal) for q in self.questions)
        say(f"{time.monotonic() - self.begin:4.0f} s: {done} of {len(self.questions)} settled, {deals:,} deals")


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def as_data(question: Question) -> dict[str, Any]:
    share = question.share
    return {
        "game": question.game.id,
        "players": question.players,
        "who": question.who.name,
        "against": question.against.name,
        "deals": len(question.by_deal),
        "games": len(question.by_deal) * len(seatings(question.players)),
        "decisions": question.decisions,
        "cut_off": question.cut_off,
        "win_share": round(share.value, 4),
        "low": round(share.low or 0.0, 4),
        "high": round(share.high or 0.0, 4),
        "target": question.target,
        "shown": bool(share.low is not None and share.low > EVEN and len(question.by_deal) >= FEWEST_DEALS),
        "target_met": bool(share.value >= question.target),
        "core_seconds": round(question.spent, 1),
    }


def compile_all(names: list[str], workers: int) -> None:
    """Compile every game in a process of its own, so that this one finds it all in the cache."""
    jobs = [(name, part) for name in names for part in range(WARM_UPS)]
    with ProcessPoolExecutor(min(workers, len(jobs)), mp_context=get_context("spawn")) as pool:
        list(pool.map(warm_up, jobs))
    for job in jobs:
        warm_up(job)


def options_from(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--games", default=",".join(games()), help="which games, with commas between")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--minutes", type=float, default=9.0, help="for everything together")
    parser.add_argument("--study", action="store_true", help="also what blur, simulations and variants are worth")
    parser.add_argument("--all-sizes", action="store_true", help="at every table size, not at the smallest and largest")
    parser.add_argument(
        "--narrow", type=float, default=0.0, help="play until every interval is ± this, if there is time"
    )
    parser.add_argument("--no-timing", action="store_true", help="only play")
    parser.add_argument("--deals", type=int, help="play so many deals of every question, whatever the clock says")
    parser.add_argument("--shard", metavar="I/N", help="only a share of these deals, into a part for `eleven merge`")
    parser.add_argument("--part", type=Path, help="where the part is written")
    parser.add_argument("--ray", nargs="?", const="auto", metavar="ADDRESS", help="on a Ray cluster")
    parser.add_argument("--parts", type=Path, nargs="+", metavar="PART", help="make the page of these parts")
    parser.add_argument("--json", type=Path, default=HERE / "strength_results.json")
    return parser.parse_args(arguments)


def share(options: argparse.Namespace) -> None:
    """A share of a fixed number of deals, or the page of all shares."""
    from eleven.shards.parts import WHOLE, Part, read_parts
    from eleven.shards.running import ShardOptions

    if options.parts:
        return write_page(read_parts(options.parts), options.json)
    if options.deals is None:
        raise Mistake("--shard and --ray share a number of --deals")
    wanted = ShardOptions.of(options.shard, options.part, options.ray)
    job = Ladder(tuple(options.games.split(",")), options.deals, options.seed)
    total, took = wanted.compute(job, options.workers)
    if wanted.in_parts:
        return wanted.keep(job, "ladder", total, took, options.workers)
    write_page([Part(job.kind, job.settings, WHOLE, total.as_json(), took, options.workers)], options.json)
    return None


def write_page(parts: list[Any], path: Path) -> None:
    found = merged(parts)
    for row in found["questions"]:
        smallest = row["players"] == find_game(row["game"]).players[0]
        row["target"] = TARGETS.get((row["who"], row["against"]), EVEN) if smallest else EVEN
        row["shown"] = row["low"] > EVEN and row["deals"] >= FEWEST_DEALS
        row["target_met"] = row["win_share"] >= row["target"]
    workers, seconds = sum(part.workers for part in parts), round(max(part.seconds for part in parts))
    data = {**found, "workers": workers, "seconds": seconds, "speed": {}, "decisions": [], "studies": []}
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    write_report(data, path.with_suffix(".md"))


def main() -> None:
    options = options_from()
    if options.deals is not None or options.shard or options.ray or options.parts:
        try:
            return share(options)
        except Mistake as mistake:
            sys.exit(f"strength: {mistake}")
    begin, names = time.monotonic(), options.games.split(",")
    signal.signal(signal.SIGTERM, lambda *_: os._exit(1))  # what was found is on the disk already
    compile_all(names, options.workers)
    data: dict[str, Any] = {"seed": options.seed, "workers": options.workers, "speed": {}, "decisions": []}
    data["compile_seconds"] = round(time.monotonic() - begin)
    say(f"compiled in {data['compile_seconds']} s")
    if not options.no_timing:
        data["speed"] = {name: round(search_speed(name)) for name in names}
        data["decisions"] = decision_times(names, min(25.0, 4.0 * options.minutes))
        say(f"timed: {data['speed']}")
    asked = questions(names, options.seed, options.all_sizes, options.narrow)
    studied = studies(names, options.seed) if options.study else []

    def keep() -> None:
        data["questions"] = [as_data(question) for question in asked]
        data["studies"] = [as_data(question) for question in studied]
        data["seconds"] = round(time.monotonic() - begin)
        options.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
        write_report(data, options.json.with_suffix(".md"))

    keep()
    tournament = Tournament([*asked, *studied], begin + 60 * options.minutes - IN_RESERVE, keep)
    tournament.run(options.workers)
    with tournament.lock:
        keep()
        for question in asked:
            say(question_row(as_data(question)))
    os._exit(0)
