"""The review of a whole game: win shares over time, the costliest decisions, and luck versus skill.

A seat's result is split into four parts: an even share, what its own decisions lost, what the others' decisions gained
or lost for it, and the rest, which is luck: the seat, the deal, random draws, and the actual positions of hidden cards.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from eleven.bots.available_levels import Adviser, adviser_at
from eleven.bots.levels import ADVISER
from eleven.core.play.match import Match
from eleven.core.text.errors import Mistake
from eleven.review.decision_review import (
    DecisionPoint,
    Finding,
    Judgement,
    ReviewBudget,
    compare_decision,
    review_decision,
)
from eleven.review.evaluators import worlds_of
from eleven.review.search_evaluation import ValueEstimate

SWINGS = 6


@dataclass(frozen=True)
class ResultBreakdown:
    """The breakdown of one seat's result; `even`, `own`, `others` and `luck` add up to `result`."""

    even: float
    own: ValueEstimate
    others: ValueEstimate
    luck: ValueEstimate
    deal: ValueEstimate
    result: float
    decisions: int
    mistakes: int


@dataclass(frozen=True)
class Swing:
    """A large change of a seat's win share by luck; `step` is the number of decisions taken by then."""

    step: int
    seat: int
    change: ValueEstimate


@dataclass(frozen=True)
class Review:
    """The results of a review; `shares[n]` are the win shares after n decisions, and the last entry is the result.

    `skill[n]` and `fortune[n]` are what each seat's own decisions and luck have changed up to then.
    """

    shares: Sequence[Sequence[ValueEstimate]]
    skill: Sequence[Sequence[float]]
    fortune: Sequence[Sequence[float]]
    judgements: Sequence[Judgement]
    accounts: Sequence[ResultBreakdown]
    swings: Sequence[Swing]
    simulations: int
    by: Adviser = ADVISER

    def costliest(self, most: int = 5) -> list[Judgement]:
        """Return the decisions whose cost exceeds its margin, costliest first."""
        found = [judgement for judgement in self.judgements if judgement.certain]
        return sorted(found, key=lambda judgement: -judgement.cost.value)[:most]


def decision_points(match: Match) -> list[DecisionPoint]:
    """Return every decision of a finished game with the state before it."""
    if not match.over:
        raise Mistake("a game can be reviewed when it is over")
    states = [board.record().tobytes() for board in match.boards()]
    return [DecisionPoint(step, states[step], entry.action) for step, entry in enumerate(match.entries)]


def review(
    match: Match, budget: ReviewBudget | None = None, on_progress: Callable[[float], None] | None = None
) -> Review:
    """Review a finished game in this process; `on_progress` is called with the fraction that is done."""
    budget, points = budget or ReviewBudget(by=adviser_at(match.game, match.setup)), decision_points(match)
    heard = on_progress or (lambda _: None)
    findings = []
    for number, point in enumerate(points, 1):
        findings.append(review_decision(match.game.id, point, budget))
        heard(0.8 * number / len(points))
    doubtful = steps_to_recheck(findings, budget)
    better = []
    for number, step in enumerate(doubtful, 1):
        better.append(compare_decision(match.game.id, points[step], budget.again, budget.by))
        heard(0.8 + 0.2 * number / len(doubtful))
    return assemble_review(findings, better, result_of(match), budget)


def result_of(match: Match) -> list[float]:
    """Return every seat's win share: 1 split between the winners."""
    winners = match.winners()
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(match.setup.players)]


def steps_to_recheck(findings: Iterable[Finding], budget: ReviewBudget) -> list[int]:
    """Return the steps whose decisions seem to have cost most; only these are judged again with more simulations."""
    judged = [finding.judgement for finding in findings if finding.judgement is not None]
    costly = sorted((row for row in judged if row.cost.value > 0), key=lambda row: -row.cost.value)
    return sorted(row.step for row in costly[: budget.costliest])


def assemble_review(
    findings: Sequence[Finding], better: Iterable[Judgement | None], result: Sequence[float], budget: ReviewBudget
) -> Review:
    """Build the review from the findings about single decisions; second judgements replace the first ones."""
    judged = {finding.step: finding.judgement for finding in findings if finding.judgement is not None}
    judged.update({row.step: row for row in better if row is not None})
    shares = [finding.shares for finding in findings]
    shares.append(tuple(ValueEstimate(share, 0.0) for share in result))
    judgements = [judged[step] for step in sorted(judged)]
    accounts = [_account(seat, shares, judgements, result) for seat in range(len(result))]
    skill, fortune = _ways(shares, judged)
    worlds = worlds_of(budget.by, budget.decision)
    return Review(shares, skill, fortune, judgements, accounts, _swings(shares, judged), worlds, budget.by)


def _ways(
    shares: Sequence[Sequence[ValueEstimate]], judged: Mapping[int, Judgement]
) -> tuple[list[list[float]], list[list[float]]]:
    """Return the running totals of skill and luck for every seat.

    An even share, skill, luck and the effects of the others' decisions add up to the win share.
    """
    seats = range(len(shares[0]))
    own, others = [0.0 for _ in seats], [0.0 for _ in seats]
    skill, fortune = [], []
    for step, row in enumerate(shares):
        skill.append(list(own))
        fortune.append([row[seat].value - 1 / len(row) - own[seat] - others[seat] for seat in seats])
        if step in judged:
            for seat in seats:
                mine = judged[step].seat == seat
                (own if mine else others)[seat] += judged[step].effect[seat].value
    return skill, fortune


def _account(
    seat: int, shares: Sequence[Sequence[ValueEstimate]], judgements: Sequence[Judgement], result: Sequence[float]
) -> ResultBreakdown:
    even = 1 / len(result)
    mine = [row for row in judgements if row.seat == seat]
    own = _sum(row.effect[seat] for row in mine)
    others = _sum(row.effect[seat] for row in judgements if row.seat != seat)
    luck_margin = math.hypot(own.margin, others.margin)
    return ResultBreakdown(
        even,
        own,
        others,
        ValueEstimate(result[seat] - even - own.value - others.value, luck_margin),
        ValueEstimate(shares[0][seat].value - even, shares[0][seat].margin),
        result[seat],
        len(mine),
        sum(row.certain for row in mine),
    )


def _sum(parts: Iterable[ValueEstimate]) -> ValueEstimate:
    found = list(parts)
    return ValueEstimate(sum(part.value for part in found), math.hypot(*(part.margin for part in found)))


def _swings(shares: Sequence[Sequence[ValueEstimate]], judged: dict[int, Judgement]) -> list[Swing]:
    """Return the largest changes of win shares that no decision explains."""
    found = []
    for step in range(len(shares) - 1):
        for seat, (before, after) in enumerate(zip(shares[step], shares[step + 1], strict=True)):
            chosen = judged[step].effect[seat] if step in judged else ValueEstimate(0.0, 0.0)
            change = after.value - before.value - chosen.value
            margin = math.hypot(before.margin, after.margin, chosen.margin)
            if abs(change) > margin:
                found.append(Swing(step + 1, seat, ValueEstimate(change, margin)))
    return sorted(found, key=lambda swing: -abs(swing.change.value))[:SWINGS]
