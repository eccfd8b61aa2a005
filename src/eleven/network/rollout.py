"""A rollout: the network of a game decides for every seat in an imagined world, and says what it expects at its end.

Each seat decides from what it would see there, until the seat in question has decided so many times more; what the
network then expects from its sight is what was won. The search of a network and reviews play worlds on this way.
"""

from typing import Any

from eleven.core.rules import bits
from eleven.core.rules import luck as fortune
from eleven.core.rules.asking import asked
from eleven.core.rules.record import Array
from eleven.search.templates import BLANK, FREE, WORLD

LONGEST = 200
"""So many decisions a world is played on at most; then the game's own outlook judges it."""

legal: Any = None
see: Any = None
apply: Any = None
encode: Any = None
determinize: Any = None
evaluate: Any = None
forward_hidden: Any = None
best_action: Any = None
predicted_shares: Any = None


def rollout_template(
    states: Array, first: int, me: int, further: int, rewards: Array, search_luck: Any, mask: Array, net: Any
) -> None:
    """What everybody wins in the world that `search_luck` deals.

    The first action is given, or `FREE`. `net.reply` gets the next decision of another seat, if there is one.
    """
    s, left, action, reply = states[WORLD], further, first, net.reply
    reply[0] = FREE
    fortune.begin(search_luck, 0)
    determinize(states, search_luck)
    for _ in range(LONGEST):
        if s.over != 0:
            break
        if action < 0:
            seat = asked(s)
            bits.clear(mask)
            legal(s, mask)
            action = bits.nth(mask, 0)
            if bits.count(mask) > 1:
                net.inner[0] = states[BLANK]
                see(s, seat, net.inner[0])
                encode(net.inner[0], net.words)
                forward_hidden(net)
                if seat == me:
                    if left <= 0:
                        predicted_shares(net, me, s.players, rewards)
                        return
                    left -= 1
                action = best_action(net, mask, seat)
            if seat != me and reply[0] < 0:
                reply[0], reply[1] = seat, action
        apply(s, action, search_luck)
        action = FREE
    evaluate(s, rewards)
