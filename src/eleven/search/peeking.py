"""A search on the true state: the ceiling that the arena measures bots by, for no other player may know so much.

Nothing but the arena uses this module, and a test says so. It knows all hands and the order that is fixed already,
not the luck that is still to come; or all hands alone: then what lies in a fixed order is mixed in every simulation.
"""

from functools import cache
from typing import Any

from eleven.core.contract.game import Rule, find_game
from eleven.core.rules.jit import bind, rule
from eleven.core.rules.record import THE_TRUTH, Array
from eleven.search import templates
from eleven.search.compiled_search import TEMPLATES, names_for
from eleven.search.templates import SIGHT, WORLD

observe_fairly: Any = None
choose_fairly: Any = None
choose_knowing: Any = None
mix: Any = None

NOBODY_PEEKS, AT_EVERYTHING, AT_HANDS = range(3)
"""What a plan peeks at."""
OPEN_HANDS = THE_TRUTH - 1
"""The viewer of a true state whose order of what is still to be drawn does not count."""


@rule
def nothing_to_mix(s: Any, luck: Any) -> None:
    """In a game without `mix` luck decides when something is drawn."""


def observe_knowing_template(s: Any, states: Array, seat: int, plan: Any) -> None:
    """Who peeks gets the true state, everybody else what their seat sees."""
    if plan.peeks:
        states[SIGHT] = s
        if plan.peeks == AT_HANDS:
            states[SIGHT].viewer = OPEN_HANDS
    else:
        observe_fairly(s, states, seat, plan)


def deal_truth_template(states: Array, search_luck: Any) -> None:
    """The only world there is; for who knows the hands alone, with what is still to be drawn in another order."""
    states[WORLD] = states[SIGHT]
    if states[SIGHT].viewer == OPEN_HANDS:
        states[WORLD].viewer = THE_TRUTH
        mix(states[WORLD], search_luck)


def choose_either_template(
    states: Array,
    nodes: Array,
    node_path: Array,
    rewards: Array,
    tally: Array,
    plan: Any,
    search_luck: Any,
    dice: Array,
    mask: Array,
) -> int:
    """Think about the true state or about a sight, as the plan says."""
    if plan.peeks:
        action: int = choose_knowing(states, nodes, node_path, rewards, tally, plan, search_luck, dice, mask)
    else:
        action = choose_fairly(states, nodes, node_path, rewards, tally, plan, search_luck, dice, mask)
    return action


@cache
def deal_truth(game_id: str) -> Rule:
    """`determinize` for who peeks."""
    return bind(deal_truth_template, game_id, mix=find_game(game_id).mix or nothing_to_mix)


@cache
def play_peeking(game_id: str) -> Rule:
    """Whole games as `CompiledSearch.play` plays them, in which plans that say so peek."""
    game = find_game(game_id)
    fair = names_for(game)
    knowing = {**fair, "determinize": deal_truth(game_id)}
    for name in TEMPLATES[TEMPLATES.index("simulate_once") : TEMPLATES.index("choose_action") + 1]:
        knowing[name] = bind(getattr(templates, f"{name}_template"), game_id, f"{name}_knowing", **knowing)
    names = {
        **fair,
        "observe": bind(observe_knowing_template, game_id, observe_fairly=fair["observe"]),
        "choose_action": bind(
            choose_either_template,
            game_id,
            choose_fairly=fair["choose_action"],
            choose_knowing=knowing["choose_action"],
        ),
    }
    return bind(templates.play_template, game_id, "play_peeking", **names)
