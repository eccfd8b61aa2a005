"""The kinds of tables that are learnt side by side: numbers of players, and options other than the usual ones."""

import random
from collections.abc import Mapping, Sequence
from itertools import product

from eleven.core.contract.game import Game, Setup

PLACES = 32
"""So many rows of a batch have the same number of players, then come those with the next."""


def kinds_of(game: Game, players: Sequence[int], unusual: float, options: Mapping[str, str], seed: int) -> list[Setup]:
    """One set-up for every row, again and again: all numbers of players as often, a part with unusual options.

    What decides nothing but who begins is left to luck. Options that are given hold at all tables.
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
    """Every choice of options, of the first edition; another one differs in what is usual alone."""
    names = [option.name for option in game.options if not set(option.values) & set(game.seat.tokens)]
    free = [option for option in game.options if option.name in names and option.name not in options]
    return [
        game.setup(players, options={**options, **dict(zip((each.name for each in free), values, strict=True))})
        for values in product(*(option.values for option in free))
    ]


def usual_rows(kinds: Sequence[Setup]) -> list[bool]:
    """Which of the kinds have the usual options."""
    return [kind.options == _usual(kind, kinds).options for kind in kinds]


def usual_kinds(kinds: Sequence[Setup]) -> list[Setup]:
    """Those of the kinds that have the usual options, each number of players once."""
    rows = zip(kinds, usual_rows(kinds), strict=True)
    return list({kind.players: kind for kind, usual in rows if usual}.values())


def _usual(kind: Setup, kinds: Sequence[Setup]) -> Setup:
    """The set-up that most kinds of this number of players have."""
    alike = [each for each in kinds if each.players == kind.players]
    return max(alike, key=lambda each: sum(other.options == each.options for other in alike))
