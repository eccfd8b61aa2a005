"""Choosing an action from what a seat sees: the interface of every bot.

A bot gets what its seat sees, its settings and a key for its own random numbers, never the key of the game.
"""

import math
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from eleven.bots.characters import choose_among_tried, most_attractive
from eleven.bots.levels import GUIDED, HINTS_SHOWN, NETWORK, RANDOM, SEARCH, Bot
from eleven.core.contract.game import Game
from eleven.core.play.engine import engine
from eleven.core.rules import bits, luck
from eleven.core.rules.asking import asked
from eleven.core.rules.record import blank
from eleven.core.text.errors import Mistake
from eleven.search import tree
from eleven.search.compiled_search import SearchWorkspace, cached_by_thread
from eleven.search.ismcts import GRAIN, SIGHT, UNDECIDED, drop_overlooked
from eleven.search.tree import PLAN

FIRST_BATCH = 4
BATCHES_LEFT = 4
"""Each batch takes about a quarter of the remaining time, so the clock is checked more often towards the end."""


@dataclass(frozen=True)
class Advice:
    """An action, how often the search visited it, and its mean win share."""

    action: int
    visits: int
    win_share: float


def choose(game: Game, seen: Any, bot: Bot, key: bytes) -> int:
    """Return the id of the action that a bot takes when its seat sees `seen`."""
    _refuse_other_sights(seen)
    if bot.kind in (NETWORK, GUIDED):
        from eleven.network import playing

        if bot.overlook:
            noticed = _not_overlooked(game, seen, bot, key)
            return next(action for action in playing.ranked(game, seen) if action in noticed)
        return playing.choose(game, seen, plan_of(bot), key, bot.seconds)
    workspace = _workspace(game.id, _without_budget(bot), 0)
    action = workspace.prepare(seen, key)
    if action == UNDECIDED:
        found = search(game, seen, bot, key)
        return (
            choose_among_tried(game, bot.character, [(row.action, row.visits) for row in found])
            if bot.character
            else found[0].action
        )
    if bot.character and bits.count(workspace.mask) > 1:
        noise = int(workspace.plan.noise)
        return most_attractive(game, bot.character, workspace.states[SIGHT], workspace.mask, workspace.dice, noise)
    return action


def _not_overlooked(game: Game, seen: Any, bot: Bot, key: bytes) -> set[int]:
    """Return the legal actions that remain after the bot has overlooked some."""
    mask, dice = engine(game.id).no_actions(), np.zeros(1, luck.DICE)
    game.legal(seen, mask)
    luck.cast(luck.fresh(key), dice)
    drop_overlooked(mask, dice, bot.overlook, dice[0])
    return set(bits.members(mask))


def options_of(game: Game, seen: Any) -> list[int]:
    """Return the legal actions in `seen`, which must belong to the seat to move."""
    _refuse_other_sights(seen)
    mask = engine(game.id).no_actions()
    game.legal(seen, mask)
    return bits.members(mask)


def _refuse_other_sights(seen: Any) -> None:
    if seen.viewer < 0 or seen.viewer != asked(seen):
        raise Mistake("a bot chooses from the sight of the seat that is asked")


def search(game: Game, seen: Any, bot: Bot, key: bytes) -> Sequence[Advice]:
    """Search and return all visited actions, most visited first."""
    assert bot.kind == SEARCH, f"{bot.name} does not search"
    workspaces = [_workspace(game.id, _without_budget(bot), number) for number in range(bot.threads)]
    workspaces[0].prepare(seen, key)
    remembered = workspaces[0].states[SIGHT].copy()
    for number, workspace in enumerate(workspaces):
        workspace.begin(remembered, key, number)
        workspace.plan.overlook_seed = workspaces[0].plan.overlook_seed
    limit = None if bot.simulations is None else -(-bot.simulations // bot.threads)
    deadline = time.monotonic() + bot.seconds
    if len(workspaces) == 1:
        _search_until(workspaces[0], limit, deadline)
    else:
        list(_threads(bot.threads).map(lambda workspace: _search_until(workspace, limit, deadline), workspaces))
    return _ranking(workspaces)


def advise(game: Game, seen: Any, bot: Bot, key: bytes, best: int = HINTS_SHOWN) -> Sequence[Advice]:
    """Return the bot's best actions with the win share it expects of each.

    A network ranks actions without searching, so its hints come at once and need no compiler, but have no statistics.
    """
    if bot.kind in (NETWORK, GUIDED):
        from eleven.network.playing import ranked

        _refuse_other_sights(seen)
        return [Advice(action, 0, 0.0) for action in ranked(game, seen)[:best]]
    return search(game, seen, bot, key)[:best]


@cache
def _threads(number: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(number, thread_name_prefix="bot")


def _without_budget(bot: Bot) -> Bot:
    """Return the bot without budget and character, as a cache key: those do not change the memory it needs."""
    return replace(bot, seconds=0.0, simulations=None, character="")


@cached_by_thread
def _workspace(game_id: str, bot: Bot, number: int) -> SearchWorkspace:
    """Return the search memory of this thread, reused for every decision so that it does not grow during a game."""
    workspace = SearchWorkspace(game_id, bot.max_nodes if bot.kind == SEARCH else 1)
    workspace.plan = plan_of(bot)
    return workspace


def plan_of(bot: Bot) -> Any:
    """Convert the settings of a bot into the record that compiled code reads."""
    plan = blank(PLAN)
    plan.searches = bot.kind == SEARCH
    plan.simulations = -(-(bot.simulations or 0) // bot.threads)
    plan.trees, plan.max_nodes, plan.max_candidates = bot.threads, bot.max_nodes, bot.max_candidates
    plan.cutoff, plan.exploration, plan.widening = bot.cutoff, bot.exploration, bot.widening
    plan.reward_weight, plan.least_ratio = bot.reward_weight, bot.least_ratio
    plan.forget, plan.overlook = bot.forget, bot.overlook
    plan.noise = 0 if bot.kind == RANDOM else GRAIN * (1 + bot.noise)
    plan.network = {NETWORK: tree.ALONE, GUIDED: tree.IN_SEARCH}.get(bot.kind, tree.NO_NETWORK)
    return plan


def _search_until(workspace: SearchWorkspace, limit: int | None, deadline: float) -> None:
    """Search in batches until the simulation limit or the deadline is reached."""
    left = math.inf if limit is None else limit
    batch, before = FIRST_BATCH, time.monotonic()
    while left > 0 and before < deadline:
        batch = int(min(batch, left))
        workspace.simulate(batch)
        left -= batch
        now = time.monotonic()
        pace = max(now - before, 1e-6) / batch
        batch = int(max(1, min(64 * batch, (deadline - now) / pace / BATCHES_LEFT, 1 << 20)))
        before = now


def _ranking(workspaces: Sequence[SearchWorkspace]) -> Sequence[Advice]:
    visits: dict[int, int] = {}
    totals: dict[int, float] = {}
    for workspace in workspaces:
        for action, (tried, won) in workspace.findings().items():
            visits[action] = visits.get(action, 0) + tried
            totals[action] = totals.get(action, 0.0) + won
    ranked = sorted(visits, key=lambda action: (-visits[action], -totals[action], action))
    return [Advice(action, visits[action], totals[action] / visits[action]) for action in ranked]
