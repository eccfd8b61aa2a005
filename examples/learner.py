"""A learner in one file with NumPy alone: a linear policy that learns Elefant by playing against itself.

    python examples/learner.py                   # a minute or less
    python examples/learner.py --rounds 200 --opponent easy

Each action has a weight for every bit of the features; the chances of the legal actions are the softmax of their sums
(REINFORCE, with what a seat usually gets as the baseline). At the start all legal actions are alike: the random
player. The exit code is 1 if it does not beat the opponent and its own start, the whole interval above them.
"""

import argparse
import sys
import time
from typing import Any

import numpy as np

from eleven.arena.standings import Estimate
from eleven.research import Batch
from eleven.research.duel import duel

ILLEGAL = -1e9


class Learner:
    """Weights, and how they are moved."""

    def __init__(self, batch: Batch, rate: float, seed: int) -> None:
        self.weights = np.zeros((batch.encoding.bits, len(batch.game.actions)), np.float32)
        self.squares = np.full_like(self.weights, 1e-3)
        self.rate, self.dice = rate, np.random.default_rng(seed)

    def chances(self, features: Any, mask: Any) -> Any:
        """The chances of all actions; what is not legal has none."""
        wishes = np.where(mask != 0, features.astype(np.float32) @ self.weights, ILLEGAL)
        powers = np.exp(wishes - wishes.max(1, keepdims=True))
        return powers / powers.sum(1, keepdims=True)

    def choose(self, batch: Batch) -> Any:
        """An action for every row, by chance."""
        chances = self.chances(batch.dense_features(), batch.dense_mask())
        edges = chances.cumsum(1)
        thrown = self.dice.random(len(edges), np.float32)[:, None] * edges[:, -1:]
        return np.minimum((edges <= thrown).sum(1), chances.shape[1] - 1)

    def move(self, features: Any, mask: Any, actions: Any, gains: Any) -> None:
        """Make actions that gained likelier, and others rarer (with step sizes by RMSprop)."""
        pulls = -self.chances(features, mask)
        pulls[np.arange(len(actions)), actions] += 1
        slope = features.T.astype(np.float32) @ (pulls * gains[:, None].astype(np.float32)) / len(actions)
        self.squares += 0.1 * (slope**2 - self.squares)
        self.weights += self.rate * slope / np.sqrt(self.squares + 1e-12)


def play_round(batch: Batch, learner: Learner) -> tuple[Any, ...]:
    """The first game of every row to its end: what was seen, what was done, and what it brought."""
    seen: list[tuple[Any, ...]] = []
    outcome, playing = np.zeros((batch.size, batch.players)), np.ones(batch.size, bool)
    while playing.any():
        actions = learner.choose(batch)
        choice = playing & (batch.dense_mask().sum(1) > 1)
        rows = np.flatnonzero(choice)
        seen.append((batch.dense_features()[rows], batch.dense_mask()[rows], actions[rows], rows, batch.asked[rows]))
        batch.step(actions)
        ended = playing & (batch.done | batch.truncated)
        lead = batch.score[ended] - batch.score[ended].mean(1, keepdims=True)
        outcome[ended] = batch.reward[ended] - 1 / batch.players + lead / 50
        playing &= ~ended
    features, mask, action, row, seat = (np.concatenate(each) for each in zip(*seen, strict=True))
    gain = outcome[row, seat] - outcome.mean(0)[seat]
    return features, mask, action, gain / (gain.std() + 1e-6)


def train(batch: Batch, learner: Learner, rounds: int, seconds: float) -> int:
    """Play and learn; returns how many rounds there was time for."""
    begin = time.monotonic()
    for number in range(rounds):
        if time.monotonic() - begin > seconds:
            return number
        batch.reset(seed=number)
        features, mask, action, gain = play_round(batch, learner)
        for some in np.array_split(learner.dice.permutation(len(action)), max(1, len(action) // 2048)):
            learner.move(features[some], mask[some], action[some], gain[some])
    return rounds


def met(learner: Learner, told: argparse.Namespace) -> Estimate:
    """How it does against the opponent, on deals that it has not learnt from."""
    return duel(learner.choose, told.opponent, told.game, told.players, told.deals, 1 << 40)


def main() -> int:
    """Train, and meet the opponent before and after."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="elefant")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=45.0)
    parser.add_argument("--size", type=int, default=64, help="games in a round")
    parser.add_argument("--rate", type=float, default=0.01)
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    batch = Batch(told.game, told.players, told.size, features=True, sight=False, check=False)
    learner = Learner(batch, told.rate, told.seed)
    before = met(learner, told)
    rounds = train(batch, learner, told.rounds, told.seconds)
    after = met(learner, told)
    print(f"{rounds} rounds of {told.size} games of {told.game}, {told.players} players, against {told.opponent}")
    print(f"before {before.value:.0%} of the victories; after {after.value:.0%} ({after.low:.0%} to {after.high:.0%})")
    return 0 if after.low is not None and after.low > max(0.5, before.value) else 1


if __name__ == "__main__":
    sys.exit(main())
