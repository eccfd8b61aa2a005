"""Registers the games with Gymnasium when `eleven.research.gym` is imported.

Gymnasium 1.0 no longer discovers plugins, but `make("eleven.research.gym:eleven/Elefant-v0")` imports the module.
"""

from eleven.core.contract.game import games
from eleven.research.extras import needed

with needed("gymnasium"):
    import gymnasium

ENVIRONMENTS = {f"eleven/{name.title().replace('_', '')}-v0": name for name in games()}
"""The game of each id: `eleven/ElevenBoard-v0` is `eleven_board`."""


def register() -> None:
    """Register every game that is not registered yet."""
    for name, game in ENVIRONMENTS.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="eleven.research.gym:SeatEnv",
                vector_entry_point="eleven.research.gym:TableVectorEnv",
                kwargs={"game": game},
            )
