"""Who sees what in 11! the board game: `see` decides what a seat knows, and `imagine` deals a world from that.

A world is consistent if it would look like `seen`, which includes certain conclusions: tiles that a rack cannot have
(`lacks`), tiles given away (`trail`), and that a player who is asked to start holds an 11. Deals are repeated until one
fits everything that is known (rejection sampling), so all consistent worlds are equally likely. If hardly any deal
fits, because the racks are almost known, `fitting` constructs a world instead.
"""

from typing import Any

from eleven.core.rules import bits
from eleven.core.rules import luck as fortune
from eleven.core.rules.asking import copy_header, see_header
from eleven.core.rules.copying import copier
from eleven.core.rules.jit import rule
from eleven.core.rules.lists import copy, fill
from eleven.core.rules.luck import Luck, throw
from eleven.core.rules.record import Array, Ints
from eleven.games.eleven_board import tiles
from eleven.games.eleven_board.fitting import fit
from eleven.games.eleven_board.knowledge import cannot_hold, known_copies, trail_at, unseen_numbers
from eleven.games.eleven_board.state import (
    FIRST_JOKER,
    FIRST_SYMBOL,
    LAST,
    MAX_TILES,
    NO_TILE,
    ROWS,
    START,
    STATE,
    SYMBOL_KINDS,
    TILE_KINDS,
    TRAIL,
    State,
    left_of,
    right_of,
)
from eleven.games.eleven_board.tiles import copies_of

PUBLIC = (
    *("board", "fresh", "bridges", "bonus_bridges", "cells", "ends", "zones", "jokers", "in_bag", "turn", "laid"),
    *(
        "drew",
        "bonuses",
        "pending",
        "rounds",
        "opener",
        "hand",
        "with_symbols",
        "bonus_after_draw",
        "last_round",
        "first",
    ),
    *("seats.held", "seats.points", "seats.lacks"),
)
"""What everybody sees: the open table, what a rack is known to lack, and what the table agreed on."""
copy_public = copier(STATE, PUBLIC, __file__)
KNOWLEDGE_FIELDS = ("seats.trail", "seats.lacks_to_giver")


@rule
def see(s: State, viewer: int, seen: State) -> None:
    """Show the table, the viewer's own rack, and what they know of the others'; at the end show all racks."""
    see_header(s, viewer, seen)
    copy_public(s, seen)
    fill(seen.bag, NO_TILE)
    for p in range(s.players):
        if p == viewer or s.over:
            copy(s.seats[p].rack, seen.seats[p].rack)
    if viewer < s.players:
        _see_neighbours(s, viewer, seen)


@rule
def _see_neighbours(s: State, viewer: int, seen: State) -> None:
    """What a player gave to their left and got from their right, and what follows for who lacks what (EB-27)."""
    left, right = left_of(s, viewer), right_of(s, viewer)
    copy(s.seats[viewer].trail, seen.seats[viewer].trail)
    copy_tiles(s.seats[right].trail, seen.seats[right].trail)
    copy(s.seats[left].lacks_to_giver, seen.seats[left].lacks_to_giver)
    copy(s.seats[viewer].lacks_to_giver, seen.seats[viewer].lacks_to_giver)
    if not s.over:
        copy_tiles(s.seats[viewer].trail, seen.seats[left].rack)


@rule
def copy_tiles(one: Ints, other: Ints) -> None:
    """Copy the first set of tiles of an array."""
    for r in range(ROWS):
        other[r] = one[r]


# Imagining

TRIES = 40
TRIES_AT_START = 1500
"""Nothing but the 11s is known then (EB-10), so that a deal always fits before long."""


@rule
def imagine(seen: State, luck: Luck, world: State) -> None:
    """Deal the unseen tiles onto racks and into the bag; all consistent worlds are equally likely."""
    copy_header(seen, world)
    copy_public(seen, world)
    _copy_knowledge(seen, world)
    count = _lay_out_unseen(seen, luck)
    left = TRIES_AT_START if _somebody_starts(seen) else TRIES
    used = -1
    while used < 0 and left > 0:
        used = _deal_unseen(seen, luck, count, world)
        left -= 1
    if used < 0:
        for p in range(seen.players):
            copy_tiles(seen.seats[p].rack, world.seats[p].rack)
        used, count = 0, fit(seen, luck, count, world)
    _fill_bag(luck, used, count, world)


@rule
def _copy_knowledge(seen: State, world: State) -> None:
    """Copy knowledge: all of the viewer's, and of the others' what is public or what the viewer saw them learn."""
    for p in range(seen.players):
        for i in range(TRAIL):
            world.seats[p].trail[i] = seen.seats[p].trail[i]
        for r in range(ROWS):
            world.seats[p].lacks_to_giver[r] = seen.seats[p].lacks_to_giver[r] | seen.seats[p].lacks[r]


@rule
def _lay_out_unseen(seen: State, luck: Luck) -> int:
    """List the tiles of which the viewer knows nothing in `luck.things`; return their number."""
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
def _deal_unseen(seen: State, luck: Luck, count: int, world: State) -> int:
    """Fill the racks at random; return the number of tiles used, or -1 if a tile does not fit.

    The first rack only gets tiles that may be there, which leaves the same number of ways for the others.
    """
    for p in range(seen.players):
        copy_tiles(seen.seats[p].rack, world.seats[p].rack)
    if not _place_trails(seen, luck, world):
        return -1
    used, limit = 0, count
    for p in range(seen.players):
        if used == 0 and _room(world, p) > 0:
            limit = _bring_forward(seen, luck, count, p)
        if _room(world, p) > limit - used:
            return -1
        for _ in range(_room(world, p)):
            other = used + fortune.below(luck, limit - used)
            luck.things[used], luck.things[other] = luck.things[other], luck.things[used]
            if cannot_hold(seen, seen.viewer, p, luck.things[used]):
                return -1
            tiles.put(world.seats[p].rack, 0, luck.things[used])
            used += 1
        limit = count
    if _somebody_starts(seen) and not tiles.has_eleven(world.seats[seen.asking[0].seat].rack):
        return -1
    return used


@rule
def _bring_forward(seen: State, luck: Luck, count: int, p: int) -> int:
    """Move the tiles that a player may hold to the front; return their number.

    If some tiles have several possible holders, the number of free places varies, so the order stays unchanged.
    """
    if _doubtful(seen) > 0:
        return count
    found = 0
    for i in range(count):
        if not cannot_hold(seen, seen.viewer, p, luck.things[i]):
            luck.things[found], luck.things[i] = luck.things[i], luck.things[found]
            found += 1
    return found


@rule
def _doubtful(seen: State) -> int:
    """Return how many tiles the viewer knows to be with one of two or three players."""
    if seen.viewer >= seen.players or seen.over:
        return 0
    trail = seen.seats[seen.viewer].trail
    return tiles.number_in(trail, trail_at(2)) + tiles.number_in(trail, trail_at(3))


@rule
def _somebody_starts(seen: State) -> bool:
    """Whether somebody is asked to start, and so holds an 11 (EB-10)."""
    return seen.depth > 0 and seen.asking[0].what == START


@rule
def _room(world: State, p: int) -> int:
    """Return how many tiles a rack still needs."""
    return world.seats[p].held - tiles.number_in(world.seats[p].rack, 0)


@rule
def _place_trails(seen: State, luck: Luck, world: State) -> bool:
    """Place every tile that is with one of the next players on one of their racks, most certain tiles first."""
    if _doubtful(seen) == 0:
        return True
    trail = seen.seats[seen.viewer].trail
    for reach in range(2, seen.players):
        for tile in range(TILE_KINDS):
            for _ in range(tiles.count_of(trail, trail_at(reach), tile)):
                p = _random_holder(luck, seen.viewer, reach, world)
                if cannot_hold(seen, seen.viewer, p, tile):
                    return False
                tiles.put(world.seats[p].rack, 0, tile)
    return True


@rule
def _random_holder(luck: Luck, viewer: int, reach: int, world: State) -> int:
    """Choose one of the next `reach` players, with probabilities proportional to their free places."""
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
def _fill_bag(luck: Luck, used: int, count: int, world: State) -> None:
    """Put the remaining tiles into the bag in random order."""
    for i in range(MAX_TILES):
        world.bag[i] = NO_TILE
    for i in range(count - used):
        other = used + i + fortune.below(luck, count - used - i)
        luck.things[used + i], luck.things[other] = luck.things[other], luck.things[used + i]
        world.bag[i] = luck.things[used + i]


@rule
def mix(s: State, luck: Luck) -> None:
    """Shuffle the bag."""
    fortune.shuffle(luck, 0, s.bag, s.in_bag)


# Forgetting


def forget(seen: Any) -> None:
    """Tiles known to be on other racks, and what racks are known to lack (EB-27, EB-28); at the end all lie open."""
    for p in range(seen.players):
        seat = seen.seats[p]
        for known in (seat.trail, seat.lacks, seat.lacks_to_giver):
            known[:] = [0] * len(known)
        if p != seen.viewer and not seen.over:
            seat.rack[:] = [0] * len(seat.rack)


@rule
def misremember(seen: State, dice: Array, percent: int) -> None:
    """Randomly forget where tiles given away are, and which numbers players could not lay."""
    viewer, left = seen.viewer, left_of(seen, seen.viewer)
    for tile in range(TILE_KINDS):
        for at in range(0, TRAIL, ROWS):
            if tiles.has(seen.seats[viewer].trail, at, tile) and throw(dice, 100) < percent:
                tiles.take(seen.seats[viewer].trail, at, tile)
                if at == 0:
                    tiles.take(seen.seats[left].rack, 0, tile)
    for p in range(seen.players):
        if p != viewer and throw(dice, 100) < percent:
            tiles.empty(seen.seats[p].lacks, 0)
            tiles.empty(seen.seats[p].lacks_to_giver, 0)
