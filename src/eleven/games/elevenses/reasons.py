"""Explains why an action is illegal: finds the rule with the same predicates that allow the action."""

from typing import Any

from eleven.core.rules import bits
from eleven.core.text.words import Words
from eleven.games.elevenses import effects, passing
from eleven.games.elevenses.actions import ACTIONS
from eleven.games.elevenses.state import (
    ARRANGE,
    CUPS,
    DRAW,
    ELEVENSES,
    END,
    GIVE,
    KEEP,
    MILK,
    PASS,
    SANDWICHES,
    TAKE,
    TEA_POT,
    TURN,
    VISIT,
    lies_up,
    number_of,
)
from eleven.games.elevenses.table import word
from eleven.games.elevenses.tokens import CARD

ANSWERS = {
    TURN: ("play", "arrange"),
    ARRANGE: ("arrange", "done"),
    TEA_POT: ("flip", "spare"),
    VISIT: ("visit",),
    TAKE: ("take", "decline"),
    GIVE: ("give",),
    PASS: ("pass",),
    DRAW: ("draw",),
    KEEP: ("return", "give"),
    END: ("end", "reveal"),
}
VISITORS = {MILK: "EL-13", SANDWICHES: "EL-18"}


def why_not(s: Any, action: int) -> str:
    """Return the id of the rule that forbids an illegal action."""
    if s.depth == 0:
        return "EL-34"
    question = s.asking[s.depth - 1]
    row = ACTIONS[action]
    values = [value for _, value in row.arguments]
    if row.verb not in ANSWERS[int(question.what)]:
        return _rule_of(s, question)
    if row.verb == "play":
        return _why_not_play(s, int(question.seat), values[0])
    if row.verb == "arrange":
        return "EL-15" if question.about == CUPS else "EL-5"
    return _rule_of(s, question)


def _why_not_play(s: Any, p: int, card: int) -> str:
    number = int(number_of(card))
    if not int(s.seats[p].kitchen) >> card & 1:
        return "EL-4"
    if number == ELEVENSES and not effects.may_strike_eleven(s, p):
        return "EL-21"
    assert lies_up(s.seats[p], number), "a kitchen card is playable unless its copy lies face up"
    return "EL-4.3"


def _rule_of(s: Any, question: Any) -> str:
    """Return the rule behind the open question, for actions that do not answer it."""
    what, about = int(question.what), int(question.about)
    if what == ARRANGE:
        return "EL-15" if about == CUPS else "EL-5"
    if what == VISIT:
        return VISITORS.get(about, "EL-19")
    if what in (TAKE, GIVE):
        return "EL-13" if question.seat == s.turn else "EL-19"
    if what == PASS:
        return "EL-16" if about == passing.LEFT else "EL-17"
    return {TURN: "EL-3", TEA_POT: "EL-12", DRAW: "EL-18", KEEP: "EL-18", END: "EL-41"}[what]


def explain(seen: Any, action: int, words: Words) -> str | None:
    """Explain what prevents playing or arranging a card in this position."""
    row = ACTIONS[action]
    if seen.depth == 0 or row.verb not in ("play", "arrange"):
        return None
    if row.verb not in ANSWERS[int(seen.asking[seen.depth - 1].what)]:
        return None
    p, card = int(seen.viewer), int(dict(row.arguments).get(CARD, row.arguments[-1][1]))
    name, number = word(words, CARD, card), int(number_of(card))
    if not int(seen.seats[p].kitchen) >> card & 1:
        return words("case.not_in_kitchen", card=name)
    if row.verb == "arrange":
        return None
    if number == ELEVENSES:
        return words("case.early", card=name, shown=int(bits.size(seen.seats[p].up)))
    return words("case.face_up", card=name, number=number)
