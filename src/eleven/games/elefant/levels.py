"""The settings of the bot levels, by number of players, and the preferences of characters."""

LEVELS = {
    "beginner": {
        "simulations": {3: 1, 4: 0, 5: 0},
        "noise": {3: 8, 4: 0, 5: 0},
        "overlook": {3: 0, 4: 31, 5: 25},
        "forget": {3: 0, 4: 31, 5: 25},
    },
    "easy": {"simulations": {3: 4, 4: 1, 5: 3}, "noise": 8, "overlook": 0, "forget": 0},
    "normal": {"simulations": {3: 18, 4: 5, 5: 35}},
    "hard": {"simulations": {3: 140, 4: 23, 5: 300}},
    "expert": {"simulations": 6000},
}
"""Search matters more than a good evaluation here, so all levels but the weakest search a little."""

CHARACTERS = {
    "careful": {"take": -1, "push": 1},
    "daring": {"take": 1, "push": -2},
    "friendly": {"buy": 1},
}
"""Careful players avoid elephants and use the push card early, daring ones take elephants, friendly ones buy china."""
