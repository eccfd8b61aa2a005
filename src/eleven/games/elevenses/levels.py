"""The settings of the bot levels, by number of players, and the preferences of characters."""

LEVELS = {
    "beginner": {"overlook": {2: 12, 3: 37, 4: 43}, "forget": {2: 12, 3: 37, 4: 43}},
    "easy": {"overlook": {2: 0, 3: 29, 4: 28}, "forget": {2: 0, 3: 29, 4: 28}},
    "normal": {"simulations": {2: 100, 3: 64, 4: 29}, "cutoff": 24},
    "hard": {"simulations": {2: 500, 3: 240, 4: 170}, "cutoff": 24},
    "expert": {"simulations": 3000, "cutoff": 24},
}

CHARACTERS = {
    "careful": {"arrange": 2, "return": 4},
    "daring": {"play": 3},
    "friendly": {"take": -4, "decline": 2, "spare": 2},
}
"""Careful players arrange and return drawn cards, daring ones play cards at once, friendly ones take nothing."""
