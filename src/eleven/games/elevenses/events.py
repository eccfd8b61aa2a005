"""The events of Elevenses: what happened, and who may see which card it happened to."""

from eleven.core.contract.kinds import NUMBER
from eleven.core.rules import asking
from eleven.core.rules.asking import EVERYBODY
from eleven.core.rules.enums import Events, Lucks
from eleven.core.rules.jit import rule
from eleven.games.elevenses.state import EMPTY, State, back_of
from eleven.games.elevenses.tokens import BACK, CARD, GUEST, PLACE, SEAT

EVENTS = Events()
DEALT = EVENTS.add("dealt", thing=NUMBER)
PLAYED = EVENTS.add("played", thing=CARD, cover=BACK, place=PLACE)
PICKED_UP = EVENTS.add("picked-up", thing=CARD, cover=BACK, place=PLACE)
ARRANGED = EVENTS.add("arranged", thing=CARD, cover=BACK, place=PLACE)
FLIPPED = EVENTS.add("flipped", thing=CARD, cover=BACK, place=PLACE)
SPARED = EVENTS.add("spared")
LOOKED = EVENTS.add("looked")
SHOWED = EVENTS.add("showed", thing=CARD, cover=BACK)
DREW = EVENTS.add("drew", thing=CARD, cover=BACK)
RETURNED = EVENTS.add("returned", thing=CARD, cover=BACK)
SWAPPED = EVENTS.add("swapped", thing=CARD, cover=BACK)
DECLINED = EVENTS.add("declined")
SKIPPED = EVENTS.add("skipped")
CHOSE = EVENTS.add("chose", thing=CARD, cover=BACK)
PASSED = EVENTS.add("passed", thing=CARD, cover=BACK)
NO_PASSING = EVENTS.add("no-passing")
REVEALED = EVENTS.add("revealed", thing=GUEST)
STRUCK_ELEVEN = EVENTS.add("struck-eleven")
SCORED = EVENTS.add("scored", thing=NUMBER)
TROLLEYED = EVENTS.add("trolleyed", thing=NUMBER)
SERVES = EVENTS.add("serves")
ENDED = EVENTS.add("ended")
NOON = EVENTS.add("noon")

LUCKS = Lucks()
LUCK_FIRST = LUCKS.add("first", SEAT)
LUCK_DEAL = LUCKS.add("deal", CARD)
LUCK_GUESTS = LUCKS.add("guests", GUEST)
LUCK_DRAWN = LUCKS.add("drawn", CARD)


@rule
def say(s: State, what: int, seat: int, other: int, thing: int) -> None:
    """Record a public event."""
    asking.tell(s, what, seat, other, 0, thing, 0, EVERYBODY)


@rule
def say_card(s: State, what: int, seat: int, other: int, place: int, card: int, to: int) -> None:
    """An event about a card: its back is for everybody (EL-6), its number for the seats in `to`."""
    cover = back_of(card)
    if card == EMPTY:
        cover = -1
    asking.tell(s, what, seat, other, place, card, cover, to)
