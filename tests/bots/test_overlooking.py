"""Overlooking: some actions are not thought of, always the same ones in a decision, and never all."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from eleven.bots.choosing import choose, search
from eleven.bots.levels import find_bot, with_simulations
from eleven.core.contract.game import find_game
from eleven.core.rules import bits, luck
from eleven.core.rules.luck import key_of
from eleven.search.ismcts import drop_overlooked
from tests.bots.positions import each_table, match_at, matches

pytestmark = pytest.mark.slow
ACTIONS = 12


def noticed(overlook: int, seed: int) -> set[int]:
    """What is left of twelve actions."""
    mask, dice = np.zeros(1, np.int64), np.zeros(1, luck.DICE)
    mask[0] = (1 << ACTIONS) - 1
    lapse = np.uint64(int.from_bytes(key_of("lapse", seed)[:8], "little"))
    dice[0] = 77
    drop_overlooked(mask, dice, overlook, lapse)
    assert dice[0] == 77, "the dice are for others"
    return set(bits.members(mask))


@pytest.mark.parametrize("overlook", [0, 30, 90, 100])
def test_each_action_but_one_is_overlooked_as_often_as_said(overlook: int) -> None:
    found = [noticed(overlook, seed) for seed in range(400)]
    assert min(map(len, found)) >= 1
    expected = 1 + (ACTIONS - 1) * (100 - overlook) / 100
    assert np.mean([len(each) for each in found]) == pytest.approx(expected, abs=0.3)
    often = Counter(action for each in found for action in each)
    assert set(often) == set(range(ACTIONS)), "none is overlooked always"
    assert max(often.values()) < 2.2 * min(often.values())


@each_table
def test_a_bot_that_overlooks_chooses_legally_and_repeatably(game_id: str, players: int) -> None:
    game = find_game(game_id)
    bots = [
        replace(find_bot("greedy"), overlook=80),
        replace(with_simulations(find_bot("hard"), 6), cutoff=2, overlook=80),
    ]
    for match in matches(game, players, 2, 25):
        seen, legal = match.seen(match.asked), {action.id for action in match.legal()}
        for bot in bots:
            chosen = {choose(game, seen, bot, key_of("same")) for _ in range(2)}
            assert len(chosen) == 1
            assert chosen <= legal


def test_a_search_thinks_of_nothing_that_it_overlooks() -> None:
    game = find_game("elevenses")
    match = match_at(game, 2, 1, 0)
    bot = replace(with_simulations(find_bot("hard"), 60), cutoff=1, widening=1e9)
    legal = len(match.legal())
    assert legal > 2
    seen = match.seen(match.asked)
    assert len(search(game, seen, bot, bytes(32))) == legal
    few = [len(search(game, seen, replace(bot, overlook=100), key_of(number))) for number in range(3)]
    assert few == [1, 1, 1], "one action always comes to mind"
