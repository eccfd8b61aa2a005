"""Invariants of every state, including imagined ones."""

from eleven.core.rules import bits
from eleven.core.rules.asking import asked
from eleven.core.rules.enums import Invariants
from eleven.core.rules.jit import rule
from eleven.games.eleven_cards.placing import beside, can_lay, only_discarded
from eleven.games.eleven_cards.state import (
    CARDS_A_TURN,
    COLOURS,
    ELEVEN,
    HIGH_HALF,
    LOW_HALF,
    OWE,
    Seat,
    State,
)
from eleven.games.eleven_cards.turns import what_to_ask

INVARIANTS = Invariants()
NUMBERS_DO_NOT_ADD_UP = INVARIANTS.add("every number card must be there exactly once (EC-1)")
JOKERS_DO_NOT_ADD_UP = INVARIANTS.add("the jokers in rows, hands, pile and box do not add up to those there are (EC-1)")
NO_ELEVEN = INVARIANTS.add("a row has no 11, or a joker lies where nothing lies (EC-1)")
PILE_MISCOUNTED = INVARIANTS.add("the pile does not have as many cards as it says")
LOOSE_CARDS = INVARIANTS.add(
    "a card in a row hangs together with nothing, or more links were laid than there were (EC-12, EC-16)"
)
BONUSES_DO_NOT_ADD_UP = INVARIANTS.add(
    "the bonus cards do not add up, or are more than the half rows completed (EC-17)"
)
TURN_MISCOUNTED = INVARIANTS.add("a turn lays or discards at most four cards (EC-10)")
WRONG_QUESTION = INVARIANTS.add("a game that is not over needs one open question, and the right one")
STUCK = INVARIANTS.add("a card is owed for an exchange and none can be laid (EC-18)")
HAND_MISCOUNTED = INVARIANTS.add("a hand does not have as many cards or jokers as it says")
LACKED_CARD_HELD = INVARIANTS.add(
    "somebody holds a card they are known to lack, or a card is lacked while there is a pile (EC-11)"
)
TOO_MANY_LINKS = INVARIANTS.add("somebody has a wrong number of link cards (EC-2)")
ROWS_OUT_OF_ORDER = INVARIANTS.add("order must name each colour once (EC-1)")
NOTHING_IN_HAND = INVARIANTS.add("a hand is empty, but the game is not over (EC-20)")


@rule
def check(s: State) -> int:
    """Return 0 if everything is where the rules allow it, else the number of the error."""
    wrong = _check_cards(s)
    for p in range(s.players):
        if wrong == 0:
            wrong = _check_seat(s, s.seats[p])
    if wrong == 0:
        wrong = _check_rows(s)
    if wrong == 0:
        wrong = _check_bonuses(s)
    if wrong == 0:
        wrong = _check_turn(s)
    return wrong


@rule
def _check_cards(s: State) -> int:
    """All numbers and all jokers, each exactly once (EC-1); added up, masks show a card that is there twice."""
    jokers = s.box + s.pile_jokers
    pile = s.pile_jokers
    for colour in range(COLOURS):
        numbers = (s.filled[colour] & ~s.stand_ins[colour]) + s.pile_numbers[colour]
        for p in range(s.players):
            numbers += s.seats[p].hand[colour]
        if numbers != s.places[colour]:
            return NUMBERS_DO_NOT_ADD_UP
        jokers += bits.size(s.stand_ins[colour])
        pile += bits.size(s.pile_numbers[colour])
    for p in range(s.players):
        jokers += s.seats[p].jokers
    if jokers != s.all_jokers:
        return JOKERS_DO_NOT_ADD_UP
    if pile != s.pile:
        return PILE_MISCOUNTED
    return 0


@rule
def _check_rows(s: State) -> int:
    """Every row has its 11 (EC-1); other cards hang together with it or with a neighbouring row (EC-12, EC-16)."""
    colours, runs, links = 0, 0, 0
    for row in range(COLOURS):
        colour = s.order[row]
        colours |= bits.bit(colour)
        if s.filled[colour] & ~s.stand_ins[colour] & ELEVEN == 0 or s.stand_ins[colour] & ~s.filled[colour]:
            return NO_ELEVEN
        left = s.filled[colour] & ~_run(s.filled[colour], ELEVEN)
        while left:
            run = _run(left, left & -left)
            if run & beside(s, row) == 0:
                return LOOSE_CARDS
            left &= ~run
            runs += 1
    for p in range(s.players):
        links += s.links_each - s.seats[p].links
    if runs > links:
        return LOOSE_CARDS
    if colours != (1 << COLOURS) - 1:
        return ROWS_OUT_OF_ORDER
    return 0


@rule
def _run(filled: int, start: int) -> int:
    """Return the connected run of cards around one in a row."""
    run, before = start, 0
    while run != before:
        before = run
        run |= (run << 1 | run >> 1) & filled
    return run


@rule
def _check_bonuses(s: State) -> int:
    """Bonus cards are handed out for completed half rows only (EC-17)."""
    handed, halves = 0, 0
    for p in range(s.players):
        handed += s.seats[p].bonuses
    for colour in range(COLOURS):
        low, high = s.places[colour] & LOW_HALF, s.places[colour] & HIGH_HALF
        halves += int(s.filled[colour] & low == low) + int(s.filled[colour] & high == high)
    if handed + s.bonuses_left != s.all_bonuses or handed > halves:
        return BONUSES_DO_NOT_ADD_UP
    return 0


@rule
def _check_seat(s: State, seat: Seat) -> int:
    cards = seat.jokers
    for colour in range(COLOURS):
        cards += bits.size(seat.hand[colour])
        if seat.hand[colour] & seat.lacks[colour] or (s.pile > 0 and seat.lacks[colour]):
            return LACKED_CARD_HELD
    if cards != seat.cards or seat.regained > seat.jokers or seat.jokers < 0 or seat.regained < 0:
        return HAND_MISCOUNTED
    if seat.links < 0 or seat.links > s.links_each:
        return TOO_MANY_LINKS
    if cards == 0 and s.over == 0:
        return NOTHING_IN_HAND
    return 0


@rule
def _check_turn(s: State) -> int:
    """The turn has used at most four cards, its question is the right one, and a debt can be paid (EC-10, EC-18)."""
    if s.laid < 0 or s.exchanged < 0 or s.used > CARDS_A_TURN or s.passes > s.players:
        return TURN_MISCOUNTED
    if s.laid + s.exchanged * s.exchanges_count > s.used:
        return TURN_MISCOUNTED
    if (s.depth == 0) != (s.over != 0):
        return WRONG_QUESTION
    if s.over:
        return 0
    question = s.asking[s.depth - 1]
    if only_discarded(s) or s.depth != 1 or question.what != what_to_ask(s) or question.left != CARDS_A_TURN - s.used:
        return WRONG_QUESTION
    if question.what == OWE and not can_lay(s, asked(s), s.used, s.seats[asked(s)].jokers):
        return STUCK
    return 0
