"""The action table of Elevenses. In touches, `@` is the seat to move."""

from eleven.core.contract.actions import Actions
from eleven.games.elevenses.state import ELEVENSES
from eleven.games.elevenses.tokens import BACK, CARD, CARD_NAMES, POSITION, SEAT

ACTIONS = Actions()


def _card(card: str) -> tuple[str, ...]:
    return (f"card:{card}",)


def _played(card: str) -> tuple[str, ...]:
    """Return the touches for playing a card: the card, then the position of its number (Elevenses has none)."""
    number = 1 + CARD_NAMES.index(card.partition("-")[2])
    return (f"card:{card}", "do:play" if number == ELEVENSES else f"slot:@:{number}")


def _arranged(place: str, card: str) -> tuple[str, ...]:
    """Return the touches for arranging: the card, then the position where it is laid face down."""
    return (f"card:{card}", "do:arrange", f"slot:@:{place}")


PLAY = ACTIONS.block("play", CARD, touch=_played)
ARRANGE_ONTO = ACTIONS.block("arrange", POSITION, CARD, touch=_arranged)
DONE = ACTIONS.block("done", touch=lambda: ("do:done",))
FLIP = ACTIONS.block("flip", SEAT, POSITION, touch=lambda seat, place: (f"slot:{seat}:{place}",))
SPARE = ACTIONS.block("spare", SEAT, touch=lambda seat: (f"seat:{seat}",))
VISIT_SEAT = ACTIONS.block("visit", SEAT, touch=lambda seat: (f"seat:{seat}",))
TAKE_CARD = ACTIONS.block("take", CARD, touch=_card)
DECLINE = ACTIONS.block("decline", touch=lambda: ("do:decline",))
GIVE_CARD = ACTIONS.block("give", CARD, touch=_card)
PASS_CARD = ACTIONS.block("pass", CARD, touch=_card)
DRAW_BACK = ACTIONS.block("draw", BACK, touch=lambda back: (f"back:{back}",))
RETURN = ACTIONS.block("return", touch=lambda: ("do:return",))
REVEAL = ACTIONS.block("reveal", touch=lambda: ("do:reveal",))
END_TURN = ACTIONS.block("end", touch=lambda: ("do:end",))
