"""Explains why an action is illegal: finds the rule with the same predicates that allow the action."""

from typing import Any

from eleven.core.rules.asking import asked
from eleven.core.text.words import Words
from eleven.games.eleven_cards import placing
from eleven.games.eleven_cards.actions import ACTIONS
from eleven.games.eleven_cards.state import CARDS, CARDS_A_TURN, ELEVEN, NUMBERS
from eleven.games.eleven_cards.table import word
from eleven.games.eleven_cards.tokens import CARD

WITH_EXTRAS = ("joker", "link", "link-joker", "exchange", "discard")


def why_not(s: Any, action: int) -> str:
    """Return the id of the rule that forbids an illegal action."""
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


def explain(seen: Any, action: int, words: Words) -> str | None:
    """Explain what prevents an action in this position."""
    if seen.depth == 0:
        return None
    row, p = ACTIONS[action], int(seen.viewer)
    if seen.beginners and row.verb in WITH_EXTRAS:
        return None
    if row.arguments:
        return _explain_place(seen, p, row.verb, row.arguments[0][1], words)
    if row.verb == "discard":
        return words("case.no_joker") if seen.seats[p].jokers == 0 else None
    return _explain_turn(seen, p, row.verb, words)


def _explain_turn(seen: Any, p: int, verb: str, words: Words) -> str | None:
    """Explain why drawing, passing or ending the turn is illegal."""
    if placing.owes_for_exchange(seen):
        return words("case.owes")
    if verb in ("draw", "pass") and placing.has_begun(seen):
        return words("case.begun")
    if placing.must_lay(seen, p):
        fitting = (card for card in range(CARDS) if _in_hand(seen, p, card) and _fits(seen, card))
        return words("case.must_lay", card=word(words, CARD, next(fitting)))
    if verb == "draw":
        return words("case.pile_empty")
    return words("case.pile_left") if verb == "pass" and seen.pile else None


def _explain_place(seen: Any, p: int, verb: str, card: int, words: Words) -> str | None:
    """Explain why laying, linking or using a joker is illegal: no such card, or no neighbour."""
    colour, place = divmod(card, NUMBERS)
    name = word(words, CARD, card)
    if verb == "exchange":
        return words("case.no_stand_in", card=name) if not int(seen.stand_ins[colour]) >> place & 1 else None
    if ELEVEN >> place & 1:
        return None
    if not placing.may_use_cards(seen):
        return words("case.four", count=CARDS_A_TURN)
    if verb in ("joker", "link-joker") and seen.seats[p].jokers == 0:
        return words("case.no_joker")
    if verb in ("lay", "link") and not _in_hand(seen, p, card):
        return words("case.not_held", card=name)
    if int(seen.filled[colour]) >> place & 1:
        return words("case.taken", card=name)
    if verb in ("link", "link-joker"):
        return _explain_link(seen, p, card, name, words)
    return _explain_neighbours(seen, colour, place, name, words)


def _explain_link(seen: Any, p: int, card: int, name: str, words: Words) -> str | None:
    if _fits(seen, card):
        return words("case.link_idle", card=name)
    if seen.seats[p].links == 0:
        return words("case.no_link")
    return words("case.link_needs", card=name, number=card % NUMBERS + 1)


def _explain_neighbours(seen: Any, colour: int, place: int, name: str, words: Words) -> str:
    beside = [_named(words, colour, n) for n in (place - 1, place + 1) if 0 <= n < NUMBERS]
    needed = words("case.either", one=beside[0], other=beside[1]) if len(beside) == 2 else beside[0]
    nearest = min((n for n in range(NUMBERS) if int(seen.filled[colour]) >> n & 1), key=lambda n: abs(n - place))
    return words("case.needs", card=name, needed=needed, nearest=_named(words, colour, nearest))


def _named(words: Words, colour: int, place: int) -> str:
    return word(words, CARD, colour * NUMBERS + place)


def _in_hand(seen: Any, p: int, card: int) -> bool:
    return bool(int(seen.seats[p].hand[card // NUMBERS]) >> card % NUMBERS & 1)


def _fits(seen: Any, card: int) -> bool:
    colour, place = divmod(card, NUMBERS)
    return bool(int(placing.fitting(seen.filled[colour], seen.places[colour])) >> place & 1)
