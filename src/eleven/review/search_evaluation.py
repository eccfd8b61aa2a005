"""Estimates the value of an action with the search of `expert`: every seat's win share after it.

A normal search soon stops visiting a bad action, so its value stays uncertain. Here every simulation starts with the
given action (or with none), and the rewards of each simulation are recorded. Two actions are tried in the same
simulated worlds, so their difference is more precise than either value.
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
from eleven.intervals import Z_95
from eleven.search import tree
from eleven.search.compiled_search import MOST_SEATS, SearchWorkspace, cached_by_thread, compiled_search
from eleven.search.ismcts import FREE

LEARNING = 4
"""The first 1/4 of the simulations are discarded as warm-up, because the tree is still small then."""
ENOUGH = 12
"""The minimum number of simulations for naming a likely reply."""

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
    """Run simulations that start with `first` (or the search's own choice if FREE), with a row of `shares` for each."""
    tree.new_tree(nodes, plan)
    for number in range(plan.simulations):
        simulate_once(states, nodes, node_path, shares[number], plan, search_luck, dice, mask, first)


@cache
def _examine(game_id: str) -> Rule:
    """Return the loop bound to the search of a game."""
    return bind(examine_template, game_id, simulate_once=compiled_search(game_id).simulate_once)


@dataclass(frozen=True)
class ValueEstimate:
    """An estimate between -1 and 1, with the margin of its 95 % confidence interval."""

    value: float
    margin: float

    def __neg__(self) -> "ValueEstimate":
        return ValueEstimate(-self.value, self.margin)


@dataclass(frozen=True)
class Reply:
    """The most frequent next action of another seat, and its share of the simulations that got that far."""

    seat: int
    action: int
    share: float


class ActionRewards(NamedTuple):
    """Every seat's reward in each simulation, the likely reply if there is enough data, and the most visited action.

    Without a given first action, the most visited one is the choice of `expert`.
    """

    shares: Array
    reply: Reply | None
    choice: int


def examine(game: Game, seen: Any, bot: Bot, simulations: int, key: bytes, first: int = FREE) -> ActionRewards:
    """Run simulations in worlds consistent with `seen`, starting with the action `first`."""
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
    return ActionRewards(won, _reply(workspace.nodes, int(asked(seen))), _choice(workspace))


def _choice(workspace: SearchWorkspace) -> int:
    """Return the most visited action at the root; of several, the one with the highest total reward."""
    found = workspace.findings()
    return min(found, key=lambda action: (-found[action][0], -found[action][1], action)) if found else FREE


def _reply(nodes: Any, seat: int) -> Reply | None:
    """Return the first decision of another seat on the most visited path through the tree."""
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
    workspace = SearchWorkspace(game_id, bot.max_nodes)
    workspace.plan = plan_of(bot)
    return workspace


def mean(samples: Array, doubt: float = 0.0) -> ValueEstimate:
    """Return the mean of samples with its 95 % margin, which stays positive even if a few samples are all equal.

    `doubt` is a systematic error that all samples may share.
    """
    count = len(samples)
    spread = float(np.std(samples)) if count > 1 else 1.0
    margin = math.hypot(Z_95 * (spread + 1 / count) / float(np.sqrt(count)), doubt)
    return ValueEstimate(float(np.mean(samples)), min(1.0, margin))


def key_for(*parts: object) -> bytes:
    """Return the random key for one evaluation, so that reviews are reproducible."""
    return luck.key_of("review", *parts)
