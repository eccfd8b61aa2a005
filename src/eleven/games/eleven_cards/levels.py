"""The settings of the bot levels, by number of players, and the preferences of characters."""

LEVELS = {
    "beginner": {"overlook": {2: 60, 3: 80, 4: 80, 5: 80, 6: 71}, "forget": 60},
    "easy": {
        "simulations": 0,
        "noise": 0,
        "overlook": {2: 10, 3: 2, 4: 15, 5: 15, 6: 28},
        "forget": {2: 10, 3: 2, 4: 15, 5: 15, 6: 28},
    },
    "normal": {"simulations": {2: 120, 3: 55, 4: 30, 5: 23, 6: 18}, "cutoff": 40},
    "hard": {"simulations": {2: 560, 3: 250, 4: 210}, "cutoff": 40, "players": (2, 3, 4)},
    "expert": {"simulations": 3000, "cutoff": 40},
}
"""With five and six players, luck leaves no room for a level between normal and expert."""

CHARACTERS = {
    "careful": {"draw": 5, "link": -12, "link-joker": -12},
    "daring": {"joker": 45, "link-joker": 45},
    "friendly": {"exchange": -50},
}
"""Careful players draw and rarely use links, daring ones lay jokers, friendly ones leave jokers on the table alone."""
