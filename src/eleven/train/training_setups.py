"""The set-ups that are trained in parallel: all numbers of players, and some tables with unusual options."""

import random
from collections.abc import Mapping, Sequence
from itertools import product

from eleven.core.contract.game import Game, Setup

PLACES = 32
"""The number of set-ups in the cycle for each number of players."""


def setups_for(
    game: Game, players: Sequence[int], unusual: float, options: Mapping[str, str], seed: int
) -> list[Setup]:
    """Return a cycle of set-ups for the rows: all numbers of players equally often, some with unusual options.

    Options that only decide who begins keep their default (random). Options in `options` apply to all tables.
    """
    dice = random.Random(seed)
    found: list[Setup] = []
    for number in players:
        usual = game.setup(number, options=options)
        others = [setup for setup in _all_setups(game, number, options) if setup.options != usual.options]
        wanted = round(unusual * PLACES) if others else 0
        dice.shuffle(others)
        chosen = [others[n % len(others)] for n in range(wanted)]
        row = [usual] * (PLACES - wanted) + chosen
        dice.shuffle(row)
        found += row
    return [found[i // len(players) + PLACES * (i % len(players))] for i in range(len(found))]


def _all_setups(game: Game, players: int, options: Mapping[str, str]) -> list[Setup]:
    """Return all combinations of options of the first edition; editions differ in their defaults only."""
    names = [option.name for option in game.options if not set(option.values) & set(game.seat.tokens)]
    free = [option for option in game.options if option.name in names and option.name not in options]
    return [
        game.setup(players, options={**options, **dict(zip((each.name for each in free), values, strict=True))})
        for values in product(*(option.values for option in free))
    ]


def usual_rows(setups: Sequence[Setup]) -> list[bool]:
    """Return for each set-up whether it has the usual options."""
    return [setup.options == _usual(setup, setups).options for setup in setups]


def usual_setups(setups: Sequence[Setup]) -> list[Setup]:
    """Return the set-ups with the usual options, one for each number of players."""
    rows = zip(setups, usual_rows(setups), strict=True)
    return list({setup.players: setup for setup, usual in rows if usual}.values())


def _usual(setup: Setup, setups: Sequence[Setup]) -> Setup:
    """Return the most frequent set-up for this number of players."""
    alike = [each for each in setups if each.players == setup.players]
    return max(alike, key=lambda each: sum(other.options == each.options for other in alike))
