"""The action table of 11! the card game. In touches, `@` is the seat to move."""

from eleven.core.contract.actions import Actions
from eleven.games.eleven_cards.tokens import PLACE

ACTIONS = Actions()

LAY = ACTIONS.block("lay", PLACE, touch=lambda place: (f"card:{place}", f"place:{place}"))
LAY_JOKER = ACTIONS.block("joker", PLACE, touch=lambda place: ("joker:@", f"place:{place}"))
LINK = ACTIONS.block("link", PLACE, touch=lambda place: ("link:@", f"card:{place}", f"place:{place}"))
LINK_JOKER = ACTIONS.block("link-joker", PLACE, touch=lambda place: ("link:@", "joker:@", f"place:{place}"))
EXCHANGE = ACTIONS.block("exchange", PLACE, touch=lambda place: (f"card:{place}", f"place:{place}"))
DISCARD = ACTIONS.block("discard", touch=lambda: ("joker:@", "box"))
DRAW = ACTIONS.block("draw", touch=lambda: ("pile",))
PASS = ACTIONS.block("pass", touch=lambda: ("do:pass",))
END_TURN = ACTIONS.block("end", touch=lambda: ("do:end",))
