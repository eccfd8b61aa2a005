"""Elevenses, the card game of morning tea, by David Harding: the state record.

Every player owns a set of eleven cards; the colour of the back tells whose set a card is from. A card is a number
`11 * set + (number - 1)`, so a kitchen is a bit mask over at most 44 cards.
"""

from typing import Annotated, Protocol

from eleven.core.rules.bits import wide
from eleven.core.rules.enums import Questions
from eleven.core.rules.jit import rule
from eleven.core.rules.record import Header, Int8, Int16, Int32, Int64, Ints, Records, state_of

MAX_PLAYERS = 4
SET = 11
CARDS = MAX_PLAYERS * SET
PLACES = 10
ONE_SET = (1 << SET) - 1
GUESTS = 6

TROLLEY, TEA, MILK, SUGAR, CUPS, CHINA, BISCUITS, SANDWICHES, CAKES, SERVANTS, ELEVENSES = range(1, 12)
FIRST_PLACE, LAST_PLACE = TEA, CAKES
POSITIONS = LAST_PLACE - FIRST_PLACE + 1
"""Positions 2 to 9 always hold a card; 1 and 10 lie at the sides and are empty at first."""
IN_EVERY_SET = 1 | 1 << SET | 1 << 2 * SET | 1 << 3 * SET
ALL_ELEVENSES = IN_EVERY_SET << (ELEVENSES - 1)

EMPTY = -1 - MAX_PLAYERS
"""No card. The negative numbers above it are cards of which only the back is known: -1 - set."""

QUESTIONS = Questions()
"""What a seat can be asked, and the rules to look up meanwhile."""
TURN = QUESTIONS.add("turn", "EL-3", "EL-4", "EL-5", "EL-21")
ARRANGE = QUESTIONS.add("arrange", "EL-5", "EL-15")
TEA_POT = QUESTIONS.add("tea", "EL-12")
VISIT = QUESTIONS.add("visit", "EL-13", "EL-18", "EL-19")
TAKE = QUESTIONS.add("take", "EL-13", "EL-19")
GIVE = QUESTIONS.add("give", "EL-13", "EL-18", "EL-19")
PASS = QUESTIONS.add("pass", "EL-16", "EL-17")
DRAW = QUESTIONS.add("draw", "EL-18")
KEEP = QUESTIONS.add("keep", "EL-18")
END = QUESTIONS.add("end", "EL-41")


class Seat(Protocol):
    """What lies before one player.

    `kitchen` is a mask of cards; `slots[n - 1]` is the card on position n; `up` is a mask of the numbers lying face
    up (bit n - 1); `picked` is the kitchen card picked out for passing, or drawn for Sandwiches. `backs` (kitchen cards
    of each set) and `aware` (own face-down positions the owner knows) are public and filled in only when somebody sees.
    """

    kitchen: Int64
    slots: Annotated[Ints, "i1", PLACES]
    up: Int64
    cubes: Int16
    aware: Int64
    picked: Int8
    guest: Int8
    arrived: Int8
    backs: Annotated[Ints, "i1", MAX_PLAYERS]


class State(Header, Protocol):
    """One game of Elevenses.

    `knows[p]` is the mask of cards whose position seat p (the last one: the public) has legally learnt.
    `taken` is a card taken in a swap that is not yet paid for, `centre` the Elevenses that ended the round; `turns`
    counts those of the round, the present one too; `spoons`, `wishes` and the options are what the table agreed on.
    """

    knows: Annotated[Ints, "i8", MAX_PLAYERS + 1]
    seats: Annotated[Records[Seat], MAX_PLAYERS]
    rounds: Int16
    turns: Int32
    server: Int8
    turn: Int8
    taken: Int8
    centre: Int8
    target: Int8
    play_on: Int8
    with_guests: Int8
    holder_last: Int8
    noon: Int16
    first: Int8
    spoons: Annotated[Ints, "i1", SET]
    wishes: Annotated[Ints, "i8", GUESTS]


STATE = state_of(State)


@rule
def card_of(owner: int, number: int) -> int:
    """The card with this number from this player's set."""
    return owner * SET + number - 1


@rule
def number_of(card: int) -> int:
    """The number on a card, which is its position."""
    return card % SET + 1


@rule
def back_of(card: int) -> int:
    """Return the set of a card, which its back shows; also works for cards of which only the back is known."""
    if card < 0:
        return -1 - card
    return card // SET


@rule
def set_of(owner: int) -> int:
    """All the cards of one player's set."""
    return wide(ONE_SET) << (owner * SET)


@rule
def lies_up(seat: Seat, number: int) -> bool:
    """Whether a card with this number is face up in a spread."""
    return (seat.up >> (number - 1)) & 1 == 1


@rule
def top_back(card: int) -> int:
    """A card as somebody sees it who knows only its back (EL-6)."""
    return -1 - back_of(card)


@rule
def left_of(s: State, seat: int) -> int:
    """The next player clockwise."""
    return (seat + 1) % s.players


@rule
def may_go(s: State, p: int) -> int:
    """The kitchen cards that may change hands: all but Elevenses (EL-21)."""
    return s.seats[p].kitchen & ~ALL_ELEVENSES
