"""The review of one decision: every seat's win share before it, and what the decision was worth.

All estimates start from what a seat saw at that moment (`see`), never from where the cards really were.
"""

from dataclasses import dataclass

import numpy as np

from eleven.bots.available_levels import Adviser
from eleven.bots.choosing import options_of
from eleven.bots.levels import ADVISER
from eleven.core.contract.game import find_game
from eleven.core.play.match import see
from eleven.core.rules.asking import asked
from eleven.review.evaluators import evaluator_of, worlds_of
from eleven.review.search_evaluation import Reply, ValueEstimate, key_for, mean
from eleven.search.ismcts import FREE


@dataclass(frozen=True)
class ReviewBudget:
    """The budget of a review: simulations per win share, per decision, and again for the costliest ones; the evaluator.

    Budgets are in simulations of `expert`; a network simulates fewer worlds (`evaluators.worlds_of`).
    """

    share: int = 1000
    decision: int = 1000
    again: int = 8000
    costliest: int = 12
    by: Adviser = ADVISER

    @classmethod
    def of(cls, simulations: int, by: Adviser = ADVISER) -> "ReviewBudget":
        """Create a budget from the number of simulations per decision."""
        return cls(simulations, simulations, 8 * simulations, by=by)

    @property
    def preview(self) -> "ReviewBudget":
        """An eighth of the budget, for a preview while the full review is computed."""
        few = max(1, self.decision // 8)
        return ReviewBudget(max(1, self.share // 8), few, few, 0, self.by)


@dataclass(frozen=True)
class DecisionPoint:
    """A decision of a game: the true state before it, as bytes, and the action that was taken."""

    step: int
    state: bytes
    action: int


@dataclass(frozen=True)
class Reasons:
    """The reasons against a decision.

    The likely replies to it and to the evaluator's choice; the shares of worlds in which it did worse and better.
    """

    after: Reply | None
    instead: Reply | None
    worse: float
    better: float


@dataclass(frozen=True)
class Judgement:
    """A decision compared with the evaluator's choice; `effect` is the change of every seat's win share."""

    step: int
    seat: int
    action: int
    best: int
    options: int
    effect: tuple[ValueEstimate, ...]
    simulations: int
    why: Reasons | None = None

    @property
    def cost(self) -> ValueEstimate:
        """The win share that the player gave away."""
        return -self.effect[self.seat]

    @property
    def certain(self) -> bool:
        """Whether the cost is more than the margin of the estimate."""
        return self.cost.value > self.cost.margin


@dataclass(frozen=True)
class Finding:
    """The result for one decision: every seat's win share before it, and its judgement if there was a choice."""

    step: int
    shares: tuple[ValueEstimate, ...]
    judgement: Judgement | None


def review_decision(game_id: str, point: DecisionPoint, budget: ReviewBudget) -> Finding:
    """Review one decision. Arguments and result are plain values, so it can run in another process."""
    game, evaluator = find_game(game_id), evaluator_of(budget.by)
    truth = np.frombuffer(bytearray(point.state), game.state)[0]
    seats = range(int(truth.players))
    estimates = [
        evaluator.observe(game, see(game, truth, seat), budget.share, key_for(point.step, seat)) for seat in seats
    ]
    shares = tuple(mean(estimate.shares[:, seat], evaluator.doubt) for seat, estimate in enumerate(estimates))
    known = estimates[int(asked(truth))].choice if budget.share >= budget.decision else FREE
    return Finding(point.step, shares, compare_decision(game_id, point, budget.decision, budget.by, known))


def compare_decision(
    game_id: str, point: DecisionPoint, simulations: int, by: Adviser = ADVISER, known: int = FREE
) -> Judgement | None:
    """Compare a decision with the evaluator's choice from the same information; None if only one action was legal.

    `known` is the evaluator's choice, if it has already been computed with enough simulations.
    """
    game, evaluator = find_game(game_id), evaluator_of(by)
    truth = np.frombuffer(bytearray(point.state), game.state)[0]
    seat = int(asked(truth))
    seen = see(game, truth, seat)
    options = len(options_of(game, seen))
    if options < 2:
        return None
    best = evaluator.choose(game, seen, simulations, key_for("choose", point.step)) if known == FREE else known
    nothing = tuple(ValueEstimate(0.0, 0.0) for _ in range(int(truth.players)))
    if best == point.action:
        return Judgement(point.step, seat, point.action, best, options, nothing, worlds_of(by, simulations))
    key = key_for("compare", point.step)
    taken, preferred = (evaluator.after(game, seen, simulations, key, action) for action in (point.action, best))
    change = taken.shares - preferred.shares
    effect = tuple(mean(column, evaluator.doubt) for column in change.T)
    why = Reasons(
        taken.reply, preferred.reply, float(np.mean(change[:, seat] < 0)), float(np.mean(change[:, seat] > 0))
    )
    return Judgement(point.step, seat, point.action, best, options, effect, worlds_of(by, simulations), why)
