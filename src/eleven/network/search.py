"""Network with search: the network's best actions are compared in simulated worlds by sequential halving.

Each world is dealt from what the seat sees. In it, the network decides for every seat from what that seat would see,
until the searching seat is to move again; the network's estimate of the seat's win share is the reward. So a position
is always evaluated from the searching seat's own view, when that seat is to move. All actions are tried in the same
worlds with the same random numbers, which removes most of the variance. After each round the worse half is dropped
(sequential halving: Karnin et al. 2013). The value of an action combines its logit and its rewards as in Danihelka et
al., "Policy improvement by planning with Gumbel" (2022): a logit is a log-probability, and each world adds its reward
to it, so a few worlds change little and many override the logit.
"""

import math
from typing import Any

from eleven.core.rules import bits
from eleven.core.rules import luck as fortune
from eleven.core.rules.asking import asked
from eleven.core.rules.jit import rule
from eleven.core.rules.record import Array
from eleven.network.inference import LOGIT_UNIT, Net, best_action, forward_hidden, output
from eleven.search.ismcts import SIGHT, TRUTH, drop_overlooked
from eleven.search.tree import ALONE, NO_NETWORK

legal: Any = None
apply: Any = None
encode: Any = None
rollout: Any = None
score: Any = None
start: Any = None
observe: Any = None
choose_action: Any = None
sequential_halving: Any = None
decide: Any = None


@rule
def sort(candidates: Any, number: int) -> None:
    """Sort the first `number` candidates by descending value (a stable insertion sort)."""
    for i in range(1, number):
        j = i
        while j > 0 and candidates[j - 1].value < candidates[j].value:
            one, other = candidates[j - 1], candidates[j]
            one.action, other.action = other.action, one.action
            one.logit, other.logit = other.logit, one.logit
            one.total, other.total = other.total, one.total
            one.visits, other.visits = other.visits, one.visits
            one.value, other.value = other.value, one.value
            j -= 1


@rule
def propose(candidates: Any, most_of_them: int, mask: Array, viewer: int, least: float, net: Net) -> int:
    """Fill `candidates` with the legal actions by descending logit; return how many are likely enough to try."""
    number, most = 0, -1e300
    for i in range(len(mask)):
        word = mask[i]
        while word:
            action = i * bits.WORD + bits.lowest(word)
            word &= word - 1
            logit = output(net, net.turned[viewer, action]) / LOGIT_UNIT
            most = max(most, logit)
            at = number
            if number == most_of_them:
                at -= 1
                if logit <= candidates[at].logit:
                    continue
            else:
                number += 1
            one = candidates[at]
            one.action, one.logit, one.value, one.total, one.visits = action, logit, logit, 0.0, 0
            sort(candidates, number)
    while number > 1 and candidates[number - 1].logit < most + math.log(least):
        number -= 1
    return number


@rule
def rounds_for(number: int) -> int:
    """Return how many halvings reduce `number` candidates to one."""
    rounds = 0
    while 1 << rounds < number:
        rounds += 1
    return rounds


@rule
def affordable(number: int, simulations: int) -> int:
    """Return how many actions can be tried in at least one world per round within the budget."""
    while number > 2 and rounds_for(number) * number > simulations:
        number -= 1
    return number


def sequential_halving_template(
    states: Array, rewards: Array, plan: Any, search_luck: Any, mask: Array, net: Net
) -> int:
    """Choose for the seat that sees `states[SIGHT]`; `net.hidden` must already be computed from it."""
    me, candidates = states[SIGHT].viewer, net.candidates
    number = propose(candidates, min(len(candidates), plan.max_candidates), mask, me, plan.least_ratio, net)
    number = affordable(number, plan.simulations)
    rounds, world = rounds_for(number), 0
    plan.done = 0
    for done in range(rounds):
        for _ in range(max(1, (plan.simulations - plan.done) // ((rounds - done) * number))):
            world += 1
            search_luck.key[3] = world
            for i in range(number):
                one = candidates[i]
                rollout(states, one.action, me, plan.cutoff - 1, rewards, search_luck, mask, net)
                one.total += rewards[me]
                one.visits += 1
            plan.done += number
        for i in range(number):
            one = candidates[i]
            one.value = one.logit + plan.reward_weight * one.total
        sort(candidates, number)
        number = (number + 1) // 2
    action: int = candidates[0].action
    return action


def decide_template(states: Array, rewards: Array, plan: Any, search_luck: Any, mask: Array, net: Net) -> int:
    """Choose with the network, alone or with search, for the seat that sees `states[SIGHT]`."""
    bits.clear(mask)
    legal(states[SIGHT], mask)
    if bits.count(mask) == 1:
        return bits.nth(mask, 0)
    if plan.overlook > 0:
        fortune.cast(search_luck, net.dice)
        drop_overlooked(mask, net.dice, plan.overlook, net.dice[0])
    encode(states[SIGHT], net.words)
    forward_hidden(net)
    action: int = -1
    if plan.network == ALONE:
        action = best_action(net, mask, states[SIGHT].viewer)
    else:
        action = sequential_halving(states, rewards, plan, search_luck, mask, net)
    return action


def play_template(
    prepared: Array,
    states: Array,
    nodes: Array,
    node_path: Array,
    rewards: Array,
    tally: Array,
    plans: Array,
    seating: Array,
    key: Array,
    luck: Any,
    search_luck: Any,
    dice: Array,
    mask: Array,
    longest: int,
    scores: Array,
    actions: Array,
    net: Net,
) -> int:
    """Play a game like `play_template` in `search/ismcts.py`, with bots that use a network if their plan says so."""
    states[TRUTH] = prepared[0]
    s = states[TRUTH]
    start(s, luck)
    decisions = 0
    while s.over == 0 and decisions < longest:
        seat = asked(s)
        plan = plans[seating[seat]]
        observe(s, states, seat, plan)
        for i in range(len(key)):
            search_luck.key[i] = key[i]
        search_luck.key[1] = decisions
        if plan.network == NO_NETWORK:
            action = choose_action(states, nodes, node_path, rewards, tally, plan, search_luck, dice, mask)
        else:
            action = decide(states, rewards, plan, search_luck, mask, net)
        apply(s, action, luck)
        actions[decisions] = action
        decisions += 1
    for seat in range(s.players):
        scores[seat] = score(s, seat)
    if s.over == 0:
        return -decisions
    return decisions
