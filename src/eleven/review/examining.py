"""The value of an action by expert's search: what every seat wins if this is decided now.

A search that chooses soon leaves a bad action alone and hardly knows what it is worth. Here every simulation begins
with the one action that is asked about, or with none, and all that is won is written down simulation by simulation. Two
actions are tried in the same imagined worlds, so their difference is known better than either.
"""

import math
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from eleven.bots.choosing import plan_of
from eleven.bots.levels import Bot
from eleven.core.contract.game import Game, Rule
from eleven.core.rules import luck
from eleven.core.rules.asking import asked
from eleven.core.rules.jit import bind
from eleven.core.rules.record import Array
from eleven.search import tree
from eleven.search.compiled_search import MOST_SEATS, SearchWorkspace, cached_by_thread, compiled_search
from eleven.search.templates import FREE

LEARNING = 4
"""One simulation in so many is spent before the tree knows enough to be believed."""
SURE = 1.96
ENOUGH = 12
"""Simulations without which nothing is said about what somebody mostly does."""

simulate_once: Any = None


def examine_template(
    states: Array,
    nodes: Array,
    node_path: Array,
    shares: Array,
    plan: Any,
    search_luck: Any,
    dice: Array,
    mask: Array,
    first: int,
) -> None:
    """Simulations that all begin with `first` (FREE: with whatever is best), each with a row of `shares` of its own."""
    tree.new_tree(nodes, plan)
    for number in range(plan.simulations):
        simulate_once(states, nodes, node_path, shares[number], plan, search_luck, dice, mask, first)


@cache
def _examine(game_id: str) -> Rule:
    """The loop, bound to the search of a game."""
    return bind(examine_template, game_id, simulate_once=compiled_search(game_id).simulate_once)


@dataclass(frozen=True)
class ValueEstimate:
    """A number between -1 and 1 that simulations found, and how far off it may be (19 times in 20)."""

    value: float
    margin: float

    def __neg__(self) -> "ValueEstimate":
        return ValueEstimate(-self.value, self.margin)


@dataclass(frozen=True)
class Reply:
    """What another seat mostly does next, and in what part of the imagined games that came so far."""

    seat: int
    action: int
    share: float


class Examined(NamedTuple):
    """What every seat won, simulation by simulation; what another seat mostly did next, where enough came to that.

    And what was tried most often first, which is expert's choice where nothing was decided beforehand.
    """

    shares: Array
    reply: Reply | None
    choice: int


def examine(game: Game, seen: Any, bot: Bot, simulations: int, key: bytes, first: int = FREE) -> Examined:
    """Simulations in worlds that look like `seen`, after the decision `first`."""
    workspace = _thought(game.id, bot)
    workspace.begin(seen, key)
    workspace.plan.simulations = simulations
    shares = np.zeros((simulations, MOST_SEATS))
    memory = (
        workspace.states,
        workspace.nodes,
        workspace.node_path,
        shares,
        workspace.plan,
        workspace.search_luck,
        workspace.dice,
    )
    _examine(game.id)(*memory, workspace.mask, first)
    won = shares[simulations // LEARNING :, : int(seen.players)]
    return Examined(won, _reply(workspace.nodes, int(asked(seen))), _choice(workspace))


def _choice(workspace: SearchWorkspace) -> int:
    """The action at the root that was tried most often; of several the one that won most."""
    found = workspace.findings()
    return min(found, key=lambda action: (-found[action][0], -found[action][1], action)) if found else FREE


def _reply(nodes: Any, seat: int) -> Reply | None:
    """The first decision of another seat on the most travelled way through the tree."""
    at = tree.ROOT
    while children := _children(nodes, at):
        at = max(children, key=lambda child: int(nodes[child].visits))
        tried = sum(int(nodes[child].visits) for child in children)
        if nodes[at].visits < ENOUGH:
            return None
        if nodes[at].seat != seat:
            return Reply(int(nodes[at].seat), int(nodes[at].action), int(nodes[at].visits) / tried)
    return None


def _children(nodes: Any, at: int) -> list[int]:
    found, child = [], int(nodes[at].first)
    while child != tree.NO_NODE:
        found.append(child)
        child = int(nodes[child].next)
    return found


@cached_by_thread
def _thought(game_id: str, bot: Bot) -> SearchWorkspace:
    workspace = SearchWorkspace(game_id, bot.room)
    workspace.plan = plan_of(bot)
    return workspace


def mean(samples: Array, doubt: float = 0.0) -> ValueEstimate:
    """The mean of samples, and its margin; a few samples that agree are not yet certainty.

    `doubt` is how far off all of them may be together.
    """
    count = len(samples)
    spread = float(np.std(samples)) if count > 1 else 1.0
    margin = math.hypot(SURE * (spread + 1 / count) / float(np.sqrt(count)), doubt)
    return ValueEstimate(float(np.mean(samples)), min(1.0, margin))


def key_for(*parts: object) -> bytes:
    """The luck of an examination; the same game is reviewed alike every time."""
    return luck.key_of("review", *parts)
