"""All worlds that are consistent with a sight, by brute force over unseen cards and unseen places."""

from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

from eleven.core.rules.record import THE_TRUTH, clone
from eleven.games.elevenses.state import (
    ALL_ELEVENSES,
    ELEVENSES,
    EMPTY,
    GIVE,
    GUESTS,
    PASS,
    PLACES,
    SET,
    back_of,
    card_of,
    number_of,
    set_of,
)

Place = tuple[str, int, int]
Deal = frozenset[tuple[Place, int]]


def worlds(seen: Any) -> Iterator[Any]:
    """Yield every consistent state; `knows` stays as seen."""
    deals = [_deals(seen, owner) for owner in range(seen.players)]
    for parts in product(*deals, _guest_lists(seen)):
        world = clone(seen)
        world.viewer = THE_TRUTH
        for part in parts:
            for place, card in part:
                _put(world, place, card)
        if _lawful(seen, world):
            yield from _with_picked(seen, world)


def _places(seen: Any, owner: int) -> list[Place]:
    """Return the unseen places with one back."""
    found: list[Place] = []
    for p in range(seen.players):
        found += [("slot", p, i) for i in range(PLACES) if seen.seats[p].slots[i] == -1 - owner]
        known = bin(int(seen.seats[p].kitchen) & int(set_of(owner))).count("1")
        found += [("kitchen", p, 0)] * (int(seen.seats[p].backs[owner]) - known)
    return found + [("taken", 0, 0)] * int(seen.taken == -1 - owner)


def _deals(seen: Any, owner: int) -> set[Deal]:
    """Return all deals of one set; Elevenses never leaves its owner (EL-21)."""
    known = int(seen.knows[seen.viewer])
    unseen = [card for card in range(owner * SET, owner * SET + SET) if not known >> card & 1]
    places = _places(seen, owner)
    assert len(unseen) == len(places), "as many unseen cards as unseen places"
    found = set()
    for order in permutations(unseen):
        deal = frozenset(zip(places, order, strict=True))
        home = [place for place, card in deal if card == card_of(owner, ELEVENSES)]
        if not home or (home[0][0] != "taken" and home[0][1] == owner):
            found.add(deal)
    return found


def _guest_lists(seen: Any) -> list[Deal]:
    """Return all assignments of unseen guests (EL-40)."""
    seats = [p for p in range(seen.players) if seen.with_guests and seen.seats[p].guest < 0]
    free = set(range(GUESTS)) - {int(seen.seats[p].guest) for p in range(seen.players)}
    orders = permutations(sorted(free), len(seats))
    return [frozenset((("guest", p, 0), guest) for p, guest in zip(seats, order, strict=True)) for order in orders]


def _put(world: Any, place: Place, thing: int) -> None:
    what, p, i = place
    if what == "slot":
        world.seats[p].slots[i] = thing
    elif what == "kitchen":
        world.seats[p].kitchen |= 1 << thing
    elif what == "guest":
        world.seats[p].guest = thing
    else:
        world.taken = thing


def _lawful(seen: Any, world: Any) -> bool:
    """Whether everybody who must pass or give a card has one that may change hands (EL-13, EL-16, EL-19)."""
    for question in seen.asking[: seen.depth]:
        if question.what in (PASS, GIVE) and not int(world.seats[question.seat].kitchen) & ~ALL_ELEVENSES:
            return False
    for p in range(seen.players):
        for backs in range(seen.players):
            held = int(world.seats[p].kitchen) & int(set_of(backs))
            assert bin(held).count("1") == seen.seats[p].backs[backs]
    return True


def _with_picked(seen: Any, world: Any) -> Iterator[Any]:
    """Yield the worlds for every possible picked card; Elevenses is never passed (EL-21)."""
    choices = []
    passing = seen.asking[seen.depth - 1].what == PASS
    for p in range(seen.players):
        picked = int(seen.seats[p].picked)
        held = [card for card in range(seen.players * SET) if int(world.seats[p].kitchen) >> card & 1]
        if picked >= 0 or picked == EMPTY:
            choices.append([picked])
        else:
            alike = [card for card in held if back_of(card) == -1 - picked]
            choices.append([card for card in alike if not (passing and number_of(card) == ELEVENSES)])
    for picks in product(*choices):
        exact = clone(world)
        for p, card in enumerate(picks):
            exact.seats[p].picked = card
            exact.seats[p].backs[:] = 0
        yield exact
