"""Why an action is not legal now: the rule that forbids it, found with the same predicates that allow it."""

from typing import Any

from eleven.core.rules.asking import asked
from eleven.games.eleven_cards import placing
from eleven.games.eleven_cards.actions import ACTIONS
from eleven.games.eleven_cards.state import ELEVEN, NUMBERS

WITH_EXTRAS = ("joker", "link", "link-joker", "exchange", "discard")


def why_not(s: Any, action: int) -> str:
    """The rule id for an action that is not among the legal ones."""
    if s.depth == 0:
        return "EC-21" if s.passes == s.players else "EC-20"
    row = ACTIONS[action]
    p = int(asked(s))
    if s.beginners and row.verb in WITH_EXTRAS:
        return "EC-30"
    if row.arguments:
        return _why_not_place(s, p, row.verb, row.arguments[0][1])
    return {"discard": _why_not_discard, "draw": _why_not_draw, "pass": _why_not_pass, "end": _why_not_end}[row.verb](s)


def _why_not_place(s: Any, p: int, verb: str, card: int) -> str:
    colour, place = divmod(card, NUMBERS)
    if ELEVEN >> place & 1:
        return "EC-1"
    if verb == "exchange":
        return "EC-14"
    if not placing.may_use_cards(s):
        return "EC-10"
    if verb in ("joker", "link-joker") and s.seats[p].jokers == 0:
        return "EC-13"
    if verb in ("lay", "link") and not int(s.seats[p].hand[colour]) >> place & 1:
        return "EC-10"
    if verb in ("link", "link-joker"):
        return "EC-16"
    return "EC-14" if verb == "lay" and int(s.stand_ins[colour]) >> place & 1 else "EC-12"


def _why_not_discard(s: Any) -> str:
    p = int(asked(s))
    if s.seats[p].jokers == 0 or not placing.may_use_cards(s):
        return "EC-15"
    return "EC-18"


def _why_not_draw(s: Any) -> str:
    if placing.has_begun(s):
        return "EC-10" if s.laid else "EC-14"
    return "EC-11"


def _why_not_pass(s: Any) -> str:
    if placing.owes_for_exchange(s):
        return "EC-14"
    return "EC-11" if s.pile == 0 and not placing.has_begun(s) else "EC-10"


def _why_not_end(s: Any) -> str:
    if placing.owes_for_exchange(s):
        return "EC-14"
    if s.used == 0:
        return "EC-10"
    return "EC-11" if placing.must_lay(s, int(asked(s))) else "EC-15"
