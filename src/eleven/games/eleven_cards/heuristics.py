"""The heuristics for bots: how attractive an action is, and who is likely to win.

Every card in hand costs its number, so high numbers go first. A completed half row gives eleven points, so lay cards
that let you complete one, and keep those that would let others. Places that only your own cards need can wait.
"""

import math

from eleven.core.rules import bits
from eleven.core.rules.jit import rule
from eleven.games.eleven_cards.actions import DISCARD, DRAW, EXCHANGE, LAY, LAY_JOKER, LINK, LINK_JOKER
from eleven.games.eleven_cards.placing import fitting, some_place_is_open
from eleven.games.eleven_cards.scoring import lost_by_hand, won_by_bonuses
from eleven.games.eleven_cards.state import CARDS_A_TURN, HIGH_HALF, LOW_HALF, NUMBERS, State

POINT = 4
"""The unit of `weigh`: a quarter of a point."""
RID_OF_CARD = 20
DRAWING = 10
LINK_COST = 4
JOKER_KEPT = 60
"""The value of keeping a joker for a place that completes a half row."""
OPENS_OWN, OPENS_OTHERS = 6, 4
SWING = 2
"""The weight of bonus cards: one that a player gets is one that the others do not get."""


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
        return JOKER_KEPT
    if action == DISCARD:
        return _weigh_discard(s, p)
    if action == DRAW:
        return -DRAWING
    return 0


@rule
def _weigh_number(s: State, p: int, card: int) -> int:
    """Value laying a number: the points of the card in hand, and what its place opens."""
    return RID_OF_CARD + (card % NUMBERS + 1) // 2 + _place(s, p, card)


@rule
def _weigh_joker(s: State, p: int, card: int) -> int:
    """Value laying a joker, which is best kept for completing a half row or for going out."""
    return RID_OF_CARD - JOKER_KEPT + _last_joker(s, p) + _place(s, p, card)


@rule
def _weigh_discard(s: State, p: int) -> int:
    """Keep a joker while a place is open, unless it is the last card; with none open it only costs points (EC-15)."""
    if not some_place_is_open(s):
        return RID_OF_CARD
    return _last_joker(s, p) - JOKER_KEPT


@rule
def _last_joker(s: State, p: int) -> int:
    """Value going out with a joker, which ends the round."""
    if s.seats[p].cards == s.seats[p].jokers and s.seats[p].cards + s.used <= 4:
        return 2 * JOKER_KEPT
    return 0


@rule
def _place(s: State, p: int, card: int) -> int:
    """Value filling a place: a bonus card, a chance of one, and new places for oneself and the others."""
    colour, place = card // NUMBERS, card % NUMBERS
    before = s.filled[colour]
    after = before | bits.bit(place)
    hand = s.seats[p].hand[colour]
    closed = ~before & ~fitting(before, s.places[colour]) & s.places[colour]
    total = _way(closed, hand, place, 1) + _way(closed, hand, place, -1)
    if s.beginners or s.bonuses_left == 0:
        return total
    half = LOW_HALF if bits.bit(place) & LOW_HALF else HIGH_HALF
    return total + _bonus(s, p, half & s.places[colour] & ~after, hand)


@rule
def _bonus(s: State, p: int, gaps: int, hand: int) -> int:
    """Value completing a half row now or later this turn; nobody else can while the player holds one of the gaps."""
    swing = SWING * POINT * s.bonus_points
    open_gaps, held = bits.size(gaps), bits.size(gaps & hand)
    if open_gaps == 0:
        return swing
    if held + s.seats[p].jokers >= open_gaps and s.used + open_gaps < CARDS_A_TURN:
        return 3 * swing // 4
    if held > 0:
        return 0
    return -(swing >> open_gaps)


@rule
def _way(closed: int, hand: int, place: int, step: int) -> int:
    """Value the run of closed places to one side: good for one's own cards, bad where the others' may go."""
    total, distance = 0, 1
    place += step
    while 0 <= place < NUMBERS and (closed >> place) & 1:
        total += OPENS_OWN // distance if (hand >> place) & 1 else -OPENS_OTHERS // distance
        place += step
        distance += 1
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
    """Return points, bonus cards, and the expected cost of the hand."""
    total = 1.0 * s.seats[p].points + won_by_bonuses(s, p)
    others = 100
    for q in range(s.players):
        if q != p:
            others = min(others, s.seats[q].cards)
    left = s.seats[p].cards / (s.seats[p].cards + 1.5 * others + 1.0)
    return total - left * lost_by_hand(s, p) - 1.5 * s.seats[p].cards + 1.0 * s.seats[p].links


# How strong the levels are, and what characters like

LEVELS = {
    "beginner": {"overlook": {2: 60, 3: 80, 4: 80, 5: 80, 6: 71}, "forget": 60},
    "easy": {
        "simulations": 0,
        "noise": 0,
        "overlook": {2: 10, 3: 2, 4: 15, 5: 15, 6: 28},
        "forget": {2: 10, 3: 2, 4: 15, 5: 15, 6: 28},
    },
    "normal": {"simulations": {2: 120, 3: 55, 4: 30, 5: 23, 6: 18}, "cutoff": 40},
    "hard": {"simulations": {2: 560, 3: 250, 4: 210}, "cutoff": 40, "players": (2, 3, 4)},
    "expert": {"simulations": 3000, "cutoff": 40},
}
"""With five and six players, luck leaves no room for a level between normal and expert."""

CHARACTERS = {
    "careful": {"draw": 5, "link": -12, "link-joker": -12},
    "daring": {"joker": 45, "link-joker": 45},
    "friendly": {"exchange": -50},
}
"""Careful players draw and rarely use links, daring ones lay jokers, friendly ones leave jokers on the table alone."""
