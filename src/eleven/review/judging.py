"""One moment of a game: what every seat could hope for then, and what the decision taken there was worth.

Everything is reckoned from what a seat had seen at that moment (`see`), never from where the cards really lay.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from eleven.bots.levels import Bot, find_bot, with_simulations
from eleven.bots.thinking import options_of, search
from eleven.core.contract.game import Game, find_game
from eleven.core.play.match import see
from eleven.core.rules.asking import asked
from eleven.review.examining import Estimate, Examined, Reply, examine, key_for, mean
from eleven.search.templates import FREE


@dataclass(frozen=True)
class Effort:
    """How many simulations go into a win share, into every decision, and into each of the costliest ones."""

    share: int = 1000
    decision: int = 1000
    again: int = 8000
    costliest: int = 12

    @classmethod
    def of(cls, simulations: int) -> "Effort":
        """An effort by its simulations per decision."""
        return cls(simulations, simulations, 8 * simulations)

    @property
    def glance(self) -> "Effort":
        """An eighth of it, for a first answer while the whole is worked out."""
        few = max(1, self.decision // 8)
        return Effort(max(1, self.share // 8), few, few, 0)


@dataclass(frozen=True)
class Moment:
    """The true state before a decision as the bytes of its record, and the action that was taken."""

    step: int
    state: bytes
    action: int


@dataclass(frozen=True)
class Why:
    """What speaks against a decision.

    The likely reply to it and to expert's choice, and in what parts of the imagined worlds either did better.
    """

    after: Reply | None
    instead: Reply | None
    worse: float
    better: float


@dataclass(frozen=True)
class Judgement:
    """What a decision was worth beside expert's choice; `effect` is what it changed for every seat."""

    step: int
    seat: int
    action: int
    best: int
    options: int
    effect: tuple[Estimate, ...]
    simulations: int
    why: Why | None = None

    @property
    def cost(self) -> Estimate:
        """The win share that the player gave away."""
        return -self.effect[self.seat]

    @property
    def certain(self) -> bool:
        """Whether the cost is more than the margin of the estimate."""
        return self.cost.value > self.cost.margin


@dataclass(frozen=True)
class Finding:
    """What was found about one moment: every seat's win share, and the decision if there was a choice."""

    step: int
    shares: tuple[Estimate, ...]
    judgement: Judgement | None


def expert(game: Game) -> Bot:
    """Expert of a game on one thread; its thinking is counted in simulations, so that a review can be repeated."""
    return replace(find_bot("expert", game), threads=1)


def study(game_id: str, moment: Moment, effort: Effort) -> Finding:
    """Find out everything about one moment. Takes and gives plain values, so that it can be done in another process."""
    game = find_game(game_id)
    truth = np.frombuffer(bytearray(moment.state), game.state)[0]
    looks = [_look(game, truth, seat, moment.step, effort.share) for seat in range(int(truth.players))]
    shares = tuple(mean(look.shares[:, seat]) for seat, look in enumerate(looks))
    known = looks[int(asked(truth))].choice if effort.share >= effort.decision else FREE
    return Finding(moment.step, shares, judge(game_id, moment, effort.decision, known))


def _look(game: Game, truth: Any, seat: int, step: int, simulations: int) -> Examined:
    """What expert would expect and choose in this seat, knowing what it knew."""
    return examine(game, see(game, truth, seat), expert(game), simulations, key_for(step, seat))


def judge(game_id: str, moment: Moment, simulations: int, known: int = FREE) -> Judgement | None:
    """Compare a decision with expert's choice from the same sight; None where there was nothing to choose.

    Where expert has looked at this sight with as many simulations already, its choice is `known`.
    """
    game = find_game(game_id)
    truth = np.frombuffer(bytearray(moment.state), game.state)[0]
    seat = int(asked(truth))
    seen = see(game, truth, seat)
    options = len(options_of(game, seen))
    if options < 2:
        return None
    bot = expert(game)
    best = known
    if best == FREE:
        best = search(game, seen, with_simulations(bot, simulations), key_for("choose", moment.step))[0].action
    nothing = tuple(Estimate(0.0, 0.0) for _ in range(int(truth.players)))
    if best == moment.action:
        return Judgement(moment.step, seat, moment.action, best, options, nothing, simulations)
    luck = key_for("compare", moment.step)
    taken, wished = (examine(game, seen, bot, simulations, luck, action) for action in (moment.action, best))
    change = taken.shares - wished.shares
    effect = tuple(mean(column) for column in change.T)
    why = Why(taken.reply, wished.reply, float(np.mean(change[:, seat] < 0)), float(np.mean(change[:, seat] > 0)))
    return Judgement(moment.step, seat, moment.action, best, options, effect, simulations, why)
