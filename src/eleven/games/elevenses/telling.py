"""The events of Elevenses: what happened, and who may see which card it happened to."""

from eleven.core.contract.game import EventKind
from eleven.core.contract.kinds import NUMBER
from eleven.core.rules import asking
from eleven.core.rules.asking import EVERYBODY
from eleven.core.rules.jit import rule
from eleven.games.elevenses.state import EMPTY, State, back_of
from eleven.games.elevenses.tokens import BACK, CARD, GUEST, PLACE

(
    DEALT,
    PLAYED,
    PICKED_UP,
    ARRANGED,
    FLIPPED,
    SPARED,
    LOOKED,
    SHOWED,
    DREW,
    RETURNED,
    SWAPPED,
    DECLINED,
    SKIPPED,
    CHOSE,
    PASSED,
    NO_PASSING,
    REVEALED,
    STRUCK_ELEVEN,
    SCORED,
    TROLLEYED,
    SERVES,
    ENDED,
    NOON,
) = range(23)

EVENTS = (
    EventKind("dealt", thing=NUMBER),
    EventKind("played", thing=CARD, cover=BACK, place=PLACE),
    EventKind("picked-up", thing=CARD, cover=BACK, place=PLACE),
    EventKind("arranged", thing=CARD, cover=BACK, place=PLACE),
    EventKind("flipped", thing=CARD, cover=BACK, place=PLACE),
    EventKind("spared"),
    EventKind("looked"),
    EventKind("showed", thing=CARD, cover=BACK),
    EventKind("drew", thing=CARD, cover=BACK),
    EventKind("returned", thing=CARD, cover=BACK),
    EventKind("swapped", thing=CARD, cover=BACK),
    EventKind("declined"),
    EventKind("skipped"),
    EventKind("chose", thing=CARD, cover=BACK),
    EventKind("passed", thing=CARD, cover=BACK),
    EventKind("no-passing"),
    EventKind("revealed", thing=GUEST),
    EventKind("struck-eleven"),
    EventKind("scored", thing=NUMBER),
    EventKind("trolleyed", thing=NUMBER),
    EventKind("serves"),
    EventKind("ended"),
    EventKind("noon"),
)


@rule
def say(s: State, what: int, seat: int, other: int, thing: int) -> None:
    """A public event."""
    asking.tell(s, what, seat, other, 0, thing, 0, EVERYBODY)


@rule
def say_card(s: State, what: int, seat: int, other: int, place: int, card: int, to: int) -> None:
    """An event about a card: its back is for everybody (EL-6), its number for the seats in `to`."""
    cover = back_of(card)
    if card == EMPTY:
        cover = -1
    asking.tell(s, what, seat, other, place, card, cover, to)
