"""The rows of a round: the spoons on the score sheet are those that decided the sugar cubes (EL-30 to EL-32)."""

from random import Random

import pytest

from eleven.core.play.match import new_match
from eleven.core.play.score_sheet import sheet_of
from eleven.core.rules import luck
from eleven.games.elevenses import GAME
from eleven.games.elevenses.scoring import value


@pytest.mark.slow
@pytest.mark.check_game
def test_spoons_and_guests_decide_the_cubes_of_every_round() -> None:
    """At noon too, when the last decision may have changed a spread, and a new round is dealt at once."""
    noons = 0
    for seed in range(3):
        setup = GAME.setup(2 + seed % 3, options={"noon": "15", "guests": "on", "target": "11"})
        match, random = new_match(GAME, setup, luck.key_of(seed), quick=True), Random(seed)
        while not match.over:
            noons += any(GAME.events[event.what].name == "noon" for event in match.state.events[: match.state.told])
            match.play(random.choice(match.legal()))
        rounds = [{row.word: row.values for row in played.rows} for played in sheet_of(match).rounds]
        for rows in rounds:
            worth = [(a or 0) + (b or 0) for a, b in zip(rows["score.spoons"], rows["score.guests"], strict=True)]
            assert rows["score.spread"] == cubes_for(worth)
        assert worth == [value(match.state, p) for p in range(setup.players)]
    assert noons


def cubes_for(worth: list[int]) -> list[int]:
    """Two for the best alone and from three players one for a second alone; one for each who ties for the best."""
    first, *rest = sorted(set(worth), reverse=True)
    if worth.count(first) > 1:
        return [int(mine == first) for mine in worth]
    second = rest[0] if len(worth) > 2 and worth.count(rest[0]) == 1 else None
    return [2 * (mine == first) + (mine == second) for mine in worth]
