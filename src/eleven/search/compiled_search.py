"""The compiled search of a game: the templates bound to its rules, and the memory they work in."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, wraps
from typing import Any, ParamSpec, TypeVar

import numpy as np

from eleven.core.contract.game import Game, Rule, find_game
from eleven.core.play.engine import engine, rules_of
from eleven.core.rules import luck
from eleven.core.rules.jit import bind, inlined, rule
from eleven.core.rules.record import Array, blank
from eleven.search import ismcts, tree

P = ParamSpec("P")
R = TypeVar("R")
MOST_SEATS = 16
TEMPLATES = (
    "observe",
    "determinize",
    "playout_action",
    "evaluate",
    "simulate_once",
    "simulate",
    "prepare",
    "choose_action",
    "choose_without_search",
    "play",
)
"""In dependency order: each template uses only the ones before it."""
INLINED = ("determinize", "simulate_once", "choose_action")
"""Templates with a single call site, which are inlined there."""
DEEPEST = 1024


@rule
def all_alike(s: Any, action: int) -> int:
    """Return the default for `weigh`: all actions are equally attractive."""
    return 0


@rule
def all_even(s: Any, seat: int) -> float:
    """Return the default for `outlook`: all seats have equal chances."""
    return 1.0


@rule
def remember_all(seen: Any, dice: Array, percent: int) -> None:
    """Do nothing: without `misremember`, everything that a player may know is visible."""


@dataclass(frozen=True)
class CompiledSearch:
    """The compiled search of a game; each function is compiled when it is first called."""

    game: Game
    prepare: Rule
    simulate_once: Rule
    simulate: Rule
    choose_action: Rule
    play: Rule
    play_quickly: Rule


def bind_search(game: Game) -> CompiledSearch:
    """Bind the search to the rules of a game."""
    names = names_for(game)
    quickly = {**names, "choose_action": names["choose_without_search"]}
    return CompiledSearch(
        game,
        names["prepare"],
        names["simulate_once"],
        names["simulate"],
        names["choose_action"],
        names["play"],
        bind(ismcts.play_template, game.id, "play_quickly", **quickly),
    )


def names_for(game: Game) -> dict[str, Any]:
    """Return the values of the templates' free names: the game's rules, and the templates bound to them."""
    names = {
        **rules_of(game),
        "weigh": game.weigh or all_alike,
        "outlook": game.outlook or all_even,
        "misremember": game.misremember or remember_all,
        "start": engine(game.id).start,
        "apply": engine(game.id).apply,
    }
    for name in TEMPLATES:
        made = inlined if name in INLINED else bind
        names[name] = made(getattr(ismcts, f"{name}_template"), game.id, **names)
    return names


@cache
def compiled_search(game_id: str) -> CompiledSearch:
    """Return the cached search of an installed game."""
    return bind_search(find_game(game_id))


def cached_by_thread(make: Callable[P, R]) -> Callable[P, R]:
    """Cache per thread, because search memory must not be shared between searches that run at the same time."""
    caches = threading.local()

    @wraps(make)
    def cached(*args: P.args, **named: P.kwargs) -> R:
        if not hasattr(caches, "made"):
            caches.made = cache(make)
        made: R = caches.made(*args, **named)
        return made

    return cached


class SearchWorkspace:
    """The preallocated memory of a search, including its tree."""

    def __init__(self, game_id: str, max_nodes: int) -> None:
        self.compiled_search = compiled_search(game_id)
        game = self.compiled_search.game
        self.states = np.zeros(ismcts.STATES, game.state)
        self.nodes = np.zeros(max_nodes, tree.NODE)
        self.node_path = np.zeros(DEEPEST, np.int64)
        self.rewards = np.zeros(MOST_SEATS)
        self.tally = np.zeros((len(game.actions), 2))
        self.plan: Any = blank(tree.PLAN)
        self.plan.max_nodes = max_nodes
        self.dice: Array = np.zeros(1, luck.DICE)
        self.mask = engine(game_id).no_actions()
        self.search_luck: Any = blank(luck.LUCK)

    def begin(self, seen: Any, key: bytes, branch: int = 0) -> None:
        """Clear the tree and start a search from what a seat sees."""
        self.states[ismcts.SIGHT] = seen
        self.search_luck = luck.fresh(key)
        if branch:
            luck.branch(self.search_luck, branch)
        self.search_luck.key[3] = 0
        luck.cast(self.search_luck, self.dice)
        self.plan.used = 0
        self.plan.done = 0

    def prepare(self, seen: Any, key: bytes) -> int:
        """Return the action if no search is needed, else UNDECIDED; `states[SIGHT]` then holds what is remembered."""
        self.states[ismcts.SIGHT] = seen
        self.search_luck = luck.fresh(key)
        return int(self.compiled_search.prepare(self.states, self.plan, self.search_luck, self.dice, self.mask))

    def simulate(self, times: int) -> None:
        """Run further simulations."""
        self.plan.simulations = times
        self.compiled_search.simulate(
            self.states,
            self.nodes,
            self.node_path,
            self.rewards,
            self.plan,
            self.search_luck,
            self.dice,
            self.mask,
        )

    def findings(self) -> dict[int, tuple[int, float]]:
        """Return (visits, total reward) of every action that was tried at the root."""
        found = {}
        child = int(self.nodes[tree.ROOT].first)
        while child != tree.NO_NODE:
            node = self.nodes[child]
            found[int(node.action)] = (int(node.visits), float(node.total))
            child = int(node.next)
        return found
