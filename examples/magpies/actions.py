"""The flat table of actions: verb, arguments, what a person touches, and the rule that forbids it."""

from eleven.core.contract.actions import Actions

from .state import SEAT, TRINKET

ACTIONS = Actions()
FORAGE = ACTIONS.block("forage", touch=lambda: ("grass",), rule="MA-14")
PEEK = ACTIONS.block("peek", SEAT, touch=lambda seat: (f"hidden:{seat}",), rule="MA-6")
SNATCH = ACTIONS.block("snatch", SEAT, TRINKET, touch=lambda seat, thing: (f"nest:{seat}:{thing}",), rule="MA-8")
SHOW = ACTIONS.block("show", TRINKET, touch=lambda thing: (f"nest:@:{thing}",), rule="MA-10")
