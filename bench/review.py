"""Measures how long the review of a game takes, and how much its evaluators agree: `python -m bench.review`.

Beginners play a game of each kind with the maximum number of players. At points spread over the game, the three steps
of a review are run with the network and with expert's search, measured in CPU time, so that other programs do not
matter. From that, the time for a game of 360 decisions on two idle cores is extrapolated. Writes
bench/review_results.md.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from bench.research.run import processor
from eleven.bots.available_levels import Adviser, adviser_at
from eleven.bots.choosing import advise, choose
from eleven.bots.levels import find_bot
from eleven.core.contract.game import Game, games
from eleven.core.play.match import Match, new_match, see
from eleven.core.rules.asking import asked
from eleven.review.decision_review import (
    DecisionPoint,
    Finding,
    Judgement,
    ReviewBudget,
    compare_decision,
    review_decision,
)
from eleven.review.evaluators import worlds_of
from eleven.review.game_review import decision_points, steps_to_recheck
from eleven.server.replays.review_jobs import WORKERS
from eleven.server.settings import Settings

HERE = Path(__file__).parent
DECISIONS, FIRST_WITHIN, WHOLE_WITHIN = 360, 5.0, 30.0
"""The targets: for a game with 360 decisions, the seconds until the first results and until the whole review."""
HINT_WITHIN = 0.05


@dataclass(frozen=True)
class Cost:
    """The measurements for a game and an evaluator: core seconds of each of the three steps at one point."""

    game: str
    players: int
    by: Adviser
    decisions: int
    glance: float
    full: float
    again: float
    looked_again: int
    judged: tuple[Judgement, ...]

    @property
    def first(self) -> float:
        """The estimated seconds until the first results of a long game."""
        return DECISIONS * self.glance / WORKERS

    @property
    def whole(self) -> float:
        """The estimated seconds until the whole review of a long game."""
        return self.first + (DECISIONS * self.full + self.looked_again * self.again) / WORKERS


def played(game: Game) -> Match:
    """Play a game of beginners with the maximum number of players."""
    match, bot = new_match(game, game.setup(max(game.players)), bytes(32), quick=True), find_bot("beginner", game)
    while not match.over:
        match.play(game.actions[choose(game, match.seen(match.asked), bot, len(match.entries).to_bytes(32))])
    return match


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """Return the result of a function, and the CPU time it took."""
    begun = time.process_time()
    return work(), time.process_time() - begun


def measured(game: Game, points: Sequence[DecisionPoint], samples: int, budget: ReviewBudget) -> Cost:
    """Measure the steps of a review at some points of a game, after previews that compile the evaluator."""
    some = [points[i * len(points) // samples] for i in range(samples)]

    def look(spent: ReviewBudget) -> list[Finding]:
        return [review_decision(game.id, point, spent) for point in some]

    look(budget.preview)
    _, glance = timed(lambda: look(budget.preview))
    findings, full = timed(lambda: look(budget))
    doubtful = _at_steps(some, steps_to_recheck(findings, budget))[:3] or some[:1]
    _, again = timed(lambda: [compare_decision(game.id, point, budget.again, budget.by) for point in doubtful])
    return Cost(
        game.id,
        max(game.players),
        budget.by,
        len(points),
        glance / samples,
        full / samples,
        again / len(doubtful),
        budget.costliest,
        tuple(each.judgement for each in findings if each.judgement is not None),
    )


def _at_steps(some: Sequence[DecisionPoint], steps: Sequence[int]) -> list[DecisionPoint]:
    return [point for point in some if point.step in steps]


def hint_time(game: Game, match: Match, samples: int) -> float:
    """Return the CPU time of the slowest of some hints."""
    bot, points = find_bot(adviser_at(game, match.setup), game), decision_points(match)
    truths = [np.frombuffer(bytearray(point.state), game.state)[0] for point in points[:: len(points) // samples]]
    seen = [see(game, truth, int(asked(truth))) for truth in truths]
    advise(game, seen[0], bot, bytes(32))
    return max(timed(partial(advise, game, each, bot, bytes(32)))[1] for each in seen)


def agreement(one: Cost, other: Cost) -> str:
    """Return how often two evaluators agree on the best action, and on the verdict, where both gave one."""
    pairs = list(zip(one.judged, other.judged, strict=True))
    same = sum(mine.best == theirs.best for mine, theirs in pairs)
    both = sum(mine.certain and theirs.certain for mine, theirs in pairs)
    first, second = (sum(each.certain for each in cost.judged) for cost in (one, other))
    return f"| {one.game} | {len(pairs)} | {same} | {first} | {second} | {both} |"


def report(rows: Sequence[Cost], hints: dict[str, float], simulations: int) -> str:
    """The page of results."""
    by_game = {name: [row for row in rows if row.game == name] for name in hints}
    lines = [
        "# Reviews",
        "",
        f"`python -m bench.review` on {processor()}: processor time of a review with {simulations:,} simulations",
        f"of expert's search for each decision, or {worlds_of('network', simulations)} worlds in which the network",
        f"plays on, and what a game of {DECISIONS} decisions takes with it on {WORKERS} quiet cores. Promised are the",
        f"first results within {FIRST_WITHIN:.0f} s and the whole within {WHOLE_WITHIN:.0f} s. On a server the network",
        "is the evaluator.",
        "",
        "| game | players | evaluator | decisions | a glance | a full look | a second look | first results | all |",
        "|---|---:|---|---:|---:|---:|---:|---:|---:|",
        *(
            f"| {row.game} | {row.players} | {row.by} | {row.decisions} | {row.glance * 1000:.0f} ms "
            f"| {row.full * 1000:.0f} ms | {row.again * 1000:.0f} ms | {row.first:.1f} s | {row.whole:.0f} s |"
            for row in rows
        ),
        "",
        "How far they agree about decisions of beginners, at the full look: would do the same, and call what was done",
        "surely costly.",
        "",
        "| game | decisions with a choice | same choice | costly by the network | by expert | by both |",
        "|---|---:|---:|---:|---:|---:|",
        *(agreement(*both) for both in by_game.values() if len(both) == 2),
        "",
        f"The slowest of some hints, compiled; promised is {HINT_WITHIN * 1000:.0f} ms: "
        + ", ".join(f"{name} {took * 1000:.1f} ms" for name, took in hints.items())
        + ".",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--page", type=Path, default=HERE / "review_results.md", help="where the results go")
    parser.add_argument("--samples", type=int, default=16, help="points that are looked at in each game")
    parser.add_argument("--only", default="", help="games whose name has this in it")
    chosen = parser.parse_args()
    simulations, rows, hints = Settings().review_simulations, list[Cost](), dict[str, float]()
    for game in (game for name, game in games().items() if chosen.only in name):
        match = played(game)
        evaluators: tuple[Adviser, ...] = (
            ("network", "expert") if adviser_at(game, match.setup) == "network" else ("expert",)
        )
        rows += [
            measured(game, decision_points(match), chosen.samples, ReviewBudget.of(simulations, by))
            for by in evaluators
        ]
        hints[game.id] = hint_time(game, match, chosen.samples)
        chosen.page.write_text(report(rows, hints, simulations), encoding="utf-8")
    print(report(rows, hints, simulations))


if __name__ == "__main__":
    main()
