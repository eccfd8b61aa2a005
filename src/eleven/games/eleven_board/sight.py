"""Who sees what in 11! the board game: `see`, the one door for hidden information, and `imagine`, which deals from it.

A world is consistent if it would look like `seen`. What players could conclude for certain is part of `seen`:
tiles that a rack surely lacks (`lacks`), tiles given away (`trail`), and that whoever is asked to start holds an 11.
"""

from eleven.core import bits
from eleven.core import luck as fortune
from eleven.core.asking import copy_header, see_header
from eleven.core.jit import rule
from eleven.core.luck import Luck
from eleven.core.record import Ints
from eleven.games.eleven_board import tiles
from eleven.games.eleven_board.counting import known_copies, unseen_numbers
from eleven.games.eleven_board.knowledge import cannot_hold, trail_at
from eleven.games.eleven_board.setting_out import copies_of
from eleven.games.eleven_board.state import (
    ENDS,
    FIRST_JOKER,
    FIRST_SYMBOL,
    GAPS,
    LAST,
    MAX_TILES,
    NO_TILE,
    ROWS,
    START,
    SYMBOL_KINDS,
    TILE_KINDS,
    TRAIL,
    Seat,
    State,
    left_of,
    right_of,
)

HIDDEN_FIELDS = ("bag", "seats.rack", "seats.trail", "seats.lacks_to_giver")
SEEN_ONLY_FIELDS = ("viewer",)
TRIES = 5000


@rule
def see(s: State, viewer: int, seen: State) -> None:
    """The open table, the viewer's own rack, and what she knows of the others'; at the end all racks lie open."""
    see_header(s, viewer, seen)
    _copy_open(s, seen)
    for i in range(MAX_TILES):
        seen.bag[i] = NO_TILE
    for p in range(s.players):
        if p == viewer or s.over:
            _copy_tiles(s.seats[p].rack, seen.seats[p].rack)
    if viewer < s.players:
        _see_neighbours(s, viewer, seen)


@rule
def _see_neighbours(s: State, viewer: int, seen: State) -> None:
    """What a player gave to her left and got from her right, and what follows for who lacks what (EB-27)."""
    left, right = left_of(s, viewer), right_of(s, viewer)
    for i in range(TRAIL):
        seen.seats[viewer].trail[i] = s.seats[viewer].trail[i]
    _copy_tiles(s.seats[right].trail, seen.seats[right].trail)
    _copy_tiles(s.seats[left].lacks_to_giver, seen.seats[left].lacks_to_giver)
    _copy_tiles(s.seats[viewer].lacks_to_giver, seen.seats[viewer].lacks_to_giver)
    if not s.over:
        _copy_tiles(s.seats[viewer].trail, seen.seats[left].rack)


@rule
def _copy_tiles(one: Ints, other: Ints) -> None:
    """Copy the first set of tiles of an array."""
    for r in range(ROWS):
        other[r] = one[r]


@rule
def _copy_open(s: State, to: State) -> None:
    """What lies open to everybody and what the table agreed on."""
    _copy_tiles(s.board, to.board)
    _copy_tiles(s.fresh, to.fresh)
    for i in range(GAPS):
        to.bridges[i] = s.bridges[i]
        to.bonus_bridges[i] = s.bonus_bridges[i]
    for i in range(ENDS):
        to.ends[i] = s.ends[i]
    to.zones = s.zones
    to.jokers = s.jokers
    to.in_bag = s.in_bag
    to.turn = s.turn
    to.laid = s.laid
    to.bonuses = s.bonuses
    to.pending = s.pending
    to.rounds = s.rounds
    to.opener = s.opener
    to.hand = s.hand
    to.with_symbols = s.with_symbols
    to.last_round = s.last_round
    to.first = s.first
    for p in range(s.players):
        _copy_open_seat(s.seats[p], to.seats[p])


@rule
def _copy_open_seat(seat: Seat, to: Seat) -> None:
    """The number of tiles, the points, and what everybody knows to be lacking."""
    to.held = seat.held
    to.points = seat.points
    _copy_tiles(seat.lacks, to.lacks)


# Imagining


@rule
def imagine(seen: State, luck: Luck, world: State) -> None:
    """Deal the unseen tiles onto racks and into the bag, each way that would look the same being as likely.

    Ways are tried until one fits what is known, which keeps them equally likely; after very many tries the last one
    is mended instead.
    """
    copy_header(seen, world)
    _copy_open(seen, world)
    _copy_knowledge(seen, world)
    count = _lay_out_unseen(seen, luck)
    used, tries = -1, 0
    while used < 0 and tries < TRIES:
        used = _deal_unseen(seen, luck, count, False, world)
        tries += 1
    if used < 0:
        used = _deal_unseen(seen, luck, count, True, world)
        _mend(seen, luck, used, count, world)
    _fill_bag(luck, used, count, world)


@rule
def _copy_knowledge(seen: State, world: State) -> None:
    """The viewer knows what she knows; the others at least what everybody does, and what she saw them learn."""
    for p in range(seen.players):
        for i in range(TRAIL):
            world.seats[p].trail[i] = seen.seats[p].trail[i]
        for r in range(ROWS):
            world.seats[p].lacks_to_giver[r] = seen.seats[p].lacks_to_giver[r] | seen.seats[p].lacks[r]


@rule
def _lay_out_unseen(seen: State, luck: Luck) -> int:
    """Lay out the tiles whose place the viewer has no idea of; how many there are."""
    count = 0
    for r in range(ROWS):
        left = unseen_numbers(seen, r)
        while left:
            luck.things[count] = r * LAST + bits.lowest(left) - 1
            left &= left - 1
            count += 1
    for tile in range(FIRST_JOKER, FIRST_SYMBOL + SYMBOL_KINDS):
        if copies_of(seen, tile):
            for _ in range(copies_of(seen, tile) - known_copies(seen, tile)):
                luck.things[count] = tile
                count += 1
    return count


@rule
def _deal_unseen(seen: State, luck: Luck, count: int, anything: bool, world: State) -> int:
    """Fill the racks at random; how many tiles were used, or -1 once one went where it cannot be."""
    for p in range(seen.players):
        _copy_tiles(seen.seats[p].rack, world.seats[p].rack)
    if seen.viewer < seen.players and not seen.over:
        for reach in range(2, seen.players):
            if not _place_trail(seen, luck, reach, anything, world):
                return -1
    used = 0
    for p in range(seen.players):
        for _ in range(_room(world, p)):
            other = used + fortune.below(luck, count - used)
            luck.things[used], luck.things[other] = luck.things[other], luck.things[used]
            if not anything and cannot_hold(seen, seen.viewer, p, luck.things[used]):
                return -1
            tiles.put(world.seats[p].rack, 0, luck.things[used])
            used += 1
    if not anything and not _can_start(world):
        return -1
    return used


@rule
def _room(world: State, p: int) -> int:
    """How many tiles a rack still misses."""
    return world.seats[p].held - tiles.number_in(world.seats[p].rack, 0)


@rule
def _can_start(world: State) -> bool:
    """Who is asked to start holds an 11 (EB-10)."""
    if world.depth == 0 or world.asking[0].what != START:
        return True
    return tiles.has_eleven(world.seats[world.asking[0].seat].rack)


@rule
def _place_trail(seen: State, luck: Luck, reach: int, anything: bool, world: State) -> bool:
    """Put every tile that is with one of the next `reach` players on a free place of theirs."""
    trail = seen.seats[seen.viewer].trail
    if tiles.number_in(trail, trail_at(reach)) == 0:
        return True
    for tile in range(TILE_KINDS):
        for _ in range(tiles.count_of(trail, trail_at(reach), tile)):
            p = _random_holder(luck, seen.viewer, reach, world)
            if not anything and cannot_hold(seen, seen.viewer, p, tile):
                return False
            tiles.put(world.seats[p].rack, 0, tile)
    return True


@rule
def _random_holder(luck: Luck, viewer: int, reach: int, world: State) -> int:
    """One of the next `reach` players, as likely as she has free places."""
    places = 0
    for step in range(1, reach + 1):
        places += _room(world, (viewer + step) % world.players)
    chosen = fortune.below(luck, places)
    p = left_of(world, viewer)
    while chosen >= _room(world, p):
        chosen -= _room(world, p)
        p = left_of(world, p)
    return p


@rule
def _mend(seen: State, luck: Luck, used: int, count: int, world: State) -> None:
    """Exchange tiles that a rack cannot hold for others from the bag."""
    for p in range(seen.players):
        for tile in range(TILE_KINDS):
            while (
                p != seen.viewer
                and tiles.has(world.seats[p].rack, 0, tile)
                and cannot_hold(seen, seen.viewer, p, tile)
                and _exchange(seen, luck, p, tile, used, count, world)
            ):
                pass


@rule
def _exchange(seen: State, luck: Luck, p: int, tile: int, used: int, count: int, world: State) -> bool:
    """Swap a tile for a random one of the bag that the player may hold; False if there is none."""
    start = fortune.below(luck, max(count - used, 1))
    for step in range(count - used):
        i = used + (start + step) % (count - used)
        if not cannot_hold(seen, seen.viewer, p, luck.things[i]):
            tiles.take(world.seats[p].rack, 0, tile)
            tiles.put(world.seats[p].rack, 0, luck.things[i])
            luck.things[i] = tile
            return True
    return False


@rule
def _fill_bag(luck: Luck, used: int, count: int, world: State) -> None:
    """The tiles that are left lie in the bag in any order."""
    for i in range(MAX_TILES):
        world.bag[i] = NO_TILE
    for i in range(count - used):
        other = used + i + fortune.below(luck, count - used - i)
        luck.things[used + i], luck.things[other] = luck.things[other], luck.things[used + i]
        world.bag[i] = luck.things[used + i]
