"""The weights of a network: a file with its hash, recipe and date, and whole numbers to play by.

Playing computes with whole numbers only, which floating point adds exactly and in any order. So NumPy and compiled
code come to the same logits, to the last bit, on every machine.
"""

import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from eleven.core.contract.game import Game, find_game
from eleven.core.rules.record import Array
from eleven.core.text.errors import Mistake
from eleven.network.layout import inputs_of

FOLDER = Path(__file__).with_name("shipped")
NAMES = ("first", "first_bias", "second", "second_bias", "wishes", "wishes_bias", "shares", "shares_bias")
"""Of the arrays in a file: the layers, then the heads, `wishes` for the logits and `shares` for the values."""
WEIGHT_UNIT, HIDDEN_UNIT = 1 << 14, 1 << 10
"""A weight of 1 and a hidden value of 1, as whole numbers."""
MOST_WEIGHT, MOST_HIDDEN = (1 << 18) - 1, (1 << 16) - 1
"""Sums of up to a thousand products of these stay below 2^53, up to which floating point is exact."""


class Layers(NamedTuple):
    """The whole numbers of a network, as floating-point numbers where products of them are added up.

    `first` is (inputs, width), `second` (layers, width, width), and `heads` has a row for every action, then for every
    seat.
    """

    first: Array
    first_bias: Array
    second: Array
    second_bias: Array
    heads: Array
    heads_bias: Array


@dataclass(frozen=True)
class Weights:
    """A network as it is kept: half-precision arrays by name, and what is known about them."""

    game: str
    arrays: Mapping[str, Array]
    about: Mapping[str, Any]

    @property
    def width(self) -> int:
        """How many hidden values a layer has."""
        return int(self.arrays["first"].shape[1])

    @property
    def depth(self) -> int:
        """How many hidden layers come after the first."""
        return self.arrays["second"].size // self.width**2

    def layers(self) -> Layers:
        """The whole numbers to play by."""
        heads = np.concatenate([self.arrays["wishes"], self.arrays["shares"]], 1)
        bias = np.concatenate([self.arrays["wishes_bias"], self.arrays["shares_bias"]])
        return Layers(
            _whole(self.arrays["first"]).astype(np.int32),
            _whole(self.arrays["first_bias"]).astype(np.int32),
            _whole(self.arrays["second"]).astype(np.float32).reshape(-1, self.width, self.width),
            _whole(self.arrays["second_bias"]).reshape(-1, self.width) * HIDDEN_UNIT,
            _whole(heads.T).astype(np.float32),
            _whole(bias) * HIDDEN_UNIT,
        )


def _whole(weights: Array) -> Array:
    scaled = np.rint(np.ascontiguousarray(weights, np.float64) * WEIGHT_UNIT)
    found: Array = np.clip(scaled, -MOST_WEIGHT, MOST_WEIGHT)
    return found


def digest(arrays: Mapping[str, Array]) -> str:
    """The hash of all weights."""
    found = hashlib.sha256()
    for name in NAMES:
        found.update(f"{name} {arrays[name].shape}".encode() + np.ascontiguousarray(arrays[name]).tobytes())
    return found.hexdigest()


def save_weights(path: Path, game: str, arrays: Mapping[str, Array], about: Mapping[str, Any]) -> None:
    """Write a file of weights."""
    halves = {name: np.asarray(arrays[name], np.float16) for name in NAMES}
    told = {**about, "game": game, "sha256": digest(halves)}
    with path.open("wb") as file:
        np.savez_compressed(file, about=np.array(json.dumps(told)), **halves)  # type: ignore[arg-type]


def load_weights(path: Path, game: Game) -> Weights:
    """Read a file of weights; one that is damaged, or of another game or layout, is refused."""
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as file:
            arrays = {name: file[name] for name in NAMES}
            about = json.loads(str(file["about"]))
    except (OSError, ValueError, KeyError) as error:
        raise Mistake("{path} is no file of weights: {error}", path=path, error=str(error)) from None
    inputs, actions, seats = inputs_of(game), len(game.actions), game.max_players
    width, deeper = arrays["first"].shape[-1], arrays["second"].shape[:-2]
    shapes = (
        (inputs, width),
        (width,),
        (*deeper, width, width),
        (*deeper, width),
        (width, actions),
        (actions,),
        (width, seats),
        (seats,),
    )
    for name, shape in zip(NAMES, shapes, strict=True):
        if arrays[name].shape != shape or arrays[name].dtype != np.float16:
            raise Mistake("{path} was made for other rules than {game} has now", path=path, game=game.title)
    if digest(arrays) != about.get("sha256"):
        raise Mistake("{path} is damaged: its hash is another one", path=path)
    return Weights(game.id, arrays, about)


def shipped(game_id: str) -> Path:
    """Where the weights of a game are kept."""
    return FOLDER / f"{game_id}.npz"


def has_network(game_id: str) -> bool:
    """Whether there is a network for a game."""
    return shipped(game_id).exists()


@cache
def network_of(game_id: str) -> Weights:
    """The network that is shipped for a game."""
    game = find_game(game_id)
    if not has_network(game_id):
        raise Mistake("there is no network for {game}", game=game.title)
    return load_weights(shipped(game_id), game)


@cache
def whole_layers(game_id: str) -> Layers:
    """The network of a game, ready to play."""
    return network_of(game_id).layers()


def layers_of(game_id: str, players: int) -> Layers:
    """The network of a game, ready to play; tables of sizes that it has not learnt are refused."""
    refuse_size(game_id, players)
    return whole_layers(game_id)


def refuse_size(game_id: str, players: int) -> None:
    """Refuse tables of sizes that a network has not learnt."""
    learnt = network_of(game_id).about["recipe"]["players"]
    if players not in learnt:
        sizes, title = ", ".join(map(str, learnt)), find_game(game_id).title
        raise Mistake(
            "the network for {game} has learnt tables of {sizes}, not of {given}",
            game=title,
            sizes=sizes,
            given=players,
        )
