"""What is true of every state, imagined ones too."""

from eleven.core.rules import bits
from eleven.core.rules.asking import asked
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

(
    FINE,
    NUMBERS_DO_NOT_ADD_UP,
    JOKERS_DO_NOT_ADD_UP,
    NO_ELEVEN,
    PILE_MISCOUNTED,
    LOOSE_CARDS,
    BONUSES_DO_NOT_ADD_UP,
    TURN_MISCOUNTED,
    WRONG_QUESTION,
    STUCK,
    HAND_MISCOUNTED,
    LACKED_CARD_HELD,
    TOO_MANY_LINKS,
    ROWS_OUT_OF_ORDER,
    NOTHING_IN_HAND,
) = range(15)


@rule
def check(s: State) -> int:
    """0 while everything is where the rules let it be, else what is wrong."""
    wrong = _check_cards(s)
    for p in range(s.players):
        if wrong == FINE:
            wrong = _check_seat(s, s.seats[p])
    if wrong == FINE:
        wrong = _check_rows(s)
    if wrong == FINE:
        wrong = _check_bonuses(s)
    if wrong == FINE:
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
    return FINE


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
    return FINE


@rule
def _run(filled: int, start: int) -> int:
    """The cards that hang together with one in a row."""
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
    return FINE


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
    return FINE


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
        return FINE
    question = s.asking[s.depth - 1]
    if only_discarded(s) or s.depth != 1 or question.what != what_to_ask(s) or question.left != CARDS_A_TURN - s.used:
        return WRONG_QUESTION
    if question.what == OWE and not can_lay(s, asked(s), s.used, s.seats[asked(s)].jokers):
        return STUCK
    return FINE
