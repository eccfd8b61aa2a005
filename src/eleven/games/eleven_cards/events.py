"""The events of 11! the card game: what happened, and who may see which card it happened to."""

from eleven.core.contract.kinds import NUMBER
from eleven.core.rules import asking, bits
from eleven.core.rules.asking import EVERYBODY
from eleven.core.rules.enums import Events, Lucks
from eleven.core.rules.jit import rule
from eleven.games.eleven_cards.state import State
from eleven.games.eleven_cards.tokens import CARD, COLOUR, PLACE, SEAT

EVENTS = Events()
DEALT = EVENTS.add("dealt", thing=NUMBER)
LAID = EVENTS.add("laid", thing=CARD)
LAID_JOKER = EVENTS.add("laid-joker", place=PLACE)
LINKED = EVENTS.add("linked", place=PLACE)
EXCHANGED = EVENTS.add("exchanged", thing=CARD)
DISCARDED = EVENTS.add("discarded")
DREW = EVENTS.add("drew", thing=CARD)
PASSED = EVENTS.add("passed")
GOT_BONUS = EVENTS.add("got-bonus")
NO_BONUS_LEFT = EVENTS.add("no-bonus-left")
WENT_OUT = EVENTS.add("went-out")
ALL_PASSED = EVENTS.add("all-passed")
SCORED = EVENTS.add("scored", thing=NUMBER, cover=NUMBER)
ENDED = EVENTS.add("ended")

LUCKS = Lucks()
LUCK_FIRST = LUCKS.add("first", SEAT)
LUCK_ROWS = LUCKS.add("rows", COLOUR)
LUCK_DEAL = LUCKS.add("deal", CARD)
LUCK_DRAWN = LUCKS.add("drawn", CARD)


@rule
def say(s: State, what: int, p: int, place: int, thing: int) -> None:
    """Record a public event."""
    asking.tell(s, what, p, p, place, thing, 0, EVERYBODY)


@rule
def say_to_owner(s: State, what: int, p: int, card: int) -> None:
    """Record an event about a card that only its owner may see."""
    asking.tell(s, what, p, p, 0, card, 0, bits.bit(p))


@rule
def say_score(s: State, p: int, won: int, lost: int) -> None:
    """Record what a player won by bonus cards and lost by the cards in their hand."""
    asking.tell(s, SCORED, p, p, 0, won, lost, EVERYBODY)
