"""The turn of Elevenses (EL-3 to EL-5, EL-41): legal actions, and acting."""

from eleven.core.rules import bits
from eleven.core.rules.asking import EVERYBODY, answered, ask
from eleven.core.rules.jit import rule
from eleven.core.rules.luck import Luck
from eleven.core.rules.record import Ints
from eleven.games.elevenses import effects, passing
from eleven.games.elevenses.actions import (
    ARRANGE_ONTO,
    DECLINE,
    DONE,
    DRAW_BACK,
    END_TURN,
    FLIP,
    GIVE_CARD,
    PASS_CARD,
    PLAY,
    RETURN,
    REVEAL,
    SPARE,
    TAKE_CARD,
    VISIT_SEAT,
)
from eleven.games.elevenses.dealing import new_round
from eleven.games.elevenses.events import (
    ARRANGED,
    NOON,
    PICKED_UP,
    PLAYED,
    REVEALED,
    STRUCK_ELEVEN,
    say,
    say_card,
)
from eleven.games.elevenses.knowledge import everybody_learns, slips_out
from eleven.games.elevenses.scoring import is_noon, score_round
from eleven.games.elevenses.state import (
    ARRANGE,
    CARDS,
    DRAW,
    ELEVENSES,
    EMPTY,
    END,
    FIRST_PLACE,
    GIVE,
    KEEP,
    PASS,
    POSITIONS,
    TAKE,
    TEA_POT,
    TURN,
    VISIT,
    State,
    left_of,
    may_go,
    number_of,
)
from eleven.games.elevenses.turns import begin_turn

ARRANGEMENTS = 2


# What may be done


@rule
def legal(s: State, mask: Ints) -> None:
    """Set the legal answers to the top question."""
    if s.depth == 0:
        return
    question = s.asking[s.depth - 1]
    p, what, about = question.seat, question.what, question.about
    if what == TURN:
        bits.add_all(mask, PLAY, effects.playable(s, p))
        _legal_arrangements(s, p, mask)
    elif what == ARRANGE:
        bits.add(mask, DONE)
        _legal_arrangements(s, p, mask)
    elif what == TEA_POT:
        _legal_flips(s, mask)
    elif what == VISIT:
        for q in range(s.players):
            if q != p:
                bits.add(mask, VISIT_SEAT + q)
    elif what == TAKE:
        bits.add(mask, DECLINE)
        bits.add_all(mask, TAKE_CARD, effects.takeable(s, p, about))
    elif what == GIVE:
        bits.add_all(mask, GIVE_CARD, may_go(s, p))
    elif what == PASS:
        bits.add_all(mask, PASS_CARD, may_go(s, p))
    elif what == DRAW:
        bits.add_all(mask, DRAW_BACK, effects.backs_in_kitchen(s, about))
    elif what == KEEP:
        bits.add(mask, RETURN)
        if effects.may_be_kept(s, about):
            bits.add_all(mask, GIVE_CARD, may_go(s, p))
    elif what == END:
        bits.add(mask, END_TURN)
        if effects.guest_is_pleased(s, p):
            bits.add(mask, REVEAL)


@rule
def _legal_arrangements(s: State, p: int, mask: Ints) -> None:
    """Any kitchen card onto any face-down position (EL-5)."""
    down = effects.face_down_places(s, p) >> (FIRST_PLACE - 1)
    bits.add_rows(mask, ARRANGE_ONTO, CARDS, POSITIONS, down, s.seats[p].kitchen)


@rule
def _legal_flips(s: State, mask: Ints) -> None:
    """A face-up card on 2-9 of any player; a player without one may be chosen, too, and loses nothing (EL-12)."""
    for q in range(s.players):
        cards = effects.tea_can_flip(s, q)
        if cards:
            bits.add_all(mask, FLIP + q * POSITIONS, cards >> (FIRST_PLACE - 1))
        else:
            bits.add(mask, SPARE + q)


# Doing it


@rule
def act(s: State, action: int, luck: Luck) -> None:
    """Apply the answer to the top question; if no question is left, continue with the next turn."""
    question = s.asking[s.depth - 1]
    p, what, about = question.seat, question.what, question.about
    if what == TURN:
        _take_turn(s, p, action, luck)
    elif what == ARRANGE:
        if action == DONE:
            answered(s)
        else:
            _arrange_again(s, p, action)
    elif what == TEA_POT:
        _pour(s, p, action)
    elif what == VISIT:
        answered(s)
        effects.visit(s, p, action - VISIT_SEAT, about, luck)
    elif what == TAKE:
        if action == DECLINE:
            effects.decline(s, p, about)
        else:
            effects.take(s, p, about, action - TAKE_CARD)
    elif what == GIVE:
        effects.give(s, p, about, action - GIVE_CARD)
    elif what == PASS:
        passing.choose_to_pass(s, p, action - PASS_CARD)
    elif what == DRAW:
        answered(s)
        effects.draw(s, p, about, action - DRAW_BACK, luck)
    elif what == KEEP:
        if action == RETURN:
            effects.give_back(s, p, about)
        else:
            effects.keep(s, p, about, action - GIVE_CARD)
    elif what == END:
        _end_turn(s, p, action)
    if s.depth == 0:
        _go_on(s, what, luck)


@rule
def _go_on(s: State, answered_now: int, luck: Luck) -> None:
    """Nothing is left to ask: a guest's player ends the turn, the round ends (EL-21, EL-22), or the next turn begins.

    Asking only the players whose guest could be revealed would tell the others that it could (EL-41).
    """
    if s.with_guests and not s.seats[s.turn].arrived and answered_now != END and s.centre == EMPTY:
        ask(s, s.turn, END, 0, 0)
    elif s.centre != EMPTY or is_noon(s):
        _end_round(s, luck)
    else:
        begin_turn(s, left_of(s, s.turn))


@rule
def _end_round(s: State, luck: Luck) -> None:
    """The round is scored as it lies, after Elevenses or at noon, and a new one is dealt (EL-22, EL-34)."""
    if s.centre == EMPTY:
        say(s, NOON, s.turn, s.turn, 0)
    score_round(s)
    if s.over == 0:
        new_round(s, luck)


@rule
def _take_turn(s: State, p: int, action: int, luck: Luck) -> None:
    """Play one card or begin to arrange (EL-3)."""
    answered(s)
    if action >= ARRANGE_ONTO:
        _arrange(s, p, action - ARRANGE_ONTO)
        ask_for_more(s, p, 0, ARRANGEMENTS - 1)
        return
    card = action - PLAY
    if number_of(card) == ELEVENSES:
        _strike_eleven(s, p, card)
        return
    _lay(s, p, card)
    effects.take_effect(s, p, number_of(card), luck)


@rule
def _lay(s: State, p: int, card: int) -> None:
    """A played card lies face up on its position; the face-down card of 2-9 goes to the kitchen (EL-4.1, EL-4.2)."""
    seat = s.seats[p]
    n = number_of(card)
    found = seat.slots[n - 1]
    seat.kitchen &= ~bits.bit(card)
    seat.slots[n - 1] = card
    seat.up |= bits.bit(n - 1)
    everybody_learns(s, bits.bit(card))
    say_card(s, PLAYED, p, p, n, card, EVERYBODY)
    if found != EMPTY:
        seat.kitchen |= bits.bit(found)
        s.knows[p] |= bits.bit(found)
        say_card(s, PICKED_UP, p, p, n, found, bits.bit(p))


@rule
def _strike_eleven(s: State, p: int, card: int) -> None:
    """Elevenses in the centre ends the round at once (EL-21)."""
    s.seats[p].kitchen &= ~bits.bit(card)
    s.centre = card
    everybody_learns(s, bits.bit(card))
    say(s, STRUCK_ELEVEN, p, p, 0)


@rule
def _arrange(s: State, p: int, choice: int) -> None:
    """A kitchen card goes face down onto a face-down position, and the card there into the kitchen (EL-5)."""
    seat = s.seats[p]
    place = FIRST_PLACE + choice // CARDS
    card = choice % CARDS
    found = seat.slots[place - 1]
    slips_out(s, p, card, bits.bit(p), False)
    seat.kitchen = seat.kitchen & ~bits.bit(card) | bits.bit(found)
    seat.slots[place - 1] = card
    s.knows[p] |= bits.bit(found)
    say_card(s, ARRANGED, p, p, place, card, bits.bit(p))
    say_card(s, PICKED_UP, p, p, place, found, bits.bit(p))


@rule
def ask_for_more(s: State, p: int, about: int, left: int) -> None:
    """Allow up to `left` more arrange actions (EL-5, EL-15)."""
    if left > 0:
        ask(s, p, ARRANGE, about, left)


@rule
def _arrange_again(s: State, p: int, action: int) -> None:
    question = s.asking[s.depth - 1]
    about, left = question.about, question.left
    answered(s)
    _arrange(s, p, action - ARRANGE_ONTO)
    ask_for_more(s, p, about, left - 1)


@rule
def _pour(s: State, p: int, action: int) -> None:
    """Tea's choice of a player and a card (EL-12)."""
    if action >= SPARE:
        effects.spare(s, p, action - SPARE)
    else:
        victim = (action - FLIP) // POSITIONS
        effects.flip(s, p, victim, FIRST_PLACE + (action - FLIP) % POSITIONS)


@rule
def _end_turn(s: State, p: int, action: int) -> None:
    """The guest may be revealed, for good (EL-41)."""
    answered(s)
    if action == REVEAL:
        s.seats[p].arrived = 1
        say(s, REVEALED, p, p, s.seats[p].guest)
