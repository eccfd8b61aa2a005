"""What the scenarios ask of a table: who has which cards, and sheets as they are written."""

from eleven.core.text.notation import write_fields
from tests.support import Scene

THREE = "game: elefant\nplayers: 3\n"


def line(scene: Scene, label: str) -> str:
    """What a position says about something, such as `white china`."""
    found = dict(text.split(": ", 1) for text in write_fields(scene.game, scene.s))
    return found[label]


def total(scene: Scene, label: str) -> int:
    """How many cards stand in a line."""
    text = line(scene, label)
    return 0 if text == "-" else len(text.split())
