"""Information-set Monte Carlo tree search, written once and bound to each game by `brain`.

The free names mean the rules of the game a template is bound to. Each simulation deals a new world from what the
seat sees, walks down the tree along decisions that are possible there, adds one, plays on a little, and counts what
everybody has won.
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
look: Any = None
deal_world: Any = None
pick: Any = None
share_out: Any = None
wander: Any = None
simulate: Any = None
prepare: Any = None
think: Any = None

SIGHT, BLANK, WORLD, TRUTH = 0, 1, 2, 3
STATES = 4
GRAIN = 1024
"""Noise and the breaking of ties are counted in parts of one unit of `weigh`."""
UNDECIDED = -1
FREE = -1
"""No decision is given beforehand."""


def look_template(s: Any, states: Array, seat: int, plan: Any) -> None:
    """Give a bot what its seat sees, and nothing else."""
    states[SIGHT] = states[BLANK]
    see(s, seat, states[SIGHT])


def deal_world_template(states: Array, dream: Any) -> None:
    """A new world in `states[WORLD]` that looks like `states[SIGHT]`."""
    states[WORLD] = states[BLANK]
    imagine(states[SIGHT], dream, states[WORLD])


def pick_template(s: Any, mask: Any, dice: Array, noise: int) -> int:
    """The action of a set that the asked seat finds most attractive, give or take `noise`; ties by the dice."""
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
def notice(mask: Array, dice: Array, plan: Any) -> None:
    """Leave in a set of actions what a bot does not overlook: one that comes to mind, and others by chance.

    In one decision these are always the same; the dice stay as they were.
    """
    if plan.overlook == 0:
        return
    before = dice[0]
    dice[0] = plan.lapse
    in_mind = bits.nth(mask, fortune.throw(dice, bits.count(mask)))
    for i in range(len(mask)):
        word = mask[i]
        while word:
            action = i * bits.WORD + bits.lowest(word)
            word &= word - 1
            if fortune.throw(dice, 100) < plan.overlook and action != in_mind:
                mask[i] &= ~bits.bit(action % bits.WORD)
    dice[0] = before


def share_out_template(s: Any, rewards: Array) -> None:
    """The victory, shared by those with the most points; before the end, each seat's outlook on it."""
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


def wander_template(
    states: Array,
    nodes: Array,
    trail: Array,
    rewards: Array,
    plan: Any,
    dream: Any,
    dice: Array,
    mask: Array,
    first: int,
) -> None:
    """One simulation in a world that looks like `states[SIGHT]`, where `first` is decided before all else, or FREE."""
    s = states[WORLD]
    plan.done += 1
    dream.key[3] = plan.done
    fortune.begin(dream, 0)
    deal_world(states, dream)
    if first >= 0:
        apply(s, first, dream)
    at, length, left = tree.ROOT, 1, plan.cutoff
    trail[0] = at
    inside = True
    while s.over == 0 and (inside or left > 0):
        seat = asked(s)
        bits.clear(mask)
        legal(s, mask)
        if inside and at == tree.ROOT and first < 0:
            notice(mask, dice, plan)
        child = tree.NO_NODE
        if inside:
            child = tree.select(nodes, at, seat, mask, plan)
        else:
            left -= 1
        action = nodes[child].action if child != tree.NO_NODE else pick(s, mask, dice, plan.noise)
        apply(s, action, dream)
        if inside:
            inside = child != tree.NO_NODE and length + 1 < len(trail)
            if child == tree.NO_NODE:
                child = tree.grow(nodes, plan, at, action, seat)
            if child != tree.NO_NODE:
                at = child
                trail[length] = child
                length += 1
    share_out(s, rewards)
    tree.credit(nodes, trail, length, rewards)


def simulate_template(
    states: Array, nodes: Array, trail: Array, rewards: Array, plan: Any, dream: Any, dice: Array, mask: Array
) -> None:
    """Run `plan.simulations` simulations for the seat whose sight is `states[SIGHT]`; `states[BLANK]` stays blank."""
    if plan.used == 0:
        tree.plant(nodes, plan)
    for _ in range(plan.simulations):
        wander(states, nodes, trail, rewards, plan, dream, dice, mask, FREE)


# A decision


def prepare_template(states: Array, plan: Any, dream: Any, dice: Array, mask: Array) -> int:
    """The only legal action of a sight, or what looks best if no search is wanted, or UNDECIDED; forgets beforehand."""
    bits.clear(mask)
    legal(states[SIGHT], mask)
    if bits.count(mask) == 1:
        return bits.nth(mask, 0)
    fortune.cast(dream, dice)
    if plan.forget > 0:
        misremember(states[SIGHT], dice, plan.forget)
    plan.lapse = dice[0]
    notice(mask, dice, plan)
    action: int = UNDECIDED
    if plan.searches == 0:
        action = pick(states[SIGHT], mask, dice, plan.noise)
    return action


def think_template(
    states: Array,
    nodes: Array,
    trail: Array,
    rewards: Array,
    tally: Array,
    plan: Any,
    dream: Any,
    dice: Array,
    mask: Array,
) -> int:
    """The action that a bot takes from what it sees, with the luck of `dream`; no clock is looked at."""
    action: int = prepare(states, plan, dream, dice, mask)
    if action != UNDECIDED:
        return action
    for i in range(len(tally)):
        tally[i, 0] = 0.0
        tally[i, 1] = 0.0
    for number in range(plan.trees):
        plan.used = 0
        if number > 0:
            fortune.branch(dream, 1)
        dream.key[3] = 0
        fortune.cast(dream, dice)
        simulate(states, nodes, trail, rewards, plan, dream, dice, mask)
        tree.count_up(nodes, tally)
    return tree.most_tried(tally)


def think_quickly_template(
    states: Array,
    nodes: Array,
    trail: Array,
    rewards: Array,
    tally: Array,
    plan: Any,
    dream: Any,
    dice: Array,
    mask: Array,
) -> int:
    """The same for bots that do not search, which is far less to compile."""
    action: int = prepare(states, plan, dream, dice, mask)
    return action


# A game


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
) -> int:
    """A whole game between bots, each of which is given what its seat sees; how many decisions, negative if cut off.

    The decisions are left in `actions`.
    """
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
        action = think(states, nodes, trail, rewards, tally, plan, dream, dice, mask)
        apply(s, action, chance)
        actions[decisions] = action
        decisions += 1
    for seat in range(s.players):
        scores[seat] = score(s, seat)
    if s.over == 0:
        return -decisions
    return decisions
