"""11! the card game: the state record.

A row is a mask of 21 places, number n being bit n - 1; rows and hands have one mask per colour, in the order of
`tokens.COLOURS`. A card is a number `21 * colour + (n - 1)`; all jokers are the one card JOKER. The pile has no order:
it is what nobody holds, and luck decides when somebody draws.
"""

from typing import Protocol

from eleven.core.rules.jit import rule
from eleven.core.rules.record import Header, Ints, Records, record, state_type

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

TURN, EMPTY_PILE, MORE, OWE = range(4)
QUESTIONS = ("turn", "empty-pile", "more", "owe")

SEAT = record(
    [
        ("hand", "i8", (COLOURS,)),
        ("lacks", "i8", (COLOURS,)),
        ("points", "i2"),
        ("cards", "i1"),
        ("jokers", "i1"),
        ("regained", "i1"),
        ("links", "i1"),
        ("bonuses", "i1"),
    ]
)
STATE = state_type(
    [
        ("filled", "i8", (COLOURS,)),
        ("stand_ins", "i8", (COLOURS,)),
        ("pile_numbers", "i8", (COLOURS,)),
        ("seats", SEAT, (MAX_PLAYERS,)),
        ("places", "i8", (COLOURS,)),
        ("order", "i1", (COLOURS,)),
        ("pile", "i1"),
        ("pile_jokers", "i1"),
        ("box", "i1"),
        ("bonuses_left", "i1"),
        ("used", "i1"),
        ("laid", "i1"),
        ("exchanged", "i1"),
        ("passes", "i1"),
        ("starter", "i1"),
        ("rounds", "i1"),
        ("rounds_to_play", "i1"),
        ("beginners", "i1"),
        ("exchanges_count", "i1"),
        ("first", "i1"),
        ("listed", "i1", (COLOURS,)),
        ("all_jokers", "i1"),
        ("all_bonuses", "i1"),
        ("hand_size", "i1"),
        ("links_each", "i1"),
        ("bonus_points", "i2"),
        ("joker_points", "i2"),
    ]
)


class Seat(Protocol):
    """What belongs to one player.

    `hand` are the number cards and `jokers` the jokers in it; `cards`, how many it is in all, is public. `regained` are
    jokers everybody saw go into the hand, and `lacks` the numbers everybody knows not to be in it, because their
    owner passed with an empty pile when they could have been laid. `points` are those of finished rounds.
    """

    hand: Ints
    lacks: Ints
    points: int
    cards: int
    jokers: int
    regained: int
    links: int
    bonuses: int


class State(Header, Protocol):
    """One game of 11! the card game.

    `places` are those each row has: 1 to 21, fewer in a small deck. `filled` are those that hold a card, `stand_ins`
    those that hold a joker; `order` are the colours of the rows from top to bottom. `pile` is how many cards the pile
    has, `box` how many jokers were discarded. `used` counts the cards of this turn towards the four, `laid` those of
    them that were laid, and `exchanged` the exchanges, which `used` counts too where `exchanges_count`; `passes` counts
    passes in succession. `listed` is the chosen order of the rows, or begins with -1.
    """

    filled: Ints
    stand_ins: Ints
    pile_numbers: Ints
    seats: Records[Seat]
    places: Ints
    order: Ints
    pile: int
    pile_jokers: int
    box: int
    bonuses_left: int
    used: int
    laid: int
    exchanged: int
    passes: int
    starter: int
    rounds: int
    rounds_to_play: int
    beginners: int
    exchanges_count: int
    first: int
    listed: Ints
    all_jokers: int
    all_bonuses: int
    hand_size: int
    links_each: int
    bonus_points: int
    joker_points: int


@rule
def left_of(s: State, p: int) -> int:
    """The next player clockwise."""
    if p + 1 == s.players:
        return 0
    return p + 1
