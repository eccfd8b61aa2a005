"""The turn of 11! the card game: legal actions, and acting (EC-10 to EC-16)."""

from eleven.core.rules import bits
from eleven.core.rules import luck as fortune
from eleven.core.rules.asking import answered, asked
from eleven.core.rules.jit import rule
from eleven.core.rules.luck import Luck
from eleven.core.rules.record import Ints
from eleven.games.eleven_cards import placing
from eleven.games.eleven_cards.actions import DISCARD, DRAW, END_TURN, EXCHANGE, LAY, LAY_JOKER, LINK, LINK_JOKER, PASS
from eleven.games.eleven_cards.dealing import give, new_round
from eleven.games.eleven_cards.events import (
    ALL_PASSED,
    DISCARDED,
    DREW,
    EXCHANGED,
    GOT_BONUS,
    LAID,
    LAID_JOKER,
    LINKED,
    LUCK_DRAWN,
    NO_BONUS_LEFT,
    PASSED,
    WENT_OUT,
    say,
    say_to_owner,
)
from eleven.games.eleven_cards.scoring import ALL_PASSED_ENDING, OUT_ENDING, score_round
from eleven.games.eleven_cards.state import CARDS, COLOURS, NUMBERS, State, left_of
from eleven.games.eleven_cards.turns import ask_on, begin_turn

# What may be done


@rule
def legal(s: State, mask: Ints) -> None:
    """Set the legal actions of the seat to move."""
    if s.depth == 0:
        return
    p = asked(s)
    if placing.may_use_cards(s):
        _legal_cards(s, p, mask)
    if placing.may_exchange(s):
        hand, jokers = s.seats[p].hand, s.stand_ins
        low, high = _two(hand[0] & jokers[0], hand[1] & jokers[1]), _two(hand[2] & jokers[2], hand[3] & jokers[3])
        _add_pairs(mask, EXCHANGE, low, high)
    if placing.may_discard(s, p):
        bits.add(mask, DISCARD)
    if placing.may_draw(s):
        bits.add(mask, DRAW)
    elif placing.may_pass(s, p):
        bits.add(mask, PASS)
    elif placing.may_end(s):
        bits.add(mask, END_TURN)


@rule
def _legal_cards(s: State, p: int, mask: Ints) -> None:
    """Numbers and jokers, next to a lying card or by a link (EC-12, EC-13, EC-16)."""
    hand, filled, places = s.seats[p].hand, s.filled, s.places
    jokers = -bits.wide(s.seats[p].jokers > 0)
    low, high = _two(hand[0], hand[1]), _two(hand[2], hand[3])
    near_low = _two(placing.fitting(filled[0], places[0]), placing.fitting(filled[1], places[1]))
    near_high = _two(placing.fitting(filled[2], places[2]), placing.fitting(filled[3], places[3]))
    far_low, far_high = 0, 0
    if s.seats[p].links > 0:
        for row in range(COLOURS):
            colour = bits.wide(s.order[row])
            far = placing.only_by_link(s, row) << (colour % 2 * NUMBERS)
            far_low, far_high = far_low | far & (colour // 2 - 1), far_high | far & -(colour // 2)
    _add_pairs(mask, LAY, low & near_low, high & near_high)
    _add_pairs(mask, LAY_JOKER, jokers & near_low, jokers & near_high)
    _add_pairs(mask, LINK, low & far_low, high & far_high)
    _add_pairs(mask, LINK_JOKER, jokers & far_low, jokers & far_high)


@rule
def _two(one: int, other: int) -> int:
    """Combine the places of two colours into one mask, in the order of the actions."""
    return one | other << NUMBERS


@rule
def _add_pairs(mask: Ints, first: int, low: int, high: int) -> None:
    """Add the places of two colours at a time, which is faster than one colour at a time."""
    bits.add_all(mask, first, low)
    bits.add_all(mask, first + 2 * NUMBERS, high)


# Doing it


@rule
def act(s: State, action: int, luck: Luck) -> None:
    """Apply an action of the seat to move."""
    p = asked(s)
    answered(s)
    if action != PASS:
        s.passes = 0
    if action < EXCHANGE:
        _put_down(s, p, action)
    elif action < DISCARD:
        _exchange(s, p, action - EXCHANGE)
    elif action == DISCARD:
        _discard(s, p)
    _go_on(s, p, action, luck)


@rule
def _go_on(s: State, p: int, action: int, luck: Luck) -> None:
    """End the round, end the turn, or ask the player what to do next."""
    if s.seats[p].cards == 0:
        say(s, WENT_OUT, p, 0, 0)
        _end_round(s, OUT_ENDING, luck)
    elif action == PASS or (placing.only_discarded(s) and s.pile == 0):
        _pass(s, p, luck)
    elif action == DRAW or placing.only_discarded(s):
        _draw(s, p, luck)
    elif action == END_TURN or not (placing.may_use_cards(s) or placing.may_have_exchange(s, p)):
        begin_turn(s, left_of(s, p))
    else:
        ask_on(s, p)


@rule
def _put_down(s: State, p: int, action: int) -> None:
    """Lay a number or a joker, with a link if the action says so (EC-12, EC-13, EC-16)."""
    card = action % CARDS
    if action >= LINK:
        s.seats[p].links -= 1
        say(s, LINKED, p, card, 0)
    if action >= LINK_JOKER or (action >= LAY_JOKER and action < LINK):
        _lay_joker(s, p, card)
    else:
        s.seats[p].hand[card // NUMBERS] &= ~bits.bit(card % NUMBERS)
        say(s, LAID, p, 0, card)
    _use_card(s, p)
    s.laid += 1
    _fill(s, p, card)


@rule
def _use_card(s: State, p: int) -> None:
    """A card has left the hand and counts for the four of this turn (EC-10)."""
    s.seats[p].cards -= 1
    s.used += 1


@rule
def _lay_joker(s: State, p: int, card: int) -> None:
    """A joker lies in place of a number card (EC-13)."""
    _let_go_of_joker(s, p)
    s.stand_ins[card // NUMBERS] |= bits.bit(card % NUMBERS)
    say(s, LAID_JOKER, p, card, 0)


@rule
def _let_go_of_joker(s: State, p: int) -> None:
    """Remove a joker from the hand, a publicly known one if there is one."""
    seat = s.seats[p]
    seat.jokers -= 1
    if seat.regained > 0:
        seat.regained -= 1


@rule
def _fill(s: State, p: int, card: int) -> None:
    """Fill a place; a player who completes a half row takes a bonus card while there are any (EC-17)."""
    colour, place = card // NUMBERS, card % NUMBERS
    s.filled[colour] |= bits.bit(place)
    if s.beginners or not placing.completes_half(s, colour, place):
        return
    if s.bonuses_left == 0:
        say(s, NO_BONUS_LEFT, p, 0, 0)
        return
    s.bonuses_left -= 1
    s.seats[p].bonuses += 1
    say(s, GOT_BONUS, p, 0, 0)


@rule
def _exchange(s: State, p: int, card: int) -> None:
    """The number card, one of the four or not, takes the joker's place, and everybody sees the joker taken (EC-14)."""
    seat = s.seats[p]
    seat.hand[card // NUMBERS] &= ~bits.bit(card % NUMBERS)
    s.stand_ins[card // NUMBERS] &= ~bits.bit(card % NUMBERS)
    seat.jokers += 1
    seat.regained += 1
    s.exchanged += 1
    s.used += s.exchanges_count
    say(s, EXCHANGED, p, 0, card)


@rule
def _discard(s: State, p: int) -> None:
    """A joker goes back into the box (EC-15)."""
    _let_go_of_joker(s, p)
    _use_card(s, p)
    s.box += 1
    say(s, DISCARDED, p, 0, 0)


@rule
def _draw(s: State, p: int, luck: Luck) -> None:
    """The top card of the pile goes into the hand, which ends the turn (EC-10)."""
    card = fortune.draw_member(luck, LUCK_DRAWN, s.pile_numbers, NUMBERS, s.pile_jokers)
    give(s, p, card)
    say_to_owner(s, DREW, p, card)
    begin_turn(s, left_of(s, p))


@rule
def _pass(s: State, p: int, luck: Luck) -> None:
    """With an empty pile a player passes; a turn with a discard does not count for all passing (EC-11, EC-21)."""
    say(s, PASSED, p, 0, 0)
    if s.used == 0:
        s.passes += 1
    if s.passes == s.players:
        say(s, ALL_PASSED, p, 0, 0)
        _end_round(s, ALL_PASSED_ENDING, luck)
    else:
        _everybody_learns_lacks(s, p)
        begin_turn(s, left_of(s, p))


@rule
def _everybody_learns_lacks(s: State, p: int) -> None:
    """A player who passes shows that they hold no number that fits (EC-11)."""
    for colour in range(COLOURS):
        s.seats[p].lacks[colour] |= placing.fitting(s.filled[colour], s.places[colour])


@rule
def _end_round(s: State, ending: int, luck: Luck) -> None:
    """Score, then the end of the game or the next round, begun by the next player (EC-20, EC-23)."""
    score_round(s, ending)
    if s.over == 0:
        s.starter = left_of(s, s.starter)
        new_round(s, luck)
