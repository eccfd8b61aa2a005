"""Who sees what in Elevenses: `see` decides what a seat knows, and `imagine` deals a world from that."""

from typing import Any

from eleven.core.rules import bits
from eleven.core.rules import luck as fortune
from eleven.core.rules.asking import asked, copy_header, see_header
from eleven.core.rules.copying import copier
from eleven.core.rules.jit import rule
from eleven.core.rules.lists import copy
from eleven.core.rules.luck import Luck, throw
from eleven.core.rules.record import Array
from eleven.games.elevenses.knowledge import _share_knowledge
from eleven.games.elevenses.state import (
    ALL_ELEVENSES,
    ELEVENSES,
    EMPTY,
    FIRST_PLACE,
    GIVE,
    GUESTS,
    KEEP,
    LAST_PLACE,
    ONE_SET,
    PASS,
    PLACES,
    SET,
    STATE,
    SUGAR,
    TAKE,
    Seat,
    State,
    back_of,
    card_of,
    lies_up,
    set_of,
    top_back,
)

PUBLIC = (
    *("rounds", "turns", "server", "turn", "centre", "target", "play_on", "with_guests", "holder_last", "noon"),
    *("first", "spoons", "wishes", "seats.up", "seats.cubes", "seats.arrived"),
)
"""What everybody sees: what lies open, and what the table agreed on."""
SEEN_ONLY_FIELDS = ("viewer", "seats.aware", "seats.backs")
KNOWLEDGE_FIELDS = ("knows",)
copy_public = copier(STATE, PUBLIC, __file__)


@rule
def see(s: State, viewer: int, seen: State) -> None:
    """What a seat may know: the open table, all backs, and what it has lawfully learnt (EL-6, EL-7)."""
    see_header(s, viewer, seen)
    copy_public(s, seen)
    seen.knows[s.players] = s.knows[s.players]
    seen.knows[viewer] = s.knows[viewer]
    seen.taken = _as_known(s.taken, s.knows[viewer])
    for p in range(s.players):
        _see_seat(s, p, viewer, seen.seats[p])


@rule
def _as_known(card: int, known: int) -> int:
    """Return a card, or only its back if it is not known; EMPTY and backs stay unchanged."""
    if card < 0:
        return card
    back = top_back(card)
    return back ^ ((back ^ card) & -((known >> card) & 1))


@rule
def _see_seat(s: State, p: int, viewer: int, seen: Seat) -> None:
    """A player's places: face-up cards and known ones with their number, all others by their backs (EL-6)."""
    seat = s.seats[p]
    known = s.knows[viewer]
    seen.kitchen = seat.kitchen & known
    kitchen, slots = seat.kitchen, seat.slots
    for owner in range(s.players):
        seen.backs[owner] = bits.size((kitchen >> (owner * SET)) & ONE_SET)
    for i in range(PLACES):
        seen.slots[i] = _as_known(slots[i], known)
    seen.aware = _aware(s, p)
    seen.picked = _see_picked(s, p, viewer)
    seen.guest = seat.guest
    if p != viewer and not seat.arrived:
        seen.guest = -1


@rule
def _aware(s: State, p: int) -> int:
    """Return the face-down positions whose cards their owner knows, which is public information."""
    seat, known = s.seats[p], s.knows[p]
    up, slots = seat.up, seat.slots
    found = 0
    for i in range(FIRST_PLACE - 1, LAST_PLACE):
        found |= ((known >> slots[i]) & 1) << i
    return found & ~up


@rule
def _see_picked(s: State, p: int, viewer: int) -> int:
    """A picked card is known to its owner, to who has drawn it, and where only one is possible (EL-8)."""
    picked = s.seats[p].picked
    if picked < 0:
        return picked
    drawn_by_viewer = s.asking[s.depth - 1].what == KEEP and asked(s) == viewer
    if p == viewer or drawn_by_viewer:
        return picked
    if bits.size(s.seats[p].kitchen & set_of(back_of(picked))) == 1:
        return _as_known(picked, s.knows[viewer])
    return top_back(picked)


# Imagining


@rule
def imagine(seen: State, luck: Luck, world: State) -> None:
    """Deal the unseen cards of each set and the unseen guests, consistently with what is seen."""
    copy_header(seen, world)
    copy_public(seen, world)
    for p in range(seen.players):
        _copy_seat(seen.seats[p], world.seats[p])
    world.taken = seen.taken
    for owner in range(seen.players):
        _deal_unseen(seen, owner, luck, world)
    for p in range(seen.players):
        _pick_unseen(seen, p, luck, world)
    if seen.with_guests:
        _invite_unseen(seen, luck, world)
    _share_knowledge(seen, world)


@rule
def _copy_seat(seen: Seat, seat: Seat) -> None:
    seat.kitchen = seen.kitchen
    copy(seen.slots, seat.slots)
    seat.picked = seen.picked
    seat.guest = seen.guest


@rule
def _deal_unseen(seen: State, owner: int, luck: Luck, world: State) -> None:
    """The unseen cards of one set, shuffled, onto the unseen places with its back; Elevenses only at home (EL-21)."""
    left = 0
    unseen = set_of(owner) & ~seen.knows[seen.viewer]
    elevenses = card_of(owner, ELEVENSES)
    home = -1
    if (unseen >> elevenses) & 1:
        home = _home_for_elevenses(seen, owner, luck)
        unseen &= ~bits.bit(elevenses)
    while unseen:
        luck.things[left] = bits.lowest(unseen)
        unseen &= unseen - 1
        left += 1
    fortune.shuffle(luck, 0, luck.things, left)
    for p in range(seen.players):
        left = _fill_seat(seen, p, owner, home, luck, left, world)
    if world.taken == -1 - owner:
        left -= 1
        world.taken = luck.things[left]


@rule
def _hidden_in_kitchen(seen: State, p: int, owner: int) -> int:
    """Return how many kitchen cards with this back the viewer does not know."""
    return seen.seats[p].backs[owner] - bits.size(seen.seats[p].kitchen & set_of(owner))


@rule
def _home_for_elevenses(seen: State, owner: int, luck: Luck) -> int:
    """Choose the owner's unseen place for their Elevenses, counting positions first, then the kitchen."""
    places = 0
    for n in range(FIRST_PLACE, LAST_PLACE + 1):
        if seen.seats[owner].slots[n - 1] == -1 - owner:
            places += 1
    if not _kitchen_lacks_elevenses(seen, owner):
        places += _hidden_in_kitchen(seen, owner, owner)
    return fortune.below(luck, places)


@rule
def _kitchen_lacks_elevenses(seen: State, p: int) -> bool:
    """Whether it is public that a kitchen has no Elevenses: its only card is part of a swap, or about to be."""
    held = 0
    for owner in range(seen.players):
        held += seen.seats[p].backs[owner]
    for i in range(seen.depth):
        question = seen.asking[i]
        if question.seat == p and question.what in (PASS, GIVE) and held == 1:
            return True
    passing = seen.asking[seen.depth - 1].what == PASS
    return passing and seen.seats[p].picked == -1 - p and seen.seats[p].backs[p] == 1


@rule
def _fill_seat(seen: State, p: int, owner: int, home: int, luck: Luck, left: int, world: State) -> int:
    """Deal shuffled cards to a player's unseen places of one back; `home` is the place of the owner's Elevenses."""
    place = 0
    elevenses = card_of(owner, ELEVENSES)
    for n in range(FIRST_PLACE, LAST_PLACE + 1):
        if seen.seats[p].slots[n - 1] == -1 - owner:
            if p == owner and place == home:
                world.seats[p].slots[n - 1] = elevenses
            else:
                left -= 1
                world.seats[p].slots[n - 1] = luck.things[left]
            place += 1
    for _ in range(_hidden_in_kitchen(seen, p, owner)):
        if p == owner and place == home:
            world.seats[p].kitchen |= bits.bit(elevenses)
        else:
            left -= 1
            world.seats[p].kitchen |= bits.bit(luck.things[left])
        place += 1
    return left


@rule
def _pick_unseen(seen: State, p: int, luck: Luck, world: State) -> None:
    """Choose an unseen picked card among those with its back in the kitchen; a card to be passed is no Elevenses."""
    picked = seen.seats[p].picked
    if picked >= 0 or picked == EMPTY:
        return
    options = world.seats[p].kitchen & set_of(back_of(picked))
    if seen.asking[seen.depth - 1].what == PASS:
        options &= ~ALL_ELEVENSES
    world.seats[p].picked = fortune.choose(luck, 0, options)


@rule
def _invite_unseen(seen: State, luck: Luck, world: State) -> None:
    """Unseen guests are any of those that are not seen (EL-40)."""
    free = bits.bit(GUESTS) - 1
    for p in range(seen.players):
        if seen.seats[p].guest >= 0:
            free &= ~bits.bit(seen.seats[p].guest)
    for p in range(seen.players):
        if seen.seats[p].guest < 0:
            guest = fortune.choose(luck, 0, free)
            free &= ~bits.bit(guest)
            world.seats[p].guest = guest


# Forgetting


def forget(seen: Any) -> None:
    """Forget face-down cards (without Sugar) and other kitchens, except what the viewer is looking at now."""
    for p in range(seen.players):
        seat = seen.seats[p]
        if p != seen.viewer and not _asked_about(seen, TAKE, p):
            seat.kitchen = bits.bit(seat.picked) if _asked_about(seen, KEEP, p) else 0
        if p == seen.viewer and lies_up(seat, SUGAR):
            continue
        for n in range(FIRST_PLACE, LAST_PLACE + 1):
            if not lies_up(seat, n):
                seat.slots[n - 1] = top_back(seat.slots[n - 1])


def _asked_about(seen: Any, what: int, p: int) -> bool:
    """Whether the viewer is looking into a kitchen (EL-13, EL-19), or at the card drawn from it (EL-18)."""
    if seen.depth == 0:
        return False
    question = seen.asking[seen.depth - 1]
    return bool(question.what == what and question.seat == seen.viewer and question.about == p)


@rule
def misremember(seen: State, dice: Array, percent: int) -> None:
    """Randomly forget the other players' face-down and kitchen cards, unless they are public."""
    viewer = seen.viewer
    secrets = seen.knows[viewer] & ~seen.knows[seen.players]
    for p in range(seen.players):
        if p != viewer and seen.seats[p].picked == EMPTY:
            cards = seen.seats[p].kitchen & secrets
            while cards:
                card = bits.lowest(cards)
                cards &= cards - 1
                if card != seen.taken and throw(dice, 100) < percent:
                    seen.seats[p].kitchen &= ~bits.bit(card)
                    seen.knows[viewer] &= ~bits.bit(card)
            for i in range(FIRST_PLACE - 1, LAST_PLACE):
                card = seen.seats[p].slots[i]
                if card >= 0 and (secrets >> card) & 1 and throw(dice, 100) < percent:
                    seen.seats[p].slots[i] = top_back(card)
                    seen.knows[viewer] &= ~bits.bit(card)
