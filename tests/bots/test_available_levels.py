"""Which levels a table has, and what happens where it has not."""

import time
from dataclasses import replace
from typing import Any

import pytest
from typer.testing import CliRunner

from eleven.arena.series import ArenaTable, Series, play_game
from eleven.bots import available_levels
from eleven.bots.available_levels import (
    able_level,
    adviser_at,
    declared,
    levels_at,
    levels_of,
    limits_of,
    offered_level,
    refuse_level,
    stand_in,
)
from eleven.bots.choosing import advise, choose
from eleven.bots.levels import (
    COMMON_LEVELS,
    DEFAULT_LEVEL,
    GREEDY,
    GUIDED,
    GUIDED_BOT,
    LEVELS,
    NETWORK,
    SEARCH,
    find_bot,
    sizes_of,
)
from eleven.cli import app
from eleven.core.contract.game import Game, find_game, games
from eleven.core.play.match import imagine, new_match, see
from eleven.core.rules.luck import fresh, key_of
from eleven.core.text.errors import Mistake
from eleven.network.weights import network_of
from tests.bots.positions import matches
from tests.contract.walking import each_game

WITH_MASTER = [name for name in games() if declared(name, "master")]
DECLARED = [(name, level) for name in games() for level in LEVELS if declared(name, level)]
WITHOUT = "eleven_board"
MANY = 6
"""Players of the card game for whom no level fits between expert and master."""


@each_game
def test_every_table_has_the_usual_level_expert_and_what_its_game_declares(game: Game) -> None:
    for players in game.players:
        levels = levels_at(game, game.setup(players))
        assert {DEFAULT_LEVEL, "expert"} <= set(levels) <= set(levels_of(game)) <= set(LEVELS)
        assert list(levels) == sorted(levels, key=LEVELS.index)
        for level in COMMON_LEVELS:
            assert (level in levels) == (players in sizes_of(game, level))
            if level in levels:
                assert find_bot(level, game, players).name == level
                continue
            with pytest.raises(Mistake, match=f"the level '{level}' is for"):
                find_bot(level, game, players)


@each_game
def test_expert_is_the_same_at_every_table(game: Game) -> None:
    """Others are measured by it."""
    assert len({find_bot("expert", game, players) for players in game.players}) == 1


def test_a_table_may_have_fewer_levels() -> None:
    levels: dict[str, dict[str, Any]] = {
        "hard": {"players": (3, 4)},
        "beginner": {"players": (5,)},
        "easy": {"overlook": {3: 10, 4: 20, 5: 30}},
    }
    game = replace(find_game("elefant"), levels=levels)
    assert levels_at(game, game.setup(4))[:4] == ("easy", "normal", "hard", "expert")
    assert levels_at(game, game.setup(5))[:3] == ("beginner", "easy", "normal")
    assert "hard" not in levels_at(game, game.setup(5))
    assert limits_of(game)["hard"] == {"players": [3, 4], "free": None}
    with pytest.raises(Mistake, match=r"the level 'hard' is for 3, 4 players$"):
        refuse_level("hard", game, game.setup(5))
    assert able_level("hard", game, 5) == offered_level("hard", game, game.setup(5)) == "normal", "the next weaker"
    assert able_level("beginner", game, 3) == "easy", "nobody is weaker"
    assert [find_bot("easy", game, players).overlook for players in (3, 5)] == [10, 30]


def test_a_level_with_simulations_searches_and_one_with_none_does_not() -> None:
    game = replace(
        find_game("elefant"), levels={"easy": {"simulations": {3: 4, 4: 0, 5: 0}}, "hard": {"simulations": 0}}
    )
    assert find_bot("easy", game, 3).kind == SEARCH
    assert find_bot("easy", game, 4).kind == find_bot("hard", game, 5).kind == GREEDY


def test_a_setting_that_no_bot_has_is_refused() -> None:
    game = replace(find_game("elefant"), levels={"easy": {"overloook": 10, "kind": 1}})
    with pytest.raises(Mistake, match="LEVELS of elefant sets kind, overloook for easy; there is seconds, simulations"):
        find_bot("easy", game, 3)


@pytest.mark.parametrize(("game_id", "level"), DECLARED)
def test_what_is_declared_was_measured_with_these_weights_at_tables_they_have_learnt(game_id: str, level: str) -> None:
    found, network = declared(game_id, level), network_of(game_id)
    assert found is not None
    assert found.weights == network.about["sha256"], "measure the new network against expert, then declare it"
    assert set(found.players) <= set(network.about["recipe"]["players"])
    assert set(found.free) <= set(find_game(game_id).setup().options)


def test_a_game_may_say_how_its_network_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    row = {"weights": "0", "players": [3], "free": [], "simulations": {"3": 70}}
    monkeypatch.setattr(
        available_levels, "_file", lambda: {"elefant": {"master": row, "search": {"reward_weight": 7.0}}}
    )
    declared.cache_clear()
    try:
        master = find_bot("master", find_game("elefant"), 3)
        assert (master.reward_weight, master.cutoff, master.simulations) == (7.0, GUIDED_BOT.cutoff, 70)
        assert available_levels.guided_bot(find_game("elefant")) == replace(GUIDED_BOT, reward_weight=7.0)
        assert available_levels.guided_bot(find_game("elevenses")) == GUIDED_BOT
    finally:
        declared.cache_clear()


def test_a_network_searches_where_that_is_declared(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("eleven_cards")
    row = {"weights": "0", "players": [2, 3], "free": ["start"], "simulations": {"3": 70}}
    monkeypatch.setattr(available_levels, "_file", lambda: {"eleven_cards": {"master": row}})
    declared.cache_clear()
    try:
        alone, searching = find_bot("master", game, 2), find_bot("master", game, 3)
        assert (alone.kind, alone.simulations) == (NETWORK, None)
        assert (searching.kind, searching.simulations, searching.seconds) == (GUIDED, 70, alone.seconds)
        assert find_bot("master", game) == alone, "at the smallest table"
        match = new_match(game, game.setup(3), bytes(32), quick=True)
        advice = advise(game, match.seen(match.asked), searching, bytes(32))
        assert not any(row.visits for row in advice), "nothing is searched for a hint"
    finally:
        declared.cache_clear()


def test_a_network_overlooks_where_that_is_declared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Always something that is legal, and what is best as often as it is noticed."""
    game = find_game("eleven_cards")
    row = {"weights": "0", "players": [2, 3], "free": ["start"], "overlook": {"2": 30}}
    monkeypatch.setattr(available_levels, "_file", lambda: {"eleven_cards": {"veteran": row}})
    declared.cache_clear()
    try:
        bot = find_bot("veteran", game, 2)
        assert (bot.kind, bot.overlook, find_bot("veteran", game, 3).overlook) == (NETWORK, 30, 0)
        match = next(match for match in matches(game, 2, 3, 2) if len(match.legal()) > 3)
        seen, best = match.seen(match.asked), choose(game, match.seen(match.asked), find_bot("network"), bytes(32))
        found = [choose(game, seen, bot, key_of("overlooked", number)) for number in range(200)]
        assert set(found) <= {action.id for action in match.legal()}
        assert 0.6 < found.count(best) / len(found) < 0.9
        assert found == [choose(game, seen, bot, key_of("overlooked", number)) for number in range(200)]
        series = Series(game, game.setup(2), (bot, find_bot("network")), 1, 20_000)
        by_hand = play_game(series, 0, (0, 1))
        assert ArenaTable(series).play(0, (0, 1)) == by_hand, "whole games know it too"
    finally:
        declared.cache_clear()


def test_the_declarations_are_of_games_and_levels_that_exist() -> None:
    assert WITH_MASTER, "a test about no game proves nothing"
    assert set(available_levels._file()) <= set(games())
    named = {name for row in available_levels._file().values() for name in row}
    assert named - {"search"} <= set(LEVELS) - set(COMMON_LEVELS)
    assert all(
        set(row.get("search", {})) <= {"reward_weight", "cutoff", "least_ratio", "max_candidates"}
        for row in available_levels._file().values()
    )


def test_a_table_with_other_rules_or_sizes_has_no_master() -> None:
    game = find_game("eleven_cards")
    usual = game.setup(2)
    assert "master" in levels_at(game, usual)
    assert "master" in levels_at(game, game.setup(2, options={"start": "2"}))
    others = [game.setup(MANY, options={"variant": "beginners"}), game.setup(2, options={"variant": "beginners"})]
    others.append(replace(usual, components=replace(usual.components, fingerprint="0")))
    for setup in others:
        assert levels_at(game, setup) == tuple(each for each in COMMON_LEVELS if setup.players in sizes_of(game, each))
        with pytest.raises(Mistake, match="is for 2, 3, 4, 5, 6 players and the usual rules"):
            refuse_level("master", game, setup)
    sizes = ", ".join(map(str, limits_of(game)["veteran"]["players"]))
    assert levels_at(game, game.setup(MANY)) == ("beginner", "easy", "normal", "expert", "master")
    with pytest.raises(Mistake, match=f"is for {sizes} players and the usual rules"):
        refuse_level("veteran", game, game.setup(MANY))


def test_a_game_without_the_level_says_so() -> None:
    game = find_game(WITHOUT)
    assert levels_of(game) == COMMON_LEVELS
    assert limits_of(game) == {}
    for refused in (lambda: refuse_level("master", game, game.setup()), lambda: find_bot("master", game)):
        with pytest.raises(Mistake, match="has no level 'master'; it has beginner, easy, normal, hard, expert"):
            refused()


@pytest.mark.parametrize(
    "words",
    [
        ["play", WITHOUT, "--level", "veteran"],
        ["play", "eleven_cards", "--players", str(MANY), "--level", "veteran"],
        ["arena", WITHOUT, "--bots", "veteran,expert"],
        ["arena", "eleven_cards", "--players", str(MANY), "--bots", "veteran,expert"],
    ],
)
def test_commands_refuse_a_level_that_a_table_lacks_in_one_line(words: list[str]) -> None:
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 2
    assert "level 'veteran'" in result.output
    assert "Traceback" not in result.output


def test_a_seat_goes_on_where_its_network_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("eleven_cards")
    assert able_level("master", game, 2) == offered_level("master", game, game.setup(2)) == "master"
    monkeypatch.setattr(available_levels, "declared", lambda game_id, level: None)
    assert able_level("master", game, 2) == offered_level("master", game, game.setup(2)) == "expert"
    assert able_level("easy", game, 2) == "easy"


@pytest.mark.parametrize("game_id", WITH_MASTER)
def test_master_decides_without_a_compiler(game_id: str) -> None:
    """Legal, and where nothing is compiled too."""
    game = find_game(game_id)
    match = new_match(game, game.setup(), bytes(32), quick=True)
    bot = find_bot("master", game)
    for _ in range(20):
        action = choose(game, match.seen(match.asked), bot, bytes(32))
        assert action in {each.id for each in match.legal()}
        match.try_apply(game.actions[action].name)


@pytest.mark.parametrize("game_id", WITH_MASTER)
def test_a_networks_advice_begins_with_its_choice_and_is_honest(game_id: str) -> None:
    """Two worlds, one sight, one advice; what the seat may not know changes nothing."""
    game = find_game(game_id)
    bot = find_bot("master", game)
    for match in matches(game, game.setup().players, 1, 15):
        seen = match.seen(match.asked)
        other = see(game, imagine(game, seen, fresh(key_of("other", match.state.step))), match.asked)
        advice = [row.action for row in advise(game, seen, bot, bytes(32))]
        assert advice[0] == choose(game, seen, bot, bytes(32))
        assert advice == [row.action for row in advise(game, other, bot, bytes(32))]
        assert set(advice) <= {action.id for action in match.legal()}
        assert len(set(advice)) == len(advice)


def test_a_network_stands_in_for_strong_levels_alone() -> None:
    game = find_game("eleven_cards")
    assert [stand_in(level, game, game.setup(2)) for level in ("normal", "hard", "expert")] == [
        "greedy",
        "network",
        "network",
    ]


@each_game
def test_the_network_advises_at_every_table_that_it_knows(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    assert tuple(network_of(game.id).about["recipe"]["players"]) == tuple(game.players)
    for players in game.players:
        assert adviser_at(game, game.setup(players)) == "network"
    own = replace(game.setup(), components=replace(game.components(), fingerprint="of other cards"))
    assert (adviser_at(game, own), stand_in("expert", game, own)) == ("expert", "greedy")
    monkeypatch.setattr(available_levels, "_shipped", lambda game_id: False)
    assert (adviser_at(game, game.setup()), stand_in("expert", game, game.setup())) == ("expert", "greedy")


@each_game
def test_a_hint_comes_within_50_ms(game: Game) -> None:
    """Without a compiler, at the largest table, once the network is loaded, which a server does beforehand."""
    seen = [match.seen(match.asked) for match in matches(game, game.max_players, 4, 7)]
    took = []
    for each in (*seen, *seen):
        before = time.process_time()
        advise(game, each, find_bot("network"), bytes(32))
        took.append(time.process_time() - before)
    assert max(took[len(seen) :]) < 0.05, took
