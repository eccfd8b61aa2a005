"""What players have lawfully learnt about racks (EB-27, EB-28, EB-10), kept sound when tiles move.

A tile given away is known to the two concerned. While its new owner keeps it, the giver knows where it is; once that
owner gives a tile face down, it is with one of the two; and so on round the table. Of tiles that are alike, so
many are remembered as must still be there. (Of several remembered tiles at most one can have moved on with one gift;
that much is forgotten.) Who draws or passes has nothing that can be laid: everybody knows what her rack then lacks.
"""

from eleven.core.rules.bits import bit
from eleven.core.rules.jit import rule
from eleven.core.rules.luck import throw
from eleven.core.rules.record import Array, Ints
from eleven.games.eleven_board import tiles
from eleven.games.eleven_board.placing import end_is_open, open_cells
from eleven.games.eleven_board.state import (
    ELEVEN,
    ENDS,
    JOKER_SHIFT,
    MAX_PLAYERS,
    ROWS,
    TILE_KINDS,
    TRAIL,
    State,
    left_of,
)


@rule
def forget_everything(s: State) -> None:
    """A new round begins with nothing known."""
    for p in range(MAX_PLAYERS):
        seat = s.seats[p]
        for i in range(TRAIL):
            seat.trail[i] = 0
        tiles.empty(seat.lacks, 0)
        tiles.empty(seat.lacks_to_giver, 0)


@rule
def trail_at(reach: int) -> int:
    """Where the set of tiles begins that are with the next `reach` players."""
    return (reach - 1) * ROWS


@rule
def distance(s: State, p: int, q: int) -> int:
    """How many seats to the left of p another player sits."""
    return (q - p + s.players) % s.players


@rule
def _strike_out(s: State, p: int, nearest: int, tile: int) -> None:
    """A player sees a tile leave those who sit `nearest` or farther: one less of its kind is with them."""
    trail = s.seats[p].trail
    for reach in range(nearest, s.players):
        if tiles.has(trail, trail_at(reach), tile):
            tiles.take(trail, trail_at(reach), tile)
            return


@rule
def tile_is_laid(s: State, owner: int, tile: int) -> None:
    """Everybody sees a tile leave its owner's rack for the board."""
    for p in range(s.players):
        if p != owner:
            _strike_out(s, p, distance(s, p, owner), tile)


@rule
def tile_is_given(s: State, giver: int, receiver: int, tile: int) -> None:
    """The two concerned know the tile; for the others, what was with the giver may have moved on (EB-27)."""
    for p in range(s.players):
        if p != giver and p != receiver:
            _may_have_moved_on(s, p, distance(s, p, giver))
    _strike_out(s, receiver, distance(s, receiver, giver), tile)
    tiles.put(s.seats[giver].trail, 0, tile)
    _may_have_gained(s, giver, receiver, tile)


@rule
def _may_have_moved_on(s: State, p: int, reach: int) -> None:
    """Tiles that were with the next `reach` players may have come to the one after them."""
    trail = s.seats[p].trail
    here, beyond = trail_at(reach), trail_at(reach + 1)
    for r in range(ROWS):
        if trail[here + r]:
            _move_tiles(trail, here, beyond)
            return


@rule
def _move_tiles(trail: Ints, here: int, beyond: int) -> None:
    for tile in range(TILE_KINDS):
        while tiles.has(trail, here, tile):
            tiles.take(trail, here, tile)
            tiles.put(trail, beyond, tile)


@rule
def _may_have_gained(s: State, giver: int, receiver: int, tile: int) -> None:
    """The receiver still lacks what the giver lacked too; the giver herself knows exactly what she gave."""
    lacks, known = s.seats[receiver].lacks, s.seats[receiver].lacks_to_giver
    if tiles.has(known, 0, tile):
        tiles.take(known, 0, tile)
    for r in range(ROWS):
        lacks[r] &= s.seats[giver].lacks[r]


@rule
def _layable(s: State, r: int) -> int:
    """Mask r of the set of all kinds of tiles that can be laid now."""
    found = open_cells(s, r) & ~s.jokers
    if r == 0:
        cells = open_cells(s, 0) | open_cells(s, 1) | open_cells(s, 2) | open_cells(s, 3)
        found |= (cells & s.jokers) << JOKER_SHIFT
    if s.with_symbols:
        for end in range(ENDS):
            if s.ends[end] == r and end_is_open(s, end):
                found |= tiles.ONE_SYMBOL
    return found


@rule
def cannot_lay(s: State, p: int, kept: int) -> None:
    """Who draws or passes holds nothing that can be laid, nor were the tiles she drew and `kept` such (EB-28)."""
    seat = s.seats[p]
    for r in range(ROWS):
        kinds = _layable(s, r)
        if kept:
            seat.lacks[r] = kinds
            seat.lacks_to_giver[r] = kinds
        else:
            seat.lacks[r] |= kinds
            seat.lacks_to_giver[r] |= kinds


@rule
def has_no_eleven(s: State, p: int) -> None:
    """Who is passed over at the start holds no 11 (EB-10)."""
    for r in range(ROWS):
        s.seats[p].lacks[r] |= bit(ELEVEN)
        s.seats[p].lacks_to_giver[r] |= bit(ELEVEN)


@rule
def cannot_hold(s: State, viewer: int, p: int, tile: int) -> bool:
    """Whether a viewer can tell that a player does not hold such a tile; the giver knows best."""
    if tiles.has(s.seats[p].lacks, 0, tile):
        return True
    return distance(s, viewer, p) == 1 and viewer < s.players and tiles.has(s.seats[p].lacks_to_giver, 0, tile)


@rule
def misremember(seen: State, dice: Array, chance: int) -> None:
    """Where a tile went that she gave away, and which numbers a player could not lay."""
    viewer, left = seen.viewer, left_of(seen, seen.viewer)
    for tile in range(TILE_KINDS):
        for at in range(0, TRAIL, ROWS):
            if tiles.has(seen.seats[viewer].trail, at, tile) and throw(dice, 100) < chance:
                tiles.take(seen.seats[viewer].trail, at, tile)
                if at == 0:
                    tiles.take(seen.seats[left].rack, 0, tile)
    for p in range(seen.players):
        if p != viewer and throw(dice, 100) < chance:
            tiles.empty(seen.seats[p].lacks, 0)
            tiles.empty(seen.seats[p].lacks_to_giver, 0)
