"""The fields of a record as paths, including nested ones (`seats.kitchen`), and their values."""

import inspect
from pathlib import Path
from typing import Any

import numpy as np

from eleven.core.contract.game import Game
from eleven.core.rules.copying import leaves
from eleven.core.rules.record import HEADER

HEADER_FIELDS = tuple(str(field[0]) for field in HEADER)


def own_fields(game: Game) -> list[str]:
    """The fields of a game's record without the header that all games share."""
    return [path for path in leaves(game.state) if path.split(".")[0] not in HEADER_FIELDS]


def value(state: Any, path: str) -> bytes:
    """The bytes of a field, over all records of an array."""
    for name in path.split("."):
        state = state[name]
    return bytes(state.tobytes())


def difference(game: Game, left: Any, right: Any) -> str:
    """Describe the fields in which two records differ: `seats.hand [1, 0] here, [0, 1] there`."""
    found = []
    for path in leaves(game.state):
        one, other = left, right
        for name in path.split("."):
            one, other = one[name], other[name]
        if not np.array_equal(one, other):
            found.append(f"{path} is {np.asarray(one).tolist()} here and {np.asarray(other).tolist()} there")
    return "; ".join(found)


def file_of(rule: Any) -> str:
    """Return the file and line of a rule, for messages."""
    function = getattr(rule, "py_func", rule)
    return f"{Path(inspect.getsourcefile(function) or '?').name}:{function.__code__.co_firstlineno}"


def broken(game: Game, state: Any) -> str:
    """Describe what `check` finds wrong, if anything."""
    number = int(game.check(state))
    if number == 0:
        return ""
    said = f": {game.invariants[number]}" if number < len(game.invariants) else ""
    return f"check ({file_of(game.check)}) says {number}{said}"


def secrets(game: Game) -> list[str]:
    """Return the hidden fields that contain things, but not knowledge about them."""
    return [path for path in game.hidden_fields if path not in game.knowledge_fields]


def hidden_things(game: Game, state: Any) -> tuple[bytes, ...]:
    """Return the contents of the hidden fields without knowledge, which identify a world."""
    return tuple(value(state, path) for path in secrets(game))
