"""Expert's search, made to answer another question, namely what everybody wins if this is decided now.

A search that chooses soon leaves a bad action alone and hardly knows what it is worth. Here every simulation begins
with the one action that is asked about, or with none, and all that is won is written down simulation by simulation. Two
actions are tried in the same imagined worlds, so their difference is known better than either.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from eleven.bots.levels import Bot
from eleven.bots.thinking import plan_of
from eleven.core import bits, luck
from eleven.core import luck as fortune
from eleven.core.asking import asked
from eleven.core.engine import engine, rules_of
from eleven.core.game import Game, Rule, find_game
from eleven.core.jit import bind
from eleven.core.record import Array
from eleven.search import templates, tree
from eleven.search.brain import MOST_SEATS, Thought, all_alike, all_even
from eleven.search.templates import BLANK, SIGHT, WORLD

FREE = -1
LEARNING = 4
"""One simulation in so many is spent before the tree knows enough to be believed."""
SURE = 1.96

legal: Any = None
imagine: Any = None
apply: Any = None
pick: Any = None
share_out: Any = None


def examine_template(
    states: Array,
    nodes: Array,
    trail: Array,
    shares: Array,
    plan: Any,
    dream: Any,
    dice: Array,
    words: Array,
    first: int,
) -> None:
    """Simulations that all begin with `first` (FREE: with whatever is best), each with a row of `shares` of its own."""
    s = states[WORLD]
    tree.plant(nodes, plan)
    for number in range(plan.simulations):
        plan.done += 1
        dream.key[3] = plan.done
        fortune.begin(dream, 0)
        states[WORLD] = states[BLANK]
        imagine(states[SIGHT], dream, s)
        if first >= 0:
            apply(s, first, dream)
        at, length, left = tree.ROOT, 1, plan.cutoff
        trail[0] = at
        inside = True
        while s.over == 0 and (inside or left > 0):
            seat = asked(s)
            bits.clear(words)
            legal(s, words)
            child = tree.NO_NODE
            if inside:
                child = tree.select(nodes, at, seat, words, plan)
            else:
                left -= 1
            action = nodes[child].action if child != tree.NO_NODE else pick(s, words, dice, plan.noise)
            apply(s, action, dream)
            if inside:
                inside = child != tree.NO_NODE and length + 1 < len(trail)
                if child == tree.NO_NODE:
                    child = tree.grow(nodes, plan, at, action, seat)
                if child != tree.NO_NODE:
                    at = child
                    trail[length] = child
                    length += 1
        share_out(s, shares[number])
        tree.credit(nodes, trail, length, shares[number])


@cache
def _examine(game_id: str) -> Rule:
    """The loop, bound to the rules of a game."""
    game = find_game(game_id)
    names = {
        **rules_of(game),
        "weigh": game.weigh or all_alike,
        "outlook": game.outlook or all_even,
        "apply": engine(game_id).apply,
    }
    names["pick"] = bind(templates.pick_template, game_id, **names)
    names["share_out"] = bind(templates.share_out_template, game_id, **names)
    return bind(examine_template, game_id, **names)


@dataclass(frozen=True)
class Estimate:
    """A number between -1 and 1 that simulations found, and how far off it may be (19 times in 20)."""

    value: float
    margin: float

    def __neg__(self) -> "Estimate":
        return Estimate(-self.value, self.margin)


def examine(game: Game, seen: Any, bot: Bot, simulations: int, key: bytes, first: int = FREE) -> Array:
    """What every seat won, simulation by simulation, in worlds that look like `seen` and after the decision `first`."""
    thought = _thought(game.id, bot)
    thought.begin(seen, key)
    thought.plan.simulations = simulations
    shares = np.zeros((simulations, MOST_SEATS))
    memory = (thought.states, thought.nodes, thought.trail, shares, thought.plan, thought.dream, thought.dice)
    _examine(game.id)(*memory, thought.words, first)
    return shares[simulations // LEARNING :, : int(seen.players)]


@cache
def _thought(game_id: str, bot: Bot) -> Thought:
    thought = Thought(game_id, bot.room)
    thought.plan = plan_of(bot)
    return thought


def mean(samples: Array) -> Estimate:
    """The mean of samples, and its margin; a few samples that agree are not yet certainty."""
    count = len(samples)
    spread = float(np.std(samples)) if count > 1 else 1.0
    margin = SURE * (spread + 1 / count) / float(np.sqrt(count))
    return Estimate(float(np.mean(samples)), min(1.0, margin))


def key_for(*parts: object) -> bytes:
    """The luck of an examination; the same game is reviewed alike every time."""
    return luck.key_of("review", *parts)
