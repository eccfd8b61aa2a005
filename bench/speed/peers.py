"""The fastest comparable functions of other libraries from PyPI: OpenSpiel's C++ random rollouts, and RLCard's Uno.

OpenSpiel plays whole random games in C++ only inside its Monte Carlo bot; with two simulations of many rollouts each,
nearly all the time is spent in rollouts. A decision includes computing the legal actions, as ours does.
"""

import contextlib
import io
import random
import time
from collections.abc import Callable
from typing import Any

Contestant = Callable[[float], tuple[int, float]]
ROLLOUTS = 500
SIMULATIONS = 2


def _decisions_left(state: Any, dice: random.Random) -> int:
    decisions = 0
    while not state.is_terminal():
        chance = state.is_chance_node()
        state.apply_action(dice.choice(state.legal_actions()))
        decisions += not chance
    return decisions


def openspiel(name: str) -> Contestant:
    """Run random rollouts of an OpenSpiel game after the deal, for some seconds."""
    import pyspiel

    game = pyspiel.load_game(name)
    dice = random.Random(1)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(dice.choice(state.legal_actions()))
    # Rollouts of trick-taking games have almost constant lengths, so the mean is accurate enough.
    length = sum(_decisions_left(state.clone(), dice) for _ in range(200)) / 200
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, SIMULATIONS, 1000, False, 1, False)

    def run(seconds: float) -> tuple[int, float]:
        steps, begin = 0, time.process_time()
        while time.process_time() - begin < seconds:
            bot.step(state)
            steps += 1
        return int(steps * SIMULATIONS * ROLLOUTS * length), time.process_time() - begin

    return run


def rlcard_uno() -> Contestant:
    """RLCard's Uno with its random agents."""
    with contextlib.redirect_stdout(io.StringIO()):
        import rlcard
        from rlcard.agents import RandomAgent

        env = rlcard.make("uno")
        env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def run(seconds: float) -> tuple[int, float]:
        decisions, begin = 0, time.process_time()
        while time.process_time() - begin < seconds:
            trajectories, _ = env.run(is_training=False)
            decisions += sum(len(trajectory) // 2 for trajectory in trajectories)
        return decisions, time.process_time() - begin

    return run
