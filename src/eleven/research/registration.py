"""Tells Gymnasium of the games, when `eleven.research.gym` is imported.

Gymnasium looks for no plugins since 1.0, but imports it for `make("eleven.research.gym:eleven/Elefant-v0")`.
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
