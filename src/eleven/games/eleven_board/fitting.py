"""Deals worlds when almost everything is known: finds one consistent assignment, then randomises it.

The assignment is found by moving tiles along chains of holders (a matching). An entry in `luck.things` is a tile, its
holder (the number of players stands for the bag) and, for a tile the viewer gave away, among how many players it may
be. Mixing exchanges the holders of two or three tiles if the result is consistent; every exchange is as likely as its
reverse, so in the limit all consistent worlds are equally likely.
"""

from eleven.core.rules import luck as fortune
from eleven.core.rules.bits import bit, wide
from eleven.core.rules.jit import rule
from eleven.core.rules.luck import Luck
from eleven.games.eleven_board import tiles
from eleven.games.eleven_board.knowledge import cannot_hold, distance, trail_at
from eleven.games.eleven_board.state import MAX_PLAYERS, TILE_KINDS, State, left_of

HOLDER = 128
REACH = 8 * HOLDER
NO_HOLDER = 7
EXCHANGES = 12
"""The number of attempted exchanges per tile."""


@rule
def holder_of(thing: int) -> int:
    """Who holds a thing."""
    return thing // HOLDER % 8


@rule
def _hand_to(luck: Luck, i: int, holder: int) -> None:
    luck.things[i] += (holder - holder_of(luck.things[i])) * HOLDER


@rule
def _may_be_with(seen: State, thing: int, holder: int) -> bool:
    """Whether, as far as the viewer knows, a player or the bag may hold this thing."""
    reach = thing // REACH
    if holder == seen.players:
        return reach == 0
    if holder == seen.viewer or (reach > 0 and distance(seen, seen.viewer, holder) > reach):
        return False
    return not cannot_hold(seen, seen.viewer, holder, thing % HOLDER)


@rule
def fit(seen: State, luck: Luck, count: int, world: State) -> int:
    """Fill the racks of a world; return the number of tiles for the bag, which stay in `luck.things`."""
    total = _lay_out(seen, luck, count)
    for _ in range(count, total):
        _find_holder(seen, luck, total, _most_bound(seen, luck, count, total))
    for p in range(seen.players):
        while _places(seen, luck, total, p) > 0 and _pull(seen, luck, total, p):
            pass
    _mix(seen, luck, total)
    in_bag = 0
    for i in range(total):
        thing = luck.things[i]
        if holder_of(thing) == seen.players:
            luck.things[in_bag] = thing % HOLDER
            in_bag += 1
        else:
            tiles.put(world.seats[holder_of(thing)].rack, 0, thing % HOLDER)
    return in_bag


@rule
def _lay_out(seen: State, luck: Luck, count: int) -> int:
    """Put unseen tiles into the bag, and leave tiles with several possible holders unassigned."""
    for i in range(count):
        luck.things[i] += HOLDER * wide(seen.players)
    if seen.viewer >= seen.players:
        return count
    trail = seen.seats[seen.viewer].trail
    for reach in range(2, seen.players):
        for tile in range(TILE_KINDS):
            for _ in range(tiles.count_of(trail, trail_at(reach), tile)):
                luck.things[count] = tile + HOLDER * NO_HOLDER + REACH * reach
                count += 1
    return count


@rule
def _places(seen: State, luck: Luck, total: int, p: int) -> int:
    """Return how many tiles a rack still needs."""
    places = seen.seats[p].held - tiles.number_in(seen.seats[p].rack, 0)
    for i in range(total):
        if holder_of(luck.things[i]) == p:
            places -= 1
    return places


@rule
def _is_open_to(seen: State, luck: Luck, total: int, i: int, p: int) -> bool:
    """Whether a player may hold a thing and has room for it."""
    return _may_be_with(seen, luck.things[i], p) and _places(seen, luck, total, p) > 0


@rule
def _most_bound(seen: State, luck: Luck, count: int, total: int) -> int:
    """Return the unassigned tile with the fewest possible holders."""
    best, fewest = count, MAX_PLAYERS + 1
    for i in range(count, total):
        if holder_of(luck.things[i]) == NO_HOLDER:
            choices = 0
            for p in range(seen.players):
                if _is_open_to(seen, luck, total, i, p):
                    choices += 1
            if choices < fewest:
                best, fewest = i, choices
    return best


@rule
def _find_holder(seen: State, luck: Luck, total: int, i: int) -> None:
    """Assign a tile to a player who may hold it."""
    first = fortune.below(luck, seen.players)
    for step in range(seen.players):
        p = (first + step) % seen.players
        if _is_open_to(seen, luck, total, i, p):
            _hand_to(luck, i, p)
            return
    _hand_to(luck, i, left_of(seen, seen.viewer))


@rule
def _pull(seen: State, luck: Luck, total: int, p: int) -> bool:
    """Move one more tile from the bag to a rack, if necessary via other racks; return False if that is impossible."""
    reached, ways, grew = bit(p), 0, True
    while grew and (reached >> seen.players) & 1 == 0:
        grew = False
        for i in range(total):
            holder = holder_of(luck.things[i])
            if (reached >> holder) & 1 == 0:
                to = _next_on_the_way(seen, luck.things[i], reached)
                if to != NO_HOLDER:
                    reached |= bit(holder)
                    ways |= bit(3 * holder) * to
                    grew = True
    if (reached >> seen.players) & 1 == 0:
        return False
    holder = wide(seen.players)
    while holder != p:
        to = (ways >> (3 * holder)) & 7
        _pass_on(seen, luck, total, holder, to)
        holder = to
    return True


@rule
def _next_on_the_way(seen: State, thing: int, reached: int) -> int:
    """Return a player among those already reached who may hold a thing."""
    for p in range(seen.players):
        if (reached >> p) & 1 and _may_be_with(seen, thing, p):
            return p
    return NO_HOLDER


@rule
def _pass_on(seen: State, luck: Luck, total: int, holder: int, to: int) -> None:
    """Move a random suitable tile from one holder to another."""
    first = fortune.below(luck, total)
    for step in range(total):
        i = (first + step) % total
        if holder_of(luck.things[i]) == holder and _may_be_with(seen, luck.things[i], to):
            _hand_to(luck, i, to)
            return


@rule
def _mix(seen: State, luck: Luck, total: int) -> None:
    """Repeatedly exchange two or three random tiles if the result is consistent."""
    for _ in range(EXCHANGES * total):
        i, j, k = fortune.below(luck, total), fortune.below(luck, total), fortune.below(luck, total)
        if fortune.below(luck, 2):
            k = i
        if i != j and j != k:
            _exchange(seen, luck, i, j, k)


@rule
def _exchange(seen: State, luck: Luck, i: int, j: int, k: int) -> None:
    """Move thing i to the holder of j, j to that of k, and k to that of i; with k = i, swap i and j."""
    at_i, at_j, at_k = holder_of(luck.things[i]), holder_of(luck.things[j]), holder_of(luck.things[k])
    if not _may_be_with(seen, luck.things[i], at_j) or not _may_be_with(seen, luck.things[j], at_k):
        return
    if k != i and not _may_be_with(seen, luck.things[k], at_i):
        return
    _hand_to(luck, i, at_j)
    _hand_to(luck, j, at_k)
    if k != i:
        _hand_to(luck, k, at_i)
