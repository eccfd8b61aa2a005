"""The network of a game as an evaluator, which uses rollouts in simulated worlds; see `network_rollouts`."""

import math
from collections import Counter
from typing import Any

from eleven.bots.levels import GUIDED_BOT
from eleven.core.contract.game import Game
from eleven.core.rules.record import Array
from eleven.network.inference import LOGIT_UNIT
from eleven.network.layout import turned_actions
from eleven.network.playing import logits_for, ranked
from eleven.review.evaluators import worlds_of
from eleven.review.network_rollouts import rollouts_of
from eleven.review.search_evaluation import ENOUGH, ActionRewards, Reply
from eleven.search.ismcts import FREE

LOOKED, TRIED = 0, 3
"""The length of rollouts in decisions of the seat: for win shares, and for comparing actions."""
LIKELY = math.log(0.02)
MOST_TRIED = 4
"""The maximum number of actions to compare; actions much less likely than the best one are left out (LIKELY)."""


class NetworkEvaluator:
    """Evaluates with the network of the game, whose win shares are accurate to about 0.02 (docs/training.md)."""

    doubt = 0.02

    def observe(self, game: Game, seen: Any, simulations: int, key: bytes) -> ActionRewards:
        """Estimate without a given action."""
        return _examined(game, seen, worlds_of("network", simulations), key, FREE, LOOKED)

    def choose(self, game: Game, seen: Any, simulations: int, key: bytes) -> int:
        """Choose among the likeliest actions by logit plus scaled total reward in the same worlds.

        This is the value that `eleven.network.search` uses, too.
        """
        logits = _ranked_logits(game, seen)
        tried = [action for action in logits if logits[action] >= next(iter(logits.values())) + LIKELY][:MOST_TRIED]
        if len(tried) == 1:
            return tried[0]
        worlds, seat = worlds_of("network", simulations), int(seen.viewer)

        def value(action: int) -> float:
            won = _examined(game, seen, worlds, key, action, TRIED).shares[:, seat]
            return logits[action] + GUIDED_BOT.reward_weight * float(won.sum())

        return max(tried, key=value)

    def after(self, game: Game, seen: Any, simulations: int, key: bytes, action: int) -> ActionRewards:
        """Run rollouts that all start with the action."""
        return _examined(game, seen, worlds_of("network", simulations), key, action, TRIED)


def _ranked_logits(game: Game, seen: Any) -> dict[int, float]:
    """Return the legal actions with the network's logits, best first."""
    logits, meant = logits_for(game, seen), turned_actions(game.id, int(seen.players))[int(seen.viewer)]
    return {action: float(logits[meant[action]]) / LOGIT_UNIT for action in ranked(game, seen)}


def _examined(game: Game, seen: Any, worlds: int, key: bytes, first: int, further: int) -> ActionRewards:
    shares, replies = rollouts_of(game.id, int(seen.players)).examine(seen, worlds, key, first, further)
    return ActionRewards(shares, _reply(replies), FREE)


def _reply(replies: Array) -> Reply | None:
    """Return the most frequent next action of another seat, if enough worlds got that far."""
    found = [(int(seat), int(action)) for seat, action in replies if seat != FREE]
    if len(found) < ENOUGH:
        return None
    (seat, action), times = Counter(found).most_common(1)[0]
    return Reply(seat, action, times / len(found))
