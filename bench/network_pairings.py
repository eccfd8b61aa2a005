"""Finds the tables at which a network is stronger than expert, in parallel on all cores.

`python -m bench.network_pairings --tables eleven_cards:2,3,4 elefant:3 --seconds 400 --workers 13` distributes the
cores among the tables, and the time of a table among its pairings (`--pairing network:expert tenth:expert
peeking:plain`). A pairing is finished when its result is clear: the interval is above the goal by a margin, or below
it. Each deal is played twice, with the bots exchanged, in a random rotation of the seats. Results are saved
continuously in the format of bench/network_results.json; `python -m bench.network --join` merges them.
"""

import argparse
import json
import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import date
from itertools import count, takewhile
from pathlib import Path
from typing import Any

from bench.network.page import LEARNT, key_of
from bench.network.run import SEED, contestant, in_order, share_of_first, write
from bench.research.run import processor
from bench.side_by_side import CONTEXT, rows_from
from eleven.arena.baselines import PEEKING
from eleven.arena.series import ArenaGame, ArenaTable, BotSeating, Series
from eleven.arena.variance_reduction import without_luck
from eleven.core.contract.game import find_game
from eleven.core.rules import luck
from eleven.network import weights
from eleven.network.weights import network_of

MARGIN, LEAST = 0.02, 12
"""A pairing is finished when its lower bound exceeds the goal by MARGIN, after at least LEAST deals."""
EVEN = 0.5
GOALS = {("equal", "expert"): 0.65, ("equal", "plain"): 0.7}
"""The goals of searches with a network; all other pairings are compared with an even share."""
WRITE_EVERY = 3.0


@dataclass
class NetworkPairing:
    """A pairing of two bots at a table, with the deals played so far."""

    series: Series
    done: dict[int, list[ArenaGame]] = field(default_factory=dict)
    numbers: Iterator[int] = field(default_factory=count)
    seconds: float = 0.0
    told_at: float = 0.0
    margin: float = MARGIN
    clear: bool = False

    @property
    def pace(self) -> float:
        """The estimated seconds per deal."""
        return self.seconds / max(1, len(self.done))

    def row_now_and_then(self) -> dict[str, Any]:
        """Return the current result, or nothing if it was reported recently."""
        if 0 not in self.done or time.time() - self.told_at < WRITE_EVERY:
            return {}
        self.told_at = time.time()
        row = self.row()
        self.clear = self.clear or is_clear(row, self.margin)
        return row

    def deals(self) -> list[list[ArenaGame]]:
        """Return the finished deals up to the first gap, because short games finish first and would bias results."""
        return [self.done[number] for number in takewhile(self.done.__contains__, count())]

    def row(self) -> dict[str, Any]:
        """Return the current result."""
        deals, series = self.deals(), self.series
        found, game_id = share_of_first(deals), series.game.id
        first, second = series.bots
        row = {"game": game_id, "players": series.setup.players, "who": first.name, "against": second.name}
        row |= {"deals": len(deals), "games": len(in_order(deals))}
        row |= {"share": round(found.value, 4), "low": round(found.low or 0, 4), "high": round(found.high or 1, 4)}
        row |= {"seed": series.seed, "date": date.today().isoformat()}
        row |= {"weights": network_of(game_id).about["sha256"][:12], "rotations": 1}
        if series.remove_luck:
            fair = without_luck(series, in_order(deals))[0]
            share = fair.win_share
            row |= {"fair": [None if x is None else round(x, 4) for x in (share.value, share.low, share.high)]}
            row |= {"fewer_deals": fair.fewer_deals and round(fair.fewer_deals, 2), "judged_by": fair.by}
        return row | ({"simulations": first.simulations} if first.simulations else {})


def seatings_of(series: Series, deal: int) -> tuple[BotSeating, BotSeating]:
    """Return a random rotation of the seats, and the same one with the bots exchanged."""
    players = series.setup.players
    turn = int.from_bytes(luck.key_of(series.seed, "rotation", deal)[:8], "little") % players
    row = [seat % 2 for seat in range(players)]
    row = row[turn:] + row[:turn]
    return tuple(row), tuple(1 - bot for bot in row)


def is_clear(row: dict[str, Any], margin: float = MARGIN) -> bool:
    """Whether the result is clear: the interval is above the goal by a margin, or below the goal."""
    goal = GOALS.get((row["who"], row["against"]), EVEN)
    return bool(row["deals"] >= LEAST and (row["low"] > goal + margin or row["high"] < goal))


class TablePairings:
    """All pairings of a game and number of players; threads play deals of the one with the least time so far."""

    def __init__(self, game_id: str, players: int, pairings: Sequence[tuple[str, str]], told: argparse.Namespace):
        game = find_game(game_id)
        setup = game.setup(players)
        bots = [tuple(contestant(name, game, players) for name in names) for names in pairings]
        self.pairings = [
            NetworkPairing(Series(game, setup, pair, 1, told.seed, told.remove_luck), margin=told.margin)
            for pair in bots
        ]

    def compile(self) -> None:
        """Compile all pairings before their time starts."""
        for pairing in self.pairings:
            ArenaTable(pairing.series, 1).play(0, seatings_of(pairing.series, 0)[0])

    def next(self) -> NetworkPairing | None:
        """Return the pairing to play next, or None if all are clear."""
        open_ones = [pairing for pairing in self.pairings if not pairing.clear]
        return min(open_ones, key=lambda pairing: pairing.seconds, default=None)

    def play_next(self, tables: dict[int, ArenaTable]) -> dict[str, Any] | None:
        """Play one deal of a pairing; return its row, if one is due, or None if all pairings are clear."""
        pairing = self.next()
        if pairing is None:
            return None
        self._play(pairing, tables)
        return pairing.row_now_and_then()

    def _play(self, pairing: NetworkPairing, tables: dict[int, ArenaTable]) -> None:
        """Play the next deal of a pairing; its estimated time is added in advance, and corrected afterwards."""
        deal, begun = next(pairing.numbers), time.time()
        guessed = pairing.pace
        pairing.seconds += guessed
        if id(pairing) not in tables:
            tables[id(pairing)] = ArenaTable(pairing.series)
        table = tables[id(pairing)]
        pairing.done[deal] = [table.play(deal, seating) for seating in seatings_of(pairing.series, deal)]
        pairing.seconds += time.time() - begun - guessed


def play(
    game_id: str,
    players: int,
    pairings: Sequence[tuple[str, str]],
    told: argparse.Namespace,
    slots: Any,
    rows: Any,
    end: float,
) -> None:
    """Play all pairings of a table until they are clear or the time is up; each deal takes a slot."""
    if told.weights:
        weights.FOLDER = told.weights
    tables = TablePairings(game_id, players, pairings, told)
    tables.compile()

    def work(_: int) -> None:
        mine: dict[int, ArenaTable] = {}
        while time.time() < end:
            with slots:
                if time.time() >= end:
                    return
                row = tables.play_next(mine)
            if row is None:
                return
            if row:
                rows.put(row)

    with ThreadPoolExecutor(told.workers) as pool:
        list(pool.map(work, range(told.workers)))
    for pairing in tables.pairings:
        if 0 in pairing.done:
            rows.put(pairing.row())


def by_kind(pairings: Sequence[tuple[str, str]]) -> list[list[tuple[str, str]]]:
    """Group pairings that need the same compiled functions; different groups compile in parallel."""
    found: dict[str, list[tuple[str, str]]] = {}
    for pairing in pairings:
        learnt = any(name.split("+")[0] in LEARNT for name in pairing)
        found.setdefault("" if learnt else "peeking" if set(PEEKING) & set(pairing) else "search", []).append(pairing)
    return list(found.values())


def tables_of(words: Sequence[str]) -> list[tuple[str, int]]:
    """Parse tables such as `elefant:3,4`; all numbers of players if none is given."""
    found = []
    for word in words:
        game_id, _, sizes = word.partition(":")
        found += [(game_id, int(n)) for n in sizes.split(",") if n] or [
            (game_id, n) for n in find_game(game_id).players
        ]
    return found


def main() -> int:
    """Measure, save continuously, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", nargs="+", required=True, help="such as elefant:3,4")
    parser.add_argument("--pairing", nargs="+", default=["network:expert"], help="several share the time")
    parser.add_argument(
        "--margin", type=float, default=MARGIN, help="a pairing is left when it is so clear; 1 for never"
    )
    parser.add_argument("--remove-luck", action="store_true", help="also shares without the luck of the draw")
    parser.add_argument("--seconds", type=float, default=400.0, help="for everything, compiling included")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--weights", type=Path, help="a folder of weights to measure instead of those that are shipped")
    parser.add_argument("--json", type=Path, required=True, help="where to write; the page goes beside it")
    told = parser.parse_args()
    if told.weights:
        weights.FOLDER = told.weights
    pairings = [(who, against) for who, _, against in (each.partition(":") for each in told.pairing)]
    end = time.time() + told.seconds
    slots, rows = CONTEXT.BoundedSemaphore(told.workers), CONTEXT.Queue()
    given = [(*table, some, told, slots, rows, end) for some in by_kind(pairings) for table in tables_of(told.tables)]
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    for row in rows_from(play, given, rows, end):
        found[key_of(row)] = row
        write(told.json, list(found.values()), processor())
    for row in found.values():
        print(json.dumps(row))
    return int(len(found) < sum(len(some) for _, _, some, *_ in given))


if __name__ == "__main__":
    raise SystemExit(main())
