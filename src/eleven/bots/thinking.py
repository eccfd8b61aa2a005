"""Choosing an action from what a seat sees: the contract of every bot.

A bot gets a seen record, a budget and a key for its own luck; the key of the game's luck never comes near it.
"""

import math
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from eleven.bots.levels import RANDOM, SEARCH, Bot
from eleven.core import bits, luck
from eleven.core.asking import asked
from eleven.core.engine import engine
from eleven.core.errors import Mistake
from eleven.core.game import Game
from eleven.search.brain import Thought, brain
from eleven.search.templates import GRAIN

FIRST_BATCH = 4
BATCHES_LEFT = 4
"""A batch takes about a quarter of the time that is left, so the clock is looked at often near the end."""


@dataclass(frozen=True)
class Advice:
    """An action, how often a search tried it, and the share of the victories it led to."""

    action: int
    visits: int
    win_share: float


def choose(game: Game, seen: Any, bot: Bot, key: bytes) -> int:
    """The id of the action a bot takes in the seat whose sight `seen` is."""
    options = options_of(game, seen)
    if len(options) == 1:
        return options[0]
    if bot.kind == SEARCH:
        return search(game, seen, bot, key)[0].action
    dice = np.zeros(1, luck.DICE)
    dice[0] = luck.fresh(key).key[0]
    noise = 0 if bot.kind == RANDOM else GRAIN * (1 + bot.blur)
    return int(brain(game.id).greedy(seen, engine(game.id).no_actions(), dice, noise))


def options_of(game: Game, seen: Any) -> list[int]:
    """The legal actions of a sight, which must be that of the seat that is asked."""
    if seen.viewer < 0 or seen.viewer != asked(seen):
        raise Mistake("a bot chooses from the sight of the seat that is asked")
    words = engine(game.id).no_actions()
    game.legal(seen, words)
    found = []
    for index, word in enumerate(words):
        mask = int(word)
        while mask:
            found.append(index * bits.WORD + (mask & -mask).bit_length() - 1)
            mask &= mask - 1
    return found


def search(game: Game, seen: Any, bot: Bot, key: bytes) -> Sequence[Advice]:
    """All that a search found, the most tried action first."""
    manner = replace(bot, seconds=0.0, simulations=None)
    thoughts = [_ready(game.id, manner, number) for number in range(bot.threads)]
    for number, thought in enumerate(thoughts):
        thought.begin(seen, luck.key_of(key.hex(), number))
    limit = None if bot.simulations is None else -(-bot.simulations // bot.threads)
    deadline = time.monotonic() + bot.seconds
    if len(thoughts) == 1:
        _think(thoughts[0], limit, deadline)
    else:
        list(_threads(bot.threads).map(lambda thought: _think(thought, limit, deadline), thoughts))
    return _ranking(thoughts)


def advise(game: Game, seen: Any, bot: Bot, key: bytes, best: int = 3) -> Sequence[Advice]:
    """The actions a bot would think of first, with the win share it expects of each."""
    return search(game, seen, bot, key)[:best]


@cache
def _threads(number: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(number, thread_name_prefix="bot")


@cache
def _ready(game_id: str, bot: Bot, number: int) -> Thought:
    """Memory for a search, used again for every decision, so that it stays the same however long a game gets."""
    thought = Thought(game_id, bot.room)
    plan = thought.plan
    plan.cutoff, plan.explore, plan.widen = bot.sight, bot.explore, bot.widen
    plan.noise = GRAIN * (1 + bot.blur)
    return thought


def _think(thought: Thought, limit: int | None, deadline: float) -> None:
    """Search in batches until the limit or the deadline comes."""
    left = math.inf if limit is None else limit
    batch, before = FIRST_BATCH, time.monotonic()
    while left > 0 and before < deadline:
        batch = int(min(batch, left))
        thought.simulate(batch)
        left -= batch
        now = time.monotonic()
        pace = max(now - before, 1e-6) / batch
        batch = int(max(1, min(64 * batch, (deadline - now) / pace / BATCHES_LEFT, 1 << 20)))
        before = now


def _ranking(thoughts: Sequence[Thought]) -> Sequence[Advice]:
    visits: dict[int, int] = {}
    totals: dict[int, float] = {}
    for thought in thoughts:
        for action, (tried, won) in thought.findings().items():
            visits[action] = visits.get(action, 0) + tried
            totals[action] = totals.get(action, 0.0) + won
    ranked = sorted(visits, key=lambda action: (-visits[action], -totals[action], action))
    return [Advice(action, visits[action], totals[action] / visits[action]) for action in ranked]
