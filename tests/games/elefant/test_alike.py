"""Cards that are alike: every one of them counts, is lost and is counted (EP-4, EP-21, EP-30)."""

from typing import Any

import numpy as np
import pytest

from eleven.games.elefant import scoring
from eleven.games.elefant.elephants import lose_all
from eleven.games.elefant.state import ALL_CHINA, COPIES, LOWEST_VALUE, VALUES, copies, how_many, put, remove
from tests.games.elefant.shop import THREE, line
from tests.support import Scene

RED_EIGHT, GREEN_FOUR = 8 - LOWEST_VALUE, VALUES + 4 - LOWEST_VALUE


def pile_of(*kinds: int) -> Any:
    pile = np.zeros(COPIES, np.int64)
    for kind in kinds:
        put(pile, kind)
    return pile


@pytest.mark.rule("EP-30")
@pytest.mark.parametrize(("way", "points"), [("lowest", 5), ("highest", 5), ("red", 15), ("everything", 15)])
def test_three_alike_all_count_in_one_colour_and_in_everything(way: str, points: int) -> None:
    asking = "asking: white score, orange score, yellow score"
    scene = Scene("elefant", f"{THREE}white china: red-5 red-5 red-5\nchina left: 30\n{asking}")
    scene.play("score red", "score red", f"score {way}")
    assert str(points) in line(scene, "white sheet").split()


@pytest.mark.rule("EP-30")
@pytest.mark.parametrize("n", range(1, COPIES + 1))
def test_a_pile_holds_as_many_alike_as_a_box_may_have(n: int) -> None:
    pile = pile_of(*[RED_EIGHT] * n, GREEN_FOUR)
    assert (copies(pile, RED_EIGHT), how_many(pile, ALL_CHINA)) == (n, n + 1)
    assert scoring.all_of_colour(pile, 0) == 8 * n
    assert scoring.everything(pile) == 8 * n + 4
    for left in range(n - 1, -1, -1):
        remove(pile, RED_EIGHT)
        assert copies(pile, RED_EIGHT) == left


@pytest.mark.rule("EP-4.2", "EP-4.4")
def test_all_alike_are_lost_together() -> None:
    scene = Scene("elefant", THREE)
    for _ in range(COPIES - int(copies(scene.s.seats[0].china, RED_EIGHT))):
        put(scene.s.seats[0].china, RED_EIGHT)
    lose_all(scene.s, 0, 1 << RED_EIGHT)
    assert copies(scene.s.seats[0].china, RED_EIGHT) == 0
    assert scene.s.broken[RED_EIGHT] == COPIES
