"""Forgetting takes knowledge away and adds none: what is left is a sight that the rules allow."""

import numpy as np
import pytest

from eleven.core.contract.game import find_game
from eleven.core.play.match import imagine, legal_actions, see
from eleven.core.rules import luck
from eleven.core.rules.record import clone, same
from tests.bots.positions import each_table, matches

pytestmark = pytest.mark.slow


def dice_of(seed: int) -> np.ndarray:
    dice = np.zeros(1, luck.DICE)
    luck.cast(luck.fresh(luck.key_of("forgetting", seed)), dice)
    return dice


@each_table
def test_what_is_left_is_a_lawful_sight_with_the_same_actions(game_id: str, players: int) -> None:
    game = find_game(game_id)
    if game.misremember is None:
        assert game.draft or not game.knowledge_fields, "who knows something can forget it"
        return
    for match in matches(game, players, 3, 35):
        seen = match.seen(match.asked)
        for chance in (50, 100):
            left = clone(seen)
            game.misremember(left, dice_of(chance), chance)
            assert legal_actions(game, left) == match.legal()
            world = imagine(game, left, luck.fresh(luck.key_of(chance)))
            assert game.check(world) == 0
            assert same(see(game, world, match.asked), left)


@pytest.mark.parametrize("game_id", ["elevenses", "eleven_board"])
def test_something_is_forgotten_and_luck_decides_what(game_id: str) -> None:
    game = find_game(game_id)
    assert game.misremember is not None
    forgotten = 0
    for match in matches(game, game.max_players, 3, 30):
        seen = match.seen(match.asked)
        left, again = clone(seen), clone(seen)
        game.misremember(left, dice_of(1), 100)
        game.misremember(again, dice_of(1), 100)
        assert same(left, again)
        game.misremember(again := clone(seen), dice_of(1), 0)
        assert same(again, seen)
        forgotten += not same(left, seen)
    assert forgotten > 0
