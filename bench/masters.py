"""Where a network is stronger than expert: every table at once, on as many cores as there are.

`python -m bench.masters --tables eleven_cards:2,3,4 elefant:3 --seconds 400 --workers 13` shares the cores out among
the tables, and leaves a table whose answer is clear: the interval lies above one half by a margin, or below it. Each
deal is played twice, with the bots exchanged, in a rotation of the seats that is drawn by lot. What is known so far is
written all the time, in the form of bench/network_results.json; `python -m bench.network --join` puts it there.
"""

import argparse
import json
import multiprocessing
import os
import queue
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import date
from itertools import count, takewhile
from pathlib import Path
from typing import Any

from bench.network.run import SEED, contestant, in_order, share_of_first, write
from bench.research.run import processor
from eleven.arena.series import Played, Seating, Series, Table
from eleven.core.contract.game import find_game
from eleven.core.rules import luck
from eleven.network import weights
from eleven.network.weights import network_of

MARGIN, LEAST = 0.02, 12
"""By so much a lower bound has to be above one half before a table is left, and after so many deals at the earliest."""
WRITE_EVERY, GRACE = 3.0, 1.0


@dataclass
class Pairing:
    """Two bots at a table, and the deals that were played so far."""

    series: Series
    done: dict[int, list[Played]] = field(default_factory=dict)

    def deals(self) -> list[list[Played]]:
        """From the first one without a gap: short games end first, and must not count before the long ones."""
        return [self.done[number] for number in takewhile(self.done.__contains__, count())]

    def row(self) -> dict[str, Any]:
        """What is known so far."""
        deals, series = self.deals(), self.series
        found, game_id = share_of_first(deals), series.game.id
        first, second = series.bots
        row = {"game": game_id, "players": series.setup.players, "who": first.name, "against": second.name}
        row |= {"deals": len(deals), "games": len(in_order(deals))}
        row |= {"share": round(found.value, 4), "low": round(found.low or 0, 4), "high": round(found.high or 1, 4)}
        row |= {"seed": series.seed, "date": date.today().isoformat()}
        row |= {"weights": network_of(game_id).about["sha256"][:12], "rotations": 1}
        return row | ({"simulations": first.simulations} if first.simulations else {})


def seatings_of(series: Series, deal: int) -> tuple[Seating, Seating]:
    """One rotation of the seats, drawn by lot, and the same with the bots exchanged."""
    players = series.setup.players
    turn = int.from_bytes(luck.key_of(series.seed, "rotation", deal)[:8], "little") % players
    row = [seat % 2 for seat in range(players)]
    row = row[turn:] + row[:turn]
    return tuple(row), tuple(1 - bot for bot in row)


def is_clear(row: dict[str, Any]) -> bool:
    """Whether nobody needs to know more."""
    return bool(row["deals"] >= LEAST and (row["low"] > 0.5 + MARGIN or row["high"] < 0.5))


def play(
    game_id: str, players: int, names: tuple[str, str], told: argparse.Namespace, slots: Any, rows: Any, end: float
) -> None:
    """Play one pairing until it is clear or the time over; each deal takes a slot, and so does compiling."""
    if told.weights:
        weights.FOLDER = told.weights
    game = find_game(game_id)
    bots = (contestant(names[0], game, players), contestant(names[1], game, players))
    pairing = Pairing(Series(game, game.setup(players), bots, 1, told.seed))
    numbers, clear, told_at = count(1), False, time.time()

    def deal_at(table: Table, deal: int) -> None:
        pairing.done[deal] = [table.play(deal, seating) for seating in seatings_of(pairing.series, deal)]

    def work(_: int) -> None:
        nonlocal clear, told_at
        table = Table(pairing.series)
        while not clear and time.time() < end:
            with slots:
                if clear or time.time() >= end:
                    return
                deal_at(table, next(numbers))
            if time.time() - told_at > WRITE_EVERY:
                told_at = time.time()
                row = pairing.row()
                clear = clear or is_clear(row)
                rows.put(row)

    with slots:
        deal_at(Table(pairing.series), 0)
    rows.put(pairing.row())
    with ThreadPoolExecutor(told.workers) as pool:
        list(pool.map(work, range(told.workers)))
    rows.put(pairing.row())


def tables_of(words: Sequence[str]) -> list[tuple[str, int]]:
    """`elefant:3,4` and so on; all sizes where none is given."""
    found = []
    for word in words:
        game_id, _, sizes = word.partition(":")
        found += [(game_id, int(n)) for n in sizes.split(",") if n] or [
            (game_id, n) for n in find_game(game_id).players
        ]
    return found


def main() -> int:
    """Measure, write all the time, and say what came out."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", nargs="+", required=True, help="such as elefant:3,4")
    parser.add_argument("--pairing", default="network:expert")
    parser.add_argument("--seconds", type=float, default=400.0, help="for everything, compiling included")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--weights", type=Path, help="a folder of weights to measure instead of those that are shipped")
    parser.add_argument("--json", type=Path, required=True, help="where to write; the page goes beside it")
    told = parser.parse_args()
    if told.weights:
        weights.FOLDER = told.weights
    who, against = told.pairing.split(":")
    end = time.time() + told.seconds
    context = multiprocessing.get_context("spawn")
    slots, rows = context.BoundedSemaphore(told.workers), context.Queue()
    given = [(*table, (who, against), told, slots, rows, end) for table in tables_of(told.tables)]
    processes = [context.Process(target=play, args=each, daemon=True) for each in given]
    for process in processes:
        process.start()
    found: dict[tuple[str, int], dict[str, Any]] = {}
    while time.time() < end + GRACE and (any(each.is_alive() for each in processes) or not rows.empty()):
        try:
            row = rows.get(timeout=1.0)
        except queue.Empty:
            continue
        found[row["game"], row["players"]] = row
        write(told.json, list(found.values()), processor())
    for process in processes:
        process.terminate()
    for row in found.values():
        print(json.dumps(row))
    return int(len(found) < len(processes))


if __name__ == "__main__":
    raise SystemExit(main())
