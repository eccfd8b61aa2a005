"""Information-set Monte Carlo tree search, written once and bound to each game by `compiled_search`.

The free names are replaced by the rules of the game that a template is bound to. Each simulation deals a world that is
consistent with what the seat sees, descends the tree along actions that are legal there, adds a node, plays out some
more decisions, and backs up everybody's reward.
"""

from typing import Any

from eleven.core.rules import bits
from eleven.core.rules import luck as fortune
from eleven.core.rules.asking import asked
from eleven.core.rules.jit import rule
from eleven.core.rules.record import Array
from eleven.search import tree

legal: Any = None
see: Any = None
imagine: Any = None
score: Any = None
weigh: Any = None
outlook: Any = None
misremember: Any = None
apply: Any = None
start: Any = None
observe: Any = None
determinize: Any = None
playout_action: Any = None
evaluate: Any = None
simulate_once: Any = None
simulate: Any = None
prepare: Any = None
choose_action: Any = None

SIGHT, BLANK, WORLD, TRUTH = 0, 1, 2, 3
STATES = 4
GRAIN = 1024
"""The resolution of noise and tie-breaking: steps per unit of `weigh`."""
UNDECIDED = -1
FREE = -1
"""Passed as the first action to leave it to the search."""


def observe_template(s: Any, states: Array, seat: int, plan: Any) -> None:
    """Write what a seat sees into `states[SIGHT]`."""
    states[SIGHT] = states[BLANK]
    see(s, seat, states[SIGHT])


def determinize_template(states: Array, search_luck: Any) -> None:
    """Deal a world that is consistent with `states[SIGHT]` into `states[WORLD]`."""
    states[WORLD] = states[BLANK]
    imagine(states[SIGHT], search_luck, states[WORLD])


def playout_action_template(s: Any, mask: Any, dice: Array, noise: int) -> int:
    """Choose the legal action with the highest `weigh` plus random noise; at random if `noise` is 0."""
    if noise == 0:
        return bits.nth(mask, fortune.throw(dice, bits.count(mask)))
    best: int = -1
    best_value = 0
    for i in range(len(mask)):
        word = mask[i]
        while word:
            action = i * bits.WORD + bits.lowest(word)
            word &= word - 1
            value = GRAIN * bits.wide(weigh(s, action)) + fortune.throw(dice, noise)
            if best < 0 or value > best_value:
                best, best_value = action, value
    return best


@rule
def drop_overlooked(mask: Array, dice: Array, overlook: int, seed: Any) -> None:
    """Remove each action except a random one from `mask` with a probability of `overlook` percent.

    The result depends only on the seed; the dice are restored afterwards.
    """
    if overlook == 0:
        return
    before = dice[0]
    dice[0] = seed
    in_mind = bits.nth(mask, fortune.throw(dice, bits.count(mask)))
    for i in range(len(mask)):
        word = mask[i]
        while word:
            action = i * bits.WORD + bits.lowest(word)
            word &= word - 1
            if fortune.throw(dice, 100) < overlook and action != in_mind:
                mask[i] &= ~bits.bit(action % bits.WORD)
    dice[0] = before


def evaluate_template(s: Any, rewards: Array) -> None:
    """Compute win shares: split between the winners of a finished game, otherwise proportional to `outlook`."""
    if s.over == 0:
        for seat in range(s.players):
            rewards[seat] = outlook(s, seat)
    else:
        most = score(s, 0)
        for seat in range(1, s.players):
            most = max(most, score(s, seat))
        for seat in range(s.players):
            rewards[seat] = 1.0 if score(s, seat) == most else 0.0
    total = 0.0
    for seat in range(s.players):
        total += rewards[seat]
    for seat in range(s.players):
        if total > 0.0:
            rewards[seat] /= total


def simulate_once_template(
    states: Array,
    nodes: Array,
    node_path: Array,
    rewards: Array,
    plan: Any,
    search_luck: Any,
    dice: Array,
    mask: Array,
    first: int,
) -> None:
    """Run one simulation in a world consistent with `states[SIGHT]`, starting with the action `first` unless FREE."""
    s = states[WORLD]
    plan.done += 1
    search_luck.key[3] = plan.done
    fortune.begin(search_luck, 0)
    determinize(states, search_luck)
    if first >= 0:
        apply(s, first, search_luck)
    at, length, left = tree.ROOT, 1, plan.cutoff
    node_path[0] = at
    inside = True
    while s.over == 0 and (inside or left > 0):
        seat = asked(s)
        bits.clear(mask)
        legal(s, mask)
        if inside and at == tree.ROOT and first < 0:
            drop_overlooked(mask, dice, plan.overlook, plan.overlook_seed)
        child = tree.NO_NODE
        if inside:
            child = tree.select(nodes, at, seat, mask, plan)
        else:
            left -= 1
        action = nodes[child].action if child != tree.NO_NODE else playout_action(s, mask, dice, plan.noise)
        apply(s, action, search_luck)
        if inside:
            inside = child != tree.NO_NODE and length + 1 < len(node_path)
            length = tree.descend(nodes, plan, node_path, length, child, action, seat)
            at = node_path[length - 1]
    evaluate(s, rewards)
    tree.backpropagate(nodes, node_path, length, rewards)


def simulate_template(
    states: Array, nodes: Array, node_path: Array, rewards: Array, plan: Any, search_luck: Any, dice: Array, mask: Array
) -> None:
    """Run `plan.simulations` simulations from `states[SIGHT]`; `states[BLANK]` must be all zeros."""
    if plan.used == 0:
        tree.new_tree(nodes, plan)
    for _ in range(plan.simulations):
        simulate_once(states, nodes, node_path, rewards, plan, search_luck, dice, mask, FREE)


# A decision


def prepare_template(states: Array, plan: Any, search_luck: Any, dice: Array, mask: Array) -> int:
    """Forget and overlook; return the action if only one is legal or no search is wanted, else UNDECIDED."""
    bits.clear(mask)
    legal(states[SIGHT], mask)
    if bits.count(mask) == 1:
        return bits.nth(mask, 0)
    fortune.cast(search_luck, dice)
    if plan.forget > 0:
        misremember(states[SIGHT], dice, plan.forget)
    plan.overlook_seed = dice[0]
    drop_overlooked(mask, dice, plan.overlook, plan.overlook_seed)
    action: int = UNDECIDED
    if plan.searches == 0:
        action = playout_action(states[SIGHT], mask, dice, plan.noise)
    return action


def choose_action_template(
    states: Array,
    nodes: Array,
    node_path: Array,
    rewards: Array,
    tally: Array,
    plan: Any,
    search_luck: Any,
    dice: Array,
    mask: Array,
) -> int:
    """Choose the action of a bot from what it sees, by simulations only, without a time limit."""
    action: int = prepare(states, plan, search_luck, dice, mask)
    if action != UNDECIDED:
        return action
    for i in range(len(tally)):
        tally[i, 0] = 0.0
        tally[i, 1] = 0.0
    for number in range(plan.trees):
        plan.used = 0
        if number > 0:
            fortune.branch(search_luck, 1)
        search_luck.key[3] = 0
        fortune.cast(search_luck, dice)
        simulate(states, nodes, node_path, rewards, plan, search_luck, dice, mask)
        tree.add_root_visits(nodes, tally)
    return tree.most_visited(tally)


def choose_without_search_template(
    states: Array,
    nodes: Array,
    node_path: Array,
    rewards: Array,
    tally: Array,
    plan: Any,
    search_luck: Any,
    dice: Array,
    mask: Array,
) -> int:
    """Choose the action of a bot that does not search; this compiles much faster."""
    action: int = prepare(states, plan, search_luck, dice, mask)
    return action


# A game


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
) -> int:
    """Play a game between bots that get only what their seats see.

    Writes the decisions to `actions`, and returns their number, negative if the game was truncated at `longest`.
    """
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
        action = choose_action(states, nodes, node_path, rewards, tally, plan, search_luck, dice, mask)
        apply(s, action, luck)
        actions[decisions] = action
        decisions += 1
    for seat in range(s.players):
        scores[seat] = score(s, seat)
    if s.over == 0:
        return -decisions
    return decisions
