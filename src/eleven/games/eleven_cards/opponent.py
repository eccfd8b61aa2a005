"""How a good player of 11! the card game thinks: which action looks best, and who is likely to win.

Every card in hand costs its number, so high numbers go first; a finished half row brings eleven points, so lay what
lets you finish one, and keep what would let the others. Places that only your own cards need can wait.
"""

import math

from eleven.core import bits
from eleven.core.jit import rule
from eleven.games.eleven_cards.actions import DISCARD, DRAW, EXCHANGE, LAY, LAY_JOKER, LINK, LINK_JOKER
from eleven.games.eleven_cards.placing import fitting
from eleven.games.eleven_cards.scoring import lost_by_hand, won_by_bonuses
from eleven.games.eleven_cards.state import HIGH_HALF, LOW_HALF, NUMBERS, State

POINT = 4
"""The unit of `weigh`: a quarter of a point."""
RID_OF_CARD = 40
DRAWING = 30
LINK_COST = 8
JOKER_KEPT = 36
OPENS_OWN, OPENS_OTHERS = 10, 5


@rule
def weigh(s: State, action: int) -> int:
    """How attractive an action is to the seat that is asked."""
    p = s.asking[s.depth - 1].seat
    if action < LAY_JOKER:
        return _weigh_number(s, p, action - LAY)
    if action < LINK:
        return _weigh_joker(s, p, action - LAY_JOKER)
    if action < LINK_JOKER:
        return _weigh_number(s, p, action - LINK) - LINK_COST
    if action < EXCHANGE:
        return _weigh_joker(s, p, action - LINK_JOKER) - LINK_COST
    if action < DISCARD:
        return POINT * ((action - EXCHANGE) % NUMBERS + 1 - s.joker_points) + RID_OF_CARD // 2
    if action == DISCARD:
        return _last_joker(s, p)
    if action == DRAW:
        return -DRAWING
    return 0


@rule
def _weigh_number(s: State, p: int, card: int) -> int:
    """A number laid: rid of the card and its points, and what its place opens."""
    return RID_OF_CARD + POINT * (card % NUMBERS + 1) // 2 + _place(s, p, card)


@rule
def _weigh_joker(s: State, p: int, card: int) -> int:
    """A joker is best kept for a place that finishes a half row, or for going out."""
    return RID_OF_CARD - JOKER_KEPT + _last_joker(s, p) + _place(s, p, card)


@rule
def _last_joker(s: State, p: int) -> int:
    """Going out with a joker ends the round."""
    if s.seats[p].cards == s.seats[p].jokers and s.seats[p].cards + s.used <= 4:
        return 2 * JOKER_KEPT
    return 0


@rule
def _place(s: State, p: int, card: int) -> int:
    """What filling a place brings: a bonus card, a chance of one, and new places for oneself and the others."""
    colour, place = card // NUMBERS, card % NUMBERS
    before = s.filled[colour]
    after = before | bits.bit(place)
    hand = s.seats[p].hand[colour]
    opened = fitting(after) & ~fitting(before)
    mine = bits.size(opened & hand)
    total = OPENS_OWN * mine - OPENS_OTHERS * (bits.size(opened) - mine)
    if s.beginners or s.bonuses_left == 0:
        return total
    half = LOW_HALF if bits.bit(place) & LOW_HALF else HIGH_HALF
    gaps = half & ~after
    if gaps == 0:
        return total + POINT * s.bonus_points
    held = bits.size(gaps & hand)
    if bits.size(gaps) <= 3:
        if held == bits.size(gaps) and s.used + held < 4:
            return total + POINT * s.bonus_points
        if held == 0:
            return total - POINT * s.bonus_points // (1 + bits.size(gaps))
    return total


# Who is likely to win

POINTS_ARE_SPREAD = 4.0


@rule
def outlook(s: State, seat: int) -> float:
    """A player's chance against the best of the others, by points won and points still to lose."""
    mine, best, fewest = expected(s, seat), -10000.0, 100
    for q in range(s.players):
        fewest = min(fewest, s.seats[q].cards)
        if q != seat:
            best = max(best, expected(s, q))
    spread = POINTS_ARE_SPREAD * math.sqrt(1.0 + 2.0 * fewest + 20.0 * (s.rounds_to_play - s.rounds))
    return 1.0 / (1.0 + math.exp(min(50.0, (best - mine) / spread)))


@rule
def expected(s: State, p: int) -> float:
    """Points, bonus cards, and what the hand will cost: the less, the sooner the others can go out."""
    total = 1.0 * s.seats[p].points + won_by_bonuses(s, p)
    others = 100
    for q in range(s.players):
        if q != p:
            others = min(others, s.seats[q].cards)
    left = s.seats[p].cards / (s.seats[p].cards + 1.5 * others + 1.0)
    return total - left * lost_by_hand(s, p) - 1.5 * s.seats[p].cards + 1.0 * s.seats[p].links
