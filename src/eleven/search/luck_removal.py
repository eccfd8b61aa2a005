"""What luck gave to every seat of a game that was played, as a value function sees it.

Whenever a decision drew on luck, the same decision is carried out again with other luck. What luck gave is the value
after what happened less the mean value after what could have happened as well; its mean is zero, whatever the values
are, so taking it off a result changes no mean. Good values take away much of the spread. The deal is left alone: it is
played in every seating, which takes its luck away already. Method: Burch et al., "AIVAT" (2018), for chance alone.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from eleven.core.contract.game import Rule, find_game
from eleven.core.rules.jit import bind
from eleven.core.rules.record import Array
from eleven.search.compiled_search import names_for
from eleven.search.templates import BLANK, SIGHT, STATES, TRUTH, WORLD

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
"""The states of a search, and the one before a decision."""
REDEALS = 16
BY_OUTLOOK, BY_NETWORK = "outlook", "network"


def judge_by_outlook_template(s: Any, states: Array, rewards: Array, net: Any) -> None:
    """Everybody's share of the victory, as the game's `outlook` sees it."""
    evaluate(s, rewards)


def judge_by_network_template(s: Any, states: Array, rewards: Array, net: Any) -> None:
    """The same as the network sees it, asked about each seat with what that seat sees; at the end, who has won.

    Who has drawn a card knows it, and whoever is asked next does not.
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
    chance: Any,
    search_luck: Any,
    redeals: int,
    given: Array,
    net: Any,
) -> int:
    """Play a game again from its actions, and add up in `given` what luck gave to each seat; how often it decided."""
    states[TRUTH] = prepared[0]
    s, again = states[TRUTH], states[WORLD]
    start(s, chance)
    events = 0
    for n in range(count):
        states[BEFORE] = states[TRUTH]
        apply(s, actions[n], chance)
        if chance.blocks > 0:
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
    """Bind it to a game and a value function; `judging` is a template of another one."""
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
