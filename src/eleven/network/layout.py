"""How the features of every number of players map to a network's inputs, so that one network serves all of them.

A network has the inputs of the largest table. Smaller tables have the same features for fewer seats; each of their
bits goes to the input of the largest table with the same meaning. Additional inputs encode the number of players.
The logits are for actions relative to the viewer: seats are counted from the viewer, who is seat 0.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from eleven.core.contract import features as forms
from eleven.core.contract.actions import Action
from eleven.core.contract.features import ALL, SEATS, Feature
from eleven.core.contract.game import Game, find_game
from eleven.core.rules.record import Array
from eleven.research.encoding import encoding_of
from eleven.research.encoding.pieces import declared_features, declared_owned, seats_of_feature

Label = tuple[Any, ...]
"""The meaning of a bit: its slice, the item in the slice, and the bit of the item, with seats as numbers."""


def inputs_of(game: Game) -> int:
    """Return the number of inputs: the bits of the largest table, and one for every number of players."""
    return encoding_of(game, game.max_players).bits + len(game.players)


@cache
def places_of(game_id: str, players: int) -> Array:
    """Map every feature bit of a table with `players` seats to its input."""
    game = find_game(game_id)
    largest = {label: at for at, label in enumerate(_labels(game, game.max_players))}
    places = np.array([largest[label] for label in _labels(game, players)], np.int32)
    if len(places) != encoding_of(game, players).bits:
        raise ValueError(f"the features of {game_id} for {players} are not those of its encoding")
    return places


def count_input(game: Game, players: int) -> int:
    """Return the input that is set for this number of players."""
    return encoding_of(game, game.max_players).bits + list(game.players).index(players)


@cache
def turned_actions(game_id: str, players: int) -> Array:
    """Return an array of shape (viewer, action) with the index of the logit for each viewer's action."""
    game = find_game(game_id)
    owned, ids = declared_owned(game), {(row.verb, _values(row)): row.id for row in game.actions}
    found = np.zeros((players, len(game.actions)), np.int32)
    for viewer in range(players):
        for row in game.actions:
            values = tuple(
                _turned(value, len(kind.tokens) // game.max_players, viewer, players) if kind in owned else value
                for kind, value in row.arguments
            )
            found[viewer, row.id] = ids[row.verb, values]
    return found


def _values(action: Action) -> tuple[int, ...]:
    return tuple(value for _, value in action.arguments)


def _turned(value: int, each: int, viewer: int, players: int) -> int:
    """Rotate an argument that belongs to a seat so that seats count from the viewer; unused seats stay unchanged."""
    seat, number = divmod(value, each)
    return each * ((seat - viewer) % players if seat < players else seat) + number


def _labels(game: Game, players: int) -> Iterator[Label]:
    """Yield the meaning of every bit in order: first the question, then the features that the game declares."""
    encoding = encoding_of(game, players)
    for part in encoding.slices:
        if part.name.split(".")[0] == "question":
            yield from ((part.name, n) for n in range(part.stop - part.start))
    for feature in declared_features(game):
        of_seat = feature.field.startswith("seats.")
        field = feature.field.removeprefix("seats.")
        kind = game.state["seats"].base[field] if of_seat else game.state[field]
        for seat in seats_of_feature(feature, players) if of_seat else range(1):
            for item in range(_items(feature, kind, players)):
                for bit in _bits_of(feature.form, players):
                    yield (feature.name, feature.items, seat, item, *bit)


def _items(feature: Feature, kind: Any, players: int) -> int:
    """Return how many items of a field are encoded."""
    if not kind.shape:
        return 1
    if isinstance(feature.items, int):
        return feature.items
    return {ALL: int(kind.shape[0]), SEATS: players}.get(feature.items, 1)


def _bits_of(form: forms.Form, players: int) -> Iterator[Label]:
    """Yield the labels of one item's bits; bits that belong to a seat are labelled with it."""
    match form:
        case forms.Bits(width):
            yield from (("bit", n) for n in range(width))
        case forms.Count(most):
            yield from (("bit", n) for n in range(most))
        case forms.OneOf(count):
            yield from (("bit", n) for n in range(count))
        case forms.SeatOf():
            yield from (("seat", n) for n in range(players))
        case forms.OwnedBits(each):
            yield from (("seat", seat, n) for seat in range(players) for n in range(each))
        case forms.Owned(each):
            yield from (("bit", n) for n in range(each))
            yield from (("seat", n) for n in range(players))
