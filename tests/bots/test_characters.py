"""Characters: the same sight and luck, other tastes; legal, honest, and nothing for a network."""

from dataclasses import replace

import pytest

from eleven.arena.baselines import find_contestant
from eleven.arena.series import Series, play_series
from eleven.bots import characters
from eleven.bots.characters import choose_among_tried, preferences, with_character
from eleven.bots.choosing import choose
from eleven.bots.levels import (
    CHARACTERS,
    GUIDED,
    LEVELS,
    NETWORK,
    drawn_character,
    find_bot,
    has_character,
    with_simulations,
)
from eleven.core.contract.game import Game, find_game
from eleven.core.play.match import imagine, see
from eleven.core.rules.luck import fresh, key_of
from eleven.core.text.errors import Mistake
from tests.bots.positions import match_at, matches
from tests.contract.walking import each_game

pytestmark = pytest.mark.slow


@each_game
def test_characters_prefer_different_things(game: Game) -> None:
    if not game.draft:
        assert len({preferences(game.id, character) for character in CHARACTERS}) == len(CHARACTERS)


@each_game
def test_their_choices_are_legal_and_honest(game: Game) -> None:
    """Two worlds that look the same: one choice."""
    bots = [find_bot("greedy"), replace(with_simulations(find_bot("hard"), 6), cutoff=2)]
    for match in matches(game, game.players[0], 2, 20):
        seen = match.seen(match.asked)
        other = see(game, imagine(game, seen, fresh(key_of("other", match.state.step))), match.asked)
        legal = {action.id for action in match.legal()}
        for character in CHARACTERS:
            for bot in (with_character(each, character, game) for each in bots):
                assert choose(game, seen, bot, bytes(32)) in legal
                assert choose(game, seen, bot, bytes(32)) == choose(game, other, bot, bytes(32))


def test_a_character_decides_between_actions_that_are_about_equal() -> None:
    game = find_game("elefant")
    take = next(action.id for action in game.actions if action.verb == "take")
    buy = next(action.id for action in game.actions if action.verb == "buy")
    assert preferences("elefant", "daring")[take] > 0
    assert choose_among_tried(game, "daring", [(buy, 101), (take, 100)]) == take
    assert choose_among_tried(game, "careful", [(take, 101), (buy, 100)]) == buy
    assert choose_among_tried(game, "daring", [(buy, 400), (take, 100)]) == buy, "what is clearly better comes first"


def test_even_the_strongest_liking_counts_little_in_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("elefant")
    monkeypatch.setattr(characters, "preferences", lambda game_id, character: (0, 1000, -1000))
    assert choose_among_tried(game, "daring", [(0, 119), (1, 100)]) == 1
    assert choose_among_tried(game, "daring", [(0, 121), (1, 100)]) == 0
    assert choose_among_tried(game, "daring", [(2, 120), (0, 100)]) == 0
    assert choose_among_tried(game, "daring", [(2, 130), (0, 100)]) == 2


def test_a_strong_liking_decides_a_choice_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("elefant")
    match = match_at(game, 3, 1, 0)
    push = next(action.id for action in match.legal() if action.verb == "push")
    seen, bot = match.seen(match.asked), with_character(find_bot("greedy"), "careful", game)
    assert choose(game, seen, bot, bytes(32)) != push
    strong = tuple(1000 * (action.id == push) for action in game.actions)
    monkeypatch.setattr(characters, "preferences", lambda game_id, character: strong)
    assert choose(game, seen, bot, bytes(32)) == push


def test_a_search_expects_of_others_what_its_character_does() -> None:
    game = find_game("elevenses")
    noises = [with_character(find_bot("hard"), character, game).noise for character in CHARACTERS]
    assert noises[0] < noises[2] < noises[1]
    assert {with_character(find_bot("greedy"), each, game).noise for each in CHARACTERS} == {0}


def test_a_network_has_no_character_and_unknown_characters_are_refused() -> None:
    game = find_game("eleven_cards")
    learnt = ["veteran", "specialist", "virtuoso", "champion", "master"]
    assert [level for level in LEVELS if not has_character(level)] == learnt
    assert find_bot("master", game).kind == NETWORK
    assert find_bot("master", find_game("elefant"), 3).kind == GUIDED
    for other in (game, find_game("elefant")):
        assert with_character(find_bot("master", other), "daring", other).character == ""
        with pytest.raises(Mistake, match="master has no characters"):
            find_contestant("master:daring", other, other.players[0])
    for name in ("random", "plain", "network"):
        with pytest.raises(Mistake, match=f"{name} has no characters"):
            find_contestant(f"{name}:careful", game, 2)
    for refused in ("grim", ""):
        with pytest.raises(Mistake, match=f"no character '{refused}'; there is careful, daring, friendly"):
            find_contestant(f"hard:{refused}", game, 2)


def test_the_bots_of_a_table_differ() -> None:
    for table in (0, 5, 10**30):
        assert len({drawn_character(table, seat) for seat in (1, 2, 3)}) == len(CHARACTERS)


def test_the_arena_knows_characters_by_name() -> None:
    game = find_game("elefant")
    bots = [find_contestant(f"greedy:{character}", game, 3) for character in ("careful", "daring")]
    assert [bot.name for bot in bots] == ["greedy:careful", "greedy:daring"]
    series = Series(game, game.setup(3), bots, 1, 3)
    played = play_series(series, 1)
    assert len(played) == len(series.seatings)
    assert played == play_series(series, 1)
