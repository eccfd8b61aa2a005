"""Registers the games with Gymnasium when `eleven.research.gym` is imported.

Gymnasium 1.0 no longer discovers plugins, but `make("eleven.research.gym:eleven/Elefant-v0")` imports the module.
"""

from eleven.research.extras import needed

with needed("gymnasium"):
    import gymnasium

ENVIRONMENTS = {
    "eleven/Elevenses-v0": "elevenses",
    "eleven/ElevenBoard-v0": "eleven_board",
    "eleven/ElevenCards-v0": "eleven_cards",
    "eleven/Elefant-v0": "elefant",
}


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
