"""The heuristics for bots: how attractive an action is, and who is likely to win.

Giving wins games: it is one tile less for you and one more for your neighbour. So keep two neighbouring tiles until you
can lay both in one turn, lay a single one as the third, and give away a tile without a partner that is far from all
tiles on the board. Lay tiles that open cells for your own tiles, and keep those that open cells for the others.
"""

import math

from eleven.core.rules import bits
from eleven.core.rules.jit import rule
from eleven.games.eleven_board import placing, tiles
from eleven.games.eleven_board.actions import DRAW, GIVE_TILE, LAY_SYMBOL
from eleven.games.eleven_board.rules import spot_of, tile_of
from eleven.games.eleven_board.scoring import score as points_of
from eleven.games.eleven_board.state import (
    JOKER_SHIFT,
    LAST,
    LIMIT,
    MORE,
    NUMBERS,
    ROWS,
    START,
    TURN,
    State,
    is_joker,
    is_symbol,
    number_of,
    row_of,
)

RID_OF_TILE = 25
MAY_GIVE = 55
PAIR_KEPT = 58
"""The value of keeping two neighbouring tiles until both can be laid in one turn."""
THIRD_OF_ROW = 18
LONELY = 10
OPENS_OWN, OPENS_OTHERS = 16, 11
OPENS_OWN_JOKER, OPENS_JOKERS = 22, 26
FADING = 5
"""The weight of each further closed cell, in sixteenths of the one before it."""
JOKER_KEPT = 17
GOES_OUT = 100_000
GIFT = 1000
FAR, STRANDED, PARTNER = 1, 9, 16
"""The value of a gift: per cell of distance, per empty cell next to it, and the cost of a partner."""
FARTHEST = 1000


@rule
def weigh(s: State, action: int) -> int:
    """How attractive an action is to the seat that is asked."""
    question = s.asking[s.depth - 1]
    if action < LAY_SYMBOL:
        return _weigh_lay(s, question.seat, tile_of(action), spot_of(action), question.what)
    if action < GIVE_TILE:
        return 2 * RID_OF_TILE
    if action < DRAW:
        return GIFT + _weigh_gift(s, question.seat, action - GIVE_TILE)
    return 0


@rule
def _weigh_lay(s: State, p: int, tile: int, row: int, what: int) -> int:
    """Value a lay: one tile less, what its cell opens, and whether it makes or breaks a pair."""
    cell = bits.bit(number_of(tile))
    if what in (START, TURN, MORE) and _goes_out(s, p, row, cell):
        return GOES_OUT
    total = RID_OF_TILE + _opening(s, p, row, cell) + _pairing(s, p, row, cell)
    if is_joker(tile):
        total -= JOKER_KEPT
    return total


@rule
def _goes_out(s: State, p: int, row: int, cell: int) -> bool:
    """Whether this is their last tile, or they can give the last one afterwards."""
    held = s.seats[p].held
    return held == 1 or (held == 2 and (placing.may_give(s) or _completes_pair(s, row, cell)))


@rule
def _completes_pair(s: State, row: int, cell: int) -> bool:
    """Whether a tile was laid beside this cell in the same turn."""
    return s.fresh[row] & (cell << 1 | cell >> 1) != 0


@rule
def _pairing(s: State, p: int, row: int, cell: int) -> int:
    """Value pairs: laying two neighbours in a turn allows a gift; the third tile should be a single one."""
    partners = _partners(s, p, row, cell) != 0
    gives = placing.may_give(s)
    if not gives and _completes_pair(s, row, cell):
        return MAY_GIVE - (THIRD_OF_ROW if partners else 0)
    if not partners:
        return LONELY if s.laid == 0 else 0
    breaks = gives or s.laid >= LIMIT - 1
    return -PAIR_KEPT if breaks and s.seats[p].held > LIMIT + 1 - s.laid else 0


@rule
def _partners(s: State, p: int, row: int, cell: int) -> int:
    """Return the neighbouring cells for which the player has the tiles."""
    rack = s.seats[p].rack
    return (cell << 1 | cell >> 1) & placing.free_cells(s, row) & (rack[row] | tiles.jokers_in(rack))


@rule
def _weigh_gift(s: State, p: int, tile: int) -> int:
    """Value a gift: best are tiles without partners and with empty surroundings, never jokers, which fit anywhere."""
    if is_symbol(tile):
        return 3 * FAR
    if is_joker(tile):
        return FAR * distance(s, tile) - JOKER_KEPT
    row, cell = row_of(tile), bits.bit(number_of(tile))
    partners = bits.size(_partners(s, p, row, cell))
    empty = bits.size((cell << 1 | cell >> 1) & placing.free_cells(s, row)) - partners
    return FAR * distance(s, tile) + STRANDED * empty - PARTNER * partners


# What a cell opens


@rule
def _opening(s: State, p: int, row: int, cell: int) -> int:
    """Value the cells that a tile here opens: good for one's own tiles, bad where the others' tiles may go."""
    closed = placing.free_cells(s, row) & ~placing.open_cells(s, row)
    likely = _likely(s, p)
    total = _way(s, p, row, closed, cell, 1, likely) + _way(s, p, row, closed, cell, -1, likely)
    for r in range(ROWS):
        if r != row and cell & placing.free_cells(s, r) & ~placing.open_cells(s, r) & _joined(s, row, r):
            total += _cell(s, p, r, cell, likely)
    return total


@rule
def _joined(s: State, row: int, r: int) -> int:
    """The cells from which a tile reaches across to another row: bridges, and zones that are not open yet."""
    cells = s.zones & ~placing.open_zones(s)
    if r == row + 1:
        cells |= s.bridges[row]
    elif r == row - 1:
        cells |= s.bridges[r]
    return cells


@rule
def _likely(s: State, p: int) -> int:
    """Return the probability, in sixteenths, that an unseen tile is on a rack rather than in the bag."""
    others = 0
    for q in range(s.players):
        if q != p:
            others += bits.wide(s.seats[q].held)
    return 16 * others // (others + bits.wide(s.in_bag))


@rule
def _cell(s: State, p: int, row: int, cell: int, likely: int) -> int:
    """Value an opened cell: positive if the player has its tile, negative if somebody else may have it."""
    seat = s.seats[p]
    if cell & seat.rack[row]:
        return OPENS_OWN
    if cell & tiles.jokers_in(seat.rack):
        return OPENS_OWN_JOKER
    if cell & seat.trail[row]:
        return -OPENS_OTHERS
    if cell & s.jokers:
        return -(OPENS_JOKERS * likely >> 4)
    return -(OPENS_OTHERS * likely >> 4)


@rule
def _way(s: State, p: int, row: int, closed: int, cell: int, step: int, likely: int) -> int:
    """Value the run of closed cells to one side."""
    total, weight = 0, 16
    cell = cell << 1 if step > 0 else cell >> 1
    while closed & cell and weight > 0:
        total += _cell(s, p, row, cell, likely) * weight >> 4
        weight = weight * FADING >> 4
        cell = cell << 1 if step > 0 else cell >> 1
    return total


@rule
def distance(s: State, tile: int) -> int:
    """Return the distance from a tile's cell (a joker has several) to the nearest cell that can be filled."""
    nearest = FARTHEST
    for r in range(ROWS):
        cell = bits.bit(number_of(tile))
        if (is_joker(tile) or r == row_of(tile)) and placing.free_cells(s, r) & cell:
            reach, steps = cell, 0
            while steps < LAST and reach & placing.open_cells(s, r) == 0:
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


# How strong the levels are, and what characters like

LEVELS = {
    "beginner": {"overlook": 92, "forget": 60},
    "easy": {"overlook": 68, "forget": 60},
    "normal": {"simulations": 0, "noise": 0, "overlook": {2: 32, 3: 40, 4: 40}, "forget": {2: 32, 3: 40, 4: 40}},
    "hard": {"simulations": 0, "noise": 0},
    "expert": {"simulations": 6000, "cutoff": 120},
}
"""Expert simulates games to their end; a shorter search is no better than the greedy choice that hard uses."""

CHARACTERS = {
    "careful": {"joker": -3, "stop": 1},
    "daring": {"joker": 3},
    "friendly": {"give": -10, "symbol": 4},
}
"""Careful players keep jokers, daring ones spend them, friendly ones do not like to give tiles away."""
