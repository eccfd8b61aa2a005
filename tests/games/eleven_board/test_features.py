"""What a network is told of 11! the board game."""

import numpy as np

from eleven.games.eleven_board import tiles
from eleven.games.eleven_board.features import TILES
from eleven.games.eleven_board.state import ROWS, TILE_KINDS


def test_every_tile_that_a_rack_can_hold_has_its_bit_and_none_is_idle() -> None:
    rack = np.zeros(ROWS, np.int64)
    for tile in range(TILE_KINDS):
        tiles.put(rack, 0, tile)
    assert max(int(mask).bit_length() for mask in rack) == TILES
