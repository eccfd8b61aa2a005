"""Why an action is not legal now: the rule that forbids it, found with the same predicates that allow it."""

from typing import Any

from eleven.games.elefant import rules
from eleven.games.elefant.actions import ACTIONS
from eleven.games.elefant.elephants import may_lose, threatened
from eleven.games.elefant.state import LOSE_ANY, SCORE, TURN

GAME_IS_OVER = "EP-32"


def why_not(s: Any, action: int) -> str:
    """The rule id for an action that is not among the legal ones."""
    if s.depth == 0:
        return GAME_IS_OVER
    question = s.asking[s.depth - 1]
    verb = ACTIONS[action].verb
    value = ACTIONS[action].arguments[0][1] if ACTIONS[action].arguments else 0
    p, what = int(question.seat), int(question.what)
    if verb == "lose":
        return _why_not_lose(s, p, what, value)
    if verb == "score":
        return "EP-30" if what in (TURN, SCORE) else "EP-26"
    if what != TURN:
        return "EP-30" if what == SCORE else "EP-26"
    if verb == "buy":
        return _why_not_buy(s, p, value)
    return _why_not_take(s, p, value) if verb == "take" else _why_not_push(s, p)


def _why_not_buy(s: Any, p: int, kind: int) -> str:
    if not int(s.open_china[0]) >> kind & 1:
        return "EP-20"
    assert not rules.may_buy(s, p), "an open card may be bought by whoever has money"
    return "EP-23"


def _why_not_take(s: Any, p: int, kind: int) -> str:
    if not int(s.open_herd[0]) >> kind & 1:
        return "EP-21"
    assert not rules.may_take(s, p), "an open elephant may be taken by whoever has less than two money"
    return "EP-23"


def _why_not_push(s: Any, p: int) -> str:
    assert not rules.may_push(s, p), "a player with a push card may push"
    return "EP-22"


def _why_not_lose(s: Any, p: int, what: int, kind: int) -> str:
    """Nothing is lost but to an elephant (EP-21), nor in a colour it does not name (EP-4.1), nor what is not there."""
    if what in (TURN, SCORE):
        return "EP-21"
    if what != LOSE_ANY and not int(threatened(what)) >> kind & 1:
        return "EP-4.1"
    assert not int(may_lose(s, p, what)) >> kind & 1, "a card that is there and threatened may be lost"
    return "EP-25"
