"""The bots of a game: every level that a table offers can be read, and what is declared is of things that exist."""

from dataclasses import replace

import pytest

from eleven.bots.available_levels import levels_at, refuse_level
from eleven.bots.levels import ADVISER, CHARACTERS, LEVELS, find_adviser, find_bot, settings_at, sizes_of
from eleven.core.contract.game import Game
from eleven.core.text.errors import Mistake
from tests.contract.walking import each_game


@each_game
def test_every_level_that_a_table_offers_can_be_read(game: Game) -> None:
    assert set(game.levels) <= set(LEVELS), f"LEVELS names {sorted(set(game.levels) - set(LEVELS))}"
    assert set(sizes_of(game, ADVISER)) & set(game.players), "expert measures the others: some table must have it"
    for level in game.levels:
        assert set(sizes_of(game, level)) <= set(game.players), f"{level} is for tables that there are not"
    for players in game.players:
        offered = levels_at(game, game.setup(players))
        assert offered, f"there is no level for {players} players"
        assert {find_bot(level, game, players).name for level in offered} == set(offered)
        assert find_adviser(game, players).name == ADVISER


@each_game
def test_characters_prefer_kinds_of_actions_that_exist(game: Game) -> None:
    assert set(game.characters) <= set(CHARACTERS)
    verbs = {action.verb for action in game.actions}
    assert {verb for liked in game.characters.values() for verb in liked} <= verbs


@each_game
def test_a_size_that_a_setting_leaves_out_is_refused(game: Game) -> None:
    """In one line, when the table is set up, so that no bot fails at its turn."""
    first, last = game.players[0], game.players[-1]
    for setting in ({}, {first - 1: 10}, {last: "10"}):
        poor = replace(game, levels={"beginner": {"overlook": setting}})
        with pytest.raises(Mistake, match=f"sets no number as overlook of beginner for {last} players"):
            settings_at(poor, "beginner", last)
        with pytest.raises(Mistake, match=f"LEVELS of {game.id} sets no number"):
            refuse_level("beginner", poor, poor.setup(last))
