"""The tree of a search: an array of nodes given beforehand, children as linked lists.

A node is a decision that was taken: by whom (`seat`), and which (`label`). It remembers how often it was taken, how
often it was there to be taken, and what that seat won.
"""

import math
from typing import Any, Protocol

from eleven.core import bits
from eleven.core.jit import rule
from eleven.core.record import Array, Header, Ints, record

NO_NODE = -1

NODE = record(
    [
        ("label", "i8"),
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
        ("cutoff", "i4"),
        ("noise", "i4"),
        ("observers", "i1"),
        ("explore", "f8"),
        ("widen", "f8"),
    ]
)


class Node(Protocol):
    """One decision in the tree."""

    label: int
    total: float
    first: int
    next: int
    visits: int
    offered: int
    seat: int


class Plan(Protocol):
    """How to search, and how far a search has come.

    `simulations` more are wanted, `done` and `used` count simulations and nodes so far. A simulation ends `cutoff`
    decisions after it has left the tree; `noise` blurs what the imagined players think of their actions, 0 makes them
    play at random. `explore` is UCB's constant; a node with n visits looks at sqrt(`widen` * n) actions, the most
    attractive ones first.
    """

    simulations: int
    done: int
    used: int
    cutoff: int
    noise: int
    observers: int
    explore: float
    widen: float


@rule
def plant(nodes: Any, plan: Plan, roots: int) -> None:
    """Begin with nothing but roots."""
    plan.used = 0
    plan.done = 0
    for _ in range(roots):
        _new_node(nodes, plan, 0, 0)


@rule
def _new_node(nodes: Any, plan: Plan, label: int, seat: int) -> int:
    at = plan.used
    node = nodes[at]
    node.label = label
    node.seat = seat
    node.total = 0.0
    node.first = NO_NODE
    node.next = NO_NODE
    node.visits = 0
    node.offered = 1
    plan.used += 1
    return at


@rule
def select(nodes: Any, at: int, seat: int, words: Ints, plan: Plan) -> int:
    """The most promising known action among the legal ones (UCB over those on offer), or NO_NODE to try a new one.

    Known actions are taken out of `words`, so that the new ones are left in it.
    """
    best, best_value, tried = NO_NODE, -1.0, 0
    child = nodes[at].first
    while child != NO_NODE:
        node = nodes[child]
        if node.seat == seat and bits.has(words, node.label):
            words[node.label // bits.WORD] &= ~bits.bit(node.label % bits.WORD)
            tried += 1
            value = node.total / node.visits + plan.explore * math.sqrt(math.log(node.offered) / node.visits)
            node.offered += 1
            if value > best_value:
                best, best_value = child, value
        child = node.next
    if bits.count(words) and tried * tried <= plan.widen * nodes[at].visits:
        return NO_NODE
    return best


@rule
def follow(nodes: Any, plan: Plan, at: int, label: int, seat: int) -> int:
    """The node below `at` for what was done, made if it is new; NO_NODE if there is no room left."""
    child = nodes[at].first
    while child != NO_NODE:
        if nodes[child].label == label and nodes[child].seat == seat:
            return child
        child = nodes[child].next
    if plan.used >= len(nodes):
        return NO_NODE
    child = _new_node(nodes, plan, label, seat)
    nodes[child].next = nodes[at].first
    nodes[at].first = child
    return child


@rule
def credit(nodes: Any, trail: Ints, length: int, rewards: Array) -> None:
    """Everybody on the way remembers what the one who decided has won."""
    for i in range(length):
        node = nodes[trail[i]]
        node.visits += 1
        node.total += rewards[node.seat]


@rule
def observed(s: Header, seat: int) -> int:
    """A number for what a seat has seen of the last decision."""
    told = 0
    for i in range(s.told):
        event = s.events[i]
        told = _mix(_mix(_mix(told, event.what), event.seat), event.other)
        told = _mix(_mix(told, event.place), event.cover)
        if (event.to >> seat) & 1:
            told = _mix(told, event.thing)
    return told


@rule
def _mix(told: int, part: int) -> int:
    return (told * 1000003 + bits.wide(part) + 2) & 0x3FFFFFFFFFFF
