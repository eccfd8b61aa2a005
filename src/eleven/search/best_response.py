"""A search against a known bot: a lower bound on how far that bot can be exploited.

In simulated games the other seats decide as the bot does, from what those seats would see; the bot's actual random
numbers and cards stay unknown. What the search wins is therefore at most what a best response would win.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from eleven.core.contract.game import Rule, find_game
from eleven.core.rules import bits
from eleven.core.rules import luck as fortune
from eleven.core.rules.asking import asked
from eleven.core.rules.jit import bind, rule
from eleven.core.rules.record import Array
from eleven.search import tree
from eleven.search.compiled_search import names_for
from eleven.search.ismcts import SIGHT, TRUTH, WORLD

legal: Any = None
score: Any = None
apply: Any = None
start: Any = None
observe: Any = None
determinize: Any = None
playout_action: Any = None
evaluate: Any = None
choose_action: Any = None
decide: Any = None
reply: Any = None
simulate_against: Any = None
respond: Any = None

AS_IT_IS, AS_IMAGINED = 0, 1
"""Indices into `OpponentWorkspace.plans`: the settings in the real game, and those in simulated games."""
KEY_WORDS = 4
MOST_REPLIES = 1 << 16


class OpponentWorkspace(NamedTuple):
    """The search memory of the opposing bot; `net` is its network, or a placeholder (`no_net`)."""

    states: Array
    nodes: Array
    node_path: Array
    rewards: Array
    tally: Array
    plans: Array
    search_lucks: Array
    dice: Array
    mask: Array
    net: Any


def reply_template(s: Any, seat: int, opponent: OpponentWorkspace, which: int) -> int:
    """Let the opponent decide in a seat, from what that seat sees."""
    plan = opponent.plans[which]
    observe(s, opponent.states, seat, plan)
    action: int = choose_action(
        opponent.states,
        opponent.nodes,
        opponent.node_path,
        opponent.rewards,
        opponent.tally,
        plan,
        opponent.search_lucks[0],
        opponent.dice,
        opponent.mask,
    )
    return action


def reply_of_network_template(s: Any, seat: int, opponent: OpponentWorkspace, which: int) -> int:
    """Do the same for a bot whose network decides."""
    plan = opponent.plans[which]
    observe(s, opponent.states, seat, plan)
    action: int = decide(
        opponent.states,
        opponent.rewards,
        plan,
        opponent.search_lucks[0],
        opponent.mask,
        opponent.net,
    )
    return action


@rule
def known(nodes: Any, at: int, action: int, seat: int) -> int:
    """Return the child node for an action of a seat, or NO_NODE."""
    child = nodes[at].first
    while child != tree.NO_NODE:
        if nodes[child].action == action and nodes[child].seat == seat:
            return child  # type: ignore[no-any-return]
        child = nodes[child].next
    return tree.NO_NODE


def simulate_against_template(
    states: Array,
    nodes: Array,
    node_path: Array,
    rewards: Array,
    plan: Any,
    search_luck: Any,
    dice: Array,
    mask: Array,
    opponent: OpponentWorkspace,
) -> None:
    """Run one simulation in a world consistent with `states[SIGHT]`; the other seats decide as the opponent does."""
    s, me = states[WORLD], states[SIGHT].viewer
    plan.done += 1
    search_luck.key[3] = plan.done
    fortune.begin(search_luck, 0)
    determinize(states, search_luck)
    at, length, left = tree.ROOT, 1, plan.cutoff
    node_path[0] = at
    inside = True
    while s.over == 0 and (inside or left > 0):
        seat = asked(s)
        bits.clear(mask)
        legal(s, mask)
        child, action = tree.NO_NODE, -1
        if inside and seat == me:
            child = tree.select(nodes, at, seat, mask, plan)
        elif inside:
            for i in range(KEY_WORDS):
                opponent.search_lucks[0].key[i] = search_luck.key[i]
            opponent.search_lucks[0].key[2] = plan.done * MOST_REPLIES + length
            action = reply(s, seat, opponent, AS_IMAGINED)
            child = known(nodes, at, action, seat)
        else:
            left -= 1
        if child != tree.NO_NODE:
            action = nodes[child].action
        elif action < 0:
            action = playout_action(s, mask, dice, plan.noise)
        apply(s, action, search_luck)
        if inside:
            inside = child != tree.NO_NODE and length + 1 < len(node_path)
            length = tree.descend(nodes, plan, node_path, length, child, action, seat)
            at = node_path[length - 1]
    evaluate(s, rewards)
    tree.backpropagate(nodes, node_path, length, rewards)


def respond_template(
    states: Array,
    nodes: Array,
    node_path: Array,
    rewards: Array,
    tally: Array,
    plan: Any,
    search_luck: Any,
    dice: Array,
    mask: Array,
    opponent: OpponentWorkspace,
) -> int:
    """Search for the action that wins most against the opponent, from what the searching seat sees."""
    bits.clear(mask)
    legal(states[SIGHT], mask)
    if bits.count(mask) == 1:
        return bits.nth(mask, 0)
    for i in range(len(tally)):
        tally[i, 0] = 0.0
        tally[i, 1] = 0.0
    tree.new_tree(nodes, plan)
    search_luck.key[3] = 0
    fortune.cast(search_luck, dice)
    for _ in range(plan.simulations):
        simulate_against(states, nodes, node_path, rewards, plan, search_luck, dice, mask, opponent)
    tree.add_root_visits(nodes, tally)
    return tree.most_visited(tally)


def play_against_template(
    prepared: Array,
    states: Array,
    nodes: Array,
    node_path: Array,
    rewards: Array,
    tally: Array,
    plan: Any,
    me: int,
    keys: Array,
    luck: Any,
    search_luck: Any,
    dice: Array,
    mask: Array,
    longest: int,
    scores: Array,
    opponent: OpponentWorkspace,
) -> int:
    """Play a game of one seat against the bot on all others; return the number of decisions, negative if truncated."""
    states[TRUTH] = prepared[0]
    s = states[TRUTH]
    start(s, luck)
    decisions = 0
    while s.over == 0 and decisions < longest:
        seat = asked(s)
        if seat == me:
            observe(s, states, seat, plan)
            for i in range(KEY_WORDS):
                search_luck.key[i] = keys[0, i]
            search_luck.key[1] = decisions
            action = respond(states, nodes, node_path, rewards, tally, plan, search_luck, dice, mask, opponent)
        else:
            for i in range(KEY_WORDS):
                opponent.search_lucks[0].key[i] = keys[1, i]
            opponent.search_lucks[0].key[1] = decisions
            action = reply(s, seat, opponent, AS_IT_IS)
        apply(s, action, luck)
        decisions += 1
    for seat in range(s.players):
        scores[seat] = score(s, seat)
    return decisions if s.over != 0 else -decisions


@dataclass(frozen=True)
class BestResponse:
    """The compiled functions for games against one kind of bot."""

    play: Rule
    respond: Rule
    reply: Rule


SEARCHING, QUICK, LEARNT = "searching", "quick", "learnt"
"""Kinds of opposing bots; each kind needs its own compiled functions."""


@cache
def best_response(game_id: str, kind: str, players: int = 0) -> BestResponse:
    """Bind the templates for a kind of bot to a game's rules; only networks depend on the number of players."""
    game = find_game(game_id)
    names = names_for(game)
    if kind == LEARNT:
        from eleven.network.playing import guided

        names["decide"] = guided(game_id, players).decide
        names["reply"] = bind(reply_of_network_template, game_id, f"reply_{kind}{players}", **names)
    else:
        names["choose_action"] = names["choose_action" if kind == SEARCHING else "choose_without_search"]
        names["reply"] = bind(reply_template, game_id, f"reply_{kind}", **names)
    made = f"{kind}{players or ''}"
    for name in ("simulate_against", "respond", "play_against"):
        names[name] = bind(globals()[f"{name}_template"], game_id, f"{name}_{made}", **names)
    return BestResponse(names["play_against"], names["respond"], names["reply"])


def no_net() -> Array:
    """Return a placeholder for the network of a bot that has none."""
    return np.zeros(1)
