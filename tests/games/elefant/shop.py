"""Helpers for scenarios of the game: lines of positions, and score sheets."""

from eleven.core.text.notation import write_fields
from tests.support import Scene

THREE = "game: elefant\nplayers: 3\n"


def line(scene: Scene, label: str) -> str:
    """Return a line of a position by its label, such as `white china`."""
    found = dict(text.split(": ", 1) for text in write_fields(scene.game, scene.s))
    return found[label]


def total(scene: Scene, label: str) -> int:
    """Return the number of cards in a line."""
    text = line(scene, label)
    return 0 if text == "-" else len(text.split())
