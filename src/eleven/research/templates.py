"""Steps of many games at once, written once and bound to each game, like `core.loops`.

Every function takes one row of given memory, allocates nothing and raises nothing, so that the same functions serve the
loops here and, one row a thread, a GPU.
"""

from typing import Any

import numpy as np

from eleven.core.rules import asking, bits
from eleven.core.rules import luck as fortune
from eleven.core.rules.record import Array

start: Any = None
apply: Any = None
legal: Any = None
see: Any = None
score: Any = None
encode: Any = None
deal_row: Any = None
play_row: Any = None
look_row: Any = None
pack: Any = None

SEED, FIRST_ROW, LONGEST, WITH_SIGHT, WITH_FEATURES, SPAN = range(6)
"""What a span has: the seed, the number of the first row, the cut-off, and what is wanted; and how many numbers."""
LOWEST_SCORE = -(1 << 40)
WORD = 64
"""Bits of an exported word; inside the rules it is `bits.WORD`."""


def pack_template(mask: Array, packed: Array) -> None:
    """Words of 60 bits as words of 64."""
    for k in range(len(packed)):
        first = k * WORD
        at, shift = first // bits.WORD, first % bits.WORD
        low = np.uint64(mask[at]) >> np.uint64(shift)
        packed[k] = low | np.uint64(mask[at + 1]) << np.uint64(bits.WORD - shift)


def no_encoding_template(seen: Any, out: Array) -> None:
    """Write no features."""


def deal_row_template(prepared: Array, states: Array, chances: Array, games: Array, span: Array, i: int) -> None:
    """Deal the next game of a row; game n of row i draws its luck from (seed, i, n)."""
    states[i] = prepared[0]
    luck = chances[0]
    luck.key[0] = np.uint64(span[SEED])
    luck.key[1] = np.uint64(span[FIRST_ROW] + i)
    luck.key[2] = np.uint64(games[i])
    start(states[i], luck)
    games[i] += 1


def look_row_template(
    states: Array,
    sights: Array,
    blank: Array,
    legal_mask: Array,
    span: Array,
    features: Array,
    mask: Array,
    asked: Array,
    i: int,
) -> None:
    """What the asked seat of a row sees, its features and its legal actions."""
    s = states[i]
    seat = asking.asked(s)
    asked[i] = seat
    bits.clear(legal_mask)
    legal(s, legal_mask)
    pack(legal_mask, mask[i])
    if span[WITH_SIGHT] + span[WITH_FEATURES] > 0:
        at = i if span[WITH_SIGHT] != 0 else 0
        sights[at] = blank[0]
        see(s, seat, sights[at])
        if span[WITH_FEATURES] != 0:
            encode(sights[at], features[i])


def play_row_template(
    states: Array,
    chances: Array,
    games: Array,
    span: Array,
    action: int,
    reward: Array,
    scores: Array,
    done: Array,
    truncated: Array,
    i: int,
) -> bool:
    """Carry out the action of a row; whether its game has ended, with everybody's share of the victory."""
    s, luck = states[i], chances[0]
    luck.key[0] = np.uint64(span[SEED])
    luck.key[1] = np.uint64(span[FIRST_ROW] + i)
    luck.key[2] = np.uint64(games[i] - 1)
    apply(s, action, luck)
    over: bool = s.over != 0
    ended: bool = over or s.step > span[LONGEST]
    if done[i] or truncated[i]:
        for seat in range(reward.shape[1]):
            reward[i, seat] = 0.0
            scores[i, seat] = 0
    done[i] = over
    truncated[i] = ended and not over
    if ended:
        most, winners = LOWEST_SCORE, 0
        for seat in range(reward.shape[1]):
            points = bits.wide(score(s, seat))
            scores[i, seat] = points
            if points > most:
                most, winners = points, 1
            elif points == most:
                winners += 1
        for seat in range(reward.shape[1]):
            if over and scores[i, seat] == most:
                reward[i, seat] = np.float32(1.0 / winners)
    return ended


def step_template(
    prepared: Array,
    states: Array,
    blank: Array,
    chances: Array,
    games: Array,
    legal_mask: Array,
    span: Array,
    actions: Array,
    sights: Array,
    features: Array,
    mask: Array,
    asked: Array,
    reward: Array,
    scores: Array,
    done: Array,
    truncated: Array,
) -> None:
    """One decision in every row; a game that has ended is followed by the next one of its row at once."""
    for i in range(len(states)):
        if play_row(states, chances, games, span, actions[i], reward, scores, done, truncated, i):
            deal_row(prepared, states, chances, games, span, i)
        look_row(states, sights, blank, legal_mask, span, features, mask, asked, i)


def deal_template(
    prepared: Array,
    states: Array,
    blank: Array,
    chances: Array,
    games: Array,
    legal_mask: Array,
    span: Array,
    sights: Array,
    features: Array,
    mask: Array,
    asked: Array,
) -> None:
    """Deal a game in every row."""
    for i in range(len(states)):
        deal_row(prepared, states, chances, games, span, i)
        look_row(states, sights, blank, legal_mask, span, features, mask, asked, i)


def look_template(
    states: Array,
    sights: Array,
    blank: Array,
    legal_mask: Array,
    span: Array,
    features: Array,
    mask: Array,
    asked: Array,
) -> None:
    """Look at every row."""
    for i in range(len(states)):
        look_row(states, sights, blank, legal_mask, span, features, mask, asked, i)


def first_illegal_template(mask: Array, actions: Array, count: int) -> int:
    """The first row whose action is not legal, or -1."""
    for i in range(len(actions)):
        action = actions[i]
        if action < 0 or action >= count:
            return i
        if (mask[i, action // WORD] >> np.uint64(action % WORD)) & np.uint64(1) == np.uint64(0):
            return i
    return -1


def sample_template(mask: Array, dice: Array, actions: Array) -> None:
    """A random legal action for every row, each as likely."""
    for i in range(len(actions)):
        options = 0
        for k in range(mask.shape[1]):
            options += bits.size(bits.wide(mask[i, k]))
        left = fortune.throw(dice, options)
        k = 0
        here = bits.size(bits.wide(mask[i, 0]))
        while left >= here:
            left -= here
            k += 1
            here = bits.size(bits.wide(mask[i, k]))
        word = mask[i, k]
        for _ in range(left):
            word &= word - np.uint64(1)
        low = word & (~word + np.uint64(1))
        actions[i] = k * WORD + bits.size(bits.wide(low - np.uint64(1)))


def unpack_template(packed: Array, dense: Array) -> None:
    """Packed bits as bytes of 0 and 1."""
    for i in range(len(dense)):
        for j in range(dense.shape[1]):
            dense[i, j] = (packed[i, j // WORD] >> np.uint64(j % WORD)) & np.uint64(1)
