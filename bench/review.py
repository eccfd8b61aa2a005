"""How long the review of a game takes: `python -m bench.review`.

A game of each kind is played by beginners at a full table. At moments spread over it the three looks of a review are
taken as on the page, and the processor time of each is counted, so that a busy machine does not matter; from it comes
what a game of 360 decisions takes on two quiet cores. Writes bench/review_results.md.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eleven.bots.levels import find_bot
from eleven.bots.thinking import choose
from eleven.core.contract.game import Game, games
from eleven.core.play.match import Match, new_match
from eleven.review.judging import Effort, Finding, Moment, judge, study
from eleven.review.reviewing import moments_of, worth_another_look
from eleven.server.replays.review_jobs import WORKERS
from eleven.server.settings import Settings

HERE = Path(__file__).parent
DECISIONS, FIRST_WITHIN, WHOLE_WITHIN = 360, 5.0, 30.0
"""What is promised: the seconds until the first results and the whole review of so long a game."""


@dataclass(frozen=True)
class Cost:
    """What was measured of a game: seconds of a core for each of the three looks at one moment."""

    game: str
    players: int
    decisions: int
    glance: float
    full: float
    again: float
    looked_again: int

    @property
    def first(self) -> float:
        """Seconds until the first results of a long game."""
        return DECISIONS * self.glance / WORKERS

    @property
    def whole(self) -> float:
        """Seconds until the whole review of a long game."""
        return self.first + (DECISIONS * self.full + self.looked_again * self.again) / WORKERS


def played(game: Game) -> Match:
    """A game of beginners at a full table."""
    match, bot = new_match(game, game.setup(max(game.players)), bytes(32), quick=True), find_bot("beginner", game)
    while not match.over:
        match.play(game.actions[choose(game, match.seen(match.asked), bot, len(match.entries).to_bytes(32))])
    return match


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """What came of it, and the processor time it took."""
    begun = time.process_time()
    return work(), time.process_time() - begun


def measured(game: Game, samples: int, effort: Effort) -> Cost:
    """The looks at some moments of a game; glances that are not counted compile the search."""
    moments = moments_of(played(game))
    some = [moments[i * len(moments) // samples] for i in range(samples)]

    def look(with_effort: Effort) -> list[Finding]:
        return [study(game.id, moment, with_effort) for moment in some]

    look(effort.glance)
    _, glance = timed(lambda: look(effort.glance))
    findings, full = timed(lambda: look(effort))
    doubtful = _moments(some, worth_another_look(findings, effort))[:3] or some[:1]
    _, again = timed(lambda: [judge(game.id, moment, effort.again) for moment in doubtful])
    return Cost(
        game.id,
        max(game.players),
        len(moments),
        glance / samples,
        full / samples,
        again / len(doubtful),
        effort.costliest,
    )


def _moments(some: Sequence[Moment], steps: Sequence[int]) -> list[Moment]:
    return [moment for moment in some if moment.step in steps]


def report(rows: Sequence[Cost], effort: Effort) -> str:
    """The page of results."""
    lines = [
        "# Reviews",
        "",
        f"`python -m bench.review`: processor time of a review with {effort.decision:,} simulations for each decision,",
        f"and what a game of {DECISIONS} decisions takes with it on {WORKERS} quiet cores. Promised are the first",
        f"results within {FIRST_WITHIN:.0f} s and the whole within {WHOLE_WITHIN:.0f} s.",
        "",
        "| game | players | decisions | a glance | a full look | a second look | first results | the whole |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
        *(
            f"| {row.game} | {row.players} | {row.decisions} | {row.glance * 1000:.0f} ms | {row.full * 1000:.0f} ms "
            f"| {row.again * 1000:.0f} ms | {row.first:.1f} s | {row.whole:.0f} s |"
            for row in rows
        ),
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--page", type=Path, default=HERE / "review_results.md", help="where the results go")
    parser.add_argument("--samples", type=int, default=16, help="moments that are looked at in each game")
    parser.add_argument("--only", default="", help="games whose name has this in it")
    chosen = parser.parse_args()
    effort = Effort.of(Settings().review_simulations)
    rows = [measured(game, chosen.samples, effort) for name, game in games().items() if chosen.only in name]
    chosen.page.write_text(report(rows, effort), encoding="utf-8")
    print(report(rows, effort))


if __name__ == "__main__":
    main()
