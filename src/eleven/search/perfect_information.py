"""A search that sees the true state: an upper bound for bots, used only by the arena (a test enforces that).

It knows all hands and everything whose order is already fixed, but not future random draws. Alternatively it knows the
hands only: then everything with a fixed order is reshuffled in every simulation.
"""

from functools import cache
from typing import Any

from eleven.core.contract.game import Rule, find_game
from eleven.core.rules.jit import bind, rule
from eleven.core.rules.record import THE_TRUTH, Array
from eleven.search import ismcts
from eleven.search.compiled_search import TEMPLATES, names_for
from eleven.search.ismcts import SIGHT, WORLD

observe_fairly: Any = None
choose_fairly: Any = None
choose_knowing: Any = None
mix: Any = None

NOBODY_PEEKS, AT_EVERYTHING, AT_HANDS = range(3)
"""The values of `plan.peeks`."""
OPEN_HANDS = THE_TRUTH - 1
"""The `viewer` of a true state in which everything with a fixed order is to be reshuffled."""


@rule
def nothing_to_mix(s: Any, luck: Any) -> None:
    """Do nothing: without `mix`, nothing in the game has an order that is fixed in advance."""


def observe_knowing_template(s: Any, states: Array, seat: int, plan: Any) -> None:
    """Give a bot that peeks the true state, and any other bot what its seat sees."""
    if plan.peeks:
        states[SIGHT] = s
        if plan.peeks == AT_HANDS:
            states[SIGHT].viewer = OPEN_HANDS
    else:
        observe_fairly(s, states, seat, plan)


def deal_truth_template(states: Array, search_luck: Any) -> None:
    """Use the true state as the simulated world, reshuffled if the bot knows only the hands."""
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
    """Choose from the true state if the plan peeks, otherwise from what the seat sees."""
    if plan.peeks:
        action: int = choose_knowing(states, nodes, node_path, rewards, tally, plan, search_luck, dice, mask)
    else:
        action = choose_fairly(states, nodes, node_path, rewards, tally, plan, search_luck, dice, mask)
    return action


@cache
def deal_truth(game_id: str) -> Rule:
    """Return the `determinize` of bots that peek."""
    return bind(deal_truth_template, game_id, mix=find_game(game_id).mix or nothing_to_mix)


@cache
def _names_with_peeking(game_id: str) -> dict[str, Any]:
    """Return the values of the templates' free names, with bots that peek if their plan says so."""
    fair = names_for(find_game(game_id))
    knowing = {**fair, "determinize": deal_truth(game_id)}
    for name in TEMPLATES[TEMPLATES.index("simulate_once") : TEMPLATES.index("choose_action") + 1]:
        knowing[name] = bind(getattr(ismcts, f"{name}_template"), game_id, f"{name}_knowing", **knowing)
    return {
        **fair,
        "observe": bind(observe_knowing_template, game_id, observe_fairly=fair["observe"]),
        "choose_action": bind(
            choose_either_template,
            game_id,
            choose_fairly=fair["choose_action"],
            choose_knowing=knowing["choose_action"],
        ),
    }


@cache
def play_peeking(game_id: str) -> Rule:
    """Return a variant of `CompiledSearch.play` in which bots peek if their plan says so."""
    return bind(ismcts.play_template, game_id, "play_peeking", **_names_with_peeking(game_id))


@cache
def play_peeking_with_networks(game_id: str, players: int) -> Rule:
    """Return a variant of `play_peeking` for games in which networks decide for some seats."""
    from eleven.network.playing import guided
    from eleven.network.search import play_template

    names = {**_names_with_peeking(game_id), "decide": guided(game_id, players).decide}
    return bind(play_template, game_id, f"play_peeking_with_networks{players}", **names)
