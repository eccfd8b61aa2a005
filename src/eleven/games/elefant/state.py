"""The state of Der Elefant im Porzellanladen.

A china kind is a number `6 * colour + value - 3`; cards of one kind are alike. What a player chooses from (her own
china, the two open rows) is a pile: `pile[n]` is the mask of the kinds of which it has more than n cards, so `pile[0]`
is the mask of what may be chosen. What nobody chooses from any more is counted by kind.
"""

from typing import Protocol

from eleven.core.rules import bits
from eleven.core.rules.jit import rule
from eleven.core.rules.record import FixedInts, Header, Ints, Records, record, state_type

MAX_PLAYERS = 5
COLOURS = 3
VALUES = 6
LOWEST_VALUE = 3
CHINA_KINDS = COLOURS * VALUES
CHINA_DECK = 40
PAIR = 2
HERD = 30
COPIES = 6
"""The most cards of one kind that a box may hold."""
ROW = 5
BLOCK = 10
"""China cards between two scorings (EP-10)."""
MOST_MONEY = 2

SMALL_MOST = 2
SMALL_KINDS: int = (SMALL_MOST + 1) ** COLOURS - 1
BIG = SMALL_KINDS
GREY = BIG + COLOURS
ODD = GREY + SMALL_MOST
EVEN = ODD + 1
ELEPHANT_KINDS = EVEN + 1
"""Small elephants of up to two of each colour come first, then the big, the grey and the numbers (EP-4)."""

LOWEST, HIGHEST, ONE_COLOUR, EVERYTHING = range(4)
CATEGORIES = 4
UNUSED = -1

UNSEEN, NO_CARD = -1, -2
ONE_OF_EACH_VALUE = (1 << VALUES) - 1
ALL_CHINA = (1 << CHINA_KINDS) - 1
ODD_VALUES = 0b010101_010101_010101
"""Values 3, 5 and 7 of every colour; the others are even."""

TURN, LOSE_RED, LOSE_GREEN, LOSE_BLUE, LOSE_ANY, SCORE = range(6)
QUESTIONS = ("turn", "lose-red", "lose-green", "lose-blue", "lose-any", "score")

SEAT = record(
    [
        ("china", "i8", (COPIES,)),
        ("money", "i1"),
        ("push", "i1"),
        ("sheet", "i2", (CATEGORIES,)),
    ]
)
STATE = state_type(
    [
        ("seats", SEAT, (MAX_PLAYERS,)),
        ("open_china", "i8", (COPIES,)),
        ("open_herd", "i8", (COPIES,)),
        ("turn", "i1"),
        ("bought", "i1"),
        ("suffered", "i1"),
        ("china_left", "i1"),
        ("herd_left", "i1"),
        ("china_deck", "i1", (CHINA_DECK,)),
        ("herd_deck", "i1", (HERD,)),
        ("broken", "i1", (CHINA_KINDS,)),
        ("discard", "i1", (ELEPHANT_KINDS,)),
        ("first", "i1"),
        ("china_cards", "i1", (CHINA_KINDS,)),
        ("herd_cards", "i1", (ELEPHANT_KINDS,)),
        ("pairs", "i1", (PAIR * MAX_PLAYERS,)),
    ]
)


class Seat(Protocol):
    """What lies before one player; `sheet` has her points by category, UNUSED where she has not scored yet."""

    china: Ints
    money: int
    push: int
    sheet: Ints


class State(Header, Protocol):
    """One game.

    The top card of a deck is the first one that is not NO_CARD, and `china_left`, `herd_left` say how many follow.
    `bought` counts the purchases of all; `suffered` is the elephant whose effect is being carried out, or -1. `broken`
    and `discard` count by kind. `first` is the chosen starting player or -1; `china_cards`, `herd_cards` and `pairs`
    are what is in the box.
    """

    seats: Records[Seat]
    open_china: Ints
    open_herd: Ints
    turn: int
    bought: int
    suffered: int
    china_left: int
    herd_left: int
    china_deck: Ints
    herd_deck: Ints
    broken: Ints
    discard: Ints
    first: int
    china_cards: Ints
    herd_cards: Ints
    pairs: Ints


@rule
def colour_mask(colour: int) -> int:
    """The china kinds of one colour."""
    return bits.wide(ONE_OF_EACH_VALUE) << (colour * VALUES)


@rule
def value_of(kind: int) -> int:
    """The number on a china card."""
    return LOWEST_VALUE + kind % VALUES


@rule
def put(pile: Ints, kind: int) -> None:
    """Add a card to a pile: it goes into the first mask that lacks its kind."""
    added = bits.bit(kind)
    for i in range(COPIES):
        held = pile[i]
        pile[i] = held | added
        added &= held


@rule
def remove(pile: Ints, kind: int) -> None:
    """Take a card that is there out of a pile: it leaves the last mask that has its kind."""
    gone = bits.bit(kind)
    for i in range(COPIES - 1, -1, -1):
        held = pile[i]
        pile[i] = held & ~gone
        gone &= ~held


@rule
def copies(pile: FixedInts, kind: int) -> int:
    """How many cards of one kind a pile has."""
    n = 0
    for i in range(COPIES):
        n += (pile[i] >> kind) & 1
    return n


@rule
def how_many(pile: Ints, kinds: int) -> int:
    """How many cards of some kinds a pile has."""
    n = 0
    for i in range(COPIES):
        n += bits.size(pile[i] & kinds)
    return n


@rule
def empty(pile: Ints) -> None:
    """Leave nothing of a pile."""
    for i in range(COPIES):
        pile[i] = 0


@rule
def next_seat(s: State, p: int) -> int:
    """The next player clockwise (EP-11)."""
    return (p + 1) % s.players
