"""Who sees what: everything is open but the order of the two decks.

`see` hides that and nothing else, `imagine` shuffles what must be in the decks, and `check` counts every card.
"""

from eleven.core.rules import luck as fortune
from eleven.core.rules.asking import copy_header, see_header
from eleven.core.rules.jit import rule
from eleven.core.rules.lists import copy
from eleven.core.rules.luck import Luck
from eleven.core.rules.record import Ints
from eleven.games.elefant.elephants import losses
from eleven.games.elefant.rules import LUCK_CHINA, LUCK_HERD, leaves_a_choice
from eleven.games.elefant.state import (
    BLOCK,
    CATEGORIES,
    CHINA_DECK,
    CHINA_KINDS,
    COPIES,
    ELEPHANT_KINDS,
    HERD,
    MOST_MONEY,
    NO_CARD,
    PAIR,
    ROW,
    SCORE,
    TURN,
    UNSEEN,
    UNUSED,
    Seat,
    State,
    copies,
    how_many,
)

HIDDEN_FIELDS = ("china_deck", "herd_deck")
SEEN_ONLY_FIELDS = ("viewer",)
ALL_KINDS = (1 << ELEPHANT_KINDS) - 1


@rule
def see(s: State, viewer: int, seen: State) -> None:
    """Every seat sees the same: all but which card of a deck lies where (EP-10)."""
    see_header(s, viewer, seen)
    _copy_open(s, seen)
    _see_deck(seen.china_deck, CHINA_DECK, s.china_left)
    _see_deck(seen.herd_deck, HERD, s.herd_left)


@rule
def _copy_open(s: State, to: State) -> None:
    """The open table and what is in the box."""
    for p in range(s.players):
        _copy_seat(s.seats[p], to.seats[p])
    copy(s.open_china, to.open_china)
    copy(s.open_herd, to.open_herd)
    to.turn = s.turn
    to.bought = s.bought
    to.suffered = s.suffered
    to.china_left = s.china_left
    to.herd_left = s.herd_left
    to.first = s.first
    copy(s.broken, to.broken)
    copy(s.discard, to.discard)
    copy(s.china_cards, to.china_cards)
    copy(s.herd_cards, to.herd_cards)
    copy(s.pairs, to.pairs)


@rule
def _copy_seat(seat: Seat, to: Seat) -> None:
    copy(seat.china, to.china)
    to.money = seat.money
    to.push = seat.push
    copy(seat.sheet, to.sheet)


@rule
def _see_deck(deck: Ints, size: int, left: int) -> None:
    """How many cards are left is open, which they are in turn is not."""
    top = size - left
    for i in range(size):
        deck[i] = UNSEEN if i >= top else NO_CARD


# Imagining


@rule
def imagine(seen: State, luck: Luck, world: State) -> None:
    """The cards that lie nowhere else are in the decks, in any order."""
    copy_header(seen, world)
    _copy_open(seen, world)
    n = 0
    for kind in range(CHINA_KINDS):
        for _ in range(in_game(seen, kind) - china_in_sight(seen, kind)):
            luck.things[n] = kind
            n += 1
    fortune.shuffle(luck, LUCK_CHINA, luck.things, n)
    _stack(luck.things, n, world.china_deck, CHINA_DECK)
    n = 0
    for kind in range(ELEPHANT_KINDS):
        for _ in range(seen.herd_cards[kind] - herd_in_sight(seen, kind)):
            luck.things[n] = kind
            n += 1
    fortune.shuffle(luck, LUCK_HERD, luck.things, n)
    _stack(luck.things, n, world.herd_deck, HERD)


@rule
def _stack(things: Ints, n: int, deck: Ints, size: int) -> None:
    for i in range(size - n):
        deck[i] = NO_CARD
    for i in range(n):
        deck[size - n + i] = things[i]


@rule
def in_game(s: State, kind: int) -> int:
    """How many china cards of a kind are in the game: the deck and the pairs that are not in the box (EP-1, EP-3)."""
    n = s.china_cards[kind]
    for i in range(PAIR * s.players):
        if s.pairs[i] == kind:
            n += 1
    return n


@rule
def china_in_sight(s: State, kind: int) -> int:
    """How many china cards of a kind lie open or are broken."""
    n = s.broken[kind] + copies(s.open_china, kind)
    for p in range(s.players):
        n += copies(s.seats[p].china, kind)
    return n


@rule
def herd_in_sight(s: State, kind: int) -> int:
    """How many elephants of a kind lie open, are discarded, or are just being suffered."""
    n = s.discard[kind] + copies(s.open_herd, kind)
    if s.suffered == kind:
        n += 1
    return n


# Invariants

(
    FINE,
    CHINA_LOST,
    HERD_LOST,
    BAD_PILE,
    BAD_DECK,
    BAD_ROW,
    BAD_PURSE,
    BAD_SHEET,
    BAD_QUESTION,
    BAD_END,
) = range(10)


@rule
def check(s: State) -> int:
    """0 while every card is accounted for and the questions fit the table; else what is wrong."""
    for p in range(s.players):
        wrong = _check_seat(s, p)
        if wrong:
            return wrong
    if not _well_formed(s.open_china) or not _well_formed(s.open_herd):
        return BAD_PILE
    if not _fits(s.china_deck, CHINA_DECK, s.china_left) or not _fits(s.herd_deck, HERD, s.herd_left):
        return BAD_DECK
    for kind in range(CHINA_KINDS):
        if s.broken[kind] < 0 or _in_deck(s.china_deck, kind) + china_in_sight(s, kind) != in_game(s, kind):
            return CHINA_LOST
    for kind in range(ELEPHANT_KINDS):
        if s.discard[kind] < 0 or _in_deck(s.herd_deck, kind) + herd_in_sight(s, kind) != s.herd_cards[kind]:
            return HERD_LOST
    if (s.depth == 0) != (s.over != 0) or (s.over != 0 and (s.bought != CHINA_DECK or s.suffered >= 0)):
        return BAD_END
    if not _rows_fit(s):
        return BAD_ROW
    if s.turn < 0 or s.turn >= s.players:
        return BAD_QUESTION
    for i in range(s.depth):
        if not _question_fits(s, i):
            return BAD_QUESTION
    if s.depth > 0 and s.asking[s.depth - 1].what != TURN and not leaves_a_choice(s):
        return BAD_QUESTION
    return FINE


@rule
def _check_seat(s: State, p: int) -> int:
    """Money is 0 to 2, the push card is there or not, and the sheet has a number for every scoring that was."""
    seat = s.seats[p]
    if not _well_formed(seat.china):
        return BAD_PILE
    if seat.money < 0 or seat.money > MOST_MONEY or seat.push < 0 or seat.push > 1:
        return BAD_PURSE
    scored = 0
    for category in range(CATEGORIES):
        if seat.sheet[category] != UNUSED:
            scored += 1
        if seat.sheet[category] < UNUSED:
            return BAD_SHEET
    for i in range(s.depth):
        if s.asking[i].what == SCORE and s.asking[i].seat == p:
            scored += 1
    if scored != s.bought // BLOCK:
        return BAD_SHEET
    return FINE


@rule
def _well_formed(pile: Ints) -> bool:
    """Whoever has more than n + 1 of a kind has more than n."""
    for i in range(COPIES - 1):
        if pile[i + 1] & ~pile[i]:
            return False
    return pile[0] >= 0


@rule
def _fits(deck: Ints, size: int, left: int) -> bool:
    """A deck has so many cards left, and they come in whole rows."""
    if left < 0 or left > size or left % ROW:
        return False
    for i in range(size):
        if (deck[i] >= 0) != (i >= size - left):
            return False
    return True


@rule
def _in_deck(deck: Ints, kind: int) -> int:
    n = 0
    for i in range(len(deck)):
        if deck[i] == kind:
            n += 1
    return n


@rule
def _rows_fit(s: State) -> bool:
    """What is gone was bought; a row is empty only while scoring, or while its last elephant is suffered (EP-24)."""
    china, herd = how_many(s.open_china, ALL_KINDS), how_many(s.open_herd, ALL_KINDS)
    if china > ROW or herd > ROW or s.bought != CHINA_DECK - s.china_left - china:
        return False
    scoring = s.depth == 0 or s.asking[0].what == SCORE
    if s.suffered >= 0:
        herd += 1
    return (china == 0) == scoring and 0 < herd <= ROW


@rule
def _question_fits(s: State, i: int) -> bool:
    """A turn's question stands alone, scoring goes round the table, and losses are those of the elephant suffered."""
    question = s.asking[i]
    if question.what == TURN:
        return s.depth == 1 and s.suffered < 0 and question.seat == s.turn
    if question.what == SCORE:
        in_order = question.seat == (s.turn - i + s.players) % s.players
        return in_order and s.suffered < 0 and s.bought > 0 and s.bought % BLOCK == 0
    if i > 0 and s.asking[i - 1].what <= question.what:
        return False
    return question.seat == s.turn and 0 < question.left <= losses(s.suffered, question.what)
