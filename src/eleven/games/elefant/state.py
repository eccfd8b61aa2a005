"""The state of Der Elefant im Porzellanladen.

A china kind is a number `6 * colour + value - 3`; cards of one kind are identical. Cards that a player can choose from
(their own china, the two open rows) are a pile: `pile[n]` is the mask of the kinds of which it has more than n cards,
so `pile[0]` is the mask of possible choices. All other cards are counted by kind.
"""

from typing import Annotated, Protocol

from eleven.core.rules import bits
from eleven.core.rules.enums import Questions
from eleven.core.rules.jit import rule
from eleven.core.rules.record import FixedInts, Header, Int8, Ints, Records, state_of

MAX_PLAYERS = 5
COLOURS = 3
VALUES = 6
LOWEST_VALUE = 3
CHINA_KINDS = COLOURS * VALUES
CHINA_DECK = 40
PAIR = 2
HERD = 30
COPIES = 6
"""The maximum number of cards of one kind."""
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

QUESTIONS = Questions()
"""What a seat can be asked, and the rules to look up meanwhile."""
TURN = QUESTIONS.add("turn", "EP-20", "EP-21", "EP-22", "EP-23", "EP-4")
LOSE_RED = QUESTIONS.add("lose-red", "EP-25", "EP-4.1")
LOSE_GREEN = QUESTIONS.add("lose-green", "EP-25", "EP-4.1")
LOSE_BLUE = QUESTIONS.add("lose-blue", "EP-25", "EP-4.1")
LOSE_ANY = QUESTIONS.add("lose-any", "EP-25", "EP-4.3")
SCORE = QUESTIONS.add("score", "EP-30", "EP-31")


class Seat(Protocol):
    """What lies before one player; `sheet` has their points by category, UNUSED where they have not scored yet."""

    china: Annotated[Ints, "i8", COPIES]
    money: Int8
    push: Int8
    sheet: Annotated[Ints, "i2", CATEGORIES]


class State(Header, Protocol):
    """One game.

    The top card of a deck is the first one that is not NO_CARD, and `china_left`, `herd_left` say how many follow.
    `bought` counts the purchases of all; `suffered` is the elephant whose effect is being carried out, or -1. `broken`
    and `discard` count by kind. `first` is the chosen starting player or -1; `china_cards`, `herd_cards` and `pairs`
    are what is in the box.
    """

    seats: Annotated[Records[Seat], MAX_PLAYERS]
    open_china: Annotated[Ints, "i8", COPIES]
    open_herd: Annotated[Ints, "i8", COPIES]
    turn: Int8
    bought: Int8
    suffered: Int8
    china_left: Int8
    herd_left: Int8
    china_deck: Annotated[Ints, "i1", CHINA_DECK]
    herd_deck: Annotated[Ints, "i1", HERD]
    broken: Annotated[Ints, "i1", CHINA_KINDS]
    discard: Annotated[Ints, "i1", ELEPHANT_KINDS]
    first: Int8
    china_cards: Annotated[Ints, "i1", CHINA_KINDS]
    herd_cards: Annotated[Ints, "i1", ELEPHANT_KINDS]
    pairs: Annotated[Ints, "i1", PAIR * MAX_PLAYERS]


STATE = state_of(State)


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
    """Add a card to a pile: set its bit in the first mask that lacks it."""
    added = bits.bit(kind)
    for i in range(COPIES):
        held = pile[i]
        pile[i] = held | added
        added &= held


@rule
def remove(pile: Ints, kind: int) -> None:
    """Remove a card from a pile that contains it: clear its bit in the last mask that has it."""
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
def next_seat(s: State, p: int) -> int:
    """The next player clockwise (EP-11)."""
    return (p + 1) % s.players
