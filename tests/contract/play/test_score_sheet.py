"""The score sheet: at the end of a game its rows add up to the points, and it is made from a spectator's sights."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from eleven.core.contract.game import Game
from eleven.core.play.match import Match, match_from, new_match
from eleven.core.play.score_sheet import score_sheet, sheet_of
from eleven.core.rules import luck
from eleven.core.rules.record import clone
from tests.contract.walking import each_game

GAMES = 2
LONGEST = 3_000


def finished(game: Game, number: int) -> Match:
    """A random game of the variant with a number, to its end."""
    variants = [setup for setup in game.variants() if setup.options.get("rounds", "match") == "match"]
    random = Random(number)
    for seed in range(20):
        match = new_match(game, variants[random.randrange(len(variants))], luck.key_of((number, seed)), quick=True)
        while not match.over and len(match.entries) < LONGEST:
            match.play(random.choice(match.legal()))
        if match.over:
            return match
    raise AssertionError("no game came to its end")


@pytest.mark.slow
@pytest.mark.check_game
@each_game
def test_the_rows_of_the_sheet_add_up_to_the_points(game: Game) -> None:
    """Every point is on it once, in a category that has a name, whether the game tells of categories or not."""
    for number in range(GAMES):
        match = finished(game, number)
        sheet = sheet_of(match)
        for made in (sheet, score_sheet(replace(game, scored=None), sights(match))):
            assert [made.points(seat) for seat in range(match.setup.players)] == match.scores()
        rows = [row for played in sheet.rounds for row in played.rows]
        assert any(row.counts for row in rows)
        assert all(len(row.values) == match.setup.players for row in rows)
        assert game.scored is None or all(row.word in game.words() for row in rows)


@each_game
def test_a_game_that_goes_on_from_a_position_brings_its_points_along(game: Game) -> None:
    """What was scored before the first decision is on the sheet too."""
    whole = finished(game, 0)
    later = match_from(game, whole.setup, clone(whole.at(len(whole.entries) - 1).record()), quick=True)
    later.try_apply(game.actions[whole.entries[-1].action].name, tape=whole.entries[-1].tape)
    sheet = sheet_of(later)
    assert [sheet.points(seat) for seat in range(whole.setup.players)] == whole.scores()


def sights(match: Match) -> Iterator[Any]:
    """What a spectator saw, decision by decision."""
    for board in match.boards():
        seen = board.observation(match.setup.players).value
        assert seen.viewer == match.setup.players
        yield seen
