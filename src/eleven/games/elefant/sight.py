"""Who sees what: everything is visible except the order of the two decks.

`see` hides only that order, and `imagine` shuffles the cards that must be in the decks.
"""

from eleven.core.rules import luck as fortune
from eleven.core.rules.asking import copy_header, see_header
from eleven.core.rules.copying import copier
from eleven.core.rules.jit import rule
from eleven.core.rules.luck import Luck
from eleven.core.rules.record import Ints
from eleven.games.elefant.events import LUCK_CHINA, LUCK_HERD
from eleven.games.elefant.state import (
    CHINA_DECK,
    CHINA_KINDS,
    ELEPHANT_KINDS,
    HERD,
    NO_CARD,
    PAIR,
    STATE,
    UNSEEN,
    State,
    copies,
)

PUBLIC = (
    *("open_china", "open_herd", "turn", "bought", "suffered", "china_left", "herd_left", "first"),
    *("broken", "discard", "china_cards", "herd_cards", "pairs"),
    *("seats.china", "seats.money", "seats.push", "seats.sheet"),
)
"""What everybody sees: the open table and what is in the box."""
copy_public = copier(STATE, PUBLIC, __file__)


@rule
def see(s: State, viewer: int, seen: State) -> None:
    """Every seat sees the same: all but which card of a deck lies where (EP-10)."""
    see_header(s, viewer, seen)
    copy_public(s, seen)
    _see_deck(seen.china_deck, CHINA_DECK, s.china_left)
    _see_deck(seen.herd_deck, HERD, s.herd_left)


@rule
def _see_deck(deck: Ints, size: int, left: int) -> None:
    """Show how many cards are left, but not their order."""
    top = size - left
    for i in range(size):
        deck[i] = UNSEEN if i >= top else NO_CARD


# Imagining


@rule
def imagine(seen: State, luck: Luck, world: State) -> None:
    """Shuffle the cards that are nowhere else into the decks."""
    copy_header(seen, world)
    copy_public(seen, world)
    n = 0
    for kind in range(CHINA_KINDS):
        for _ in range(in_game(seen, kind) - china_in_sight(seen, kind)):
            luck.things[n] = kind
            n += 1
    fortune.shuffle(luck, LUCK_CHINA, luck.things, n)
    _stack(luck.things, n, world.china_deck, CHINA_DECK)
    n = 0
    for kind in range(ELEPHANT_KINDS):
        for _ in range(seen.herd_cards[kind] - herd_in_sight(seen, kind)):
            luck.things[n] = kind
            n += 1
    fortune.shuffle(luck, LUCK_HERD, luck.things, n)
    _stack(luck.things, n, world.herd_deck, HERD)


@rule
def _stack(things: Ints, n: int, deck: Ints, size: int) -> None:
    for i in range(size - n):
        deck[i] = NO_CARD
    for i in range(n):
        deck[size - n + i] = things[i]


@rule
def mix(s: State, luck: Luck) -> None:
    """Shuffle the remaining cards of each deck."""
    _mix_deck(luck, LUCK_CHINA, s.china_deck, CHINA_DECK, s.china_left)
    _mix_deck(luck, LUCK_HERD, s.herd_deck, HERD, s.herd_left)


@rule
def _mix_deck(luck: Luck, kind: int, deck: Ints, size: int, left: int) -> None:
    for i in range(left):
        luck.things[i] = deck[size - left + i]
    fortune.shuffle(luck, kind, luck.things, left)
    _stack(luck.things, left, deck, size)


@rule
def in_game(s: State, kind: int) -> int:
    """How many china cards of a kind are in the game: the deck and the pairs that are not in the box (EP-1, EP-3)."""
    n = s.china_cards[kind]
    for i in range(PAIR * s.players):
        if s.pairs[i] == kind:
            n += 1
    return n


@rule
def china_in_sight(s: State, kind: int) -> int:
    """How many china cards of a kind lie open or are broken."""
    n = s.broken[kind] + copies(s.open_china, kind)
    for p in range(s.players):
        n += copies(s.seats[p].china, kind)
    return n


@rule
def herd_in_sight(s: State, kind: int) -> int:
    """Return how many elephants of a kind are visible, discarded, or currently taking effect."""
    n = s.discard[kind] + copies(s.open_herd, kind)
    if s.suffered == kind:
        n += 1
    return n
