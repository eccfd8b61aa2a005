"""What a network is told of 11! the board game."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from eleven.core.contract.game import find_game
from eleven.core.play.match import new_match
from eleven.core.rules.luck import key_of
from eleven.games.eleven_board import features, tiles
from eleven.games.eleven_board.actions import LAY_JOKER, LAY_SYMBOL
from eleven.games.eleven_board.features import TILES
from eleven.games.eleven_board.state import LAST, MORE, ROWS, TILE_KINDS, TURN
from tests.bots.positions import matches

GAME = find_game("eleven_board")


def test_every_tile_that_a_rack_can_hold_has_its_bit_and_none_is_idle() -> None:
    rack = np.zeros(ROWS, np.int64)
    for tile in range(TILE_KINDS):
        tiles.put(rack, 0, tile)
    assert max(int(mask).bit_length() for mask in rack) == TILES


def turns() -> Iterator[tuple[Any, Any, set[int]]]:
    """Matches in which somebody is asked for a tile, what they see, and the cells they may lay on."""
    for match in matches(GAME, 2, 40, 2):
        question = match.state.asking[match.state.depth - 1].what
        cells = {int(action.id) % LAY_JOKER for action in match.legal() if action.id < LAY_SYMBOL}
        if question in (TURN, MORE) and cells:
            yield match, match.seen(match.asked), cells


def cells_of(rule: Any, seen: Any) -> set[int]:
    """The cells that a rule names, as the actions number them."""
    return {row * LAST + n for row in range(ROWS) for n in range(LAST) if int(rule(seen, row)) >> n & 1}


@pytest.mark.slow
@pytest.mark.check_game
def test_open_numbers_are_those_that_can_be_laid() -> None:
    found = 0
    for match, seen, cells in turns():
        rack = match.state.seats[match.asked].rack
        held = {row * LAST + n for row in range(ROWS) for n in range(LAST) if rack[row] >> (n + 1) & 1}
        jokers = {row * LAST + n for row in range(ROWS) for n in range(LAST) if tiles.jokers_in(rack) >> (n + 1) & 1}
        wide = cells_of(features.open_numbers, seen)
        assert wide & (held | jokers) == cells
        assert features.stuck(seen, 0) == len(held - wide)
        found += 1
    assert found > 10


@pytest.mark.slow
@pytest.mark.check_game
def test_a_pair_can_be_laid_in_one_turn_and_then_allows_to_give() -> None:
    found = 0
    for match, seen, cells in turns():
        if match.state.laid > 1:
            continue
        for low in cells_of(features.pairs, seen):
            first, second = (low, low + 1) if low in cells else (low + 1, low)
            assert first in cells
            after = lay(match, first)
            if after is None:
                continue
            after = lay(after, second)
            if after is not None:
                assert features.may_give(after.seen(match.asked), 0) == 1
                found += 1
    assert found > 3


def lay(match: Any, cell: int) -> Any:
    """The match after a tile was laid on a cell; none where the game or the turn is over, or a bonus came between."""
    wanted = [action for action in match.legal() if action.id < LAY_SYMBOL and action.id % LAY_JOKER == cell]
    assert wanted, "a cell of a pair can be filled"
    after = match.after(wanted[0].name, match.asked)
    over = after.state.over or after.asked != match.asked
    return None if over or after.state.bonuses or after.state.pending >= 0 else after


def test_nothing_is_open_but_elevens_before_the_first_tile() -> None:
    seen = new_match(GAME, GAME.setup(2), key_of("features", 1)).seen(0)
    assert {cell % LAST + 1 for cell in cells_of(features.open_numbers, seen)} == {11}
    assert features.may_give(seen, 0) == 0
