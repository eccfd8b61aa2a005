"""Templates for training: the teacher's actions, and the hidden information of the other seats.

The latter is for the critic, which is used in training only and is never shipped. The templates are bound to each game
for the CPU and the GPU, like `research.stepping.step_kernels`.
"""

from typing import Any

import numpy as np

from eleven.core.play.cuda_memory import THREADS, load
from eleven.core.rules import asking, bits
from eleven.core.rules.record import Array
from eleven.research.stepping.step_kernels import put as put_record
from eleven.search.ismcts import drop_overlooked

put: Any = put_record
see: Any = None
legal: Any = None
pack: Any = None
playout_action: Any = None
misremember: Any = None
encode: Any = None
teacher_action: Any = None
noticed_mask: Any = None
cuda: Any = None
state_type: Any = None
word_type: Any = None
long_type: Any = None
action_words: Any = None
feature_words: Any = None

MIX = np.uint64(0xD1342543DE82EF95)
"""The multiplier that spreads the seeds of neighbouring rows."""
NOISE, FORGET, OVERLOOK, ERROR_RATES = range(4)
"""Indices into a bot's error rates (noise, forgetting, overlooking), and their number."""


def teacher_action_template(s: Any, seen: Array, blank: Array, words: Array, dice: Array, error_rates: Array) -> int:
    """Return the most attractive action for the seat to move, after forgetting and overlooking."""
    put(seen, 0, blank)
    see(s, asking.asked(s), seen[0])
    bits.clear(words)
    legal(seen[0], words)
    if error_rates[s.players, FORGET] > 0:
        misremember(seen[0], dice, error_rates[s.players, FORGET])
    drop_overlooked(words, dice, error_rates[s.players, OVERLOOK], dice[0])
    action: int = playout_action(seen[0], words, dice, error_rates[s.players, NOISE])
    return action


def noticed_mask_template(s: Any, words: Array, dice: Array, error_rates: Array, mask: Array) -> None:
    """Write the packed mask of the legal actions that the seat to move does not overlook."""
    bits.clear(words)
    legal(s, words)
    drop_overlooked(words, dice, error_rates[s.players, OVERLOOK], dice[0])
    pack(words, mask)


def teacher_actions_template(
    states: Array, seen: Array, blank: Array, words: Array, dice: Array, start: Any, error_rates: Array, first: int,
    actions: Array,
) -> None:  # fmt: skip
    """Write the teacher's action in every row from `first` on."""
    for i in range(first, len(actions)):
        dice[0] = start + np.uint64(i) * MIX
        actions[i] = teacher_action(states[i], seen, blank, words, dice, error_rates)


def noticed_masks_template(
    states: Array, words: Array, dice: Array, start: Any, error_rates: Array, masks: Array
) -> None:
    """Write the mask of actions that are not overlooked, in every row."""
    for i in range(len(masks)):
        dice[0] = start + np.uint64(i) * MIX
        noticed_mask(states[i], words, dice, error_rates, masks[i])


def opponent_features_template(states: Array, seen: Array, blank: Array, features: Array) -> None:
    """Write what the other seats see, starting after the seat to move; missing seats stay empty."""
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


def teacher_actions_kernel_template(
    store: Array, blank: Array, start: Any, error_rates: Array, first: int, actions: Array
) -> None:
    """Write the teacher's action in the rows from `first` on, one row per thread."""
    i = first + cuda.blockIdx.x * THREADS + cuda.threadIdx.x
    states, seen = cuda.local.array(1, state_type), cuda.local.array(1, state_type)
    words, dice = cuda.local.array(action_words, long_type), cuda.local.array(1, word_type)
    if i < len(actions):
        load(store, states, i)
        dice[0] = start + np.uint64(i) * MIX
        actions[i] = teacher_action(states[0], seen, blank, words, dice, error_rates)


def noticed_masks_kernel_template(store: Array, start: Any, error_rates: Array, masks: Array) -> None:
    """Write the mask of actions that are not overlooked, one row per thread."""
    i = cuda.blockIdx.x * THREADS + cuda.threadIdx.x
    states, words = cuda.local.array(1, state_type), cuda.local.array(action_words, long_type)
    dice = cuda.local.array(1, word_type)
    if i < len(masks):
        load(store, states, i)
        dice[0] = start + np.uint64(i) * MIX
        noticed_mask(states[0], words, dice, error_rates, masks[i])


def opponent_features_kernel_template(store: Array, blank: Array, features: Array) -> None:
    """Write what the other seats see, one row per thread."""
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
