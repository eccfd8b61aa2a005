"""The lower and upper baselines of the arena, and anytime-valid confidence intervals."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import eleven
from eleven.arena.baselines import PEEKING, find_contestant
from eleven.arena.command import make_series
from eleven.arena.confidence_sequence import interval_of
from eleven.arena.exploitability import make_exploit
from eleven.arena.series import ArenaTable, play_series, play_series_by_clock
from eleven.bots.choosing import plan_of
from eleven.bots.levels import BOTS, find_bot
from eleven.core.contract.game import find_game, games
from eleven.core.play.engine import engine
from eleven.core.rules import luck
from eleven.core.rules.asking import asked
from eleven.core.rules.record import THE_TRUTH, clone
from eleven.core.text.errors import Mistake
from eleven.review.evaluators import expert
from eleven.search.ismcts import SIGHT, STATES, WORLD
from eleven.search.perfect_information import OPEN_HANDS, deal_truth

LOOKS = 200


def sequences(number: int) -> Iterator[np.ndarray]:
    """Deals between equals: half the victory is the true mean."""
    draw = np.random.default_rng(11)
    for _ in range(number):
        yield draw.choice([0.0, 0.5, 1.0], size=LOOKS, p=[0.3, 0.4, 0.3])


@pytest.mark.slow
def test_a_confidence_sequence_holds_at_every_look() -> None:
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


def test_an_interval_between_two_candidate_means_has_a_width() -> None:
    """Three players who always share the victory: every candidate is off by a little, and is rejected in the end."""
    low, high = interval_of(np.full(10_000, 1 / 3))
    assert 0.331 < low < 1 / 3 < high < 0.335


def test_the_plain_baseline_searches_with_random_games() -> None:
    game = find_game("elefant")
    plan = plan_of(find_contestant("plain", game))
    assert plan.noise == 0, "its games are played at random"
    assert plan.simulations == find_bot("expert", game).simulations
    assert plan.peeks == 0


def test_the_baselines_search_as_long_as_expert_does_at_their_table() -> None:
    game = find_game("elefant")
    game = replace(game, levels={**game.levels, "expert": {"simulations": {3: 30, 4: 40, 5: 50}}})
    for players in game.players:
        wanted = find_bot("expert", game, players).simulations
        assert wanted == 10 * players
        assert {find_contestant(name, game, players).simulations for name in ("plain", *PEEKING)} == {wanted}
        assert make_exploit(game, find_bot("greedy"), players, 1, None, 0).searcher.simulations == wanted
        assert expert(game, players).simulations == wanted


def test_expert_measures_others_at_tables_that_do_not_offer_it() -> None:
    """It is then as at the nearest table that does."""
    game = find_game("elefant")
    game = replace(game, levels={"expert": {"simulations": {3: 30, 4: 40}, "players": (3, 4)}})
    with pytest.raises(Mistake, match="the level 'expert' is for 3, 4 players"):
        find_bot("expert", game, 5)
    assert {find_contestant(name, game, 5).simulations for name in ("plain", *PEEKING)} == {40}
    assert make_exploit(game, find_bot("greedy"), 5, 1, None, 0).searcher.simulations == 40
    assert expert(game, 5).simulations == 40


def test_only_the_arena_knows_the_baselines() -> None:
    assert not {"plain", *PEEKING} & set(BOTS)
    for name in PEEKING:
        with pytest.raises(Mistake):
            find_bot(name)
    root = Path(eleven.__file__).parent
    users = {
        path.relative_to(root).parts[0]
        for path in root.rglob("*.py")
        if any(name in path.read_text(encoding="utf-8") for name in ("search.perfect_information", "arena.baselines"))
    }
    assert users == {"arena", "shards"}, "shards play the arena's games in parts"


@pytest.mark.parametrize("name", PEEKING)
def test_peeking_baselines_are_refused_in_series_by_the_clock(name: str) -> None:
    series = make_series("elefant", f"{name},greedy", None, 1, 2, 0)
    with pytest.raises(Mistake, match="nobody peeks"):
        play_series_by_clock(series)


@pytest.mark.slow
def test_only_a_peeking_bot_is_shown_the_true_state() -> None:
    """The same games, with and without a bot at the table that peeks: the others choose alike on the same sights."""
    fair = make_series("eleven_board", "greedy,random", 2, 1, 3, 4)
    beside = make_series("eleven_board", "greedy,random,peeking", 2, 1, 3, 4)
    assert play_series(fair, 1) == [ArenaTable(beside).play(0, seating) for seating in fair.seatings]


def viewers(bots: str) -> dict[str, int]:
    """Whose sight each of these bots is shown where it is asked first."""
    series = make_series("eleven_board", bots, 2, 1, 2, 4)
    table = ArenaTable(series, longest=1)
    seen = {}
    for seating in series.seatings:
        table.play(0, seating)
        sight = table.workspace.states[SIGHT]
        seen[series.bots[seating[asked(sight)]].name] = int(sight["viewer"])
    return seen


@pytest.mark.slow
def test_a_peeking_bot_searches_the_true_state() -> None:
    seen = viewers("peeking,greedy")
    assert seen["peeking"] == -1, "the true state is nobody's sight"
    assert seen["greedy"] >= 0, "whoever does not peek has a seat's"


@pytest.mark.slow
def test_a_bot_peeks_beside_a_network_too() -> None:
    seen = viewers("peeking,network")
    assert seen["peeking"] == THE_TRUTH
    assert seen["network"] >= 0


def test_a_bot_that_peeks_is_refused_beside_one_with_a_character() -> None:
    """Games with characters are played in Python, where each bot is given what its seat sees."""
    with pytest.raises(Mistake, match="nobody peeks"):
        ArenaTable(make_series("elefant", "peeking,greedy:careful", None, 1, 2, 0))


FIXED_ORDER: dict[str, tuple[str, ...]] = {"eleven_board": ("bag",), "elefant": ("china_deck", "herd_deck")}


def dealt(game_id: str) -> Any:
    """The first state of a game."""
    rules = engine(game_id)
    state = rules.prepared(find_game(game_id).setup())[0]
    rules.start(state, luck.fresh(luck.key_of("mixed")))
    return state


def test_games_whose_order_is_fixed_can_be_mixed() -> None:
    assert {game.id for game in games().values() if game.mix} == set(FIXED_ORDER)


@pytest.mark.parametrize("game_id", FIXED_ORDER)
def test_mixing_changes_the_order_of_what_is_still_to_be_drawn_and_nothing_else(game_id: str) -> None:
    game, state = find_game(game_id), dealt(game_id)
    mixed = clone(state)
    assert game.mix is not None
    game.mix(mixed, luck.fresh(luck.key_of("otherwise")))
    assert not game.check(mixed)
    for name in game.state.names or ():
        before, after = (list(np.atleast_1d(one[name])) for one in (state, mixed))
        assert (before != after) == (name in FIXED_ORDER[game_id]), name
        if name in FIXED_ORDER[game_id]:
            assert sorted(before) == sorted(after)


def test_with_open_hands_the_truth_is_searched_in_another_order() -> None:
    states, state = np.zeros(STATES, find_game("eleven_board").state), dealt("eleven_board")
    for viewer in (THE_TRUTH, OPEN_HANDS):
        states[SIGHT] = state
        states[SIGHT]["viewer"] = viewer
        deal_truth("eleven_board")(states.view(np.recarray), luck.fresh(luck.key_of("dreamt")))
        world = states[WORLD]
        assert world["viewer"] == THE_TRUTH
        assert (world["seats"] == state.seats).all(), "all hands are known"
        assert (list(world["bag"]) == list(state.bag)) == (viewer == THE_TRUTH)


@pytest.mark.slow
def test_hands_open_sees_the_hands_and_peeking_the_whole_state() -> None:
    assert viewers("hands-open,peeking") == {"hands-open": OPEN_HANDS, "peeking": THE_TRUTH}
