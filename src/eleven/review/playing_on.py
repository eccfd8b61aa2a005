"""The value of an action by the network of a game: what every seat wins if this is decided now.

In each world that looks like a seat's sight the network decides for every seat, from what that seat would see there,
until the seat in question has decided so many times more; what the network then expects from its sight is what was
won. Two actions are tried in the same worlds with the same luck. Without a compiler NumPy does the same.
"""

import math
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from eleven.core.contract.game import Game, Rule, find_game
from eleven.core.play.engine import engine
from eleven.core.rules import bits, luck
from eleven.core.rules import luck as fortune
from eleven.core.rules.asking import asked
from eleven.core.rules.jit import JITTED, bind
from eleven.core.rules.record import Array
from eleven.network import inference
from eleven.network.inference import WISH_UNIT, Mind, PlainLayers, mind_of, wishes_for_one
from eleven.network.layout import turned_actions
from eleven.network.playing import plain_mind, unpacked
from eleven.network.weights import layers_of
from eleven.research.encoding import encode_rule, encoding_of
from eleven.search.brain import MOST_SEATS, cached_by_thread, names_for
from eleven.search.templates import BLANK, FREE, SIGHT, STATES, WORLD

LONGEST = 200
"""So many decisions a world is played on at most; then the game's own outlook judges it."""

legal: Any = None
see: Any = None
apply: Any = None
encode: Any = None
deal_world: Any = None
share_out: Any = None
hidden_values: Any = None
best_wish: Any = None
shares_wished: Any = None
play_on: Any = None


def play_on_template(
    states: Array, first: int, me: int, further: int, rewards: Array, reply: Array, dream: Any, mask: Array, mind: Any
) -> None:
    """What everybody wins in the world that `dream` deals; `reply` gets the next decision of another seat."""
    s, left, action = states[WORLD], further, first
    fortune.begin(dream, 0)
    deal_world(states, dream)
    for _ in range(LONGEST):
        if s.over != 0:
            break
        if action < 0:
            seat = asked(s)
            bits.clear(mask)
            legal(s, mask)
            action = bits.nth(mask, 0)
            if bits.count(mask) > 1:
                mind.inner[0] = states[BLANK]
                see(s, seat, mind.inner[0])
                encode(mind.inner[0], mind.words)
                hidden_values(mind)
                if seat == me:
                    if left == 0:
                        shares_wished(mind, me, s.players, rewards)
                        return
                    left -= 1
                action = best_wish(mind, mask, seat)
            if seat != me and reply[0] < 0:
                reply[0], reply[1] = seat, action
        apply(s, action, dream)
        action = FREE
    share_out(s, rewards)


def examine_template(
    states: Array, first: int, me: int, further: int, shares: Array, replies: Array, dream: Any, mask: Array, mind: Any
) -> None:
    """A world for every row of `shares`."""
    for number in range(len(shares)):
        dream.key[3] = number + 1
        play_on(states, first, me, further, shares[number], replies[number], dream, mask, mind)


# Without a compiler


@dataclass
class PlainMind:
    """A network at one kind of table for NumPy; after `plain_values` the wishes are those for `words`."""

    layers: PlainLayers
    turned: Array
    words: Array
    width: int
    inner: Array
    wishes: Array


def plain_values(mind: PlainMind) -> None:
    """The wishes for the features in `mind.words`, and the shares of all seats."""
    mind.wishes = wishes_for_one(mind.layers, unpacked(mind.words[np.newaxis], mind.width)[0])


def plain_best(mind: PlainMind, mask: Array, viewer: int) -> int:
    """The action of a set that a viewer wishes for most; of several, the first."""
    return max(bits.members(mask), key=lambda action: (mind.wishes[mind.turned[viewer, action]], -action))


def plain_shares(mind: PlainMind, seat: int, players: int, rewards: Array) -> None:
    """Everybody's share of the victory."""
    actions = mind.turned.shape[1]
    values = [float(mind.wishes[actions + k]) / WISH_UNIT for k in range(players)]
    chances = [math.exp(value - max(values)) for value in values]
    for k, chance in enumerate(chances):
        rewards[(seat + k) % players] = chance / sum(chances)


# Bound to a game


@cache
def _examine(game_id: str, players: int) -> Rule:
    """The loop, bound to a game and its network at tables of one size."""
    game = find_game(game_id)
    names: dict[str, Any] = {**names_for(game), "encode": encode_rule(game, players)}
    if JITTED:
        names |= {name: getattr(inference, name) for name in ("hidden_values", "best_wish", "shares_wished")}
    else:
        names |= {"hidden_values": plain_values, "best_wish": plain_best, "shares_wished": plain_shares}
    names["play_on"] = bind(play_on_template, game_id, f"play_on{players}", **names)
    return bind(examine_template, game_id, f"examine{players}", **names)


def _mind(game: Game, players: int) -> Mind | PlainMind:
    if JITTED:
        return mind_of(game, players, layers_of(game.id, players))
    encoding = encoding_of(game, players)
    words, inner = np.zeros(encoding.words, np.uint64), np.zeros(1, game.state)
    layers = plain_mind(game.id, players)[1]
    return PlainMind(layers, turned_actions(game.id, players), words, encoding.bits, inner, np.zeros(0))


class Player:
    """The memory in which a network plays on at one kind of table."""

    def __init__(self, game_id: str, players: int) -> None:
        self.game, self.players = find_game(game_id), players
        self.states = np.zeros(STATES, self.game.state)
        self.mask = engine(game_id).no_actions()
        self.mind = _mind(self.game, players)

    def examine(self, seen: Any, worlds: int, key: bytes, first: int, further: int) -> tuple[Array, Array]:
        """What every seat won in each world that looks like `seen`, and who did what after that."""
        self.states[SIGHT] = seen
        shares, replies = np.zeros((worlds, MOST_SEATS)), np.full((worlds, 2), FREE)
        memory = (shares, replies, luck.fresh(key), self.mask, self.mind)
        _examine(self.game.id, self.players)(self.states, first, int(seen.viewer), further, *memory)
        return shares[:, : self.players], replies


@cached_by_thread
def player_of(game_id: str, players: int) -> Player:
    """Memory for a network, used again for every moment."""
    return Player(game_id, players)
