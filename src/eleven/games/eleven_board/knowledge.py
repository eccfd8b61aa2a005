"""What players have lawfully learnt about racks (EB-27, EB-28, EB-10), kept sound when tiles move.

A tile given away is known to the two concerned. While its new owner keeps it, the giver knows where it is; once that
owner gives a tile face down, it is with one of the two; and so on round the table. Of tiles that are alike, so
many are remembered as must still be there. (Of several remembered tiles at most one can have moved on with one gift;
that much is forgotten.) Who draws or passes has nothing that can be laid: everybody knows what their rack then lacks.
"""

from eleven.core.rules.bits import bit
from eleven.core.rules.jit import rule
from eleven.core.rules.record import Ints
from eleven.games.eleven_board import tiles
from eleven.games.eleven_board.placing import end_is_free, end_is_open, open_cells
from eleven.games.eleven_board.state import (
    ELEVEN,
    ENDS,
    FIRST_SYMBOL,
    JOKER_SHIFT,
    MAX_PLAYERS,
    ROWS,
    TILE_KINDS,
    TRAIL,
    State,
    is_joker,
    is_symbol,
    number_of,
    row_of,
)
from eleven.games.eleven_board.tiles import copies_of


@rule
def forget_everything(s: State) -> None:
    """Clear all knowledge at the start of a round."""
    for p in range(MAX_PLAYERS):
        seat = s.seats[p]
        for i in range(TRAIL):
            seat.trail[i] = 0
        tiles.empty(seat.lacks, 0)
        tiles.empty(seat.lacks_to_giver, 0)


@rule
def trail_at(reach: int) -> int:
    """Return the start index of the set of tiles that are with one of the next `reach` players."""
    return (reach - 1) * ROWS


@rule
def distance(s: State, p: int, q: int) -> int:
    """Return how many seats to the left of p player q sits."""
    return (q - p + s.players) % s.players


@rule
def _strike_out(s: State, p: int, nearest: int, tile: int) -> None:
    """Remove a tile from what p remembers of players at distance `nearest` or more, who no longer have it."""
    trail = s.seats[p].trail
    for reach in range(nearest, s.players):
        if tiles.has(trail, trail_at(reach), tile):
            tiles.take(trail, trail_at(reach), tile)
            return


@rule
def tile_is_laid(s: State, owner: int, tile: int) -> None:
    """Update everybody's knowledge when a tile is laid on the board."""
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
    """Extend the possible holders of tiles that were with the next `reach` players by the player after them."""
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
    """Keep what both giver and receiver lack; the giver knows exactly which tile was given."""
    lacks, known = s.seats[receiver].lacks, s.seats[receiver].lacks_to_giver
    if tiles.has(known, 0, tile):
        tiles.take(known, 0, tile)
    for r in range(ROWS):
        lacks[r] &= s.seats[giver].lacks[r]


@rule
def _layable(s: State, r: int) -> int:
    """Return mask r of the set of all kinds of tiles that can be laid now."""
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
    """A player who draws or passes can lay nothing that they hold, nor the tiles that they drew and `kept` (EB-28)."""
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
    """A player who is passed over at the start holds no 11 (EB-10)."""
    for r in range(ROWS):
        s.seats[p].lacks[r] |= bit(ELEVEN)
        s.seats[p].lacks_to_giver[r] |= bit(ELEVEN)


@rule
def cannot_hold(s: State, viewer: int, p: int, tile: int) -> bool:
    """Whether a viewer knows that a player does not hold such a tile; the player to the right may know more."""
    if tiles.has(s.seats[p].lacks, 0, tile):
        return True
    return distance(s, viewer, p) == 1 and viewer < s.players and tiles.has(s.seats[p].lacks_to_giver, 0, tile)


@rule
def on_board(s: State, tile: int) -> int:
    """How many tiles of a kind lie on the board; what lies on a joker's column is a joker (EB-1)."""
    found = 0
    if copies_of(s, tile) == 0:
        return found
    if is_symbol(tile):
        for end in range(ENDS):
            if s.ends[end] == tile - FIRST_SYMBOL and not end_is_free(s, end):
                found += 1
        return found
    if is_joker(tile):
        for r in range(ROWS):
            found += (s.board[r] >> number_of(tile)) & 1
        return found
    return (s.board[row_of(tile)] >> number_of(tile)) & 1


@rule
def on_racks(s: State, tile: int) -> int:
    """How many tiles of a kind are on racks, as far as they are seen."""
    found = 0
    for p in range(s.players):
        found += tiles.count_of(s.seats[p].rack, 0, tile)
    return found


@rule
def known_copies(seen: State, tile: int) -> int:
    """How many tiles of a kind the viewer can locate, even if only on one of two or three racks."""
    found = on_board(seen, tile) + on_racks(seen, tile)
    if seen.pending == tile:
        found += 1
    if seen.viewer < seen.players and not seen.over:
        for reach in range(2, seen.players):
            found += tiles.count_of(seen.seats[seen.viewer].trail, trail_at(reach), tile)
    return found


@rule
def unseen_numbers(seen: State, r: int) -> int:
    """The coloured tiles of a row that the viewer cannot place, as bits."""
    gone = seen.board[r] | seen.jokers
    for p in range(seen.players):
        gone |= seen.seats[p].rack[r]
    if seen.viewer < seen.players and not seen.over:
        for reach in range(2, seen.players):
            gone |= seen.seats[seen.viewer].trail[trail_at(reach) + r]
    return seen.cells[r] & ~gone
