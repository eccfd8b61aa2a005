"""Checks that characters are equally strong, and that their behaviour differs.

    python -m bench.characters --workers 2 --seconds 300 --json characters.json

plays careful, daring and friendly bots of a level against each other, at the smallest table of every game, and counts
how often each kind of action (a verb of the game) was taken when there was an alternative. A pair is finished when its
interval is ± 3 %. The intervals of win shares are valid at any time (sequential); those of action frequencies only for
a number of deals that was fixed in advance.
"""

import argparse
import json
import os
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np

from bench.calibrate import SEED
from bench.calibrate_page import settings_of
from bench.characters_page import page
from bench.research.run import processor
from bench.side_by_side import CONTEXT, rows_from
from eleven.arena.baselines import find_contestant
from eleven.arena.estimates import mean_of, share_of
from eleven.arena.series import key_of_decision, shares_of
from eleven.bots.choosing import choose, options_of
from eleven.bots.levels import CHARACTERS, Bot, without_clock
from eleven.core.contract.game import Game, find_game, games
from eleven.core.play.engine import engine
from eleven.core.rules import luck as fortune
from eleven.core.rules.asking import asked
from eleven.core.rules.record import blank
from eleven.shards.strength_job import seatings

RESULTS = Path(__file__).parent / "characters_results.json"
NARROW, MOST = 0.03, 6000
WRITE_EVERY = 3.0


@dataclass
class Pair:
    """Two characters of a level in a game: win shares by deal, and for both, what they could do and what they did."""

    game: Game
    players: int
    level: str
    who: str
    against: str
    shares: list[float] = field(default_factory=list)
    habits: dict[str, list[list[tuple[int, int]]]] = field(default_factory=dict)
    answered: bool = False

    def bots(self) -> list[Bot]:
        """Return both bots, limited by simulations only."""
        names = [f"{self.level}:{character}" for character in (self.who, self.against)]
        return [without_clock(find_contestant(name, self.game, self.players)) for name in names]

    def row(self) -> dict[str, Any]:
        """Return the current result."""
        share = share_of(np.array(self.shares))
        row = {"game": self.game.id, "players": self.players, "level": self.level}
        row |= {"who": self.who, "against": self.against, "deals": len(self.shares)}
        row |= {"share": round(share.value, 4), "low": round(share.low or 0.0, 4), "high": round(share.high or 1.0, 4)}
        row |= {"settings": settings_of(self.bots()[0])}
        habits = {name: [_rate(counts) for counts in both] for name, both in self.habits.items() if _could(both)}
        return row | {"habits": habits}


def _could(both: list[list[tuple[int, int]]]) -> bool:
    """Whether both had the opportunity on average at least every second deal."""
    return all(sum(could for could, _ in counts) * 2 >= len(counts) for counts in both)


def _rate(counts: list[tuple[int, int]]) -> dict[str, float | None]:
    """Return how often something was done when possible, with an interval from the variance between deals."""
    could, did = (np.array(each, float) for each in zip(*counts, strict=True))
    rate = did.sum() / max(1.0, could.sum())
    spread = mean_of((did - rate * could) / max(1e-9, could.mean()))
    if spread.high is None:
        return {"rate": round(float(rate), 4), "low": None, "high": None}
    width = spread.high - spread.value
    return {"rate": round(float(rate), 4), "low": round(float(rate - width), 4), "high": round(float(rate + width), 4)}


def verbs_of(game: Game) -> list[str]:
    """The kinds of actions that a game has."""
    return list(dict.fromkeys(action.verb for action in game.actions))


def play_deal(pair: Pair, bots: Sequence[Bot], deal: int, seed: int) -> None:
    """Play a deal in both seatings, and count the actions."""
    counted = [Counter[tuple[str, str]]() for _ in bots]
    won = [play_game(pair, bots, deal, seating, seed, counted) for seating in seatings(pair.players)]
    pair.shares.append(sum(won) / len(won))
    for name in verbs_of(pair.game):
        both = pair.habits.setdefault(name, [[], []])
        for number, counts in enumerate(counted):
            both[number].append((counts["could", name], counts["did", name]))


def play_game(pair: Pair, bots: Sequence[Bot], deal: int, seating: Sequence[int], seed: int, counted: Any) -> float:
    """Play a game, and return the win share of the first bot."""
    game, rules = pair.game, engine(pair.game.id)
    setup = game.setup(pair.players)
    state, luck = rules.prepared(setup)[0], fortune.fresh(fortune.key_of(seed, "deal", deal))
    rules.start(state, luck)
    decisions = 0
    series: Any = argparse.Namespace(seed=seed)
    while not state.over and decisions < game.truncate_at:
        seat = int(asked(state))
        seen = blank(game.state)
        game.see(state, seat, seen)
        key = key_of_decision(series, deal, tuple(seating), decisions)
        action = choose(game, seen, bots[seating[seat]], key)
        note(game, options_of(game, seen), action, counted[seating[seat]])
        rules.apply(state, action, luck)
        decisions += 1
    shares = shares_of([int(game.score(state, seat)) for seat in range(pair.players)], bool(state.over))
    return sum(share for seat, share in enumerate(shares) if seating[seat] == 0)


def note(game: Game, options: Sequence[int], action: int, counts: Counter[tuple[str, str]]) -> None:
    """Count the kinds of actions that were possible, and the one that was taken."""
    verbs = {game.actions[option].verb for option in options}
    if len(verbs) > 1:
        counts.update(("could", verb) for verb in verbs)
        counts["did", game.actions[action].verb] += 1


def play(game_id: str, level: str, two: tuple[str, str], seed: int, rows: Any, slots: Any, end: float) -> None:
    """Play one pair until its result is clear or the time is up."""
    game, told_at = find_game(game_id), 0.0
    pair = Pair(game, game.players[0], level, *two)
    with slots:
        play_deal(replace(pair, shares=[], habits={}), pair.bots(), -1, seed)  # compiles
    while time.time() < end and not pair.answered:
        with slots:
            play_deal(pair, pair.bots(), len(pair.shares), seed)
        if time.time() - told_at > WRITE_EVERY:
            told_at = time.time()
            tell(pair, rows)
    tell(pair, rows)


def tell(pair: Pair, rows: Any) -> None:
    """Report the current result of a pair, unless it has been reported."""
    if len(pair.shares) > 1 and not pair.answered:
        row = pair.row()
        pair.answered = len(pair.shares) >= MOST or row["high"] - row["low"] <= 2 * NARROW
        rows.put(row)


def main() -> int:
    """Measure, and write all the time."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", default=list(games()))
    parser.add_argument("--levels", nargs="+", default=["greedy", "hard"])
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="pairs that are played at once")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--json", type=Path, default=RESULTS)
    told = parser.parse_args()
    rows, slots, end = CONTEXT.Queue(), CONTEXT.BoundedSemaphore(told.workers), time.time() + told.seconds
    pairs = product(told.games, told.levels, combinations(CHARACTERS, 2))
    given = [(*each, told.seed, rows, slots, end) for each in pairs]
    found: dict[Any, Any] = {}
    for row in rows_from(play, given, rows, end):
        found[row["game"], row["level"], row["who"], row["against"]] = row
        if rows.empty():
            write(told.json, list(found.values()), told.seed)
    return 0


def write(path: Path, rows: Sequence[dict[str, Any]], seed: int) -> None:
    """What is known, and the page."""
    data = {"date": date.today().isoformat(), "machine": processor(), "seed": seed, "rows": rows}
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    path.with_suffix(".md").write_text(page(data), encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
