"""The search tree: a preallocated array of nodes, with children as linked lists.

A node is a decision: the `action` that a `seat` took. It counts how often it was taken (`visits`) and how often it was
legal (`offered`), and sums up what the seat won (`total`).
"""

import math
from typing import Any, Protocol

from eleven.core.rules import bits
from eleven.core.rules.jit import rule
from eleven.core.rules.record import Array, Ints, record

ROOT = 0
NO_NODE = -1
NO_NETWORK, ALONE, IN_SEARCH = range(3)
"""The values of `plan.network`: no network, a network alone, a network with search."""

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
"""One decision in the tree; `first` is its first child, and `next` the next child of its parent."""
PLAN = record(
    [
        ("simulations", "i8"),
        ("done", "i8"),
        ("used", "i4"),
        ("max_nodes", "i4"),
        ("max_candidates", "i4"),
        ("trees", "i4"),
        ("cutoff", "i4"),
        ("noise", "i4"),
        ("forget", "i4"),
        ("overlook", "i4"),
        ("overlook_seed", "u8"),
        ("exploration", "f8"),
        ("widening", "f8"),
        ("reward_weight", "f8"),
        ("least_ratio", "f8"),
        ("searches", "i1"),
        ("peeks", "i1"),
        ("network", "i1"),
    ]
)


class SearchPlan(Protocol):
    """The settings of a search and its progress.

    `searches` is 0 for bots that take the most attractive action without searching. First the bot forgets each
    remembered thing with a probability of `forget` percent, and overlooks each action except one with a probability of
    `overlook` percent, drawn with `overlook_seed`. `simulations` are run in each of `trees` trees with `max_nodes`
    nodes each; `done` and `used` count simulations and nodes of the current tree. A simulation ends `cutoff` decisions
    after it has left the tree; `noise` is added to the value of actions there, and 0 means random play.
    `exploration` is the UCB constant. A node with n visits tries about sqrt(`widening` * n) actions, the most
    attractive first (progressive widening). `peeks` is for bots of the arena only. `network` says whether a network
    decides, alone or with search: over at most `max_candidates` actions, none less than `least_ratio` times as likely
    as the best, with `reward_weight` times the rewards added to the logits.
    """

    simulations: int
    done: int
    used: int
    max_nodes: int
    max_candidates: int
    trees: int
    cutoff: int
    noise: int
    forget: int
    overlook: int
    overlook_seed: Any
    exploration: float
    widening: float
    reward_weight: float
    least_ratio: float
    searches: int
    peeks: int
    network: int


@rule
def new_tree(nodes: Any, plan: SearchPlan) -> None:
    """Start a new tree that consists of a root."""
    plan.used = 0
    plan.done = 0
    _new_node(nodes, plan, 0, 0)


@rule
def _new_node(nodes: Any, plan: SearchPlan, action: int, seat: int) -> int:
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
def select(nodes: Any, at: int, seat: int, mask: Ints, plan: SearchPlan) -> int:
    """Return the legal child with the highest UCB value, or NO_NODE to try a new action.

    Actions that already have a node are removed from `mask`, which leaves the untried ones.
    """
    best, best_value, tried = NO_NODE, -1.0, 0
    child = nodes[at].first
    while child != NO_NODE:
        node = nodes[child]
        if node.seat == seat and bits.has(mask, node.action):
            mask[node.action // bits.WORD] &= ~bits.bit(node.action % bits.WORD)
            tried += 1
            value = node.total / node.visits + plan.exploration * math.sqrt(math.log(node.offered) / node.visits)
            node.offered += 1
            if value > best_value:
                best, best_value = child, value
        child = node.next
    if bits.count(mask) and tried * tried <= plan.widening * nodes[at].visits:
        return NO_NODE
    return best


@rule
def expand(nodes: Any, plan: SearchPlan, at: int, action: int, seat: int) -> int:
    """Add a node below `at`; return NO_NODE if the tree is full."""
    if plan.used >= plan.max_nodes:
        return NO_NODE
    child = _new_node(nodes, plan, action, seat)
    nodes[child].next = nodes[at].first
    nodes[at].first = child
    return child


@rule
def descend(nodes: Any, plan: SearchPlan, node_path: Ints, length: int, child: int, action: int, seat: int) -> int:
    """Append `child` to the path, or a new node if it is NO_NODE; return its length, unchanged if the tree is full."""
    if child == NO_NODE:
        child = expand(nodes, plan, node_path[length - 1], action, seat)
    if child != NO_NODE:
        node_path[length] = child
        length += 1
    return length


@rule
def backpropagate(nodes: Any, node_path: Ints, length: int, rewards: Array) -> None:
    """Add a visit to every node on the path, and the reward of the seat that decided there."""
    for i in range(length):
        node = nodes[node_path[i]]
        node.visits += 1
        node.total += rewards[node.seat]


@rule
def add_root_visits(nodes: Any, tally: Array) -> None:
    """Add the visits and total rewards of the root's children to `tally`, which has a row per action."""
    child = nodes[ROOT].first
    while child != NO_NODE:
        node = nodes[child]
        tally[node.action, 0] += node.visits
        tally[node.action, 1] += node.total
        child = node.next


@rule
def most_visited(tally: Array) -> int:
    """Return the most visited action; of several, the one with the highest total reward."""
    best = 0
    for action in range(1, len(tally)):
        if tally[action, 0] > tally[best, 0] or (
            tally[action, 0] == tally[best, 0] and tally[action, 1] > tally[best, 1]
        ):
            best = action
    return best
