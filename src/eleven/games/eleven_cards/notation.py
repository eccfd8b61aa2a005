"""Positions of 11! the card game as text.

A hand-written position names what matters. Rows that are not given contain only their 11. Hands that are not given are
dealt from the unmentioned cards, in order and in turn, up to their size at the deal; the rest is the pile. If `pile` is
given, all cards except that many are dealt. Unmentioned jokers are in the pile, or in the box if `pile: 0` is given.
"""

from dataclasses import dataclass
from typing import Any

from eleven.core.contract.kinds import NOTHING, NUMBER
from eleven.core.rules import bits
from eleven.core.rules.asking import drop_questions
from eleven.core.rules.record import THE_TRUTH
from eleven.core.text.errors import Mistake
from eleven.core.text.notation import Field, Notation, One, Row
from eleven.games.eleven_cards.invariants import INVARIANTS, check
from eleven.games.eleven_cards.state import CARDS, COLOURS, ELEVEN, NUMBERS
from eleven.games.eleven_cards.tokens import COLOUR, PLACE, SEAT
from eleven.games.eleven_cards.turns import ask_on


@dataclass(frozen=True)
class Cards:
    """One mask per colour as the list of number cards (`red-3 blue-12`), or `-`."""

    def write(self, value: Any) -> str:
        cards = [PLACE.token(card) for card in range(CARDS) if int(value[card // NUMBERS]) >> card % NUMBERS & 1]
        return " ".join(cards) or NOTHING

    def read(self, text: str, size: int) -> Any:
        masks = [0] * size
        for token in [] if text == NOTHING else text.split():
            colour, place = divmod(PLACE.value(token), NUMBERS)
            if masks[colour] >> place & 1:
                raise Mistake(f"'{token}' stands here twice")
            masks[colour] |= 1 << place
        return masks


@dataclass(frozen=True)
class Rows:
    """One mask per colour as rows of numbers and ranges (`red 8-13 16, yellow 11`); a row left out has its 11 alone."""

    def write(self, value: Any) -> str:
        return ", ".join(f"{COLOUR.token(colour)} {_ranges(int(value[colour]))}".strip() for colour in range(COLOURS))

    def read(self, text: str, size: int) -> Any:
        masks = [ELEVEN] * size
        for part in text.split(","):
            name, *numbers = part.split() or [""]
            colour = COLOUR.value(name)
            masks[colour] = 0
            for number in numbers:
                masks[colour] |= _range(number)
        return masks


def _ranges(mask: int) -> str:
    """Write the numbers of a mask, with runs like `8-13`."""
    parts = []
    n = 0
    while n < NUMBERS:
        if mask >> n & 1:
            first = n
            while mask >> n + 1 & 1:
                n += 1
            parts.append(f"{first + 1}-{n + 1}" if n > first else str(n + 1))
        n += 1
    return " ".join(parts)


def _range(text: str) -> int:
    """Parse a number or a range into a mask."""
    first, dash, last = text.partition("-")
    low = NUMBER.value(first)
    high = NUMBER.value(last) if dash else low
    if not 1 <= low <= high <= NUMBERS:
        raise Mistake(f"'{text}' is no number or range from 1 to {NUMBERS}")
    return (1 << high) - (1 << low - 1)


FIELDS = (
    Field("rounds"),
    Field("starter", One(SEAT)),
    Field("order", Row(COLOUR)),
    Field("filled", Rows()),
    Field("stand_ins", Cards()),
    Field("pile"),
    Field("pile_numbers", Cards()),
    Field("pile_jokers"),
    Field("box"),
    Field("bonuses_left"),
    Field("used"),
    Field("laid"),
    Field("exchanged"),
    Field("passes"),
    Field("hand", Cards(), of_seat=True),
    Field("jokers", of_seat=True),
    Field("cards", of_seat=True),
    Field("regained", of_seat=True),
    Field("lacks", Cards(), of_seat=True),
    Field("links", of_seat=True),
    Field("bonuses", of_seat=True),
    Field("points", of_seat=True),
)


def complete(s: Any, given: set[str]) -> None:
    """Fill what a hand-written position leaves out, and refuse an impossible one."""
    if s.viewer != THE_TRUTH:
        return
    _refuse_negative(s)
    _fill_table(s, given)
    if not {"pile numbers", "pile jokers"} & given:
        _fill_hands_and_pile(s, given)
    for p in range(s.players):
        if f"{SEAT.token(p)} cards" not in given:
            s.seats[p].cards = _held(s, p)
    _put_question(s, given)
    reason = check(s)
    if reason:
        raise Mistake(INVARIANTS[reason])


def _fill_table(s: Any, given: set[str]) -> None:
    s.rounds = s.rounds or 1
    if "filled" not in given:
        s.filled[:] = ELEVEN
    if "order" not in given:
        s.order[:] = s.listed if s.listed[0] >= 0 else range(COLOURS)
    for p in range(s.players):
        if f"{SEAT.token(p)} links" not in given:
            s.seats[p].links = s.links_each
    if "bonuses left" not in given:
        s.bonuses_left = s.all_bonuses - sum(int(s.seats[p].bonuses) for p in range(s.players))


def _held(s: Any, p: int) -> int:
    return int(s.seats[p].jokers) + sum(int(bits.size(int(mask))) for mask in s.seats[p].hand)


def _unmentioned(s: Any) -> list[int]:
    """Return the number cards that are in no row and in no hand."""
    left = []
    for card in range(CARDS):
        colour, place = divmod(card, NUMBERS)
        mentioned = int(s.filled[colour] & ~s.stand_ins[colour] | ~s.places[colour])
        for p in range(s.players):
            mentioned |= int(s.seats[p].hand[colour])
        if not mentioned >> place & 1:
            left.append(card)
    return left


def _fill_hands_and_pile(s: Any, given: set[str]) -> None:
    left = _unmentioned(s)
    jokers = int(s.all_jokers - s.box) - sum(int(bits.size(int(mask))) for mask in s.stand_ins)
    jokers -= sum(int(s.seats[p].jokers) for p in range(s.players))
    if jokers < 0:
        raise Mistake(INVARIANTS[2])
    if "pile" in given and s.pile == 0 and "box" not in given:
        s.box, jokers = s.box + jokers, 0
    to_deal = len(left) + jokers - int(s.pile) if "pile" in given else len(left)
    unwritten = [p for p in range(s.players) if f"{SEAT.token(p)} hand" not in given]
    dealt = _deal_out(s, unwritten, left, to_deal, NUMBERS * COLOURS if "pile" in given else int(s.hand_size))
    if "pile" in given and (dealt != to_deal or to_deal > len(left)):
        raise Mistake(f"the pile says {s.pile}, but {len(left) + jokers - dealt} cards are left for it")
    s.pile = len(left) + jokers - dealt
    s.pile_jokers = jokers
    for card in left[dealt:]:
        s.pile_numbers[card // NUMBERS] |= 1 << card % NUMBERS


def _deal_out(s: Any, unwritten: list[int], left: list[int], count: int, size: int) -> int:
    """Deal cards one by one to the hands that are not given; return how many were dealt."""
    dealt = 0
    while dealt < min(count, len(left)):
        open_hands = [p for p in unwritten if _held(s, p) < size]
        if not open_hands:
            break
        p = min(open_hands, key=lambda p: (_held(s, p), p))
        s.seats[p].hand[left[dealt] // NUMBERS] |= 1 << left[dealt] % NUMBERS
        dealt += 1
    return dealt


def _refuse_negative(s: Any) -> None:
    for name in ("pile", "box", "used", "laid", "exchanged", "passes", "bonuses_left", "pile_jokers", "rounds"):
        if getattr(s, name) < 0:
            raise Mistake(f"{name.replace('_', ' ')} cannot be less than 0")


def _put_question(s: Any, given: set[str]) -> None:
    """Ask the right question of the given seat, or of the first one."""
    if s.over or ("asking" in given and s.depth != 1):
        return
    p = int(s.asking[0].seat) if s.depth else max(int(s.starter), 0)
    if p >= s.players:
        raise Mistake(f"nobody sits at {SEAT.token(p)}")
    drop_questions(s)
    ask_on(s, p)


NOTATION = Notation(FIELDS, complete)
