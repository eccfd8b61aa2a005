"""How a good player of 11! the board game thinks: which action looks best, and who is likely to win.

Being rid of tiles is everything. Lay what opens a way for your own tiles, wait with what opens one for the others,
lay two neighbours to be allowed to give, and give away the tile that is furthest from any that lies.
"""

import math

from eleven.core import bits
from eleven.core.jit import rule
from eleven.games.eleven_board import placing, tiles
from eleven.games.eleven_board.actions import DRAW, GIVE_TILE, LAY_SYMBOL
from eleven.games.eleven_board.scoring import score as points_of
from eleven.games.eleven_board.state import (
    JOKER_SHIFT,
    NUMBERS,
    ROWS,
    State,
    is_joker,
    is_symbol,
    number_of,
    row_of,
)
from eleven.games.eleven_board.turn import spot_of, tile_of

RID_OF_TILE = 30
OPENS_OWN, OPENS_OTHERS = 16, 11
MAY_GIVE = 25
JOKER_KEPT = 10
FARTHEST = 6
FAR = 5


@rule
def weigh(s: State, action: int) -> int:
    """How attractive an action is to the seat that is asked."""
    p = s.asking[s.depth - 1].seat
    if action < LAY_SYMBOL:
        return _weigh_lay(s, p, tile_of(action), spot_of(action))
    if action < GIVE_TILE:
        return 2 * RID_OF_TILE
    if action < DRAW:
        return RID_OF_TILE + OPENS_OWN * distance(s, action - GIVE_TILE)
    return 0


@rule
def _weigh_lay(s: State, p: int, tile: int, row: int) -> int:
    """Rid of a tile; what its cell opens, and whether two neighbours now allow to give."""
    column = number_of(tile)
    cell = bits.bit(column)
    total = RID_OF_TILE + _opening(s, p, row, cell)
    if is_joker(tile):
        total -= JOKER_KEPT
    if not placing.may_give(s) and s.fresh[row] & (cell << 1 | cell >> 1):
        total += MAY_GIVE
    return total


@rule
def _opening(s: State, p: int, row: int, cell: int) -> int:
    """The cells that a tile here brings nearer: good where her own tiles go, bad where the others' may."""
    rack = s.seats[p].rack
    jokers = tiles.jokers_in(rack)
    closed = placing.free_cells(s, row) & ~placing.open_cells(s, row)
    total = _way(closed, rack[row] | jokers, cell, 1) + _way(closed, rack[row] | jokers, cell, -1)
    if row > 0:
        across = cell & s.bridges[row - 1] & ~placing.open_cells(s, row - 1) & placing.free_cells(s, row - 1)
        total += _balance(across, rack[row - 1] | jokers)
    if row < ROWS - 1:
        across = cell & s.bridges[row] & ~placing.open_cells(s, row + 1) & placing.free_cells(s, row + 1)
        total += _balance(across, rack[row + 1] | jokers)
    if cell & s.zones & ~placing.open_zones(s):
        for r in range(ROWS):
            if r != row:
                total += _balance(cell & placing.free_cells(s, r), rack[r] | jokers)
    return total


@rule
def _way(closed: int, mine: int, cell: int, direction: int) -> int:
    """The closed cells one after another to one side, the nearer the more important."""
    total, step = 0, 1
    cell = cell << 1 if direction > 0 else cell >> 1
    while step <= FAR and closed & cell:
        total += OPENS_OWN // step if mine & cell else -OPENS_OTHERS // step
        cell = cell << 1 if direction > 0 else cell >> 1
        step += 1
    return total


@rule
def _balance(opened: int, mine: int) -> int:
    own = bits.size(opened & mine)
    return OPENS_OWN * own - OPENS_OTHERS * (bits.size(opened) - own)


@rule
def distance(s: State, tile: int) -> int:
    """How many cells lie between a tile's cell and the nearest that can be filled, up to a limit."""
    if is_symbol(tile):
        return FARTHEST // 2
    nearest = FARTHEST
    for r in range(ROWS):
        if is_joker(tile) or r == row_of(tile):
            reach = bits.bit(number_of(tile))
            steps = 0
            while steps < nearest and reach & placing.open_cells(s, r) == 0:
                reach |= (reach << 1 | reach >> 1) & NUMBERS
                steps += 1
            nearest = min(nearest, steps)
    return nearest


# Who is likely to win

TILES_ARE_SPREAD = 1.1


@rule
def outlook(s: State, seat: int) -> float:
    """A player's chance against the best of the others, by the tiles that each has still to get rid of."""
    mine, best, fewest = to_go(s, seat), 10000.0, 1000
    for q in range(s.players):
        fewest = min(fewest, s.seats[q].held)
        if q != seat:
            best = min(best, to_go(s, q))
    spread = TILES_ARE_SPREAD * math.sqrt(1.0 + fewest + 10.0 * (s.last_round - s.rounds))
    return 1.0 / (1.0 + math.exp(min(50.0, (mine - best) / spread)))


@rule
def to_go(s: State, p: int) -> float:
    """Tiles on the rack, those more that cannot be laid now; lost points of earlier rounds weigh like tiles."""
    rack = s.seats[p].rack
    stuck, jokers = 0, 0
    for r in range(ROWS):
        stuck += bits.size(rack[r] & NUMBERS & ~placing.open_cells(s, r))
        jokers += bits.size(rack[r] >> JOKER_SHIFT & NUMBERS)
    total = s.seats[p].held + 0.6 * stuck - 0.3 * jokers
    if s.turn == p:
        total -= 0.8
    return total - 0.15 * points_of(s, p)
