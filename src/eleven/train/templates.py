"""What training asks of a batch beyond what everybody may see: a teacher's actions, and the sights of all seats.

The sights of the other seats are for the critic, which helps in training and is never shipped. Written once and bound
to each game, for the CPU and for a GPU, like `research.stepping.templates`.
"""

from typing import Any

import numpy as np

from eleven.core.play.cuda_memory import THREADS, load
from eleven.core.rules import asking, bits
from eleven.core.rules.record import Array
from eleven.research.stepping.templates import put as put_record
from eleven.search.templates import drop_overlooked

put: Any = put_record
see: Any = None
legal: Any = None
pack: Any = None
playout_action: Any = None
misremember: Any = None
encode: Any = None
teach_one: Any = None
notice_one: Any = None
cuda: Any = None
state_type: Any = None
word_type: Any = None
long_type: Any = None
action_words: Any = None
feature_words: Any = None

MIX = np.uint64(0xD1342543DE82EF95)
"""Dice of neighbouring rows begin far apart."""
NOISE, FORGET, OVERLOOK, HABITS = range(4)
"""What a bot has for every number of players: how much it misjudges, forgets and overlooks; and how many numbers."""


def teach_one_template(s: Any, seen: Array, blank: Array, words: Array, dice: Array, habits: Array) -> int:
    """The action that looks best to the asked seat, of what it sees and neither forgets nor overlooks."""
    put(seen, 0, blank)
    see(s, asking.asked(s), seen[0])
    bits.clear(words)
    legal(seen[0], words)
    if habits[s.players, FORGET] > 0:
        misremember(seen[0], dice, habits[s.players, FORGET])
    drop_overlooked(words, dice, habits[s.players, OVERLOOK], dice[0])
    action: int = playout_action(seen[0], words, dice, habits[s.players, NOISE])
    return action


def notice_one_template(s: Any, words: Array, dice: Array, habits: Array, mask: Array) -> None:
    """The legal actions that the asked seat does not overlook, packed."""
    bits.clear(words)
    legal(s, words)
    drop_overlooked(words, dice, habits[s.players, OVERLOOK], dice[0])
    pack(words, mask)


def teach_template(
    states: Array, seen: Array, blank: Array, words: Array, dice: Array, start: Any, habits: Array, first: int,
    actions: Array,
) -> None:  # fmt: skip
    """The teacher's action in every row from the row `first` on."""
    for i in range(first, len(actions)):
        dice[0] = start + np.uint64(i) * MIX
        actions[i] = teach_one(states[i], seen, blank, words, dice, habits)


def notice_template(states: Array, words: Array, dice: Array, start: Any, habits: Array, masks: Array) -> None:
    """What is not overlooked in every row."""
    for i in range(len(masks)):
        dice[0] = start + np.uint64(i) * MIX
        notice_one(states[i], words, dice, habits, masks[i])


def others_template(states: Array, seen: Array, blank: Array, features: Array) -> None:
    """What the other seats see, the one after the asked seat first; nothing of seats that a table has not."""
    for i in range(len(states)):
        s = states[i]
        for k in range(features.shape[1]):
            if k + 1 < s.players:
                put(seen, 0, blank)
                see(s, (asking.asked(s) + k + 1) % s.players, seen[0])
                encode(seen[0], features[i, k])
            else:
                for n in range(features.shape[2]):
                    features[i, k, n] = np.uint64(0)


def teach_kernel_template(store: Array, blank: Array, start: Any, habits: Array, first: int, actions: Array) -> None:
    """The teacher's action of one row a thread, from the row `first` on."""
    i = first + cuda.blockIdx.x * THREADS + cuda.threadIdx.x
    states, seen = cuda.local.array(1, state_type), cuda.local.array(1, state_type)
    words, dice = cuda.local.array(action_words, long_type), cuda.local.array(1, word_type)
    if i < len(actions):
        load(store, states, i)
        dice[0] = start + np.uint64(i) * MIX
        actions[i] = teach_one(states[0], seen, blank, words, dice, habits)


def notice_kernel_template(store: Array, start: Any, habits: Array, masks: Array) -> None:
    """What is not overlooked in one row a thread."""
    i = cuda.blockIdx.x * THREADS + cuda.threadIdx.x
    states, words = cuda.local.array(1, state_type), cuda.local.array(action_words, long_type)
    dice = cuda.local.array(1, word_type)
    if i < len(masks):
        load(store, states, i)
        dice[0] = start + np.uint64(i) * MIX
        notice_one(states[0], words, dice, habits, masks[i])


def others_kernel_template(store: Array, blank: Array, features: Array) -> None:
    """What the other seats see, one row a thread."""
    i = cuda.blockIdx.x * THREADS + cuda.threadIdx.x
    states, seen = cuda.local.array(1, state_type), cuda.local.array(1, state_type)
    found = cuda.local.array(feature_words, word_type)
    if i < len(features):
        load(store, states, i)
        s = states[0]
        for k in range(features.shape[1]):
            for n in range(feature_words):
                found[n] = np.uint64(0)
            if k + 1 < s.players:
                put(seen, 0, blank)
                see(s, (asking.asked(s) + k + 1) % s.players, seen[0])
                encode(seen[0], found)
            for n in range(feature_words):
                features[i, k, n] = found[n]
