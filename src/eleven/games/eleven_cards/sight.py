"""Who sees what in 11! the card game: `see` decides what a seat knows, and `imagine` deals a world from that.

The cards in other hands and in the pile are hidden. Their number is public, and so are jokers that were seen going
into a hand and numbers that a player has shown not to hold.
"""

from typing import Any

from eleven.core.rules import bits
from eleven.core.rules import luck as fortune
from eleven.core.rules.asking import asked, copy_header, see_header
from eleven.core.rules.copying import copier
from eleven.core.rules.jit import rule
from eleven.core.rules.lists import copy
from eleven.core.rules.luck import Luck, throw
from eleven.core.rules.record import Array
from eleven.games.eleven_cards.placing import can_lay
from eleven.games.eleven_cards.state import COLOURS, JOKER, MAX_PLAYERS, NUMBERS, OWE, STATE, Seat, State

PUBLIC = (
    *("places", "filled", "stand_ins", "order", "pile", "box", "bonuses_left", "used", "laid", "exchanged", "passes"),
    *("starter", "rounds", "listed", "rounds_to_play", "beginners", "exchanges_count", "first", "all_jokers"),
    *("all_bonuses", "hand_size", "links_each", "bonus_points", "joker_points"),
    *("seats.lacks", "seats.points", "seats.cards", "seats.regained", "seats.links", "seats.bonuses"),
)
"""What everybody sees: the table, what is known of the hands, and what the table agreed on."""
copy_public = copier(STATE, PUBLIC, __file__)

FREE = fortune.SCRATCH - MAX_PLAYERS
ROOM = FREE - MAX_PLAYERS
"""The index in `luck`'s scratch memory of each hand's free places: first those left, then those before dealing."""


@rule
def see(s: State, viewer: int, seen: State) -> None:
    """What a seat may know: the table, their own hand, and when the game is over every hand (EC-22)."""
    see_header(s, viewer, seen)
    copy_public(s, seen)
    for p in range(s.players):
        if p == viewer or s.over:
            _copy_hand(s.seats[p], seen.seats[p])


@rule
def _copy_hand(seat: Seat, to: Seat) -> None:
    """Copy the cards of a hand."""
    copy(seat.hand, to.hand)
    to.jokers = seat.jokers


# Imagining


@rule
def imagine(seen: State, luck: Luck, world: State) -> None:
    """Deal the unseen cards into the other hands and the pile; all consistent worlds are equally likely."""
    copy_header(seen, world)
    copy_public(seen, world)
    while not (_deal_unseen(seen, luck, world) and _debt_can_be_paid(world)):
        pass


@rule
def _debt_can_be_paid(s: State) -> bool:
    """A player who owes a card for an exchange can lay one; otherwise the exchange was not allowed (EC-18)."""
    if s.depth == 0 or s.asking[s.depth - 1].what != OWE:
        return True
    return can_lay(s, asked(s), s.used, s.seats[asked(s)].jokers)


@rule
def _deal_unseen(seen: State, luck: Luck, world: State) -> bool:
    """Try one deal: first the numbers that somebody is known to lack, then all others; return whether it worked."""
    _take_up_hidden(seen, luck, world)
    while _settle(seen, luck, world):
        pass
    for p in range(seen.players):
        luck.things[ROOM + p] = luck.things[FREE + p]
    for colour in range(COLOURS):
        lacked = world.pile_numbers[colour] & _lacked(seen, colour)
        while lacked:
            if not _deal_lacked(seen, colour, bits.lowest(lacked), luck, world):
                return False
            lacked &= lacked - 1
    _deal_others(seen, luck, world)
    return True


@rule
def _is_seen(seen: State, p: int) -> bool:
    """Whether the viewer sees a hand."""
    return p == seen.viewer or seen.over != 0


@rule
def _take_up_hidden(seen: State, luck: Luck, world: State) -> None:
    """Collect all unseen cards in the world's pile, and count the free places of every hand."""
    world.pile_jokers = seen.all_jokers - seen.box
    for colour in range(COLOURS):
        world.pile_numbers[colour] = seen.places[colour] & ~(seen.filled[colour] & ~seen.stand_ins[colour])
        world.pile_jokers -= bits.size(seen.stand_ins[colour])
    for p in range(seen.players):
        seat = world.seats[p]
        _copy_hand(seen.seats[p], seat)
        luck.things[FREE + p] = 0
        if not _is_seen(seen, p):
            seat.jokers = seat.regained
            luck.things[FREE + p] = seat.cards - seat.regained
        world.pile_jokers -= seat.jokers
        for colour in range(COLOURS):
            world.pile_numbers[colour] &= ~seat.hand[colour]


@rule
def _lacked(seen: State, colour: int) -> int:
    """The numbers of a colour that some unseen hand is known to lack."""
    numbers = 0
    for p in range(seen.players):
        if not _is_seen(seen, p):
            numbers |= seen.seats[p].lacks[colour]
    return numbers


@rule
def _may_go_to(seen: State, p: int, colour: int, n: int, luck: Luck, places: int) -> int:
    """Return the free places for a number in a hand, counted at index `places`; hands that are seen have none."""
    if (seen.seats[p].lacks[colour] >> n) & 1:
        return 0
    return luck.things[places + p]


@rule
def _room(seen: State, colour: int, n: int, luck: Luck, places: int) -> int:
    """The places a number may take in all hands; what somebody lacks is not in a pile, for there was none (EC-11)."""
    room = 0
    for p in range(seen.players):
        room += _may_go_to(seen, p, colour, n, luck, places)
    return room


@rule
def _settle(seen: State, luck: Luck, world: State) -> bool:
    """Deal numbers that only one hand can hold; return whether there were any, because others may follow."""
    settled = False
    for colour in range(COLOURS):
        lacked = world.pile_numbers[colour] & _lacked(seen, colour)
        while lacked:
            n = bits.lowest(lacked)
            room = _room(seen, colour, n, luck, FREE)
            for p in range(seen.players):
                if room > 0 and _may_go_to(seen, p, colour, n, luck, FREE) == room:
                    _deal_to(world, p, colour, n, luck)
                    settled = True
                    room = 0
            lacked &= lacked - 1
    return settled


@rule
def _deal_lacked(seen: State, colour: int, n: int, luck: Luck, world: State) -> bool:
    """Deal a number to a random place among the maximum it could have; if that place is taken, the deal fails.

    Choosing among the free places would favour nearly full hands; rejection makes all deals equally likely. The
    maximum is the number of places before dealing, but not more than are left in total.
    """
    left = 0
    for p in range(seen.players):
        left += luck.things[FREE + p]
    place = fortune.below(luck, min(left, _room(seen, colour, n, luck, ROOM)))
    for p in range(seen.players):
        free = _may_go_to(seen, p, colour, n, luck, FREE)
        if place < free:
            _deal_to(world, p, colour, n, luck)
            return True
        place -= free
    return False


@rule
def _deal_to(world: State, p: int, colour: int, n: int, luck: Luck) -> None:
    luck.things[FREE + p] -= 1
    world.seats[p].hand[colour] |= bits.bit(n)
    world.pile_numbers[colour] &= ~bits.bit(n)


@rule
def _deal_others(seen: State, luck: Luck, world: State) -> None:
    """Shuffle the remaining cards and fill the hands; the rest stays in the pile."""
    count = 0
    for colour in range(COLOURS):
        numbers = world.pile_numbers[colour]
        while numbers:
            luck.things[count] = colour * NUMBERS + bits.lowest(numbers)
            numbers &= numbers - 1
            count += 1
    for _ in range(world.pile_jokers):
        luck.things[count] = JOKER
        count += 1
    fortune.shuffle(luck, 0, luck.things, count)
    for p in range(seen.players):
        for _ in range(luck.things[FREE + p]):
            count -= 1
            _put_into_hand(world, p, luck.things[count])


@rule
def _put_into_hand(world: State, p: int, card: int) -> None:
    if card == JOKER:
        world.seats[p].jokers += 1
        world.pile_jokers -= 1
    else:
        world.seats[p].hand[card // NUMBERS] |= bits.bit(card % NUMBERS)
        world.pile_numbers[card // NUMBERS] &= ~bits.bit(card % NUMBERS)


# Forgetting


def forget(seen: Any) -> None:
    """The numbers that a player showed not to hold when they laid nothing (EC-11)."""
    for p in range(seen.players):
        lacks = seen.seats[p].lacks
        lacks[:] = [0] * len(lacks)


# Misremembering


@rule
def misremember(seen: State, dice: Array, percent: int) -> None:
    """Randomly forget who has shown not to hold a number, and who took a joker."""
    for p in range(seen.players):
        if p != seen.viewer:
            for colour in range(COLOURS):
                if throw(dice, 100) < percent:
                    seen.seats[p].lacks[colour] = 0
            for _ in range(seen.seats[p].regained):
                if throw(dice, 100) < percent:
                    seen.seats[p].regained -= 1
