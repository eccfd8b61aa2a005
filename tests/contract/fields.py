"""The fields of a record, nested ones too, as paths (`seats.kitchen`) and their values."""

from collections.abc import Iterator
from typing import Any

from eleven.core.game import Game
from eleven.core.record import HEADER, Dtype

HEADER_FIELDS = tuple(str(field[0]) for field in HEADER)


def leaves(dtype: Dtype, before: str = "") -> Iterator[str]:
    """The paths of all fields that are not records themselves."""
    for name in dtype.names or ():
        inner = dtype[name].base
        if inner.names is None:
            yield before + name
        else:
            yield from leaves(inner, f"{before}{name}.")


def own_fields(game: Game) -> list[str]:
    """The fields of a game's record without the header that all games share."""
    return [path for path in leaves(game.state) if path.split(".")[0] not in HEADER_FIELDS]


def value(state: Any, path: str) -> bytes:
    """The bytes of a field, over all records of an array."""
    for name in path.split("."):
        state = state[name]
    return bytes(state.tobytes())


def secrets(game: Game) -> list[str]:
    """The hidden fields that are things on the table, not what somebody knows about them."""
    return [path for path in game.hidden_fields if path not in game.knowledge_fields]


def hidden_things(game: Game, state: Any) -> tuple[bytes, ...]:
    """What a state holds in its hidden fields, knowledge left out: two worlds that agree in it are one."""
    return tuple(value(state, path) for path in secrets(game))
