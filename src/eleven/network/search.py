"""A network in a search: the actions it likes best are tried in the same imagined worlds, the worse half is left out.

Each world is dealt from what the seat sees. There the network decides for every seat from what that seat would see,
until the seat that searches is asked again; what the network then expects of its share is what the action has won. So
it is always judged from the sight of one's own seat, in a position that is decided there. Every action meets the same
worlds with the same luck, which takes most of it away. After each round the worse half goes (sequential halving:
Karnin et al. 2013). An action is judged by its wish and by what it won together, as in Danihelka et al., "Policy
improvement by planning with Gumbel" (2022): a wish is the logarithm of a chance, and every world adds to it what was
won there, so that a few worlds change little and many overrule the wish.
"""

import math
from typing import Any

from eleven.core.rules import bits
from eleven.core.rules.asking import asked
from eleven.core.rules.jit import rule
from eleven.core.rules.record import Array
from eleven.network.inference import WISH_UNIT, Mind, best_wish, hidden_values, output
from eleven.search.templates import SIGHT, TRUTH
from eleven.search.tree import ALONE, NO_NETWORK

legal: Any = None
apply: Any = None
encode: Any = None
rollout: Any = None
score: Any = None
start: Any = None
look: Any = None
think: Any = None
consider: Any = None
decide: Any = None


@rule
def sort(candidates: Any, number: int) -> None:
    """The most valuable first; of equals the one that was first before."""
    for i in range(1, number):
        j = i
        while j > 0 and candidates[j - 1].value < candidates[j].value:
            one, other = candidates[j - 1], candidates[j]
            one.action, other.action = other.action, one.action
            one.wish, other.wish = other.wish, one.wish
            one.total, other.total = other.total, one.total
            one.visits, other.visits = other.visits, one.visits
            one.value, other.value = other.value, one.value
            j -= 1


@rule
def propose(candidates: Any, most_of_them: int, mask: Array, viewer: int, least: float, mind: Mind) -> int:
    """The actions of a set with their wishes from the last hidden layer, the best first; how many are worth a try."""
    number, most = 0, -1e300
    for i in range(len(mask)):
        word = mask[i]
        while word:
            action = i * bits.WORD + bits.lowest(word)
            word &= word - 1
            wish = output(mind, mind.turned[viewer, action]) / WISH_UNIT
            most = max(most, wish)
            at = number
            if number == most_of_them:
                at -= 1
                if wish <= candidates[at].wish:
                    continue
            else:
                number += 1
            one = candidates[at]
            one.action, one.wish, one.value, one.total, one.visits = action, wish, wish, 0.0, 0
            sort(candidates, number)
    while number > 1 and candidates[number - 1].wish < most + math.log(least):
        number -= 1
    return number


@rule
def rounds_for(number: int) -> int:
    """How often a number is halved until one is left."""
    rounds = 0
    while 1 << rounds < number:
        rounds += 1
    return rounds


@rule
def affordable(number: int, simulations: int) -> int:
    """So many of the actions can be tried in at least one world in each round."""
    while number > 2 and rounds_for(number) * number > simulations:
        number -= 1
    return number


def consider_template(states: Array, rewards: Array, plan: Any, dream: Any, mask: Array, mind: Mind) -> int:
    """What a search chooses for the seat whose sight is `states[SIGHT]`; the network has been shown that."""
    me, candidates = states[SIGHT].viewer, mind.candidates
    number = propose(candidates, min(len(candidates), plan.room), mask, me, plan.widen, mind)
    number = affordable(number, plan.simulations)
    rounds, world = rounds_for(number), 0
    plan.done = 0
    for done in range(rounds):
        for _ in range(max(1, (plan.simulations - plan.done) // ((rounds - done) * number))):
            world += 1
            dream.key[3] = world
            for i in range(number):
                one = candidates[i]
                rollout(states, one.action, me, plan.cutoff - 1, rewards, dream, mask, mind)
                one.total += rewards[me]
                one.visits += 1
            plan.done += number
        for i in range(number):
            one = candidates[i]
            one.value = one.wish + plan.explore * one.total
        sort(candidates, number)
        number = (number + 1) // 2
    action: int = candidates[0].action
    return action


def decide_template(states: Array, rewards: Array, plan: Any, dream: Any, mask: Array, mind: Mind) -> int:
    """What the network decides in the seat whose sight is `states[SIGHT]`, alone or in a search."""
    bits.clear(mask)
    legal(states[SIGHT], mask)
    if bits.count(mask) == 1:
        return bits.nth(mask, 0)
    encode(states[SIGHT], mind.words)
    hidden_values(mind)
    action: int = -1
    if plan.network == ALONE:
        action = best_wish(mind, mask, states[SIGHT].viewer)
    else:
        action = consider(states, rewards, plan, dream, mask, mind)
    return action


def play_template(
    prepared: Array,
    states: Array,
    nodes: Array,
    trail: Array,
    rewards: Array,
    tally: Array,
    plans: Array,
    seating: Array,
    key: Array,
    chance: Any,
    dream: Any,
    dice: Array,
    mask: Array,
    longest: int,
    scores: Array,
    actions: Array,
    mind: Mind,
) -> int:
    """A whole game as `search.templates.play` plays it, in which networks decide for the plans that say so."""
    states[TRUTH] = prepared[0]
    s = states[TRUTH]
    start(s, chance)
    decisions = 0
    while s.over == 0 and decisions < longest:
        seat = asked(s)
        plan = plans[seating[seat]]
        look(s, states, seat, plan)
        for i in range(len(key)):
            dream.key[i] = key[i]
        dream.key[1] = decisions
        if plan.network == NO_NETWORK:
            action = think(states, nodes, trail, rewards, tally, plan, dream, dice, mask)
        else:
            action = decide(states, rewards, plan, dream, mask, mind)
        apply(s, action, chance)
        actions[decisions] = action
        decisions += 1
    for seat in range(s.players):
        scores[seat] = score(s, seat)
    if s.over == 0:
        return -decisions
    return decisions
