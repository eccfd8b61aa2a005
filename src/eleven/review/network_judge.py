"""The network of a game as a judge: it plays on in imagined worlds; see `network_rollouts`."""

import math
from collections import Counter
from typing import Any

from eleven.bots.levels import GUIDED_BOT
from eleven.core.contract.game import Game
from eleven.core.rules.record import Array
from eleven.network.inference import LOGIT_UNIT
from eleven.network.layout import turned_actions
from eleven.network.playing import logits_for, ranked
from eleven.review.examining import ENOUGH, Examined, Reply
from eleven.review.judges import worlds_of
from eleven.review.network_rollouts import rollouts_of
from eleven.search.templates import FREE

LOOKED, TRIED = 0, 3
"""How many decisions of one's own a world is played on: for a win share, and after an action that is compared."""
LIKELY = math.log(0.02)
MOST_TRIED = 4
"""The actions among which a network chooses: so many at most, and none that is much less likely than the best."""


class NetworkJudge:
    """The network of the game that is reviewed; what it expects is right within a fiftieth (docs/training.md)."""

    doubt = 0.02

    def observe(self, game: Game, seen: Any, simulations: int, key: bytes) -> Examined:
        """The worlds as they are."""
        return _examined(game, seen, worlds_of("network", simulations), key, FREE, LOOKED)

    def choose(self, game: Game, seen: Any, simulations: int, key: bytes) -> int:
        """Of the likeliest actions, the best by logit and by what is won in the same worlds together.

        As in the search of `eleven.network`: a logit is the logarithm of a chance, to which every world adds.
        """
        logits = _wishes(game, seen)
        tried = [action for action in logits if logits[action] >= next(iter(logits.values())) + LIKELY][:MOST_TRIED]
        if len(tried) == 1:
            return tried[0]
        worlds, seat = worlds_of("network", simulations), int(seen.viewer)

        def value(action: int) -> float:
            won = _examined(game, seen, worlds, key, action, TRIED).shares[:, seat]
            return logits[action] + GUIDED_BOT.explore * float(won.sum())

        return max(tried, key=value)

    def after(self, game: Game, seen: Any, simulations: int, key: bytes, action: int) -> Examined:
        """Worlds that all begin with the action."""
        return _examined(game, seen, worlds_of("network", simulations), key, action, TRIED)


def _wishes(game: Game, seen: Any) -> dict[int, float]:
    """The legal actions with the network's logits, the best first."""
    logits, meant = logits_for(game, seen), turned_actions(game.id, int(seen.players))[int(seen.viewer)]
    return {action: float(logits[meant[action]]) / LOGIT_UNIT for action in ranked(game, seen)}


def _examined(game: Game, seen: Any, worlds: int, key: bytes, first: int, further: int) -> Examined:
    shares, replies = rollouts_of(game.id, int(seen.players)).examine(seen, worlds, key, first, further)
    return Examined(shares, _reply(replies), FREE)


def _reply(replies: Array) -> Reply | None:
    """What another seat mostly does next, where enough worlds came so far."""
    found = [(int(seat), int(action)) for seat, action in replies if seat != FREE]
    if len(found) < ENOUGH:
        return None
    (seat, action), times = Counter(found).most_common(1)[0]
    return Reply(seat, action, times / len(found))
