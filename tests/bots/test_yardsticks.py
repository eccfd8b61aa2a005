"""The floor and the ceiling of the arena, and intervals that one may look at again and again."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import eleven
from eleven.arena.always_valid import interval_of
from eleven.arena.command import make_series
from eleven.arena.series import Table, play_series, play_series_by_clock
from eleven.arena.yardsticks import find_contestant, way_between
from eleven.bots.levels import BOTS, find_bot
from eleven.bots.thinking import plan_of
from eleven.core.contract.game import find_game
from eleven.core.rules.asking import asked
from eleven.core.text.errors import Mistake
from eleven.search.templates import SIGHT

LOOKS = 200


def sequences(number: int) -> Iterator[np.ndarray]:
    """Deals between equals: half the victory is the true mean."""
    draw = np.random.default_rng(11)
    for _ in range(number):
        yield draw.choice([0.0, 0.5, 1.0], size=LOOKS, p=[0.3, 0.4, 0.3])


@pytest.mark.slow
def test_an_interval_is_right_at_every_look() -> None:
    """It only ever shrinks, so the last one tells of all looks; the usual one fails a third of such sequences."""
    wrong = sum(not low <= 0.5 <= high for low, high in map(interval_of, sequences(100)))
    assert wrong <= 10
    usual = 0
    for shares in sequences(100):
        counts = np.arange(1, LOOKS + 1)
        means = np.cumsum(shares) / counts
        errors = 1.96 * np.sqrt(np.maximum(np.cumsum(shares**2) / counts - means**2, 1e-9) / counts)
        usual += bool((np.abs(means - 0.5) > errors)[20:].any())
    assert usual > 15


def test_an_interval_shrinks_and_finds_a_difference() -> None:
    draw = np.random.default_rng(5)
    shares = draw.choice([0.0, 0.5, 1.0], size=400, p=[0.1, 0.4, 0.5])
    widths = [high - low for low, high in (interval_of(shares[:n]) for n in (10, 50, 400))]
    assert widths == sorted(widths, reverse=True)
    low, high = interval_of(shares)
    assert 0.5 < low < 0.7 < high < 0.8


def test_plain_uses_no_judgement() -> None:
    game = find_game("elefant")
    plan = plan_of(find_contestant("plain", game))
    assert plan.noise == 0, "its games are played at random"
    assert plan.simulations == find_bot("expert", game).simulations
    assert plan.peeks == 0


def test_nobody_but_the_arena_knows_the_yardsticks() -> None:
    assert not {"plain", "peeking"} & set(BOTS)
    with pytest.raises(Mistake):
        find_bot("peeking")
    root = Path(eleven.__file__).parent
    users = {
        path.relative_to(root).parts[0]
        for path in root.rglob("*.py")
        if any(name in path.read_text(encoding="utf-8") for name in ("search.peeking", "arena.yardsticks"))
    }
    assert users == {"arena", "shards"}, "shards play the arena's games in parts"


def test_by_the_clock_nobody_peeks() -> None:
    series = make_series("elefant", "peeking,greedy", None, 1, 2, 0)
    with pytest.raises(Mistake, match="nobody peeks"):
        play_series_by_clock(series)


def test_a_way_is_a_place_between_floor_and_ceiling() -> None:
    assert way_between(0.6, 0.5, 0.9) == pytest.approx(0.25)
    assert way_between(0.6, 0.5, 0.5) is None


@pytest.mark.slow
def test_only_who_peeks_is_shown_the_truth() -> None:
    """The same games, with and without a bot at the table that peeks: the others choose alike on the same sights."""
    fair = make_series("eleven_board", "greedy,random", 2, 1, 3, 4)
    beside = make_series("eleven_board", "greedy,random,peeking", 2, 1, 3, 4)
    assert play_series(fair, 1) == [Table(beside).play(0, seating) for seating in fair.seatings]


@pytest.mark.slow
def test_who_peeks_searches_the_true_state() -> None:
    series = make_series("eleven_board", "peeking,greedy", 2, 1, 2, 4)
    table = Table(series, longest=1)
    seen = {}
    for seating in series.seatings:
        table.play(0, seating)
        sight = table.thought.states[SIGHT]
        seen[series.bots[seating[asked(sight)]].name] = int(sight.viewer)
    assert seen["peeking"] == -1, "the true state is nobody's sight"
    assert seen["greedy"] >= 0, "whoever does not peek has a seat's"
