"""Find out how each level should think at every table, so that each beats the one below by about the same.

    python -m bench.tuning --workers 16 --seconds 420 --json tuned.json

Below expert there is a way from strong to weak: a search with half the simulations, with half of these and so on;
then no search but what looks best; then the same with more and more overlooked and forgotten. From the top, each
level's place on it is found by walking: after every deal against the level above, a little further down where that
one won less than wanted, a little up where it won more, in smaller and smaller steps (Robbins and Monro 1951). The
deals of the walk are of seeds that `bench.calibrate` refuses. What was found is then measured on others, as
`bench.calibrate` does, and both are written all the time: `found` has the settings, `rows` the measurement. The
settings are then to be written into the games' `LEVELS` by hand.
"""

import argparse
import json
import math
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from bench.calibrate import SEED, TUNED_BELOW, is_clear
from bench.masters import tables_of
from bench.questions import WRITE_EVERY, Question
from bench.research.run import processor
from bench.side_by_side import CONTEXT, rows_from
from eleven.arena.series import ArenaTable, Series
from eleven.bots.levels import COMMON_LEVELS, GREEDY, SEARCH, Bot, find_bot
from eleven.core.contract.game import Game, find_game, games
from eleven.shards.strength_job import LONGEST, first_share, seatings

WALKED = 7001
assert WALKED < TUNED_BELOW
TARGETS: Mapping[str, Sequence[float]] = {
    "elefant": (0.76, 0.75, 0.72),
    "eleven_board": (0.65, 0.65, 0.65),
    "eleven_cards": (0.74, 0.68, 0.67, 0.66, 0.65),
    "elevenses": (0.74, 0.74, 0.72),
}
"""What each level should win against the one below, from the smallest table to the largest: less where luck leaves less
room between random and expert.
"""
BELOW_EXPERT: Mapping[str, float] = {"elefant": 6.5, "eleven_board": 3.0, "eleven_cards": 2.0, "elevenses": 3.0}
"""Where the walk to hard begins."""
FEWEST: Mapping[str, int] = {"elefant": 1, "eleven_board": 60, "eleven_cards": 16, "elevenses": 8}
"""A search with fewer simulations is no better than what looks best."""
A_STEP, MOST_OVERLOOKED, MOST_FORGOTTEN = 5, 95, 60
"""In a hundred, what is overlooked and forgotten more with each step down."""
FIRST_STEP, STEADY = 20.0, 5
PARTS: Mapping[str, float] = {"hard": 0.3, "normal": 0.1, "easy": 0.05, "beginner": 0.03}
"""Of the time, how much is spent on finding each level; the rest is for measuring."""
FURTHER = 2.5
"""How much further down the walk to each of the others begins."""


@dataclass(frozen=True)
class Way:
    """The way from expert down, in a game."""

    game: Game

    @property
    def expert(self) -> Bot:
        """Where it begins."""
        return find_bot("expert", self.game)

    @property
    def searching(self) -> float:
        """How far down there is a search."""
        return math.log2((self.expert.simulations or 1) / FEWEST[self.game.id])

    @property
    def length(self) -> float:
        """How far it goes."""
        return self.searching + MOST_OVERLOOKED / A_STEP

    def at(self, place: float, name: str) -> Bot:
        """The bot at a place."""
        if place <= self.searching:
            number = rounded((self.expert.simulations or 1) * 2**-place)
            return replace(self.expert, name=name, kind=SEARCH, simulations=number, threads=1)
        overlook = round(min(MOST_OVERLOOKED, A_STEP * (place - self.searching)))
        return Bot(name, GREEDY, overlook=overlook, forget=min(MOST_FORGOTTEN, overlook))


def rounded(number: float) -> int:
    """With two digits that count."""
    digits = max(0, math.floor(math.log10(max(1.0, number))) - 1)
    unit = int(10**digits)
    return max(1, round(number / unit) * unit)


def settings(bot: Bot) -> dict[str, int]:
    """As a game's `LEVELS` have them."""
    if bot.kind == SEARCH:
        return {"simulations": bot.simulations or 1, "sight": bot.sight}
    return {"simulations": 0, "overlook": bot.overlook, "forget": bot.forget}


def walk(way: Way, players: int, above: Bot, start: float, name: str, seed: int, end: float) -> tuple[float, int]:
    """The place of a level below another one, and after how many deals."""
    target = TARGETS[way.game.id][way.game.players.index(players)]
    place, places = start, [start]
    while time.time() < end or len(places) == 1:
        deal = len(places)
        series = Series(way.game, way.game.setup(players), (above, way.at(place, name)), 0, seed)
        table = ArenaTable(series, LONGEST)
        share = sum(first_share(table.play(deal, seating)) for seating in seatings(players)) / 2
        place += FIRST_STEP / (deal + STEADY) * (target - share)
        place = min(max(place, 0.0), way.length)
        places.append(place)
    late = places[len(places) // 2 :]
    return sum(late) / len(late), len(places) - 1


def tune(game_id: str, players: int, told: argparse.Namespace, rows: Any, end: float) -> None:
    """Find the levels of a table from the top, then measure them until all is clear or the time over."""
    way, begun = Way(find_game(game_id)), time.time()
    walk(way, players, way.at(way.searching, "hard"), way.searching, "normal", WALKED, 0.0)  # compiles
    left = max(1.0, end - time.time())
    bots, place = {"expert": way.expert}, 0.0
    found: dict[str, Any] = {"game": game_id, "players": players, "compiled": round(time.time() - begun)}
    upper = "expert"
    for number, (name, part) in enumerate(PARTS.items()):
        start = place + FURTHER if bots.keys() > {"expert"} else BELOW_EXPERT[game_id]
        seed = WALKED + 1 + number
        place, deals = walk(way, players, bots[upper], start, name, seed, time.time() + part * left)
        bots[name] = way.at(place, name)
        found[name] = {"place": round(place, 2), "deals": deals, **settings(bots[name])}
        rows.put(dict(found))
        upper = name
    order = list(COMMON_LEVELS)
    asked = [Question(way.game, players, bots[who], bots[order[order.index(who) - 1]], told.seed) for who in order[1:]]
    measure(asked, rows, end)


def measure(asked: list[Question], rows: Any, end: float) -> None:
    """Play all questions on deals that nothing was tuned on, in turn."""
    tables = [ArenaTable(each.series, LONGEST) for each in asked]
    told_at = time.time()
    while time.time() < end and not all(each.answered for each in asked):
        number = min((n for n, each in enumerate(asked) if not each.answered), key=lambda n: asked[n].spent)
        each, begun = asked[number], time.monotonic()
        deal = each.asked
        each.asked += 1
        played = [tables[number].play(deal, seating) for seating in seatings(each.players)]
        each.note(deal, played, time.monotonic() - begun)
        if time.time() - told_at > WRITE_EVERY or each.asked % 50 == 0:
            told_at = time.time()
            row = each.row()
            each.answered = is_clear(row)
            rows.put(row)
    for each in asked:
        if each.shares:
            rows.put(each.row())


def write(path: Path, found: dict[Any, Any], rows: dict[Any, Any]) -> None:
    """All that is known."""
    data = {"date": date.today().isoformat(), "machine": processor(), "found": list(found.values())}
    path.write_text(json.dumps(data | {"rows": list(rows.values())}, indent=1) + "\n", encoding="utf-8")


def main() -> int:
    """Find, measure, write all the time."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", nargs="+", default=list(games()), help="such as elefant:3,4")
    parser.add_argument("--seconds", type=float, default=420.0, help="for everything, compiling included")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="tables that are played at once")
    parser.add_argument("--seed", type=int, default=SEED, help="of the deals that are measured on")
    parser.add_argument("--json", type=Path, required=True)
    told = parser.parse_args()
    tables = tables_of(told.tables)
    rounds = -(-len(tables) // told.workers)
    rows = CONTEXT.Queue()
    found: dict[Any, Any] = {}
    measured: dict[Any, Any] = {}
    begun = time.time()
    for number in range(rounds):
        end = begun + told.seconds * (number + 1) / rounds
        now = tables[number * told.workers : (number + 1) * told.workers]
        for row in rows_from(tune, [(*table, told, rows, end) for table in now], rows, end):
            table = (row["game"], row["players"])
            if "share" in row:
                measured[*table, row["who"], row["against"]] = row
            else:
                found[table] = row
            if rows.empty():
                write(told.json, found, measured)
    print(json.dumps({"found": list(found.values()), "rows": list(measured.values())}))
    return int(len(found) < len(tables))


if __name__ == "__main__":
    raise SystemExit(main())
