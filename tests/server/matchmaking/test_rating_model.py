"""How results change ratings: the model alone, without tables."""

from types import SimpleNamespace
from typing import Any

import pytest

from eleven.server.matchmaking.rating_model import DEVIATION, MEAN, NEWCOMER, PROVISIONAL, Rating, after_game, ranks


def seat(holder: str | None, score: int, **more: object) -> Any:
    return SimpleNamespace(
        **{"holder": holder, "score": score, "kind": "human", "gone": False, "replaced": False, **more}
    )


def test_a_newcomer_who_wins_gains_what_the_other_loses_and_both_are_surer() -> None:
    won, lost = after_game([NEWCOMER, NEWCOMER], [0, 1])
    assert won.shown > MEAN > lost.shown
    assert won.mu - MEAN == pytest.approx(MEAN - lost.mu)
    assert won.sigma < DEVIATION
    assert (won.games, lost.games) == (1, 1)
    again = after_game([Rating(1900, 60, 40), Rating(1500, 60, 40)], [0, 1])
    assert 0 < again[0].mu - 1900 < won.mu - MEAN, "who was to win anyway, and is well known, gains little"
    assert Rating(games=PROVISIONAL - 1).provisional
    assert not Rating(games=PROVISIONAL).provisional


def test_equals_who_share_a_rank_stay_equal() -> None:
    first, second, last = after_game([NEWCOMER] * 3, [0, 0, 2])
    assert first.mu == pytest.approx(second.mu)
    assert first.mu > MEAN > last.mu


def test_400_points_are_ten_to_one() -> None:
    """As the page says; between two whose strength is known."""
    from openskill.models import PlackettLuce

    from eleven.server.matchmaking.rating_model import BETA, TAU

    model = PlackettLuce(mu=MEAN, sigma=DEVIATION, beta=BETA, tau=TAU)
    teams = [[model.rating(mu=1900, sigma=1)], [model.rating(mu=1500, sigma=1)]]
    strong, weak = model.rate(teams, ranks=[1, 0])
    surprise = teams[0][0].mu - strong[0].mu
    expected, _ = model.rate(teams, ranks=[0, 1])
    assert surprise / (expected[0].mu - teams[0][0].mu) == pytest.approx(10, rel=0.15)
    assert weak[0].mu > teams[1][0].mu


@pytest.mark.parametrize(
    ("seats", "found"),
    [
        ([seat("a", 3), seat("b", 5), seat("c", 3)], [1, 0, 1]),
        ([seat("a", 3), seat("b", 99, gone=True), seat("c", 1)], [0, 2, 1]),
        ([seat("a", 3), seat("b", 99, replaced=True), seat("c", 1, gone=True)], [0, 1, 1]),
        ([seat("a", 3, gone=True), seat("b", 5, gone=True)], None),
        ([seat("a", 3), seat(None, 5)], None),
        ([seat("a", 3), seat("a", 5)], None),
        ([seat("a", 3), seat("b", 5, kind="bot")], None),
        ([seat("a", 3), seat("b", 5, kind="hotseat")], None),
        ([seat("a", 3)], None),
    ],
)
def test_points_make_ranks_and_who_has_gone_is_last(seats: list[Any], found: list[int] | None) -> None:
    assert ranks(seats) == found
