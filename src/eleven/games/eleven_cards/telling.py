"""The events of 11! the card game: what happened, and who may see which card it happened to."""

from eleven.core.contract.game import EventKind
from eleven.core.contract.kinds import NUMBER
from eleven.core.rules import asking, bits
from eleven.core.rules.asking import EVERYBODY
from eleven.core.rules.jit import rule
from eleven.games.eleven_cards.state import State
from eleven.games.eleven_cards.tokens import CARD, PLACE

(
    DEALT,
    LAID,
    LAID_JOKER,
    LINKED,
    EXCHANGED,
    DISCARDED,
    DREW,
    PASSED,
    GOT_BONUS,
    NO_BONUS_LEFT,
    WENT_OUT,
    ALL_PASSED,
    SCORED,
    ENDED,
) = range(14)

EVENTS = (
    EventKind("dealt", thing=NUMBER),
    EventKind("laid", thing=CARD),
    EventKind("laid-joker", place=PLACE),
    EventKind("linked", place=PLACE),
    EventKind("exchanged", thing=CARD),
    EventKind("discarded"),
    EventKind("drew", thing=CARD),
    EventKind("passed"),
    EventKind("got-bonus"),
    EventKind("no-bonus-left"),
    EventKind("went-out"),
    EventKind("all-passed"),
    EventKind("scored", thing=NUMBER, cover=NUMBER),
    EventKind("ended"),
)


@rule
def say(s: State, what: int, p: int, place: int, thing: int) -> None:
    """A public event."""
    asking.tell(s, what, p, p, place, thing, 0, EVERYBODY)


@rule
def say_to_her(s: State, what: int, p: int, card: int) -> None:
    """An event about a card that only the player herself may see."""
    asking.tell(s, what, p, p, 0, card, 0, bits.bit(p))


@rule
def say_score(s: State, p: int, won: int, lost: int) -> None:
    """What a player won by bonus cards and lost by the cards in her hand."""
    asking.tell(s, SCORED, p, p, 0, won, lost, EVERYBODY)
