"""The tree of a search: an array of nodes given beforehand, children as linked lists.

A node is a decision that was taken: by whom (`seat`), and which (`action`). It remembers how often it was taken, how
often it was there to be taken, and what that seat won.
"""

import math
from typing import Any, Protocol

from eleven.core.rules import bits
from eleven.core.rules.jit import rule
from eleven.core.rules.record import Array, Ints, record

ROOT = 0
NO_NODE = -1
NO_NETWORK, ALONE, IN_SEARCH = range(3)
"""How a network takes part in a plan."""

NODE = record(
    [
        ("action", "i8"),
        ("total", "f8"),
        ("first", "i4"),
        ("next", "i4"),
        ("visits", "i4"),
        ("offered", "i4"),
        ("seat", "i1"),
    ]
)
PLAN = record(
    [
        ("simulations", "i8"),
        ("done", "i8"),
        ("used", "i4"),
        ("room", "i4"),
        ("trees", "i4"),
        ("cutoff", "i4"),
        ("noise", "i4"),
        ("forget", "i4"),
        ("overlook", "i4"),
        ("overlook_seed", "u8"),
        ("explore", "f8"),
        ("widen", "f8"),
        ("searches", "i1"),
        ("peeks", "i1"),
        ("network", "i1"),
    ]
)


class Node(Protocol):
    """One decision in the tree."""

    action: int
    total: float
    first: int
    next: int
    visits: int
    offered: int
    seat: int


class Plan(Protocol):
    """The settings of a search, and how far it has come.

    It `searches` or takes what looks best; before, it forgets each thing it knows with a chance of `forget` in a
    hundred, and overlooks each action but one with a chance of `overlook`; which ones, `overlook_seed` says.
    `simulations` are wanted in each of `trees` trees, of `room` nodes each; `done` and `used` count simulations and
    nodes of the present tree. A simulation ends `cutoff` decisions after it has left the tree; `noise` blurs what
    players think of their actions, 0 makes them play at random. `explore` is UCB's constant; a node with n visits
    looks at sqrt(`widen` * n) actions, the most attractive ones first. Only the arena knows bots whose plan `peeks`.
    `network` says whether a network decides, alone or in a search.
    """

    simulations: int
    done: int
    used: int
    room: int
    trees: int
    cutoff: int
    noise: int
    forget: int
    overlook: int
    overlook_seed: Any
    explore: float
    widen: float
    searches: int
    peeks: int
    network: int


@rule
def new_tree(nodes: Any, plan: Plan) -> None:
    """Begin with nothing but a root."""
    plan.used = 0
    plan.done = 0
    _new_node(nodes, plan, 0, 0)


@rule
def _new_node(nodes: Any, plan: Plan, action: int, seat: int) -> int:
    at = plan.used
    node = nodes[at]
    node.action = action
    node.seat = seat
    node.total = 0.0
    node.first = NO_NODE
    node.next = NO_NODE
    node.visits = 0
    node.offered = 1
    plan.used += 1
    return at


@rule
def select(nodes: Any, at: int, seat: int, mask: Ints, plan: Plan) -> int:
    """The most promising known action among the legal ones (UCB over those on offer), or NO_NODE to try a new one.

    Known actions are taken out of `mask`, so that the new ones are left in it.
    """
    best, best_value, tried = NO_NODE, -1.0, 0
    child = nodes[at].first
    while child != NO_NODE:
        node = nodes[child]
        if node.seat == seat and bits.has(mask, node.action):
            mask[node.action // bits.WORD] &= ~bits.bit(node.action % bits.WORD)
            tried += 1
            value = node.total / node.visits + plan.explore * math.sqrt(math.log(node.offered) / node.visits)
            node.offered += 1
            if value > best_value:
                best, best_value = child, value
        child = node.next
    if bits.count(mask) and tried * tried <= plan.widen * nodes[at].visits:
        return NO_NODE
    return best


@rule
def expand(nodes: Any, plan: Plan, at: int, action: int, seat: int) -> int:
    """A new node below `at`; NO_NODE if there is no room left."""
    if plan.used >= plan.room:
        return NO_NODE
    child = _new_node(nodes, plan, action, seat)
    nodes[child].next = nodes[at].first
    nodes[at].first = child
    return child


@rule
def backpropagate(nodes: Any, node_path: Ints, length: int, rewards: Array) -> None:
    """Everybody on the way remembers what the one who decided has won."""
    for i in range(length):
        node = nodes[node_path[i]]
        node.visits += 1
        node.total += rewards[node.seat]


@rule
def add_root_visits(nodes: Any, tally: Array) -> None:
    """Add what the root has found to the counts of other trees: by action, how often it was taken and what it won."""
    child = nodes[ROOT].first
    while child != NO_NODE:
        node = nodes[child]
        tally[node.action, 0] += node.visits
        tally[node.action, 1] += node.total
        child = node.next


@rule
def most_visited(tally: Array) -> int:
    """The action that was taken most often, of several the one that won most."""
    best = 0
    for action in range(1, len(tally)):
        if tally[action, 0] > tally[best, 0] or (
            tally[action, 0] == tally[best, 0] and tally[action, 1] > tally[best, 1]
        ):
            best = action
    return best
