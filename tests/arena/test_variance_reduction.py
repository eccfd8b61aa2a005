"""Luck removed: what is taken off a result is zero on average, whatever the values are."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from eleven.arena.command import make_series
from eleven.arena.report import as_data
from eleven.arena.series import ArenaGame, ArenaTable, Series, play_series
from eleven.arena.variance_reduction import LuckRemover, judge_at, without_luck
from eleven.bots.levels import find_bot
from eleven.core.contract.game import find_game
from eleven.core.play.engine import engine
from eleven.core.rules import bits, luck
from eleven.core.rules.asking import asked
from eleven.core.rules.record import Array
from eleven.network import weights
from eleven.search.luck_removal import BY_NETWORK, BY_OUTLOOK, luck_removal
from tests.cli.driving import eleven_here, one_line_of

GAME = "eleven_cards"
GAMES, LONGEST, REDEALS = 100, 10, 3


def silly_template(s: Any, states: Array, rewards: Array, net: Any) -> None:
    """Values of no sense that depend on what was drawn."""
    for seat in range(s.players):
        cards = sum(int(colour) for colour in s.seats[seat].hand)
        rewards[seat] = (cards * 2654435761 % 1000) / 100.0 + seat * s.step


def played(players: int, number: int) -> tuple[Array, int, bytes]:
    """The beginning of a random game: its decisions, how many, and the key of its luck."""
    game, rules, key = find_game(GAME), engine(GAME), luck.key_of("game", number)
    s, chance, draw = rules.prepared(game.setup(players))[0], luck.fresh(key), np.random.default_rng(number)
    rules.start(s, chance)
    actions = np.zeros(LONGEST, np.int32)
    for n in range(LONGEST):
        mask = rules.no_actions()
        game.legal(s, mask)
        actions[n] = draw.choice(bits.members(mask))
        rules.apply(s, int(actions[n]), chance)
    assert asked(s) >= 0
    return actions, LONGEST, key


@pytest.mark.slow
def test_the_luck_that_is_removed_is_zero_on_average() -> None:
    game = find_game(GAME)
    remover = LuckRemover(game, game.setup(2), BY_OUTLOOK)
    remover.remove = luck_removal(GAME, "silly", judging=silly_template)
    given = np.array([remover.given(*played(2, n), luck.key_of("other", n), REDEALS) for n in range(GAMES)])
    assert (given.std(axis=0) > 1.0).all(), "where luck gives nothing, nothing is proved"
    errors = given.std(axis=0, ddof=1) / np.sqrt(GAMES)
    assert (np.abs(given.mean(axis=0)) < 4 * errors).all()


def test_the_luck_of_all_seats_adds_up_to_zero() -> None:
    game = find_game(GAME)
    remover = LuckRemover(game, game.setup(2), BY_OUTLOOK)
    given = np.array([remover.given(*played(2, n), luck.key_of("other", n), REDEALS) for n in range(4)])
    assert np.abs(given).max() > 0.0
    assert np.allclose(given.sum(axis=1), 0.0)


@pytest.mark.slow
def test_a_biased_removal_of_luck_would_be_noticed() -> None:
    """The test above fails for a correction that is not centred: without the redeals, what is left is no zero."""
    game = find_game(GAME)
    remover = LuckRemover(game, game.setup(2), BY_OUTLOOK)
    remover.remove = luck_removal(GAME, "silly", judging=silly_template)
    given = np.array([remover.given(*played(2, n), luck.key_of("other", n), 0) for n in range(40)])
    assert (np.abs(given.mean(axis=0)) > 4 * given.std(axis=0) / np.sqrt(40)).any()


@pytest.mark.slow
def test_the_network_judges_where_it_has_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game(GAME)
    assert judge_at(game, game.setup(2)) == BY_NETWORK
    with monkeypatch.context() as patch:
        patch.setattr(weights, "network_of", lambda _: SimpleNamespace(about={"recipe": {"players": [2]}}))
        assert judge_at(game, game.setup(2)) == BY_NETWORK
        assert judge_at(game, game.setup(3)) == BY_OUTLOOK
    actions, count, key = played(2, 3)
    found = LuckRemover(game, game.setup(2)).given(actions, count, key, bytes(32), 1)
    assert sum(found) == pytest.approx(0.0, abs=1e-9)
    assert found[0] != 0.0, "a card that somebody drew must count"


@pytest.mark.slow
def test_a_series_says_how_many_deals_are_saved() -> None:
    series = replace(make_series(GAME, "greedy,random", 3, 2, None, 1), remove_luck=True)
    series = replace(series, game=replace(series.game, truncate_at=10))
    games = play_series(series, 1)
    assert all(len(each.luck) == 3 for each in games)
    rows = as_data(series, games)["luck_removed"]
    assert [row["by"] for row in rows] == [judge_at(series.game, series.setup)] * 2
    assert sum(row["win_share"]["value"] for row in rows) == pytest.approx(1.0, abs=1e-3)


def test_luck_is_removed_from_games_of_characters_too() -> None:
    """They are played in Python, and are truncated like all others."""
    series = replace(make_series(GAME, "greedy:careful,random", 2, 1, None, 2), remove_luck=True)
    series = replace(series, game=replace(series.game, truncate_at=12))
    games = [ArenaTable(series, LONGEST).play(0, seating) for seating in series.seatings]
    assert [each.decisions for each in games] == [LONGEST] * 2
    assert all(len(each.luck) == 2 and any(each.luck) for each in games)
    assert len(as_data(series, games)["luck_removed"]) == 2


def test_luck_that_is_known_exactly_saves_all_deals_but_one() -> None:
    """Where luck alone decides and is judged right, nothing is left to vary."""
    game = find_game(GAME)
    series = Series(game, game.setup(2), [find_bot("greedy", game), find_bot("random", game)], 4, 0, True)
    games = [
        ArenaGame(deal, (0, 1), (0, 0), (0.5 + gift, 0.5 - gift), 9, (gift, -gift))
        for deal, gift in enumerate((0.5, -0.5, 0.25, -0.25))
    ]
    ours, theirs = without_luck(series, games)
    assert ours.win_share.value == theirs.win_share.value == 0.5
    assert ours.fewer_deals is None
    half = [replace(each, luck=tuple(gift / 2 for gift in each.luck)) for each in games]
    assert without_luck(series, half)[0].fewer_deals == pytest.approx(4.0)


def test_luck_that_is_judged_wrong_costs_no_deals() -> None:
    """What luck gave is scaled as the other half of the deals says: nothing of what is noise, all of what is true."""
    game, dice = find_game(GAME), np.random.default_rng(1)
    series = Series(game, game.setup(2), [find_bot("greedy", game), find_bot("random", game)], 400, 0, True)

    def fewer(share_of_truth: float, noise: float) -> float:
        games = []
        for deal in range(400):
            gift, other = dice.normal(0.0, 0.1, 2)
            told = share_of_truth * gift + noise * other
            games.append(ArenaGame(deal, (0, 1), (0, 0), (0.5 + gift, 0.5 - gift), 9, (told, -told)))
        return without_luck(series, games)[0].fewer_deals or 0.0

    assert fewer(0.0, 3.0) == pytest.approx(1.0, abs=0.05)
    assert fewer(1.0, 0.1) > 50.0


def test_removing_luck_is_refused_with_shards_and_clocks() -> None:
    words = ("arena", GAME, "--bots", "greedy,random", "--remove-luck")
    assert "leave --shard" in one_line_of(eleven_here(*words, "--clock"))
    assert "leave --shard" in one_line_of(eleven_here(*words, "--shard", "1/2"))
