"""Positions of every game at every number of players, reached by random play."""

import random
from collections.abc import Iterator

import pytest

from eleven.core.contract.game import Game, games
from eleven.core.play.match import Match, new_match
from eleven.core.rules.luck import key_of

TABLES = [(game.id, players) for game in games().values() for players in game.players]
EDGES = {(game.id, players) for game in games().values() for players in (min(game.players), max(game.players))}
each_table = pytest.mark.parametrize(
    ("game_id", "players"),
    [pytest.param(*table, marks=() if table in EDGES else pytest.mark.thorough) for table in TABLES],
)
"""The smallest and the largest number of players of every game; the others in `make thorough` only."""


def match_at(game: Game, players: int, seed: int, decisions: int) -> Match:
    """Return a match after some random decisions, or one decision before its end."""
    match = new_match(game, game.setup(players), key_of("bots", seed))
    choices = random.Random(seed)
    for _ in range(decisions):
        match.try_apply(choices.choice(match.legal()).name)
        if match.over:
            return match_at(game, players, seed + 1, decisions // 2)
    return match


def matches(game: Game, players: int, number: int, stride: int) -> Iterator[Match]:
    """Yield several matches, each with more decisions."""
    for seed in range(number):
        yield match_at(game, players, seed, 3 + stride * seed)
