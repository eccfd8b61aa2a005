"""Estimates the value of an action with the network of a game: every seat's win share after it.

The network plays a rollout in each of several worlds that are consistent with what a seat sees. Two actions are tried
in the same worlds with the same random numbers. Without compilation, NumPy computes the same results.
"""

import math
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from eleven.core.contract.game import Game, Rule, find_game
from eleven.core.play.engine import engine
from eleven.core.rules import bits, luck
from eleven.core.rules.jit import JITTED, bind
from eleven.core.rules.record import Array
from eleven.network.inference import LOGIT_UNIT, Net, NumpyLayers, logits_for_one, net_for
from eleven.network.layout import turned_actions
from eleven.network.playing import compiled_inference, plain_inference, unpacked
from eleven.network.rollout import rollout_template
from eleven.network.weights import layers_of
from eleven.research.encoding import encode_rule, encoding_of
from eleven.search.compiled_search import MOST_SEATS, cached_by_thread, names_for
from eleven.search.ismcts import SIGHT, STATES

rollout: Any = None


def examine_template(
    states: Array,
    first: int,
    me: int,
    further: int,
    shares: Array,
    replies: Array,
    search_luck: Any,
    mask: Array,
    net: Any,
) -> None:
    """Run one rollout for every row of `shares`."""
    for number in range(len(shares)):
        search_luck.key[3] = number + 1
        rollout(states, first, me, further, shares[number], search_luck, mask, net)
        replies[number, 0], replies[number, 1] = net.reply[0], net.reply[1]


# Inference without compilation


@dataclass
class NumpyNet:
    """A network for NumPy and one number of players; `plain_values` computes `logits` from `words`."""

    layers: NumpyLayers
    turned: Array
    words: Array
    width: int
    inner: Array
    logits: Array
    reply: Array


def plain_values(net: NumpyNet) -> None:
    """Compute the logits and win shares for the features in `net.words`."""
    net.logits = logits_for_one(net.layers, unpacked(net.words[np.newaxis], net.width)[0])


def plain_best(net: NumpyNet, mask: Array, viewer: int) -> int:
    """Return the action in `mask` with the highest logit for a viewer; of several, the first."""
    return max(bits.members(mask), key=lambda action: (net.logits[net.turned[viewer, action]], -action))


def plain_shares(net: NumpyNet, seat: int, players: int, rewards: Array) -> None:
    """Write the predicted win share of every seat to `rewards`."""
    actions = net.turned.shape[1]
    values = [float(net.logits[actions + k]) / LOGIT_UNIT for k in range(players)]
    chances = [math.exp(value - max(values)) for value in values]
    for k, chance in enumerate(chances):
        rewards[(seat + k) % players] = chance / sum(chances)


# Bound to a game


@cache
def _examine(game_id: str, players: int) -> Rule:
    """Return the loop bound to a game and its network for one number of players."""
    game = find_game(game_id)
    names: dict[str, Any] = {**names_for(game), "encode": encode_rule(game, players)}
    if JITTED:
        names |= compiled_inference()
    else:
        names |= {"forward_hidden": plain_values, "best_action": plain_best, "predicted_shares": plain_shares}
    names["rollout"] = bind(rollout_template, game_id, f"rollout{players}", **names)
    return bind(examine_template, game_id, f"examine{players}", **names)


def _net(game: Game, players: int) -> Net | NumpyNet:
    if JITTED:
        return net_for(game, players, layers_of(game.id, players))
    encoding = encoding_of(game, players)
    words, inner = np.zeros(encoding.words, np.uint64), np.zeros(1, game.state)
    layers = plain_inference(game.id, players)[1]
    return NumpyNet(
        layers, turned_actions(game.id, players), words, encoding.bits, inner, np.zeros(0), np.zeros(2, np.int64)
    )


class NetworkRollouts:
    """Rollouts of a network for one game and number of players, with their memory."""

    def __init__(self, game_id: str, players: int) -> None:
        self.game, self.players = find_game(game_id), players
        self.states = np.zeros(STATES, self.game.state)
        self.mask = engine(game_id).no_actions()
        self.net = _net(self.game, players)

    def examine(self, seen: Any, worlds: int, key: bytes, first: int, further: int) -> tuple[Array, Array]:
        """Return every seat's reward in each simulated world, and the next (seat, action) of another seat there."""
        self.states[SIGHT] = seen
        shares, replies = np.zeros((worlds, MOST_SEATS)), np.zeros((worlds, 2), np.int64)
        memory = (shares, replies, luck.fresh(key), self.mask, self.net)
        _examine(self.game.id, self.players)(self.states, first, int(seen.viewer), further, *memory)
        return shares[:, : self.players], replies


@cached_by_thread
def rollouts_of(game_id: str, players: int) -> NetworkRollouts:
    """Return the rollouts of this thread, whose memory is reused for every decision."""
    return NetworkRollouts(game_id, players)
