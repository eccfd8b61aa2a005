"""A game's search, compiled: the templates bound to its rules, and the memory they work in."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from eleven.core import luck
from eleven.core.engine import engine, rules_of
from eleven.core.game import Game, Rule, find_game
from eleven.core.jit import bind, rule
from eleven.core.record import Array, blank
from eleven.search import templates, tree

MOST_SEATS = 16
DEEPEST = 1024


@rule
def all_alike(s: Any, action: int) -> int:
    """What a game without `weigh` thinks of its actions."""
    return 0


@rule
def all_even(s: Any, seat: int) -> float:
    """What a game without `outlook` thinks of the chances."""
    return 1.0


@dataclass(frozen=True)
class Brain:
    """The compiled thoughts of a bot; nothing is compiled before it is called."""

    game: Game
    greedy: Rule
    simulate: Rule


def make_brain(game: Game) -> Brain:
    """Bind the search to the rules of a game."""
    names = {
        **rules_of(game),
        "weigh": game.weigh or all_alike,
        "outlook": game.outlook or all_even,
        "apply": engine(game.id).apply,
    }
    names["pick"] = bind(templates.pick_template, game.id, **names)
    names["share_out"] = bind(templates.share_out_template, game.id, **names)
    return Brain(
        game,
        bind(templates.greedy_template, game.id, **names),
        bind(templates.simulate_template, game.id, **names),
    )


@cache
def brain(game_id: str) -> Brain:
    """The brain for a registered game."""
    return make_brain(find_game(game_id))


class Thought:
    """One search under way: its tree and its memory, which is all it will ever use."""

    def __init__(self, game_id: str, room: int) -> None:
        self.brain = brain(game_id)
        self.states = np.zeros(3, self.brain.game.state)
        self.nodes = np.zeros(room, tree.NODE)
        self.trail = np.zeros(DEEPEST, np.int64)
        self.rewards = np.zeros(MOST_SEATS)
        self.plan: Any = blank(tree.PLAN)
        self.dice: Array = np.zeros(1, luck.DICE)
        self.words = engine(game_id).no_actions()
        self.dream: Any = blank(luck.LUCK)

    def begin(self, seen: Any, key: bytes) -> None:
        """Forget everything and look at a new sight."""
        self.states[templates.SIGHT] = seen
        self.dream = luck.fresh(key)
        self.dice[0] = self.dream.key[0]
        self.plan.used = 0
        self.plan.done = 0

    def simulate(self, times: int) -> None:
        """Go on searching."""
        self.plan.simulations = times
        self.brain.simulate(
            self.states,
            self.nodes,
            self.trail,
            self.rewards,
            self.plan,
            self.dream,
            self.dice,
            self.words,
        )

    def findings(self) -> dict[int, tuple[int, float]]:
        """For every action tried at the root, how often, and the sum of what it won."""
        found = {}
        child = int(self.nodes[tree.ROOT].first)
        while child != tree.NO_NODE:
            node = self.nodes[child]
            found[int(node.action)] = (int(node.visits), float(node.total))
            child = int(node.next)
        return found
