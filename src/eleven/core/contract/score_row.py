"""One line of the score sheet that is shown when a game is over."""

from collections.abc import Sequence
from typing import Any, NamedTuple


class ScoreRow(NamedTuple):
    """What every seat scored in one category; `word` is its key in the game's catalogue."""

    word: str
    values: Sequence[int | None]
    """By seat; None where nothing was scored in this category."""
    counts: bool = True
    """Whether the values are points; otherwise they only explain them."""


def points_of_events(seen: Any, what: int, part: str = "thing") -> list[int]:
    """Sum up a field of all events of one kind, per seat; 0 for a seat without such an event."""
    found = [0] * int(seen.players)
    for event in seen.events[: seen.told]:
        if event.what == what:
            found[int(event.seat)] += int(getattr(event, part))
    return found


def event_happened(seen: Any, what: int) -> bool:
    """Whether the last decision caused an event of this kind."""
    return any(event.what == what for event in seen.events[: seen.told])
