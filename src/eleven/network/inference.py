"""Network inference: compiled for one observation at a time, and with NumPy for batches.

Both compute exactly the same integers; see `weights`.
"""

import math
from typing import NamedTuple

import numpy as np

from eleven.core.contract.game import Game
from eleven.core.rules import bits, luck
from eleven.core.rules.jit import JITTED, rule
from eleven.core.rules.record import Array, record
from eleven.network.layout import count_input, places_of, turned_actions
from eleven.network.weights import HIDDEN_UNIT, MOST_HIDDEN, WEIGHT_UNIT, Layers
from eleven.research.encoding import encoding_of
from eleven.research.encoding.pieces import FEATURE_WORD_BITS

TO_HIDDEN = HIDDEN_UNIT / WEIGHT_UNIT
LOGIT_UNIT = WEIGHT_UNIT * HIDDEN_UNIT
"""The fixed-point integer that stands for a logit of 1."""
CANDIDATE = record([("action", "i8"), ("logit", "f8"), ("total", "f8"), ("visits", "i8"), ("value", "f8")])
"""An action in a search: its logit, its total reward and visits, and the value computed from them."""
MOST_CANDIDATES = 32


class Net(NamedTuple):
    """A network for one number of players, with the memory for its inference.

    `words` holds the packed features, `places` maps feature bits to inputs, `players_input` is the input that encodes
    the number of players, and `turned` maps (viewer, action) to the row of the logit. The rest is scratch memory:
    `inner` for what a seat sees in a rollout, `deeper` for the next hidden layer, `logits` for one value per action,
    `candidates` for the actions that a search tries, `reply` for the (seat, action) of the next decision of another
    seat in a rollout, and `dice` for the random numbers that decide what is overlooked.
    """

    layers: Layers
    places: Array
    players_input: int
    turned: Array
    words: Array
    sums: Array
    deeper: Array
    hidden: Array
    logits: Array
    inner: Array
    candidates: Array
    reply: Array
    dice: Array


def net_for(game: Game, players: int, layers: Layers) -> Net:
    """Create the network for a number of players, with memory for its inference."""
    width = len(layers.first_bias)
    return Net(
        layers,
        places_of(game.id, players),
        count_input(game, players),
        turned_actions(game.id, players),
        np.zeros(encoding_of(game, players).words, np.uint64),
        np.zeros(width, np.int32),
        np.zeros(width),
        np.zeros(width),
        np.zeros(len(game.actions)),
        np.zeros(1, game.state),
        np.zeros(MOST_CANDIDATES, CANDIDATE),
        np.zeros(2, np.int64),
        np.zeros(1, luck.DICE),
    )


@rule
def add_row(sums: Array, row: Array) -> None:
    """Add a row of weights to the sums."""
    for j in range(len(sums)):
        sums[j] += row[j]


@rule
def add_times(sums: Array, value: float, row: Array) -> None:
    """Add a row of weights times `value` to the sums."""
    for j in range(len(sums)):
        sums[j] += value * row[j]


def _add_row_by_numpy(sums: Array, row: Array) -> None:
    sums += row


def _add_times_by_numpy(sums: Array, value: float, row: Array) -> None:
    sums += value * row


if not JITTED:  # same results, a hundred times faster in plain Python
    add_row, add_times = _add_row_by_numpy, _add_times_by_numpy


@rule
def forward_hidden(net: Net) -> None:
    """Compute all hidden layers from the features in `net.words`, and leave the last one in `net.hidden`."""
    words, places, layers, sums, hidden = net.words, net.places, net.layers, net.sums, net.hidden
    deeper = net.deeper
    for j in range(len(sums)):
        sums[j] = layers.first_bias[j] + layers.first[net.players_input, j]
    for n in range(len(words)):
        word = words[n]
        while word != np.uint64(0):
            low = word & (~word + np.uint64(1))
            at = places[n * FEATURE_WORD_BITS + bits.size(bits.wide(low - np.uint64(1)))]
            word ^= low
            add_row(sums, layers.first[at])
    for i in range(len(sums)):
        hidden[i] = min(max(math.floor(sums[i] * TO_HIDDEN), 0.0), 1.0 * MOST_HIDDEN)
    for depth in range(len(layers.second)):
        for j in range(len(deeper)):
            deeper[j] = layers.second_bias[depth, j]
        for i in range(len(hidden)):
            if hidden[i] > 0.0:
                add_times(deeper, hidden[i], layers.second[depth, i])
        for j in range(len(hidden)):
            hidden[j] = min(max(math.floor(deeper[j] / WEIGHT_UNIT), 0.0), 1.0 * MOST_HIDDEN)


@rule
def output(net: Net, row: int) -> float:
    """Compute one logit or win share from the last hidden layer."""
    hidden, heads = net.hidden, net.layers.heads
    total: float = net.layers.heads_bias[row]
    for j in range(len(hidden)):
        total += hidden[j] * heads[row, j]
    return total


@rule
def best_action(net: Net, mask: Array, viewer: int) -> int:
    """Return the action in `mask` with the highest logit for a viewer; of several, the first."""
    best, most = -1, 0.0
    for i in range(len(mask)):
        word = mask[i]
        while word:
            action = i * bits.WORD + bits.lowest(word)
            word &= word - 1
            logit = output(net, net.turned[viewer, action])
            if best < 0 or logit > most:
                best, most = action, logit
    return best


@rule
def predicted_shares(net: Net, seat: int, players: int, rewards: Array) -> None:
    """Write the predicted win share of every seat to `rewards` (a softmax), from the last hidden layer."""
    most, total = -1e300, 0.0
    for k in range(players):
        share = output(net, len(net.logits) + k) / LOGIT_UNIT
        rewards[(seat + k) % players] = share
        most = max(most, share)
    for k in range(players):
        rewards[k] = math.exp(rewards[k] - most)
        total += rewards[k]
    for k in range(players):
        rewards[k] /= total


def logits_of(game: Game, players: int, layers: Layers, features: Array) -> Array:
    """Compute the logits of all actions, then of all seats' win shares, as integers, from rows of 0/1 features.

    Actions and seats are relative to the viewer of a row; see `turned_actions`.
    """
    places = places_of(game.id, players)
    sums = features.astype(np.float64) @ layers.first[places].astype(np.float64)
    sums += layers.first_bias + layers.first[count_input(game, players)]
    hidden = _hidden(sums, layers.second.astype(np.float64), layers.second_bias)
    found: Array = hidden @ layers.heads.T.astype(np.float64) + layers.heads_bias
    return found


def _hidden(sums: Array, second: Array, second_bias: Array) -> Array:
    """Compute the last hidden layer from the sums of the first one."""
    hidden = np.clip(np.floor(sums * TO_HIDDEN), 0.0, MOST_HIDDEN)
    for weights, bias in zip(second, second_bias, strict=True):
        hidden = np.clip(np.floor((hidden @ weights + bias) / WEIGHT_UNIT), 0.0, MOST_HIDDEN)
    return hidden


class NumpyLayers(NamedTuple):
    """The layers of a network prepared for NumPy and one number of players, with `places` from `places_of`."""

    first: Array
    places: Array
    first_bias: Array
    second: Array
    second_bias: Array
    heads: Array
    heads_bias: Array


def in_doubles(layers: Layers) -> Layers:
    """Convert the large layers to float64, which NumPy multiplies fastest."""
    return layers._replace(second=layers.second.astype(np.float64), heads=layers.heads.astype(np.float64))


def plain_layers(game: Game, players: int, layers: Layers) -> NumpyLayers:
    """Prepare layers for one number of players; layers from `in_doubles` are shared instead of copied."""
    return NumpyLayers(
        layers.first,
        places_of(game.id, players),
        layers.first_bias + layers.first[count_input(game, players)].astype(np.int64),
        layers.second.astype(np.float64, copy=False),
        layers.second_bias,
        layers.heads.astype(np.float64, copy=False).T,
        layers.heads_bias,
    )


def logits_for_one(layers: NumpyLayers, features: Array) -> Array:
    """Compute the same integers as `logits_of`, for one row of features."""
    sums = layers.first[layers.places[np.flatnonzero(features)]].sum(0, np.int64) + layers.first_bias
    found: Array = _hidden(sums, layers.second, layers.second_bias) @ layers.heads + layers.heads_bias
    return found


def best_actions(game: Game, players: int, logits: Array, mask: Array, viewers: Array) -> Array:
    """Return the legal action with the highest logit for every row; `mask` has 0/1 entries, and the first one wins."""
    meant = np.take_along_axis(logits, turned_actions(game.id, players)[viewers], 1)
    found: Array = np.where(mask != 0, meant, -np.inf).argmax(1)
    return found
