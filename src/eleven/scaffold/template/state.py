"""What there is: the kinds of things, the record of a game, and the tables that name its numbers."""

from typing import Annotated, Protocol

from eleven.core.codecs import SETUP, Counted
from eleven.core.enums import Endings, Events, Invariants, Lucks, Questions
from eleven.core.kinds import NUMBER, Kind
from eleven.core.notation import One
from eleven.core.record import Header, Int8, Int16, Ints, Records, state_of

MOST_PLAYERS = 4
KINDS = 6
"""The numbers on the cards, from 1."""
HAND = 3
NO_CARD = -1

SEAT = Kind("seat", ("red", "green", "blue", "yellow", "violet", "white")[:MOST_PLAYERS])
CARD = Kind("card", tuple(str(number + 1) for number in range(KINDS)))

QUESTIONS = Questions()
TURN = QUESTIONS.add("turn", "XX-4", "XX-5")

EVENTS = Events()
STARTED = EVENTS.add("started")
PLAYED = EVENTS.add("played", thing=CARD, place=NUMBER)
DREW = EVENTS.add("drew", thing=CARD)

LUCKS = Lucks()
FIRST = LUCKS.add("first", SEAT)
DEAL = LUCKS.add("deal", CARD)

ENDINGS = Endings()
FINISHED = ENDINGS.add("finished")

INVARIANTS = Invariants()
CARDS_LOST = INVARIANTS.add("every card of the box is there exactly once (XX-1)")
BAD_COUNT = INVARIANTS.add("`cards` and `left` say how many cards there are (XX-2)")
BAD_TURN = INVARIANTS.add("whoever has the turn is asked and has a card, until nobody has one (XX-4, XX-6)")


class Seat(Protocol):
    """What belongs to one player."""

    hand: Annotated[Ints, "i1", KINDS, Counted(CARD)]
    cards: Int8
    played: Annotated[Ints, "i1", KINDS, Counted(CARD)]
    points: Int16


class State(Header, Protocol):
    """One game: `last` is the card that was played last, `box` how many of each card there are."""

    seats: Annotated[Records[Seat], MOST_PLAYERS]
    deck: Annotated[Ints, "i1", KINDS, Counted(CARD)]
    left: Int8
    turn: Annotated[int, "i1", One(SEAT)]
    last: Annotated[int, "i1", One(CARD)]
    box: Annotated[Ints, "i1", KINDS, SETUP]


STATE = state_of(State)
