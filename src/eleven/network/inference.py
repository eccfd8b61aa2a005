"""What a network wishes for: compiled for one sight at a time, and in NumPy for many.

Both compute the same whole numbers; see `weights`.
"""

import math
from typing import NamedTuple

import numpy as np

from eleven.core.contract.game import Game
from eleven.core.rules import bits
from eleven.core.rules.jit import rule
from eleven.core.rules.record import Array
from eleven.network.layout import count_input, places_of
from eleven.network.weights import HIDDEN_UNIT, MOST_HIDDEN, WEIGHT_UNIT, Layers
from eleven.research.encoding import encoding_of

WORD = 64
TO_HIDDEN = HIDDEN_UNIT / WEIGHT_UNIT
WISH_UNIT = WEIGHT_UNIT * HIDDEN_UNIT
"""A wish of 1, as a whole number."""


class Mind(NamedTuple):
    """A network at one kind of table, and the memory it thinks in.

    `words` are the features of a sight, `places` the inputs they go to, `players_input` the input that tells the
    number of players; `inner` has room for a sight, `wishes` for the chances of all actions.
    """

    layers: Layers
    places: Array
    players_input: int
    words: Array
    sums: Array
    hidden: Array
    wishes: Array
    inner: Array


def mind_of(game: Game, players: int, layers: Layers) -> Mind:
    """Memory for a network to think in."""
    width = len(layers.first_bias)
    return Mind(
        layers,
        places_of(game.id, players),
        count_input(game, players),
        np.zeros(encoding_of(game, players).words, np.uint64),
        np.zeros(width, np.int32),
        np.zeros(width),
        np.zeros(len(game.actions)),
        np.zeros(1, game.state),
    )


@rule
def add_row(sums: Array, row: Array) -> None:
    """Add a row of weights."""
    for j in range(len(sums)):
        sums[j] += row[j]


@rule
def add_times(sums: Array, value: float, row: Array) -> None:
    """Add a row of weights so many times."""
    for j in range(len(sums)):
        sums[j] += value * row[j]


@rule
def hidden_values(mind: Mind) -> None:
    """Both hidden layers from the features in `mind.words`; the second is left in `mind.hidden`."""
    words, places, layers, sums, hidden = mind.words, mind.places, mind.layers, mind.sums, mind.hidden
    for j in range(len(sums)):
        sums[j] = layers.first_bias[j] + layers.first[mind.players_input, j]
    for n in range(len(words)):
        word = words[n]
        while word != np.uint64(0):
            low = word & (~word + np.uint64(1))
            at = places[n * WORD + bits.size(bits.wide(low - np.uint64(1)))]
            word ^= low
            add_row(sums, layers.first[at])
    for j in range(len(hidden)):
        hidden[j] = layers.second_bias[j]
    for i in range(len(sums)):
        value = min(max(math.floor(sums[i] * TO_HIDDEN), 0.0), 1.0 * MOST_HIDDEN)
        if value > 0.0:
            add_times(hidden, value, layers.second[i])
    for j in range(len(hidden)):
        hidden[j] = min(max(math.floor(hidden[j] / WEIGHT_UNIT), 0.0), 1.0 * MOST_HIDDEN)


@rule
def output(mind: Mind, row: int) -> float:
    """One wish or share, from the second hidden layer."""
    hidden, heads = mind.hidden, mind.layers.heads
    total: float = mind.layers.heads_bias[row]
    for j in range(len(hidden)):
        total += hidden[j] * heads[row, j]
    return total


@rule
def best_wish(mind: Mind, mask: Array) -> int:
    """The action of a set that is wished for most; of several, the first."""
    best, most = -1, 0.0
    for i in range(len(mask)):
        word = mask[i]
        while word:
            action = i * bits.WORD + bits.lowest(word)
            word &= word - 1
            wish = output(mind, action)
            if best < 0 or wish > most:
                best, most = action, wish
    return best


@rule
def shares_wished(mind: Mind, seat: int, players: int, rewards: Array) -> None:
    """Everybody's share of the victory, from the second hidden layer of what a seat sees."""
    most, total = -1e300, 0.0
    for k in range(players):
        share = output(mind, len(mind.wishes) + k) / WISH_UNIT
        rewards[(seat + k) % players] = share
        most = max(most, share)
    for k in range(players):
        rewards[k] = math.exp(rewards[k] - most)
        total += rewards[k]
    for k in range(players):
        rewards[k] /= total


def wishes_of(game: Game, players: int, layers: Layers, features: Array) -> Array:
    """The wishes for all actions, then the shares of all seats, as whole numbers; features are rows of 0 and 1."""
    places = places_of(game.id, players)
    sums = features.astype(np.float64) @ layers.first[places].astype(np.float64)
    sums += layers.first_bias + layers.first[count_input(game, players)]
    first = np.clip(np.floor(sums * TO_HIDDEN), 0.0, MOST_HIDDEN)
    second = first @ layers.second.astype(np.float64) + layers.second_bias
    hidden = np.clip(np.floor(second / WEIGHT_UNIT), 0.0, MOST_HIDDEN)
    found: Array = hidden @ layers.heads.T.astype(np.float64) + layers.heads_bias
    return found


class PlainLayers(NamedTuple):
    """The layers of a network as NumPy multiplies them quickest for one sight; `first` has the rows of one table."""

    first: Array
    first_bias: Array
    second: Array
    second_bias: Array
    heads: Array
    heads_bias: Array


def plain_layers(game: Game, players: int, layers: Layers) -> PlainLayers:
    """The layers of a network for tables of one size."""
    return PlainLayers(
        layers.first[places_of(game.id, players)].astype(np.int64),
        layers.first_bias + layers.first[count_input(game, players)].astype(np.int64),
        layers.second.astype(np.float64),
        layers.second_bias,
        np.ascontiguousarray(layers.heads.T, np.float64),
        layers.heads_bias,
    )


def wishes_for_one(layers: PlainLayers, features: Array) -> Array:
    """The same whole numbers as `wishes_of`, for one row of features."""
    sums = layers.first[np.flatnonzero(features)].sum(0) + layers.first_bias
    first = np.clip(np.floor(sums * TO_HIDDEN), 0.0, MOST_HIDDEN)
    second = first @ layers.second + layers.second_bias
    hidden = np.clip(np.floor(second / WEIGHT_UNIT), 0.0, MOST_HIDDEN)
    found: Array = hidden @ layers.heads + layers.heads_bias
    return found


def best_wishes(game: Game, wishes: Array, mask: Array) -> Array:
    """For every row the legal action that is wished for most, of several the first; the mask is rows of 0 and 1."""
    found: Array = np.where(mask != 0, wishes[:, : len(game.actions)], -np.inf).argmax(1)
    return found
