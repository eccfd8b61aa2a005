"""A search on the true state: the ceiling that the arena measures bots by, for no other player may know so much.

Nothing but the arena uses this module, and a test says so. It knows all hands and the order that is fixed already,
not the luck that is still to come.
"""

from functools import cache
from typing import Any

from eleven.core.contract.game import Rule, find_game
from eleven.core.rules.jit import bind
from eleven.core.rules.record import Array
from eleven.search import templates
from eleven.search.brain import TEMPLATES, names_for
from eleven.search.templates import SIGHT, WORLD

look_fairly: Any = None
think_fairly: Any = None
think_knowing: Any = None


def look_knowing_template(s: Any, states: Array, seat: int, plan: Any) -> None:
    """Who peeks gets the true state, everybody else what their seat sees."""
    if plan.peeks:
        states[SIGHT] = s
    else:
        look_fairly(s, states, seat, plan)


def deal_truth_template(states: Array, dream: Any) -> None:
    """The only world there is."""
    states[WORLD] = states[SIGHT]


def think_either_template(
    states: Array,
    nodes: Array,
    trail: Array,
    rewards: Array,
    tally: Array,
    plan: Any,
    dream: Any,
    dice: Array,
    mask: Array,
) -> int:
    """Think about the true state or about a sight, as the plan says."""
    if plan.peeks:
        action: int = think_knowing(states, nodes, trail, rewards, tally, plan, dream, dice, mask)
    else:
        action = think_fairly(states, nodes, trail, rewards, tally, plan, dream, dice, mask)
    return action


@cache
def play_peeking(game_id: str) -> Rule:
    """Whole games as `Brain.play` plays them, in which plans that say so peek."""
    game = find_game(game_id)
    fair = names_for(game)
    knowing = {**fair, "deal_world": bind(deal_truth_template, game_id)}
    for name in TEMPLATES[TEMPLATES.index("wander") : TEMPLATES.index("think") + 1]:
        knowing[name] = bind(getattr(templates, f"{name}_template"), game_id, f"{name}_knowing", **knowing)
    names = {
        **fair,
        "look": bind(look_knowing_template, game_id, look_fairly=fair["look"]),
        "think": bind(think_either_template, game_id, think_fairly=fair["think"], think_knowing=knowing["think"]),
    }
    return bind(templates.play_template, game_id, "play_peeking", **names)
