"""Positions as text.

A hand-written position names what matters. A seat without a `china` line has its starting pair, a row without a line
has five cards. `china left` and `herd left` say how deep the decks are; their lines need only name the top cards. The
cards not mentioned fill rows and decks in the order of their kinds, and what does not fit is broken or discarded.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from eleven.core.contract.kinds import NOTHING, NUMBER, Kind
from eleven.core.rules.asking import ask
from eleven.core.rules.record import THE_TRUTH
from eleven.core.text.errors import Mistake
from eleven.core.text.notation import Field, Notation, One, Row
from eleven.games.elefant.invariants import INVARIANTS, check
from eleven.games.elefant.sight import in_game
from eleven.games.elefant.state import (
    BLOCK,
    CATEGORIES,
    CHINA_DECK,
    CHINA_KINDS,
    COPIES,
    ELEPHANT_KINDS,
    HERD,
    NO_CARD,
    PAIR,
    ROW,
    SCORE,
    TURN,
    UNUSED,
    copies,
    put,
)
from eleven.games.elefant.tokens import CHINA, ELEPHANT, PLAYERS, POINTS, SEAT


def _tokens(text: str) -> list[str]:
    return [] if text == NOTHING else text.split()


def _write(kind: Kind, cards: Sequence[int]) -> str:
    return " ".join(kind.token(card) for card in cards) or NOTHING


def _known(kind: Kind, token: str) -> int:
    value = kind.value(token)
    if value < 0:
        raise Mistake(f"'{token}' cannot stand here")
    return value


@dataclass(frozen=True)
class Pile:
    """Reads and writes the cards of a pile."""

    kind: Kind

    def write(self, value: Any) -> str:
        return _write(self.kind, [card for card in range(len(self.kind.tokens)) for _ in range(copies(value, card))])

    def read(self, text: str, size: int) -> Any:
        counts = CardCounts(self.kind).read(text, len(self.kind.tokens))
        if max(counts) > COPIES:
            raise Mistake(f"there are at most {COPIES} cards of a kind")
        return [sum(1 << card for card, count in enumerate(counts) if count > n) for n in range(size)]


@dataclass(frozen=True)
class CardCounts:
    """Reads and writes cards that are counted by kind."""

    kind: Kind

    def write(self, value: Any) -> str:
        return _write(self.kind, [card for card in range(len(value)) for _ in range(int(value[card]))])

    def read(self, text: str, size: int) -> Any:
        cards = [_known(self.kind, token) for token in _tokens(text)]
        return [cards.count(card) for card in range(size)]


@dataclass(frozen=True)
class Deck:
    """Reads and writes a deck from the top; while reading, the cards are at the start of the array."""

    kind: Kind

    def write(self, value: Any) -> str:
        return _write(self.kind, [int(card) for card in value if card != NO_CARD])

    def read(self, text: str, size: int) -> Any:
        cards = [self.kind.value(token) for token in _tokens(text)]
        if len(cards) > size:
            raise Mistake(f"a deck has at most {size} cards")
        return cards + [NO_CARD] * (size - len(cards))


FIELDS = (
    Field("turn", One(SEAT)),
    Field("suffered", One(Kind("elephant", ELEPHANT.tokens))),
    Field("open_china", Pile(CHINA)),
    Field("china_left", One(NUMBER)),
    Field("china_deck", Deck(CHINA)),
    Field("broken", CardCounts(CHINA)),
    Field("open_herd", Pile(ELEPHANT)),
    Field("herd_left", One(NUMBER)),
    Field("herd_deck", Deck(ELEPHANT)),
    Field("discard", CardCounts(ELEPHANT)),
    Field("china", Pile(CHINA), of_seat=True),
    Field("money", One(NUMBER), of_seat=True),
    Field("push", One(NUMBER), of_seat=True),
    Field("sheet", Row(POINTS), of_seat=True),
)


def complete(s: Any, given: set[str]) -> None:
    """Fill what a hand-written position leaves out, and refuse an impossible one."""
    if s.viewer == THE_TRUTH:
        _fill_seats(s, given)
        if "suffered" not in given:
            s.suffered = -1
        _fill_china(s, given)
        _fill_herd(s, given)
    else:
        _sink(s.china_deck)
        _sink(s.herd_deck)
    _count_purchases(s)
    if s.viewer != THE_TRUTH:
        return
    if "asking" not in given and s.over == 0:
        ask(s, int(s.turn), TURN, 0, 0)
    _fill_sheets(s, given)
    reason = check(s)
    if reason:
        raise Mistake(INVARIANTS[reason])


def _count_purchases(s: Any) -> None:
    """Count as bought what is neither in the deck nor in the row."""
    bought = CHINA_DECK - int(s.china_left) - sum(int(copies(s.open_china, kind)) for kind in range(CHINA_KINDS))
    if not 0 <= bought <= CHINA_DECK:
        raise Mistake(f"deck and row together have 0 to {CHINA_DECK} china cards (EP-1)")
    s.bought = bought


def _fill_seats(s: Any, given: set[str]) -> None:
    """Fill in money, push card and starting pair as at the beginning."""
    if "turn" not in given:
        s.turn = max(int(s.first), 0)
    for p in range(s.players):
        seat, name = s.seats[p], PLAYERS[p]
        for item in ("money", "push"):
            if f"{name} {item}" not in given:
                setattr(seat, item, 1)
        if f"{name} china" not in given:
            place = (p - max(int(s.first), 0)) % int(s.players)
            for i in range(PAIR):
                put(seat.china, int(s.pairs[PAIR * place + i]))


def _fill_sheets(s: Any, given: set[str]) -> None:
    """Write a 0 for each past scoring into the first columns of sheets that are not given."""
    for p in range(s.players):
        if f"{PLAYERS[p]} sheet" not in given:
            open_now = sum(1 for question in s.asking[: s.depth] if question.what == SCORE and question.seat == p)
            scored = int(s.bought) // BLOCK - open_now
            s.seats[p].sheet[:] = [0 if category < scored else UNUSED for category in range(CATEGORIES)]


def _fill_china(s: Any, given: set[str]) -> None:
    rest = [int(in_game(s, kind) - s.broken[kind]) for kind in range(CHINA_KINDS)]
    for seat in s.seats[: s.players]:
        rest = [count - int(copies(seat.china, kind)) for kind, count in enumerate(rest)]
    left_over = _lay_out("china", s, rest, given)
    if "broken" not in given:
        s.broken[:] = [left_over.count(kind) for kind in range(CHINA_KINDS)]


def _fill_herd(s: Any, given: set[str]) -> None:
    rest = [int(s.herd_cards[kind] - s.discard[kind] - (s.suffered == kind)) for kind in range(ELEPHANT_KINDS)]
    left_over = _lay_out("herd", s, rest, given)
    if "discard" not in given:
        s.discard[:] = [left_over.count(kind) for kind in range(ELEPHANT_KINDS)]


def _lay_out(name: str, s: Any, rest: list[int], given: set[str]) -> list[int]:
    """Fill a row and then a deck from the unmentioned cards, counted by kind; return the rest."""
    row, deck = getattr(s, f"open_{name}"), getattr(s, f"{name}_deck")
    cards = [int(card) for card in deck if card != NO_CARD] if f"{name} deck" in given else []
    rest = [count - int(copies(row, kind)) - cards.count(kind) for kind, count in enumerate(rest)]
    if min(rest) < 0 or min(cards, default=0) < 0:
        raise Mistake(f"a card of the {name} is not in the box, or stands here once too often (EP-1)")
    loose = [kind for kind, count in enumerate(rest) for _ in range(count)]
    if f"open {name}" not in given and not (name == "china" and _scoring(s)):
        for kind in loose[:ROW]:
            put(row, kind)
        loose = loose[ROW:]
    if f"{name} left" not in given:
        most = (CHINA_DECK if name == "china" else HERD) - sum(int(copies(row, kind)) for kind in range(len(rest)))
        setattr(s, f"{name}_left", min(len(cards) + len(loose), most) // ROW * ROW)
    wanted = int(getattr(s, f"{name}_left"))
    if not len(cards) <= wanted <= len(cards) + len(loose):
        raise Mistake(f"{name} left: {len(cards)} to {len(cards) + len(loose)} cards can be left here, not {wanted}")
    missing = wanted - len(cards)
    cards += loose[:missing]
    deck[:] = [NO_CARD] * (len(deck) - wanted) + cards
    return loose[missing:]


def _scoring(s: Any) -> bool:
    """Whether the row of china is empty because a scoring is going on, or was the last."""
    return bool(s.over) or (s.depth > 0 and s.asking[0].what == SCORE)


def _sink(deck: Any) -> None:
    """Move the cards of a deck to the end of its array."""
    cards = [int(card) for card in deck if card != NO_CARD]
    deck[:] = [NO_CARD] * (len(deck) - len(cards)) + cards


NOTATION = Notation(FIELDS, complete)
