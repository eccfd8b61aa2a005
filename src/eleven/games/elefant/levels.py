"""How strong the levels are, by number of players, and what the characters of bots like."""

LEVELS = {
    "beginner": {
        "simulations": {3: 1, 4: 0, 5: 0},
        "blur": {3: 8, 4: 0, 5: 0},
        "overlook": {3: 0, 4: 31, 5: 25},
        "forget": {3: 0, 4: 31, 5: 25},
    },
    "easy": {"simulations": {3: 4, 4: 1, 5: 3}, "blur": 8, "overlook": 0, "forget": 0},
    "normal": {"simulations": {3: 18, 4: 5, 5: 35}},
    "hard": {"simulations": {3: 140, 4: 23, 5: 300}},
    "expert": {"simulations": 6000},
}
"""Looking ahead is worth more here than judging well, so that all but the weakest look ahead a little."""

CHARACTERS = {
    "careful": {"take": -1, "push": 1},
    "daring": {"take": 1, "push": -2},
    "friendly": {"buy": 1},
}
"""Careful players shun elephants and push in time, daring ones run with them, friendly ones collect china."""
