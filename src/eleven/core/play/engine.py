"""A game's rules, compiled: the loops of `loops` bound to them, and the memory they work in."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from eleven.core.contract.game import Game, Rule, Setup, find_game
from eleven.core.play import decisions, loops
from eleven.core.rules import bits, luck
from eleven.core.rules.jit import bind, rule
from eleven.core.rules.record import Array, blank


@dataclass(frozen=True)
class Engine:
    """The compiled entry points of a game; nothing is compiled before it is called."""

    game: Game
    start: Rule
    apply: Rule
    random_action: Rule
    playouts: Rule
    sights: Rule
    repeat_see: Rule
    repeat_imagine: Rule
    repeat_clone: Rule
    soak: Rule
    reveals_nothing: Rule
    asked: Rule
    see: Rule
    list_legal: Rule
    try_action: Rule

    def prepared(self, setup: Setup) -> Array:
        """A record with the set-up written in, ready for the deal, as an array of one."""
        records = np.zeros(1, self.game.state)
        self.game.prepare(records[0], setup)
        return records

    def workspace(self, records: int = 1) -> tuple[Array, Any, Array, Array]:
        """Blank states, silent luck, dice and a set of actions for the loops."""
        return np.zeros(records, self.game.state), blank(luck.LUCK), np.zeros(1, luck.DICE), self.no_actions()

    def no_actions(self) -> Array:
        """An empty set of actions."""
        return np.zeros(bits.mask_length(len(self.game.actions)), np.int64)


def rules_of(game: Game) -> dict[str, Any]:
    """A game's rules, by the free names that templates use."""
    return {
        "deal": game.deal,
        "legal": game.legal,
        "act": game.act,
        "see": game.see,
        "imagine": game.imagine,
        "score": game.score,
        "check": game.check,
    }


def make_engine(game: Game) -> Engine:
    """Bind every loop to the rules of a game."""
    rules = rules_of(game)
    small: dict[str, Rule] = {
        "start": bind(loops.start_template, game.id, **rules),
        "apply": bind(loops.apply_template, game.id, **rules),
        "random_action": bind(loops.random_action_template, game.id, **rules),
    }
    names = {
        **rules,
        **small,
        "seed_game": rule(loops.seed_template),
        "same_actions": bind(loops.same_actions_template, game.id, **rules),
    }
    large = ("playouts", "sights", "repeat_see", "repeat_imagine", "repeat_clone", "soak", "reveals_nothing")
    bound: dict[str, Rule] = {name: bind(getattr(loops, f"{name}_template"), game.id, **names) for name in large}
    for name in ("asked", "see", "list_legal", "try_action"):
        bound[name] = bind(getattr(decisions, f"{name}_template"), game.id, **rules)
    return Engine(game=game, **small, **bound)


@cache
def engine(game_id: str) -> Engine:
    """The engine of a registered game."""
    return make_engine(find_game(game_id))
