"""Templates for one seat in a batch of games; the other seats play at random in compiled code."""

from typing import Any

import numpy as np

from eleven.core.rules import asking, bits
from eleven.core.rules.record import Array

legal: Any = None
see: Any = None
encode: Any = None
random_action: Any = None
deal_row: Any = None
play_row: Any = None
observe_seat: Any = None

LEFT_ALONE = -1
"""The action for rows that are to be skipped."""


def observe_seat_template(
    states: Array,
    blank: Array,
    seen: Array,
    legal_mask: Array,
    seat: int,
    packed: Array,
    features: Array,
    mask: Array,
    i: int,
) -> None:
    """Write the features of what a seat sees in row i, and its legal actions (from that sight) if it is its turn."""
    seen[0] = blank[0]
    see(states[i], seat, seen[0])
    encode(seen[0], packed)
    for at in range(features.shape[1]):
        features[i, at] = (packed[at // 64] >> np.uint64(at % 64)) & np.uint64(1)
    bits.clear(legal_mask)
    if asking.asked(seen[0]) == seat:
        legal(seen[0], legal_mask)
    for at in range(mask.shape[1]):
        mask[i, at] = (legal_mask[at // bits.WORD] >> (at % bits.WORD)) & 1


def seat_step_template(
    prepared: Array,
    states: Array,
    blank: Array,
    seen: Array,
    lucks: Array,
    games: Array,
    legal_mask: Array,
    dice: Array,
    span: Array,
    seat: int,
    actions: Array,
    packed: Array,
    features: Array,
    mask: Array,
    reward: Array,
    scores: Array,
    done: Array,
    truncated: Array,
) -> None:
    """Play a seat's action in every row, then the others' until it is the seat's turn again or the game ends.

    In rows whose game had already ended, deal the next game instead (NEXT_STEP).
    """
    for i in range(len(states)):
        if actions[i] == LEFT_ALONE:
            continue
        waiting = not (done[i] or truncated[i])
        if not waiting:
            deal_row(prepared, states, lucks, games, span, i)
            done[i] = False
            truncated[i] = False
            for other in range(reward.shape[1]):
                reward[i, other] = 0.0
        action = actions[i]
        ended = False
        while not ended and (waiting or asking.asked(states[i]) != seat):
            if not waiting:
                action = random_action(states[i], legal_mask, dice)
            waiting = False
            ended = play_row(states, lucks, games, span, action, reward, scores, done, truncated, i)
        observe_seat(states, blank, seen, legal_mask, seat, packed, features, mask, i)
