"""A search in which a network says what is worth trying, and who is likely to win.

As in `search.templates`, each simulation deals a world from what the seat sees and walks down one tree of decisions.
At the first position that the tree does not know, the network is shown what the seat that is asked there would see:
its wishes become the chances of the actions below, its shares what everybody has won. Nothing is played to the end.
"""

import math
from typing import Any, Protocol

from eleven.core.rules import bits
from eleven.core.rules import luck as fortune
from eleven.core.rules.asking import asked
from eleven.core.rules.jit import rule
from eleven.core.rules.record import Array, record
from eleven.network.inference import WISH_UNIT, Mind, best_wish, hidden_values, output, shares_wished
from eleven.search.templates import BLANK, SIGHT, TRUTH, WORLD
from eleven.search.tree import ALONE, NO_NETWORK, NO_NODE, ROOT

legal: Any = None
see: Any = None
score: Any = None
apply: Any = None
start: Any = None
encode: Any = None
look: Any = None
deal_world: Any = None
share_out: Any = None
think: Any = None
open_up: Any = None
descend: Any = None
consider: Any = None
decide: Any = None

SURPRISE = 0.02
"""The chance of an action that was not possible in the world in which a position was first met."""

NODE = record(
    [
        ("action", "i8"),
        ("total", "f8"),
        ("chance", "f8"),
        ("hope", "f8"),
        ("first", "i4"),
        ("next", "i4"),
        ("visits", "i4"),
        ("seat", "i1"),
    ]
)


class Node(Protocol):
    """A decision: by whom, how likely the network thinks it, how often it was taken and what its seat won.

    `hope` is the share that whoever decides next had when the position after it was first met.
    """

    action: int
    total: float
    chance: float
    hope: float
    first: int
    next: int
    visits: int
    seat: int


@rule
def add(nodes: Any, plan: Any, at: int, action: int, seat: int, chance: float) -> int:
    """A new node below `at`; NO_NODE if there is no room left."""
    if plan.used >= len(nodes):
        return NO_NODE
    new: int = plan.used
    plan.used += 1
    node = nodes[new]
    node.action, node.seat, node.chance = action, seat, chance
    node.total, node.hope, node.visits, node.first, node.next = 0.0, 0.0, 0, NO_NODE, NO_NODE
    if at != NO_NODE:
        node.next = nodes[at].first
        nodes[at].first = new
    return new


@rule
def choose_below(nodes: Any, at: int, seat: int, mask: Array, plan: Any) -> int:
    """The most promising legal action below a node, or NO_NODE if the seat has none there (PUCT).

    The actions that are known are taken out of `mask`.
    """
    visits, known = 1, 0
    child = nodes[at].first
    while child != NO_NODE:
        node = nodes[child]
        if node.seat == seat and bits.has(mask, node.action):
            visits += node.visits
            known += 1
        child = node.next
    if known == 0:
        return NO_NODE
    best, best_value = NO_NODE, -1.0
    root = plan.explore * math.sqrt(visits)
    child = nodes[at].first
    while child != NO_NODE:
        node = nodes[child]
        if node.seat == seat and bits.has(mask, node.action):
            mask[node.action // bits.WORD] &= ~bits.bit(node.action % bits.WORD)
            won = node.total / node.visits if node.visits > 0 else nodes[at].hope
            value = won + root * node.chance / (1 + node.visits)
            if value > best_value:
                best, best_value = child, value
        child = node.next
    return best


def open_up_template(
    s: Any, states: Array, nodes: Array, at: int, rewards: Array, plan: Any, mask: Array, mind: Mind
) -> None:
    """Ask the network about a position: nodes for all legal actions, and everybody's share of the victory."""
    seat, inner = asked(s), mind.inner
    inner[0] = states[BLANK]
    see(s, seat, inner[0])
    encode(inner[0], mind.words)
    hidden_values(mind)
    most, total = -1e300, 0.0
    for i in range(len(mask)):
        word = mask[i]
        while word:
            action = i * bits.WORD + bits.lowest(word)
            word &= word - 1
            mind.wishes[action] = output(mind, mind.turned[seat, action]) / WISH_UNIT
            most = max(most, mind.wishes[action])
    for i in range(len(mask)):
        word = mask[i]
        while word:
            action = i * bits.WORD + bits.lowest(word)
            word &= word - 1
            mind.wishes[action] = math.exp(mind.wishes[action] - most)
            total += mind.wishes[action]
    for i in range(len(mask)):
        word = mask[i]
        while word:
            action = i * bits.WORD + bits.lowest(word)
            word &= word - 1
            add(nodes, plan, at, action, seat, mind.wishes[action] / total)
    shares_wished(mind, seat, s.players, rewards)
    nodes[at].hope = rewards[seat]


def descend_template(
    states: Array, nodes: Array, trail: Array, rewards: Array, plan: Any, dream: Any, mask: Array, mind: Mind
) -> None:
    """One simulation in a new world that looks like `states[SIGHT]`."""
    s = states[WORLD]
    plan.done += 1
    dream.key[3] = plan.done
    fortune.begin(dream, 0)
    deal_world(states, dream)
    at, length, judged = ROOT, 1, False
    trail[0] = at
    while s.over == 0 and not judged:
        seat = asked(s)
        bits.clear(mask)
        legal(s, mask)
        forced = bits.count(mask) == 1
        action = bits.nth(mask, 0)
        child = choose_below(nodes, at, seat, mask, plan)
        if child == NO_NODE and forced:
            child = add(nodes, plan, at, action, seat, 1.0)
        elif child != NO_NODE and bits.count(mask) > 0:
            new = bits.nth(mask, 0)
            added = add(nodes, plan, at, new, seat, SURPRISE)
            if added != NO_NODE and nodes[child].visits > 0:
                child = added
        if child == NO_NODE or length == len(trail):
            bits.clear(mask)
            legal(s, mask)
            open_up(s, states, nodes, at, rewards, plan, mask, mind)
            judged = True
        else:
            apply(s, nodes[child].action, dream)
            at = child
            trail[length] = child
            length += 1
    if not judged:
        share_out(s, rewards)
    for i in range(length):
        node = nodes[trail[i]]
        node.visits += 1
        node.total += rewards[node.seat]


def consider_template(
    states: Array, nodes: Array, trail: Array, rewards: Array, plan: Any, dream: Any, mask: Array, mind: Mind
) -> int:
    """The action that a search from `states[SIGHT]` tries most often; of several, the one that won most."""
    plan.used = plan.done = 0
    add(nodes, plan, NO_NODE, 0, 0, 1.0)
    for _ in range(plan.simulations):
        descend(states, nodes, trail, rewards, plan, dream, mask, mind)
    best, child = -1, nodes[ROOT].first
    while child != NO_NODE:
        node = nodes[child]
        if best < 0 or (node.visits, node.total) > (nodes[best].visits, nodes[best].total):
            best = child
        child = node.next
    action: int = nodes[best].action
    return action


def decide_template(
    states: Array, nodes: Array, trail: Array, rewards: Array, plan: Any, dream: Any, mask: Array, mind: Mind
) -> int:
    """What the network decides in the seat whose sight is `states[SIGHT]`, alone or in a search."""
    bits.clear(mask)
    legal(states[SIGHT], mask)
    if bits.count(mask) == 1:
        return bits.nth(mask, 0)
    action: int = -1
    if plan.network == ALONE:
        encode(states[SIGHT], mind.words)
        hidden_values(mind)
        action = best_wish(mind, mask, states[SIGHT].viewer)
    else:
        action = consider(states, nodes, trail, rewards, plan, dream, mask, mind)
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
    guided: Array,
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
            action = decide(states, guided, trail, rewards, plan, dream, mask, mind)
        apply(s, action, chance)
        actions[decisions] = action
        decisions += 1
    for seat in range(s.players):
        scores[seat] = score(s, seat)
    if s.over == 0:
        return -decisions
    return decisions
