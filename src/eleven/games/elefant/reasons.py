"""Explains why an action is illegal: finds the rule with the same predicates that allow the action."""

from typing import Any

from eleven.core.text.words import Words
from eleven.games.elefant import rules
from eleven.games.elefant.actions import ACTIONS
from eleven.games.elefant.elephants import may_lose, threatened
from eleven.games.elefant.state import LOSE_ANY, SCORE, TURN
from eleven.games.elefant.table import word
from eleven.games.elefant.tokens import CHINA, ELEPHANT

GAME_IS_OVER = "EP-32"


def why_not(s: Any, action: int) -> str:
    """Return the id of the rule that forbids an illegal action."""
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
    assert not rules.may_buy(s, p), "a player with money may buy an open card"
    return "EP-23"


def _why_not_take(s: Any, p: int, kind: int) -> str:
    if not int(s.open_herd[0]) >> kind & 1:
        return "EP-21"
    assert not rules.may_take(s, p), "a player with less than two money may take an open elephant"
    return "EP-23"


def _why_not_push(s: Any, p: int) -> str:
    assert not rules.may_push(s, p), "a player with a push card may push"
    return "EP-22"


def _why_not_lose(s: Any, p: int, what: int, kind: int) -> str:
    """A card is lost only to an elephant (EP-21), in a colour that it names (EP-4.1), and if the player has it."""
    if what in (TURN, SCORE):
        return "EP-21"
    if what != LOSE_ANY and not int(threatened(what)) >> kind & 1:
        return "EP-4.1"
    assert not int(may_lose(s, p, what)) >> kind & 1, "a card that is there and threatened may be lost"
    return "EP-25"


def explain(seen: Any, action: int, words: Words) -> str | None:
    """Explain what prevents an action in this position."""
    if seen.depth == 0:
        return None
    what, p = int(seen.asking[seen.depth - 1].what), int(seen.viewer)
    verb = ACTIONS[action].verb
    value = ACTIONS[action].arguments[0][1] if ACTIONS[action].arguments else 0
    if verb == "lose" and what not in (TURN, SCORE):
        return _explain_lose(seen, what, value, words)
    if what != TURN or verb not in ("buy", "take", "push"):
        return None
    return _explain_turn(seen, p, verb, value, words)


def _explain_turn(seen: Any, p: int, verb: str, kind: int, words: Words) -> str:
    if verb == "push":
        return words("case.no_push")
    shown, which = (seen.open_china[0], CHINA) if verb == "buy" else (seen.open_herd[0], ELEPHANT)
    if not int(shown) >> kind & 1:
        return words("case.not_open" if verb == "buy" else "case.not_here", card=word(words, which, kind))
    return words("case.no_money") if verb == "buy" else words("case.rich", money=int(seen.seats[p].money))


def _explain_lose(seen: Any, what: int, kind: int, words: Words) -> str:
    if what != LOSE_ANY and not int(threatened(what)) >> kind & 1:
        return words("case.other_colour", card=word(words, CHINA, kind))
    return words("case.not_yours", card=word(words, CHINA, kind))
