"""The weights of a network: a file with hash, training recipe and date, and the fixed-point integers for inference.

Inference uses integers only, which floating-point arithmetic adds exactly in any order. So NumPy and compiled code
compute identical logits on every machine.
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
NAMES_IN_FILES: Mapping[str, str] = {
    **{name: name for name in ("first", "first_bias", "second", "second_bias")},
    "policy_head": "wishes",
    "policy_head_bias": "wishes_bias",
    "value_head": "shares",
    "value_head_bias": "shares_bias",
}
"""The arrays of a network, and what a file calls them."""
WEIGHT_UNIT, HIDDEN_UNIT = 1 << 14, 1 << 10
"""The fixed-point integers that stand for a weight of 1 and a hidden value of 1."""
MOST_WEIGHT, MOST_HIDDEN = (1 << 18) - 1, (1 << 16) - 1
"""Sums of up to a thousand products of these stay below 2^53, up to which floating point is exact."""


class Layers(NamedTuple):
    """The fixed-point integers of a network, stored as floats where they are multiplied.

    `first` has the shape (inputs, width), `second` (layers, width, width), and `heads` has a row for every action,
    then for every seat.
    """

    first: Array
    first_bias: Array
    second: Array
    second_bias: Array
    heads: Array
    heads_bias: Array


@dataclass(frozen=True)
class Weights:
    """The contents of a weights file: half-precision arrays by name, and their metadata."""

    game: str
    arrays: Mapping[str, Array]
    about: Mapping[str, Any]

    @property
    def width(self) -> int:
        """The number of units in a hidden layer."""
        return int(self.arrays["first"].shape[1])

    @property
    def depth(self) -> int:
        """The number of hidden layers after the first."""
        return self.arrays["second"].size // self.width**2

    def layers(self) -> Layers:
        """Convert the weights to fixed-point integers for inference."""
        heads = np.concatenate([self.arrays["policy_head"], self.arrays["value_head"]], 1)
        bias = np.concatenate([self.arrays["policy_head_bias"], self.arrays["value_head_bias"]])
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
    """Return the SHA-256 hash of all weights."""
    found = hashlib.sha256()
    for name, in_file in NAMES_IN_FILES.items():
        found.update(f"{in_file} {arrays[name].shape}".encode() + np.ascontiguousarray(arrays[name]).tobytes())
    return found.hexdigest()


def save_weights(path: Path, game: str, arrays: Mapping[str, Array], about: Mapping[str, Any]) -> None:
    """Write a weights file."""
    halves = {name: np.asarray(arrays[name], np.float16) for name in NAMES_IN_FILES}
    written = {NAMES_IN_FILES[name]: half for name, half in halves.items()}
    told = {**about, "game": game, "sha256": digest(halves)}
    with path.open("wb") as file:
        np.savez_compressed(file, about=np.array(json.dumps(told)), **written)  # type: ignore[arg-type]


def load_weights(path: Path, game: Game) -> Weights:
    """Read a weights file; reject one that is damaged or does not fit the game."""
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as file:
            arrays = {name: file[in_file] for name, in_file in NAMES_IN_FILES.items()}
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
    for name, shape in zip(NAMES_IN_FILES, shapes, strict=True):
        if arrays[name].shape != shape or arrays[name].dtype != np.float16:
            raise Mistake("{path} was made for other rules than {game} has now", path=path, game=game.title)
    if digest(arrays) != about.get("sha256"):
        raise Mistake("{path} is damaged: its hash is another one", path=path)
    return Weights(game.id, arrays, about)


def shipped(game_id: str) -> Path:
    """Return the path of a game's weights file."""
    return FOLDER / f"{game_id}.npz"


def has_network(game_id: str) -> bool:
    """Whether a network is shipped for a game."""
    return shipped(game_id).exists()


@cache
def network_of(game_id: str) -> Weights:
    """Load the network that is shipped for a game."""
    game = find_game(game_id)
    if not has_network(game_id):
        raise Mistake("there is no network for {game}", game=game.title)
    return load_weights(shipped(game_id), game)


@cache
def whole_layers(game_id: str) -> Layers:
    """Return the fixed-point layers of a game's network."""
    return network_of(game_id).layers()


def layers_of(game_id: str, players: int) -> Layers:
    """Return the fixed-point layers of a game's network; reject numbers of players that it was not trained for."""
    refuse_size(game_id, players)
    return whole_layers(game_id)


def refuse_size(game_id: str, players: int) -> None:
    """Reject numbers of players that a network was not trained for."""
    learnt = network_of(game_id).about["recipe"]["players"]
    if players not in learnt:
        sizes, title = ", ".join(map(str, learnt)), find_game(game_id).title
        raise Mistake(
            "the network for {game} has learnt tables of {sizes}, not of {given}",
            game=title,
            sizes=sizes,
            given=players,
        )
