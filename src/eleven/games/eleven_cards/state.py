"""11! the card game: the state record.

A row is a mask of 21 places, number n being bit n - 1; rows and hands have one mask per colour, in the order of
`tokens.COLOUR_NAMES`. A card is a number `21 * colour + (n - 1)`; all jokers are the same card JOKER. The pile has no
order: it is what nobody holds, and a card is chosen at random when somebody draws.
"""

from typing import Annotated, Protocol

from eleven.core.rules.enums import Questions
from eleven.core.rules.jit import rule
from eleven.core.rules.record import Header, Int8, Int16, Ints, Records, state_of

MAX_PLAYERS = 6
COLOURS = 4
NUMBERS = 21
CARDS = COLOURS * NUMBERS
JOKER = CARDS
ROW = (1 << NUMBERS) - 1
ELEVEN = 1 << 10
LOW_HALF = ELEVEN - 1
HIGH_HALF = LOW_HALF << 11
HALF_ROWS = 2 * COLOURS
CARDS_A_TURN = 4

QUESTIONS = Questions()
"""What a seat can be asked, and the rules to look up meanwhile."""
TURN = QUESTIONS.add("turn", "EC-10", "EC-12", "EC-13", "EC-14", "EC-15", "EC-16")
EMPTY_PILE = QUESTIONS.add("empty-pile", "EC-11", "EC-12", "EC-13", "EC-14", "EC-15", "EC-16")
MORE = QUESTIONS.add("more", "EC-10", "EC-12", "EC-14", "EC-16")
OWE = QUESTIONS.add("owe", "EC-14", "EC-18")


class Seat(Protocol):
    """What belongs to one player.

    `hand` are the number cards and `jokers` the jokers in it; `cards`, how many it is in all, is public. `regained` are
    jokers everybody saw go into the hand, and `lacks` the numbers everybody knows not to be in it, because their
    owner passed with an empty pile when they could have been laid. `points` are those of finished rounds.
    """

    hand: Annotated[Ints, "i8", COLOURS]
    lacks: Annotated[Ints, "i8", COLOURS]
    points: Int16
    cards: Int8
    jokers: Int8
    regained: Int8
    links: Int8
    bonuses: Int8


class State(Header, Protocol):
    """One game of 11! the card game.

    `places` are those each row has: 1 to 21, fewer in a small deck. `filled` are those that hold a card, `stand_ins`
    those that hold a joker; `order` are the colours of the rows from top to bottom. `pile` is how many cards the pile
    has, `box` how many jokers were discarded. `used` counts the cards of this turn towards the four, `laid` those of
    them that were laid, and `exchanged` the exchanges, which `used` counts too where `exchanges_count`; `passes` counts
    passes in succession. `listed` is the chosen order of the rows, or begins with -1.
    """

    filled: Annotated[Ints, "i8", COLOURS]
    stand_ins: Annotated[Ints, "i8", COLOURS]
    pile_numbers: Annotated[Ints, "i8", COLOURS]
    seats: Annotated[Records[Seat], MAX_PLAYERS]
    places: Annotated[Ints, "i8", COLOURS]
    order: Annotated[Ints, "i1", COLOURS]
    pile: Int8
    pile_jokers: Int8
    box: Int8
    bonuses_left: Int8
    used: Int8
    laid: Int8
    exchanged: Int8
    passes: Int8
    starter: Int8
    rounds: Int8
    rounds_to_play: Int8
    beginners: Int8
    exchanges_count: Int8
    first: Int8
    listed: Annotated[Ints, "i1", COLOURS]
    all_jokers: Int8
    all_bonuses: Int8
    hand_size: Int8
    links_each: Int8
    bonus_points: Int16
    joker_points: Int16


STATE = state_of(State)


@rule
def left_of(s: State, p: int) -> int:
    """The next player clockwise."""
    if p + 1 == s.players:
        return 0
    return p + 1
