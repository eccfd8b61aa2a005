"""What there is: the kinds of things, and the record of a game."""

from typing import Annotated, Protocol

from eleven.core.contract.kinds import Kind
from eleven.core.rules.enums import Questions
from eleven.core.rules.record import Header, Int8, Int16, Ints, Records, state_of
from eleven.core.text.codecs import Box, Counted, Rest, SizeOf
from eleven.core.text.notation import One

MAX_PLAYERS = 4
KINDS = 6
"""The numbers on the cards, from 1."""
HAND = 3

SEAT = Kind("seat", ("red", "green", "blue", "yellow", "violet", "white")[:MAX_PLAYERS])
CARD = Kind("card", tuple(str(number + 1) for number in range(KINDS)))

QUESTIONS = Questions()
TURN = QUESTIONS.add("turn", "XX-4", "XX-5")


class Seat(Protocol):
    """What belongs to one player."""

    hand: Annotated[Ints, "i1", KINDS, Counted(CARD)]
    cards: Annotated[int, "i1", SizeOf("hand")]
    played: Annotated[Ints, "i1", KINDS, Counted(CARD)]
    points: Int16


class State(Header, Protocol):
    """One game: `last` is the number that was played last, 0 before the first card."""

    seats: Annotated[Records[Seat], MAX_PLAYERS]
    deck: Annotated[Ints, "i1", KINDS, Rest(CARD, "box")]
    left: Annotated[int, "i1", SizeOf("deck")]
    turn: Annotated[int, "i1", One(SEAT)]
    last: Int8
    box: Annotated[Ints, "i1", KINDS, Box(CARD, fewest=HAND * MAX_PLAYERS)]


STATE = state_of(State)
