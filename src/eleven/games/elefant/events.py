"""The events, all of which are public in this game."""

from eleven.core.contract.kinds import NUMBER
from eleven.core.rules import asking
from eleven.core.rules.asking import EVERYBODY
from eleven.core.rules.enums import Events, Lucks
from eleven.core.rules.jit import rule
from eleven.games.elefant.state import State
from eleven.games.elefant.tokens import CHINA, ELEPHANT, SCORING, SEAT

EVENTS = Events()
STARTED = EVENTS.add("started")
BOUGHT = EVENTS.add("bought", thing=CHINA)
TOOK = EVENTS.add("took", thing=ELEPHANT)
PUSHED = EVENTS.add("pushed")
LOST = EVENTS.add("lost", thing=CHINA, place=NUMBER)
PAID = EVENTS.add("paid", thing=NUMBER)
SCORED = EVENTS.add("scored", thing=NUMBER, place=SCORING)
SHUFFLED = EVENTS.add("shuffled", thing=NUMBER)
CHINA_LAID = EVENTS.add("china-laid", thing=CHINA)
HERD_LAID = EVENTS.add("herd-laid", thing=ELEPHANT)
ENDED = EVENTS.add("ended")

LUCKS = Lucks()
LUCK_FIRST = LUCKS.add("first", SEAT)
LUCK_CHINA = LUCKS.add("china", CHINA)
LUCK_HERD = LUCKS.add("herd", ELEPHANT)


@rule
def say(s: State, what: int, seat: int, place: int, thing: int) -> None:
    """Record a public event."""
    asking.tell(s, what, seat, seat, place, thing, 0, EVERYBODY)
