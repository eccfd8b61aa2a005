"""The events: everything that happens in this game is for all to see."""

from eleven.core.contract.game import EventKind
from eleven.core.contract.kinds import NUMBER
from eleven.core.rules import asking
from eleven.core.rules.asking import EVERYBODY
from eleven.core.rules.jit import rule
from eleven.games.elefant.state import State
from eleven.games.elefant.tokens import CHINA, ELEPHANT, SCORING

STARTED, BOUGHT, TOOK, PUSHED, LOST, PAID, SCORED, SHUFFLED, CHINA_LAID, HERD_LAID, ENDED = range(11)

EVENTS = (
    EventKind("started"),
    EventKind("bought", thing=CHINA),
    EventKind("took", thing=ELEPHANT),
    EventKind("pushed"),
    EventKind("lost", thing=CHINA, place=NUMBER),
    EventKind("paid", thing=NUMBER),
    EventKind("scored", thing=NUMBER, place=SCORING),
    EventKind("shuffled", thing=NUMBER),
    EventKind("china-laid", thing=CHINA),
    EventKind("herd-laid", thing=ELEPHANT),
    EventKind("ended"),
)


@rule
def say(s: State, what: int, seat: int, place: int, thing: int) -> None:
    """A public event."""
    asking.tell(s, what, seat, seat, place, thing, 0, EVERYBODY)
