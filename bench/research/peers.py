"""Other libraries for comparison in `bench.research`, if they are installed."""

import random
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

Slice = Callable[[], int]
"""A function that takes some decisions, and returns their number."""


def pettingzoo_slice(environment: Any) -> Slice:
    """Step a PettingZoo AEC environment with an action mask."""
    environment.reset(seed=1)
    dice = np.random.default_rng(1)

    def run() -> int:
        for _ in range(200):
            observation, _, terminated, truncated, _ = environment.last()
            if terminated or truncated:
                environment.reset()
                continue
            environment.step(int(dice.choice(np.flatnonzero(observation["action_mask"]))))
        return 200

    return run


def openspiel_slice(name: str) -> Slice:
    """Step OpenSpiel, with tensor and mask of the player to move."""
    import pyspiel

    game, dice = pyspiel.load_game(name), random.Random(1)
    at = [game.new_initial_state()]

    def run() -> int:
        decisions = 0
        for _ in range(300):
            if at[0].is_terminal():
                at[0] = game.new_initial_state()
            if at[0].is_chance_node():
                actions, chances = zip(*at[0].chance_outcomes(), strict=True)
                at[0].apply_action(dice.choices(actions, chances)[0])
                continue
            at[0].information_state_tensor() if game.get_type().provides_information_state_tensor else None
            at[0].legal_actions_mask()
            at[0].apply_action(dice.choice(at[0].legal_actions()))
            decisions += 1
        return decisions

    return run


def rlcard_slice(name: str) -> Slice:
    """Step RLCard."""
    import rlcard

    environment, dice = rlcard.make(name), random.Random(1)
    at = [environment.reset()[0]]

    def run() -> int:
        for _ in range(200):
            if environment.is_over():
                at[0] = environment.reset()[0]
            at[0] = environment.step(dice.choice(list(at[0]["legal_actions"])))[0]
        return 200

    return run


def pgx_slice(name: str, size: int) -> Slice:
    """Step a batch of games in Pgx, reset by its own wrapper."""
    import jax
    import pgx
    from pgx.experimental.wrappers import auto_reset

    environment = pgx.make(name)
    step = jax.jit(jax.vmap(auto_reset(environment.step, environment.init)))
    keys = jax.random.split(jax.random.PRNGKey(1), size)
    at = [jax.jit(jax.vmap(environment.init))(keys)]

    def run() -> int:
        scores = jax.random.uniform(jax.random.PRNGKey(int(at[0]._step_count[0])), at[0].legal_action_mask.shape)
        at[0] = step(at[0], (scores * at[0].legal_action_mask).argmax(1), keys)
        jax.block_until_ready(at[0].observation)
        return size

    return run


def others() -> dict[str, Callable[[], Slice]]:
    """Return the slices of other libraries."""

    def classic(name: str) -> Slice:
        return pettingzoo_slice(import_module(f"pettingzoo.classic.{name}").raw_env())

    found: dict[str, Callable[[], Slice]] = {}
    for name in ("hearts", "gin_rummy", "leduc_poker"):
        found[f"OpenSpiel {name}"] = partial(openspiel_slice, name)
    for name in ("uno", "gin-rummy", "doudizhu", "leduc-holdem"):
        found[f"RLCard {name}"] = partial(rlcard_slice, name)
    for name in ("texas_holdem_v4", "leduc_holdem_v4"):
        found[f"PettingZoo {name} raw_env"] = partial(classic, name)
    for name in ("leduc_holdem", "sparrow_mahjong", "backgammon"):
        found[f"Pgx {name} 256"] = partial(pgx_slice, name, 256)
    return found
