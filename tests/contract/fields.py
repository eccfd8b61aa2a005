"""The fields of a record, nested ones too, as paths (`seats.kitchen`) and their values."""

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
    """The fields in which two records differ, each with its two values: `seats.hand [1, 0] here, [0, 1] there`."""
    found = []
    for path in leaves(game.state):
        one, other = left, right
        for name in path.split("."):
            one, other = one[name], other[name]
        if not np.array_equal(one, other):
            found.append(f"{path} is {np.asarray(one).tolist()} here and {np.asarray(other).tolist()} there")
    return "; ".join(found)


def file_of(rule: Any) -> str:
    """The file and line where a rule is written, for messages."""
    function = getattr(rule, "py_func", rule)
    return f"{Path(inspect.getsourcefile(function) or '?').name}:{function.__code__.co_firstlineno}"


def broken(game: Game, state: Any) -> str:
    """What `check` finds wrong, in words, or nothing."""
    number = int(game.check(state))
    if number == 0:
        return ""
    said = f": {game.invariants[number]}" if number < len(game.invariants) else ""
    return f"check ({file_of(game.check)}) says {number}{said}"


def secrets(game: Game) -> list[str]:
    """The hidden fields that are things on the table, not what somebody knows about them."""
    return [path for path in game.hidden_fields if path not in game.knowledge_fields]


def hidden_things(game: Game, state: Any) -> tuple[bytes, ...]:
    """What a state holds in its hidden fields, knowledge left out: two worlds that agree in it are one."""
    return tuple(value(state, path) for path in secrets(game))
