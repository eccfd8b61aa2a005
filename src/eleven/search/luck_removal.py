"""How much luck helped each seat of a finished game, as estimated by a value function.

Each decision that drew random numbers is repeated with other random numbers. The luck of a decision is the value after
what happened minus the mean value after what could have happened. Its expectation is zero for any value function, so
subtracting it keeps results unbiased, and a good value function reduces their variance. The deal is left out because
it is played in every seating, which cancels its luck. This is AIVAT (Burch et al., 2018) for chance nodes only.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from eleven.core.contract.game import Rule, find_game
from eleven.core.rules.jit import bind
from eleven.core.rules.record import Array
from eleven.search.compiled_search import names_for
from eleven.search.ismcts import BLANK, SIGHT, STATES, TRUTH, WORLD

see: Any = None
apply: Any = None
start: Any = None
evaluate: Any = None
encode: Any = None
forward_hidden: Any = None
predicted_shares: Any = None
judge: Any = None

BEFORE = STATES
PLACES = STATES + 1
"""The number of states that are needed: those of a search, and the state before a decision."""
REDEALS = 16
BY_OUTLOOK, BY_NETWORK = "outlook", "network"


def judge_by_outlook_template(s: Any, states: Array, rewards: Array, net: Any) -> None:
    """Estimate every seat's win share with the game's `outlook`."""
    evaluate(s, rewards)


def judge_by_network_template(s: Any, states: Array, rewards: Array, net: Any) -> None:
    """Estimate every seat's win share with the network; a finished game has its result.

    The network is asked once per seat with what that seat sees, because a player who has drawn a card knows it and
    the others do not.
    """
    if s.over != 0:
        evaluate(s, rewards)
    else:
        total = 0.0
        for seat in range(s.players):
            states[SIGHT] = states[BLANK]
            see(s, seat, states[SIGHT])
            encode(states[SIGHT], net.words)
            forward_hidden(net)
            predicted_shares(net, seat, s.players, net.logits)
            rewards[seat] = net.logits[seat]
            total += rewards[seat]
        for seat in range(s.players):
            rewards[seat] /= total


def remove_luck_template(
    prepared: Array,
    actions: Array,
    count: int,
    states: Array,
    rewards: Array,
    luck: Any,
    search_luck: Any,
    redeals: int,
    given: Array,
    net: Any,
) -> int:
    """Replay a game from its actions, add each seat's luck to `given`, and return the number of chance events."""
    states[TRUTH] = prepared[0]
    s, again = states[TRUTH], states[WORLD]
    start(s, luck)
    events = 0
    for n in range(count):
        states[BEFORE] = states[TRUTH]
        apply(s, actions[n], luck)
        if luck.blocks > 0:
            events += 1
            judge(s, states, rewards, net)
            for seat in range(s.players):
                given[seat] += rewards[seat]
            for k in range(redeals):
                states[WORLD] = states[BEFORE]
                search_luck.key[3] = k + 1
                apply(again, actions[n], search_luck)
                judge(again, states, rewards, net)
                for seat in range(s.players):
                    given[seat] -= rewards[seat] / redeals
    return events


@cache
def luck_removal(game_id: str, by: str, players: int = 0, judging: Callable[..., None] | None = None) -> Rule:
    """Bind luck removal to a game and a value function; `judging` is the template of a custom value function."""
    game = find_game(game_id)
    names = names_for(game)
    template = judging or judge_by_outlook_template
    if by == BY_NETWORK:
        from eleven.network.inference import forward_hidden, predicted_shares
        from eleven.research.encoding import encode_rule

        names |= {
            "encode": encode_rule(game, players),
            "forward_hidden": forward_hidden,
            "predicted_shares": predicted_shares,
        }
        template = judge_by_network_template
    names["judge"] = bind(template, game_id, f"judge_{by}{players or ''}", **names)
    return bind(remove_luck_template, game_id, f"remove_luck_{by}{players or ''}", **names)
