"""Scenes of 11! the card game: a few lines on top of two players and rows that have their 11s."""

from eleven.core.contract.game import Setup
from tests.support import Scene

FREE = "option exchanges: free\n"
RED_IS_OPEN = "filled: red 11, yellow 1-21, green 1-21, blue 1-21\n"


def scene(text: str, players: int = 2) -> Scene:
    return Scene("eleven_cards", f"players: {players}\n{text}")


def variant_name(setup: Setup) -> str:
    return "-".join([str(setup.players), *setup.options.values()])
