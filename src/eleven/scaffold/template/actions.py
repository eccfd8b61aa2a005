"""The flat table of actions: verb, arguments, what a person touches, and the rule that forbids it."""

from eleven.core.contract.actions import Actions

from .state import CARD

ACTIONS = Actions()
PLAY = ACTIONS.block("play", CARD, touch=lambda card: (f"hand:@:{card}",), rule="XX-4")
