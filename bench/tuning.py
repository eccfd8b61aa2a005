"""Tune the settings of each level for every number of players, so that each beats the one below by a similar margin.

    python -m bench.tuning --workers 16 --seconds 420 --json tuned.json

Settings below expert form a scale from strong to weak: searches with repeatedly halved numbers of simulations, then
greedy without search, then greedy with more and more overlooking and forgetting. Each level's position on the scale is
found from the top by stochastic approximation (Robbins and Monro 1951): after every deal against the level above, it
moves down a little if that level won less than wanted, or up if it won more, in decreasing steps. These deals use seeds
that `bench.calibrate` rejects. The result is then measured on other deals, as in `bench.calibrate`. Both are saved
continuously: `found` has the settings, `rows` the measurements. Finally, copy the settings into the games' `LEVELS`.
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
from bench.match_ups import WRITE_EVERY, MatchUp
from bench.network_pairings import tables_of
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
"""Each level's target win share against the one below, from the smallest table to the largest: lower where luck leaves
less room between random and expert.
"""
BELOW_EXPERT: Mapping[str, float] = {"elefant": 6.5, "eleven_board": 3.0, "eleven_cards": 2.0, "elevenses": 3.0}
"""The start of the search for hard, as a distance below expert."""
FEWEST: Mapping[str, int] = {"elefant": 1, "eleven_board": 60, "eleven_cards": 16, "elevenses": 8}
"""The minimum number of simulations at which a search is better than greedy."""
A_STEP, MOST_OVERLOOKED, MOST_FORGOTTEN = 5, 95, 60
"""The percentage that is overlooked and forgotten more with each step down, and the maxima of both."""
FIRST_STEP, STEADY = 20.0, 5
PARTS: Mapping[str, float] = {"hard": 0.3, "normal": 0.1, "easy": 0.05, "beginner": 0.03}
"""The fraction of the time for tuning each level; the rest is for measuring."""
FURTHER = 2.5
"""The start of the search for each further level, as a distance below the previous one."""


@dataclass(frozen=True)
class SettingScale:
    """The scale of settings from expert downwards in a game."""

    game: Game

    @property
    def expert(self) -> Bot:
        """Return the strongest setting, expert."""
        return find_bot("expert", self.game)

    @property
    def searching(self) -> float:
        """The position at which the search ends and greedy begins."""
        return math.log2((self.expert.simulations or 1) / FEWEST[self.game.id])

    @property
    def length(self) -> float:
        """The length of the scale."""
        return self.searching + MOST_OVERLOOKED / A_STEP

    def at(self, place: float, name: str) -> Bot:
        """Return the bot at a position on the scale."""
        if place <= self.searching:
            number = rounded((self.expert.simulations or 1) * 2**-place)
            return replace(self.expert, name=name, kind=SEARCH, simulations=number, threads=1)
        overlook = round(min(MOST_OVERLOOKED, A_STEP * (place - self.searching)))
        return Bot(name, GREEDY, overlook=overlook, forget=min(MOST_FORGOTTEN, overlook))


def rounded(number: float) -> int:
    """Round to two significant digits."""
    digits = max(0, math.floor(math.log10(max(1.0, number))) - 1)
    unit = int(10**digits)
    return max(1, round(number / unit) * unit)


def settings(bot: Bot) -> dict[str, int]:
    """Return a bot's settings in the format of a game's `LEVELS`."""
    if bot.kind == SEARCH:
        return {"simulations": bot.simulations or 1, "cutoff": bot.cutoff}
    return {"simulations": 0, "overlook": bot.overlook, "forget": bot.forget}


def walk(
    scale: SettingScale, players: int, above: Bot, start: float, name: str, seed: int, end: float
) -> tuple[float, int]:
    """Find the position of a level below another one; return it with the number of deals."""
    target = TARGETS[scale.game.id][scale.game.players.index(players)]
    place, places = start, [start]
    while time.time() < end or len(places) == 1:
        deal = len(places)
        series = Series(scale.game, scale.game.setup(players), (above, scale.at(place, name)), 0, seed)
        table = ArenaTable(series, LONGEST)
        share = sum(first_share(table.play(deal, seating)) for seating in seatings(players)) / 2
        place += FIRST_STEP / (deal + STEADY) * (target - share)
        place = min(max(place, 0.0), scale.length)
        places.append(place)
    late = places[len(places) // 2 :]
    return sum(late) / len(late), len(places) - 1


def tune(game_id: str, players: int, told: argparse.Namespace, rows: Any, end: float) -> None:
    """Tune the levels of a table from the top, then measure them until all results are clear or the time is up."""
    scale, begun = SettingScale(find_game(game_id)), time.time()
    walk(scale, players, scale.at(scale.searching, "hard"), scale.searching, "normal", WALKED, 0.0)  # compiles
    left = max(1.0, end - time.time())
    bots, place = {"expert": scale.expert}, 0.0
    found: dict[str, Any] = {"game": game_id, "players": players, "compiled": round(time.time() - begun)}
    upper = "expert"
    for number, (name, part) in enumerate(PARTS.items()):
        start = place + FURTHER if bots.keys() > {"expert"} else BELOW_EXPERT[game_id]
        seed = WALKED + 1 + number
        place, deals = walk(scale, players, bots[upper], start, name, seed, time.time() + part * left)
        bots[name] = scale.at(place, name)
        found[name] = {"place": round(place, 2), "deals": deals, **settings(bots[name])}
        rows.put(dict(found))
        upper = name
    order = list(COMMON_LEVELS)
    asked = [MatchUp(scale.game, players, bots[who], bots[order[order.index(who) - 1]], told.seed) for who in order[1:]]
    measure(asked, rows, end)


def measure(asked: list[MatchUp], rows: Any, end: float) -> None:
    """Play all match-ups in turn, on deals that were not used for tuning."""
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
    """Write the current results."""
    data = {"date": date.today().isoformat(), "machine": processor(), "found": list(found.values())}
    path.write_text(json.dumps(data | {"rows": list(rows.values())}, indent=1) + "\n", encoding="utf-8")


def main() -> int:
    """Tune, measure, and save continuously."""
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
