"""Invariants of every state, including imagined ones: all cards exist, and the questions fit the table."""

from eleven.core.rules.enums import Invariants
from eleven.core.rules.jit import rule
from eleven.core.rules.record import Ints
from eleven.games.elefant.elephants import losses
from eleven.games.elefant.rules import leaves_a_choice
from eleven.games.elefant.sight import china_in_sight, herd_in_sight, in_game
from eleven.games.elefant.state import (
    BLOCK,
    CATEGORIES,
    CHINA_DECK,
    CHINA_KINDS,
    COPIES,
    ELEPHANT_KINDS,
    HERD,
    MOST_MONEY,
    ROW,
    SCORE,
    TURN,
    UNUSED,
    State,
    how_many,
)

ALL_KINDS = (1 << ELEPHANT_KINDS) - 1

INVARIANTS = Invariants()
CHINA_LOST = INVARIANTS.add("the china does not add up: every card of the box must be there exactly once (EP-1)")
HERD_LOST = INVARIANTS.add("the elephants do not add up: every card of the box must be there exactly once (EP-1)")
BAD_PILE = INVARIANTS.add("a pile is not well formed")
BAD_DECK = INVARIANTS.add("a deck must have whole rows of five left, as many as are written (EP-24)")
BAD_ROW = INVARIANTS.add("a row has one to five cards, but none of china while scoring (EP-24, EP-30)")
BAD_PURSE = INVARIANTS.add("money is 0, 1 or 2, and the push card 0 or 1 (EP-22, EP-23)")
BAD_SHEET = INVARIANTS.add("every sheet must have one number for each scoring that has been (EP-30)")
BAD_QUESTION = INVARIANTS.add("the open questions do not fit the table (EP-26, EP-31)")
BAD_END = INVARIANTS.add("a game that is not over needs an open question, and one that is has 40 cards bought (EP-32)")


@rule
def check(s: State) -> int:
    """Return 0 if every card is accounted for and the questions fit the table, else the number of the error."""
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
    return 0


@rule
def _check_seat(s: State, p: int) -> int:
    """Check that money is 0 to 2, push is 0 or 1, and the sheet has a number for every scoring so far."""
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
    return 0


@rule
def _well_formed(pile: Ints) -> bool:
    """Whether a pile is valid: more than n + 1 cards of a kind imply more than n."""
    for i in range(COPIES - 1):
        if pile[i + 1] & ~pile[i]:
            return False
    return pile[0] >= 0


@rule
def _fits(deck: Ints, size: int, left: int) -> bool:
    """Whether a deck has `left` cards, in full rows."""
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
    """Whether a question is valid: turns are never nested, scoring follows turn order, losses match the elephant."""
    question = s.asking[i]
    if question.what == TURN:
        return s.depth == 1 and s.suffered < 0 and question.seat == s.turn
    if question.what == SCORE:
        in_order = question.seat == (s.turn - i + s.players) % s.players
        return in_order and s.suffered < 0 and s.bought > 0 and s.bought % BLOCK == 0
    if i > 0 and s.asking[i - 1].what <= question.what:
        return False
    return question.seat == s.turn and 0 < question.left <= losses(s.suffered, question.what)
