"""Duplicate play and what is made of it."""

import json
import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from eleven.arena.command import make_series
from eleven.arena.estimates import Estimate, mean_of
from eleven.arena.report import as_data, bar
from eleven.arena.series import ArenaGame, Series, play_series, play_series_by_clock, seatings
from eleven.arena.standings import fit, standings
from eleven.bots.levels import find_bot, without_clock
from eleven.core.contract.game import find_game
from eleven.core.text.errors import Mistake
from tests.contract.processes import REPOSITORY

pytestmark = pytest.mark.slow
ONE_WORKER_AND_TWO = """
from eleven.arena.command import make_series
from eleven.arena.series import play_series

if __name__ == "__main__":
    series = make_series("magpies", "hard,greedy", 3, 2, 20, 5)
    played = play_series(series, 1)
    assert played == play_series(series, 2)
    print(len(played))
"""


def test_every_bot_sits_everywhere_equally_often() -> None:
    for bots, seats in ((2, 2), (2, 3), (2, 4), (3, 3), (4, 2), (3, 5), (5, 3)):
        rows = seatings(bots, seats)
        counts = [[sum(row[seat] == bot for row in rows) for seat in range(seats)] for bot in range(bots)]
        assert len({count for row in counts for count in row}) == 1, (bots, seats)
        assert len(rows) == len(set(rows))


def test_two_bots_at_two_seats_play_each_deal_twice() -> None:
    assert seatings(2, 2) == [(0, 1), (1, 0)]
    assert seatings(2, 4) == [(0, 1, 0, 1), (1, 0, 1, 0)]


def test_a_series_can_be_repeated_from_its_seed() -> None:
    def played(seed: int) -> str:
        series = make_series("eleven_board", "greedy,random", 2, 1, 5, seed)
        return json.dumps(as_data(series, play_series(series, 1)))

    assert played(3) == played(3)
    assert played(3) != played(4)


def test_whole_games_inside_compiled_code_are_those_played_decision_by_decision() -> None:
    """The same bots, deals and luck: neither the loop nor a bot's threads may change a choice."""
    game = find_game("elevenses")
    bots = [replace(without_clock(find_bot(name, game), 2), cutoff=1, threads=2) for name in ("expert", "easy")]
    series = Series(game, game.setup(2), bots, 1, 8)
    assert play_series(series, 1) == play_series_by_clock(series)


@pytest.mark.compiled
@pytest.mark.xdist_group("magpies")
def test_workers_do_not_change_the_result() -> None:
    """What shares the work out is the same for all games; of a small one, whole games are compiled soonest."""
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    environment |= {"ELEVEN_GAMES": str(REPOSITORY / "examples" / "magpies")}
    done = subprocess.run([sys.executable, "-c", ONE_WORKER_AND_TWO], env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "12\n"), done.stderr


def test_win_shares_scores_and_ratings_of_known_games() -> None:
    game = find_game("elevenses")
    series = Series(game, game.setup(2), [find_bot("greedy"), find_bot("random")], 4, 0)
    games = [
        ArenaGame(
            deal, seating, (7, 3) if seating[0] == 0 else (3, 7), (1.0, 0.0) if seating[0] == 0 else (0.0, 1.0), 9
        )
        for deal in range(4)
        for seating in series.seatings
    ]
    first, second = standings(series, games)
    assert (first.bot, first.games, first.win_share.value, first.score.value) == ("greedy", 8, 1.0, 7.0)
    assert first.win_share.low is not None
    assert 0.0 < first.win_share.low < 0.5, "four deals do not prove that one always wins"
    assert (second.win_share.value, second.score.value, second.even_share) == (0.0, 3.0, 0.5)
    assert first.rating.value - second.rating.value > 300


def ratings_of(*deals: tuple[float, float]) -> list[Estimate]:
    """The ratings after games of which each is shared like this; who wins has 7, the other 3."""
    game = find_game("elevenses")
    series = Series(game, game.setup(2), [find_bot("greedy"), find_bot("random")], len(deals), 0)
    games = [
        ArenaGame(deal, (0, 1), (7, 3) if shares[0] >= shares[1] else (3, 7), shares, 9)
        for deal, shares in enumerate(deals)
    ]
    return [row.rating for row in standings(series, games)]


@pytest.mark.parametrize("deals", [1, 5])
def test_deals_that_are_all_alike_have_no_interval(deals: int) -> None:
    assert [(row.low, row.high) for row in ratings_of(*[(1.0, 0.0)] * deals)] == [(None, None)] * 2
    assert mean_of(np.full(deals, 7.0)) == Estimate(7.0, None, None)


def test_deals_that_differ_have_an_interval() -> None:
    for row in ratings_of((0.0, 1.0), (1.0, 0.0)):
        assert row.low is not None
        assert row.high is not None
        assert row.low < row.value < row.high
    found = mean_of(np.array([6.0, 8.0]))
    assert (found.value, found.low, found.high) == pytest.approx((7.0, 7.0 - 1.96, 7.0 + 1.96))


def test_a_truncated_game_is_a_draw_for_ratings_too() -> None:
    first, second = ratings_of(*[(0.5, 0.5)] * 4)
    assert first.value == pytest.approx(second.value)
    assert ratings_of(*[(1.0, 0.0)] * 4)[0].value > first.value


def test_ratings_answer_to_the_odds() -> None:
    """Ten to one is 400 points on the scale of chess ratings."""
    ratings = fit(np.array([[0.0, 10000.0], [1000.0, 0.0]]))
    assert ratings[0] - ratings[1] == pytest.approx(400, abs=1)
    assert ratings.mean() == pytest.approx(1500)


def test_bars_show_share_interval_and_even_share() -> None:
    assert bar({"value": 0.5, "low": 0.4, "high": 0.6}, 0.75) == "█" * 20 + "─" * 4 + " " * 6 + "┊"


def test_mistakes_are_named() -> None:
    with pytest.raises(Mistake, match="there is no bot 'brain'"):
        make_series("elevenses", "greedy,brain", None, 1, None, 0)
    with pytest.raises(Mistake, match="two bots or more"):
        make_series("elevenses", "greedy", None, 1, None, 0)
