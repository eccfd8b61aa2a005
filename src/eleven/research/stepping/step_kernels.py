"""Step templates for batches of games, bound to each game's rules like those in `core/play/loops.py`.

The functions work on one row of preallocated memory, and neither allocate nor raise, so that the loops here and the
GPU kernels (one thread per row) can share them.
"""

from typing import Any

import numpy as np

from eleven.core.rules import asking, bits
from eleven.core.rules import luck as fortune
from eleven.core.rules.jit import rule
from eleven.core.rules.record import Array
from eleven.research.encoding.pieces import FEATURE_WORD_BITS

start: Any = None
apply: Any = None
legal: Any = None
see: Any = None
score: Any = None
encode: Any = None
deal_one: Any = None
play_one: Any = None
observe_one: Any = None
deal_row: Any = None
play_row: Any = None
observe_row: Any = None
pack: Any = None

SEED, FIRST_ROW, LONGEST, WITH_SIGHT, WITH_FEATURES, CHECKED, SPAN = range(7)
"""Indices into a `span`: the seed, the number of the first row, the maximum length of a game, whether sights and
features are wanted, the number of actions if they are to be checked; and the length of a span."""
LOWEST_SCORE = -(1 << 40)


def pack_template(legal_mask: Array, packed: Array) -> None:
    """Repack words of 60 bits into words of 64."""
    for k in range(len(packed)):
        first = k * FEATURE_WORD_BITS
        at, shift = first // bits.WORD, first % bits.WORD
        low = np.uint64(legal_mask[at]) >> np.uint64(shift)
        packed[k] = low | np.uint64(legal_mask[at + 1]) << np.uint64(bits.WORD - shift)


def no_encoding_template(seen: Any, out: Array) -> None:
    """Write no features."""


@rule
def put(records: Array, at: int, given: Array) -> None:
    """Copy a record to position `at`."""
    records[at] = given[0]


@rule
def turn_to(luck: Any, span: Array, row: int, number: int) -> None:
    """Set the random key of a game: it consists of the seed, the row, and the number of the game in its row."""
    luck.key[0] = np.uint64(span[SEED])
    luck.key[1] = np.uint64(span[FIRST_ROW] + row)
    luck.key[2] = np.uint64(number)


@rule
def is_legal(mask: Array, action: int, count: int) -> bool:
    """Whether a packed mask has an action."""
    if action < 0 or action >= count:
        return False
    shifted = mask[action // FEATURE_WORD_BITS] >> np.uint64(action % FEATURE_WORD_BITS)
    found: bool = shifted & np.uint64(1) != np.uint64(0)
    return found


@rule
def first_illegal(mask: Array, actions: Array, count: int) -> int:
    """Return the first row with an illegal action, or -1."""
    for i in range(len(actions)):
        if not is_legal(mask[i], actions[i], count):
            return i
    return -1


def deal_one_template(prepared: Array, states: Array, at: int, luck: Any, games: Array, span: Array, i: int) -> None:
    """Deal the next game of row i into the record at `at`."""
    put(states, at, prepared)
    turn_to(luck, span, i, games[i])
    start(states[at], luck)
    games[i] += 1


def deal_one_of_several_template(
    prepared: Array, states: Array, at: int, luck: Any, games: Array, span: Array, i: int
) -> None:
    """Do the same for a batch whose rows have different set-ups, in turn."""
    put(states, at, prepared[i % len(prepared)])
    turn_to(luck, span, i, games[i])
    start(states[at], luck)
    games[i] += 1


def observe_one_template(
    s: Any, sights: Array, at: int, blank: Array, legal_mask: Array, span: Array, features: Array, mask: Array
) -> int:
    """Write the sight, features and legal actions of the seat to move, and return the seat."""
    seat = asking.asked(s)
    bits.clear(legal_mask)
    legal(s, legal_mask)
    pack(legal_mask, mask)
    if span[WITH_SIGHT] + span[WITH_FEATURES] > 0:
        put(sights, at, blank)
        see(s, seat, sights[at])
        if span[WITH_FEATURES] != 0:
            encode(sights[at], features)
    return seat


def play_one_template(
    s: Any,
    luck: Any,
    games: Array,
    span: Array,
    action: int,
    reward: Array,
    scores: Array,
    done: Array,
    truncated: Array,
    i: int,
) -> bool:
    """Play the action of row i; return whether its game has ended, and write the rewards if so."""
    turn_to(luck, span, i, games[i] - 1)
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
        for seat in range(s.players):
            points = bits.wide(score(s, seat))
            scores[i, seat] = points
            if points > most:
                most, winners = points, 1
            elif points == most:
                winners += 1
        for seat in range(s.players):
            if over and scores[i, seat] == most:
                reward[i, seat] = np.float32(1.0 / winners)
    return ended


def deal_row_template(prepared: Array, states: Array, lucks: Array, games: Array, span: Array, i: int) -> None:
    """Deal the next game of a row."""
    deal_one(prepared, states, i, lucks[0], games, span, i)


def play_row_template(
    states: Array,
    lucks: Array,
    games: Array,
    span: Array,
    action: int,
    reward: Array,
    scores: Array,
    done: Array,
    truncated: Array,
    i: int,
) -> bool:
    """Carry out the action of a row."""
    ended: bool = play_one(states[i], lucks[0], games, span, action, reward, scores, done, truncated, i)
    return ended


def observe_row_template(
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
    """Update the sight, features and mask of a row; if sights are not wanted, all rows share scratch memory."""
    at = i if span[WITH_SIGHT] != 0 else 0
    asked[i] = observe_one(states[i], sights, at, blank, legal_mask, span, features[i], mask[i])


def step_template(
    prepared: Array,
    states: Array,
    blank: Array,
    lucks: Array,
    games: Array,
    legal_mask: Array,
    span: Array,
    sights: Array,
    features: Array,
    mask: Array,
    asked: Array,
    reward: Array,
    scores: Array,
    done: Array,
    truncated: Array,
    actions: Array,
) -> int:
    """Take one decision in every row, and deal the next game in rows whose game has ended.

    If actions are checked and one is illegal, play none and return its row; otherwise return -1.
    """
    if span[CHECKED] != 0:
        wrong = first_illegal(mask, actions, span[CHECKED])
        if wrong >= 0:
            return wrong
    for i in range(len(states)):
        if play_row(states, lucks, games, span, actions[i], reward, scores, done, truncated, i):
            deal_row(prepared, states, lucks, games, span, i)
        observe_row(states, sights, blank, legal_mask, span, features, mask, asked, i)
    return -1


def deal_template(
    prepared: Array,
    states: Array,
    blank: Array,
    lucks: Array,
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
        deal_row(prepared, states, lucks, games, span, i)
        observe_row(states, sights, blank, legal_mask, span, features, mask, asked, i)


def observe_template(
    states: Array,
    sights: Array,
    blank: Array,
    legal_mask: Array,
    span: Array,
    features: Array,
    mask: Array,
    asked: Array,
) -> None:
    """Update the sight, features and mask of every row."""
    for i in range(len(states)):
        observe_row(states, sights, blank, legal_mask, span, features, mask, asked, i)


@rule
def sample_row(mask: Array, dice: Array) -> int:
    """Choose a legal action uniformly at random."""
    options = 0
    for k in range(len(mask)):
        options += bits.size(bits.wide(mask[k]))
    left = fortune.throw(dice, options)
    k = 0
    here = bits.size(bits.wide(mask[0]))
    while left >= here:
        left -= here
        k += 1
        here = bits.size(bits.wide(mask[k]))
    word = mask[k]
    for _ in range(left):
        word &= word - np.uint64(1)
    low = word & (~word + np.uint64(1))
    return k * FEATURE_WORD_BITS + bits.size(bits.wide(low - np.uint64(1)))


def sample_template(mask: Array, dice: Array, actions: Array) -> None:
    """Choose a random legal action in every row."""
    for i in range(len(actions)):
        actions[i] = sample_row(mask[i], dice)


def unpack_template(packed: Array, dense: Array) -> None:
    """Unpack bits into bytes of 0 and 1."""
    for i in range(len(dense)):
        for j in range(dense.shape[1]):
            dense[i, j] = (packed[i, j // FEATURE_WORD_BITS] >> np.uint64(j % FEATURE_WORD_BITS)) & np.uint64(1)
