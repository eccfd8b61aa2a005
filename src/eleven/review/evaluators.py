"""The evaluators of a review: the network of a game if there is one for the table, else the search of `expert`.

Both get what a seat saw, never the true state, and simulate worlds that are consistent with it.
"""

from dataclasses import replace
from functools import cache
from typing import Any, Protocol

from eleven.bots.available_levels import Adviser
from eleven.bots.choosing import search
from eleven.bots.levels import ADVISER, Bot, find_adviser, with_simulations
from eleven.core.contract.game import Game
from eleven.review.search_evaluation import ActionRewards, examine

A_WORLD = 24
"""One network rollout takes about as long as this many simulations of `expert`, and is more informative."""
FEWEST_WORLDS = 2


class Evaluator(Protocol):
    """Estimates win shares, chooses an action, and evaluates actions.

    `doubt` is its systematic error, which does not shrink with more worlds.
    """

    doubt: float

    def observe(self, game: Game, seen: Any, simulations: int, key: bytes) -> ActionRewards:
        """Estimate every seat's win share, and the choice if it is a by-product."""
        ...

    def choose(self, game: Game, seen: Any, simulations: int, key: bytes) -> int:
        """Choose the best action for the seat."""
        ...

    def after(self, game: Game, seen: Any, simulations: int, key: bytes, action: int) -> ActionRewards:
        """Estimate every seat's win share after an action; the same key gives the same worlds."""
        ...


def expert(game: Game, players: int) -> Bot:
    """Return the bot `expert` on one thread, so that reviews are reproducible; callers limit its simulations."""
    return replace(find_adviser(game, players), threads=1)


class SearchEvaluator:
    """Evaluates with the tree search of the bot `expert`."""

    doubt = 0.0

    def observe(self, game: Game, seen: Any, simulations: int, key: bytes) -> ActionRewards:
        """Search without a given action; the choice is a by-product."""
        return examine(game, seen, expert(game, int(seen.players)), simulations, key)

    def choose(self, game: Game, seen: Any, simulations: int, key: bytes) -> int:
        """Choose the most visited action."""
        bot = with_simulations(expert(game, int(seen.players)), simulations)
        return search(game, seen, bot, key)[0].action

    def after(self, game: Game, seen: Any, simulations: int, key: bytes, action: int) -> ActionRewards:
        """Run simulations that all start with the action."""
        return examine(game, seen, expert(game, int(seen.players)), simulations, key, action)


def worlds_of(by: Adviser, simulations: int) -> int:
    """Return how many worlds an evaluator simulates for a budget that is given in simulations of `expert`."""
    return max(FEWEST_WORLDS, simulations // A_WORLD) if by == "network" else simulations


@cache
def evaluator_of(name: Adviser) -> Evaluator:
    """Return the evaluator for the result of `adviser_at`."""
    if name == ADVISER:
        return SearchEvaluator()
    from eleven.review.network_evaluator import NetworkEvaluator  # not needed by processes that only distribute work

    return NetworkEvaluator()
