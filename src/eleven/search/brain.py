"""A game's search, compiled: the templates bound to its rules, and the memory they work in."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, wraps
from typing import Any, ParamSpec, TypeVar

import numpy as np

from eleven.core.contract.game import Game, Rule, find_game
from eleven.core.play.engine import engine, rules_of
from eleven.core.rules import luck
from eleven.core.rules.jit import bind, rule
from eleven.core.rules.record import Array, blank
from eleven.search import templates, tree

P = ParamSpec("P")
R = TypeVar("R")
MOST_SEATS = 16
TEMPLATES = (
    "look",
    "deal_world",
    "pick",
    "share_out",
    "wander",
    "simulate",
    "prepare",
    "think",
    "think_quickly",
    "play",
)
"""In an order in which each needs only those before it."""
DEEPEST = 1024


@rule
def all_alike(s: Any, action: int) -> int:
    """What a game without `weigh` thinks of its actions."""
    return 0


@rule
def all_even(s: Any, seat: int) -> float:
    """What a game without `outlook` thinks of the chances."""
    return 1.0


@rule
def remember_all(seen: Any, dice: Array, chance: int) -> None:
    """In a game without `misremember` everything that may be known lies open."""


@dataclass(frozen=True)
class Brain:
    """The compiled thoughts of a bot; nothing is compiled before it is called."""

    game: Game
    prepare: Rule
    wander: Rule
    simulate: Rule
    think: Rule
    play: Rule
    play_quickly: Rule


def make_brain(game: Game) -> Brain:
    """Bind the search to the rules of a game."""
    names = names_for(game)
    quickly = {**names, "think": names["think_quickly"]}
    return Brain(
        game,
        names["prepare"],
        names["wander"],
        names["simulate"],
        names["think"],
        names["play"],
        bind(templates.play_template, game.id, "play_quickly", **quickly),
    )


def names_for(game: Game) -> dict[str, Any]:
    """What the free names of the templates mean in a game: its rules, and the templates bound to them."""
    names = {
        **rules_of(game),
        "weigh": game.weigh or all_alike,
        "outlook": game.outlook or all_even,
        "misremember": game.misremember or remember_all,
        "start": engine(game.id).start,
        "apply": engine(game.id).apply,
    }
    for name in TEMPLATES:
        names[name] = bind(getattr(templates, f"{name}_template"), game.id, **names)
    return names


@cache
def brain(game_id: str) -> Brain:
    """The brain for a registered game."""
    return make_brain(find_game(game_id))


def cached_by_thread(make: Callable[P, R]) -> Callable[P, R]:
    """A cache for each thread: memory that a search works in is never shared with another search."""
    caches = threading.local()

    @wraps(make)
    def cached(*args: P.args, **named: P.kwargs) -> R:
        if not hasattr(caches, "made"):
            caches.made = cache(make)
        made: R = caches.made(*args, **named)
        return made

    return cached


class Thought:
    """The memory of a bot that thinks: its tree and what else it works in, which is all it will ever use."""

    def __init__(self, game_id: str, room: int) -> None:
        self.brain = brain(game_id)
        game = self.brain.game
        self.states = np.zeros(templates.STATES, game.state)
        self.nodes = np.zeros(room, tree.NODE)
        self.trail = np.zeros(DEEPEST, np.int64)
        self.rewards = np.zeros(MOST_SEATS)
        self.tally = np.zeros((len(game.actions), 2))
        self.plan: Any = blank(tree.PLAN)
        self.plan.room = room
        self.dice: Array = np.zeros(1, luck.DICE)
        self.mask = engine(game_id).no_actions()
        self.dream: Any = blank(luck.LUCK)

    def begin(self, seen: Any, key: bytes, branch: int = 0) -> None:
        """Forget everything and look at a new sight."""
        self.states[templates.SIGHT] = seen
        self.dream = luck.fresh(key)
        if branch:
            luck.branch(self.dream, branch)
        self.dream.key[3] = 0
        luck.cast(self.dream, self.dice)
        self.plan.used = 0
        self.plan.done = 0

    def prepare(self, seen: Any, key: bytes) -> int:
        """What is chosen without a search, or UNDECIDED; then `states[SIGHT]` is what is remembered of the sight."""
        self.states[templates.SIGHT] = seen
        self.dream = luck.fresh(key)
        return int(self.brain.prepare(self.states, self.plan, self.dream, self.dice, self.mask))

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
            self.mask,
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
