"""Rollouts: in a simulated world the network decides for every seat, then estimates the win shares.

Each seat decides from what it would see there, until the seat in question has decided `further` more times; the
network's estimate for that seat is the reward. Both the network's search and reviews use rollouts.
"""

from typing import Any

from eleven.core.rules import bits
from eleven.core.rules import luck as fortune
from eleven.core.rules.asking import asked
from eleven.core.rules.record import Array
from eleven.search.ismcts import BLANK, FREE, WORLD

LONGEST = 200
"""The maximum number of decisions in a rollout; after that, the game's `outlook` estimates the result."""

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
    """Deal a world with `search_luck`, play it on, and write every seat's win share to `rewards`.

    `first` is the first action, or `FREE`. The next decision of another seat, if any, is stored in `net.reply`.
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
