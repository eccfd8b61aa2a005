"""One line of the score sheet that is shown when a game is over."""

from collections.abc import Sequence
from typing import Any, NamedTuple


class ScoreRow(NamedTuple):
    """What one category brought every seat; `word` is its key in the game's words."""

    word: str
    values: Sequence[int | None]
    """By seat; None where nothing was scored in this category."""
    counts: bool = True
    """Whether the values are points; else they only explain them, as spoons explain sugar cubes."""


def told_points(seen: Any, what: int, part: str = "thing") -> list[int]:
    """What the events of one kind told about every seat, added up; 0 for a seat that none was about."""
    found = [0] * int(seen.players)
    for event in seen.events[: seen.told]:
        if event.what == what:
            found[int(event.seat)] += int(getattr(event, part))
    return found


def was_told(seen: Any, what: int) -> bool:
    """Whether the last decision brought an event of this kind."""
    return any(event.what == what for event in seen.events[: seen.told])
