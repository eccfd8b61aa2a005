"""What there is: trinkets, and the record of a game."""

from typing import Annotated, Protocol

from eleven.core.contract.kinds import Kind
from eleven.core.rules.enums import Questions
from eleven.core.rules.record import Header, Int8, Int16, Ints, Records, state_of
from eleven.core.text.codecs import Box, Counted, Rest, SizeOf
from eleven.core.text.notation import One

MAX_PLAYERS, KINDS = 4, 4
START, FEATHERS, SET = 4, 3, 3

SEAT = Kind("seat", ("red", "green", "blue", "yellow"))
TRINKET = Kind("trinket", ("bead", "coin", "key", "ring"))
KNOWN = Kind("known", tuple(f"{seat}-{trinket}" for seat in SEAT.tokens for trinket in TRINKET.tokens))
"""A trinket in a certain nest: what somebody knows is a heap of these."""

QUESTIONS = Questions()
TURN = QUESTIONS.add("turn", "MA-5", "MA-6", "MA-8", "MA-10", "MA-11")


class Seat(Protocol):
    """What belongs to one player; `known` is what they know of each nest, their own left out."""

    nest: Annotated[Ints, "i1", KINDS, Counted(TRINKET)]
    known: Annotated[Ints, "i1", MAX_PLAYERS * KINDS, Counted(KNOWN)]
    held: Annotated[int, "i1", SizeOf("nest")]
    feathers: Int8
    shown: Annotated[Ints, "i1", KINDS, Counted(TRINKET)]
    points: Int16


class State(Header, Protocol):
    """One game."""

    seats: Annotated[Records[Seat], MAX_PLAYERS]
    grass: Annotated[Ints, "i1", KINDS, Rest(TRINKET, "box")]
    left: Annotated[int, "i1", SizeOf("grass")]
    turn: Annotated[int, "i1", One(SEAT)]
    box: Annotated[Ints, "i1", KINDS, Box(TRINKET, fewest=START * MAX_PLAYERS + 1)]


STATE = state_of(State)
