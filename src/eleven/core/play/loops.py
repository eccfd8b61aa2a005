"""Loops that run inside compiled code, written once and bound to each game by `engine`.

The free names `deal`, `legal`, `act`, `see`, `imagine`, `score` and `check` mean the rules of the game a template
is bound to. A call from Python into compiled code costs microseconds, so whole games are played in one call.
"""

from typing import Any

import numpy as np

from eleven.core.rules import asking, bits
from eleven.core.rules import luck as fortune
from eleven.core.rules.record import Array

deal: Any = None
legal: Any = None
act: Any = None
see: Any = None
imagine: Any = None
score: Any = None
check: Any = None
apply: Any = None
start: Any = None
random_action: Any = None
seed_game: Any = None
same_actions: Any = None

STUCK, BROKEN, LEAK, LOST_NEWS, OTHER_ACTIONS = 1, 2, 3, 4, 5


def start_template(s: Any, luck: Any) -> None:
    """Deal a prepared record; the deal is decision number 0."""
    fortune.begin(luck, 0)
    s.step = 1
    s.told = 0
    deal(s, luck)


def apply_template(s: Any, action: int, luck: Any) -> None:
    """Carry out a legal action, in place. Pure: the same state, action and key give the same bytes."""
    fortune.begin(luck, s.step)
    s.step += 1
    s.told = 0
    act(s, action, luck)


def observe_template(s: Any, viewer: int, observation: Any) -> None:
    """Write what a seat sees; from that alone, also all scores and, if the seat is asked, its legal actions."""
    seen = observation.sight
    see(s, viewer, seen)
    observation.players = s.players
    for seat in range(s.players):
        observation.scores[seat] = score(seen, seat)
    if asking.asked(seen) == viewer:
        legal(seen, observation.mask)
        for i in range(len(observation.mask)):
            word = observation.mask[i]
            while word:
                observation.legal[observation.count] = i * bits.WORD + bits.lowest(word)
                observation.count += 1
                word &= word - 1


def random_action_template(s: Any, mask: Array, dice: Array) -> int:
    """A uniformly random legal action, or -1 if there is none."""
    bits.clear(mask)
    legal(s, mask)
    options = bits.count(mask)
    if options == 0:
        return -1
    return bits.nth(mask, fortune.throw(dice, options))


def seed_template(luck: Any, dice: Array, seed: int, number: int) -> None:
    """Seed the luck and the dice of one game of a series."""
    luck.key[0] = np.uint64(seed)
    luck.key[1] = np.uint64(number)
    luck.key[2] = np.uint64(0)
    luck.key[3] = np.uint64(0)
    fortune.begin(luck, 0)
    dice[0] = np.uint64(seed) * np.uint64(0xD1342543DE82EF95) + np.uint64(number) * np.uint64(0x9E3779B97F4A7C15)


def playouts_template(
    prepared: Array, states: Array, luck: Any, dice: Array, mask: Array, span: Array, lengths: Array, scores: Array
) -> int:
    """Play games number span[0] to span[1] - 1 at random, each cut off after span[3] decisions; span[2] is the seed.

    A game that was cut off has a negative length. Returns the number of decisions.
    """
    total = 0
    s = states[0]
    for number in range(span[0], span[1]):
        states[0] = prepared[0]
        seed_game(luck, dice, span[2], number)
        start(s, luck)
        decisions = 0
        while s.over == 0 and decisions < span[3]:
            apply(s, random_action(s, mask, dice), luck)
            decisions += 1
        total += decisions
        index = number - span[0]
        lengths[index] = decisions if s.over != 0 else -decisions
        for seat in range(s.players):
            scores[index, seat] = score(s, seat)
    return total


def sights_template(
    prepared: Array, states: Array, luck: Any, dice: Array, mask: Array, decisions: int, seed: int
) -> int:
    """Play at random like `playouts`, and compute the sight of the seat that is asked at every decision."""
    total, number = 0, 0
    s = states[0]
    while total < decisions:
        states[0] = prepared[0]
        seed_game(luck, dice, seed, number)
        number += 1
        start(s, luck)
        while s.over == 0 and total < decisions:
            states[1] = states[2]
            see(s, asking.asked(s), states[1])
            apply(s, random_action(s, mask, dice), luck)
            total += 1
    return total


def repeat_see_template(states: Array, seat: int, times: int) -> int:
    """See the same state many times, for measuring."""
    total = 0
    for _ in range(times):
        states[1] = states[2]
        see(states[0], seat, states[1])
        total += states[1].step
    return total


def repeat_imagine_template(states: Array, luck: Any, times: int) -> int:
    """Imagine the same sight (states[1]) many times, for measuring."""
    total = 0
    for i in range(times):
        fortune.begin(luck, i)
        states[3] = states[2]
        imagine(states[1], luck, states[3])
        total += states[3].step
    return total


def repeat_clone_template(states: Array, times: int) -> int:
    """Copy a state many times, for measuring."""
    total = 0
    for _ in range(times):
        states[1] = states[0]
        states[0].step += 1
        total += states[1].step
    return total


UNDO_CHECK_STATES = 7
"""How many states `reveals_nothing` works with."""


def reveals_nothing_template(states: Array, raw: Array, luck: Any, mask: Array, action: int, worlds: int) -> bool:
    """Whether an action showed no observer anything they could not have predicted, but for the choice itself.

    For every seat and the spectator, worlds that looked the same before are played on with the same action; if any of
    them looks different afterwards, or does not allow the action, the observer has learnt something.
    states: 0 before, 1 after, 2 and 3 what the observer sees of these, 4 a world, 5 what they see there, 6 blank.
    raw is the same memory as bytes. Each rule is called in one place only, as in `soak`.
    """
    for seat in range(bits.wide(states[0].players) + 1):
        for number in range(-2, worlds):
            at = number + 2
            if number >= 0:
                at = 4
                fortune.begin(luck, number)
                states[4] = states[6]
                imagine(states[2], luck, states[4])
                bits.clear(mask)
                legal(states[4], mask)
                if not bits.has(mask, action):
                    return False
                apply(states[4], action, luck)
            into = 5 if at == 4 else at + 2
            states[into] = states[6]
            see(states[at], seat, states[into])
            if number >= 0:
                for i in range(raw.shape[1]):
                    if raw[3, i] != raw[5, i]:
                        return False
    return True


def same_actions_template(states: Array, mask: Array, others: Array) -> bool:
    """Whether the seat that is asked has the same actions in the truth, in its sight and in a world made from it."""
    for at in range(3):
        bits.clear(others)
        legal(states[at], others)
        for i in range(len(mask)):
            if at == 0:
                mask[i] = others[i]
            if mask[i] != others[i]:
                return False
    return True


def soak_template(
    prepared: Array,
    states: Array,
    raw: Array,
    luck: Any,
    dream: Any,
    dice: Array,
    mask: Array,
    others: Array,
    span: Array,
) -> int:
    """Play span[0] random decisions with every invariant checked; 0, or what failed, with span[1] the decision.

    states: 0 the truth, 1 what a seat sees, 2 a world imagined from it, 3 what the seat sees there, 4 always blank.
    raw is the same memory as bytes. span[2] is the seed, span[3] the cut-off of a game, span[4] what `check` said.
    Each rule is called in one place only, for it is inlined: two would take twice as long to compile.
    """
    total, number = 0, 0
    s = states[0]
    while total < span[0]:
        states[0] = prepared[0]
        seed_game(luck, dice, span[2], number)
        dream.key[0] = luck.key[1]
        dream.key[1] = luck.key[0]
        number += 1
        start(s, luck)
        decisions = 0
        playing = True
        while playing:
            playing = s.over == 0 and decisions < span[3] and total < span[0]
            span[1] = total
            if s.told >= len(s.events):
                return LOST_NEWS
            seat = total % (bits.wide(s.players) + 1)
            fortune.begin(dream, total)
            for at in range(0, 4, 2):
                span[4] = check(states[at])
                if span[4] != 0:
                    return BROKEN
                states[at + 1] = states[4]
                see(states[at], seat, states[at + 1])
                if at == 0:
                    states[2] = states[4]
                    imagine(states[1], dream, states[2])
            for i in range(raw.shape[1]):
                if raw[1, i] != raw[3, i]:
                    span[4] = i
                    return LEAK
            if seat == asking.asked(s) and not same_actions(states, mask, others):
                return OTHER_ACTIONS
            if playing:
                action = random_action(s, mask, dice)
                if action < 0:
                    return STUCK
                apply(s, action, luck)
                decisions += 1
                total += 1
    span[1] = number
    return 0
