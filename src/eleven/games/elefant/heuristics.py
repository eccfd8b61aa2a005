"""The heuristics for bots: how attractive an action is, and who is likely to win.

China is worth what it adds to the empty columns. An elephant that breaks little is free money; one that breaks much is
a reason to use the push card. A column is scored when it is worth more than its average.
"""

import math

from eleven.core.rules import bits
from eleven.core.rules.jit import rule
from eleven.games.elefant.actions import BUY, LOSE, PUSH, SCORE_AS, TAKE
from eleven.games.elefant.elephants import losses
from eleven.games.elefant.scoring import category_of, highest_of_each, lowest_of_each, points
from eleven.games.elefant.scoring import score as score_of
from eleven.games.elefant.state import (
    ALL_CHINA,
    BIG,
    BLOCK,
    CATEGORIES,
    CHINA_DECK,
    COLOURS,
    COPIES,
    EVEN,
    EVERYTHING,
    GREY,
    HIGHEST,
    LOSE_ANY,
    LOSE_RED,
    LOWEST,
    LOWEST_VALUE,
    ODD,
    ODD_VALUES,
    ONE_COLOUR,
    ONE_OF_EACH_VALUE,
    UNUSED,
    VALUES,
    State,
    colour_mask,
    put,
    remove,
    value_of,
)

POINT = 4
"""The unit of `weigh`: a quarter of a point."""
MONEY, PUSH_CARD = 28, 12
USUAL_LOWEST, USUAL_HIGHEST, USUAL_COLOUR, USUAL_EVERYTHING = 11, 19, 18, 42
"""What a column brings on average."""


@rule
def weigh(s: State, action: int) -> int:
    """How attractive an action is to the seat that is asked."""
    p = s.asking[s.depth - 1].seat
    if action < TAKE:
        return _gain(s, p, action - BUY)
    if action < PUSH:
        return MONEY - POINT * damage(s, p, action - TAKE)
    if action == PUSH:
        return -PUSH_CARD
    if action < SCORE_AS:
        return -_loss(s, p, action - LOSE)
    scoring = action - SCORE_AS
    return POINT * (points(s, p, scoring) - usual(category_of(scoring)))


@rule
def usual(category: int) -> int:
    """Return the average points of a column."""
    if category == LOWEST:
        return USUAL_LOWEST
    if category == HIGHEST:
        return USUAL_HIGHEST
    if category == ONE_COLOUR:
        return USUAL_COLOUR
    return USUAL_EVERYTHING


@rule
def prospects(s: State, p: int) -> int:
    """What the empty columns would bring together, if each could be used now."""
    seat = s.seats[p]
    total = 0
    if seat.sheet[LOWEST] == UNUSED:
        total += lowest_of_each(seat.china)
    if seat.sheet[HIGHEST] == UNUSED:
        total += highest_of_each(seat.china)
    first, second, third = worth_of_colour(s, p, 0), worth_of_colour(s, p, 1), worth_of_colour(s, p, 2)
    if seat.sheet[ONE_COLOUR] == UNUSED:
        total += max(first, max(second, third))
    if seat.sheet[EVERYTHING] == UNUSED:
        total += first + second + third
    return total


@rule
def worth_of_colour(s: State, p: int, colour: int) -> int:
    """All cards of a colour added up: three each, and what their places in the row of values add, bit by bit."""
    total, i = 0, 0
    pile = s.seats[p].china
    held = pile[0] >> (colour * VALUES) & ONE_OF_EACH_VALUE
    while held:
        total += LOWEST_VALUE * bits.size(held)
        total += bits.size(held & ONES) + 2 * bits.size(held & TWOS) + 4 * bits.size(held & FOURS)
        i += 1
        held = 0
        if i < COPIES:
            held = pile[i] >> (colour * VALUES) & ONE_OF_EACH_VALUE
    return total


@rule
def _gain(s: State, p: int, kind: int) -> int:
    """What a china card adds to the empty columns; a little for its value in any case."""
    seat, value, colour = s.seats[p], value_of(kind), kind // VALUES
    held = seat.china[0] >> (colour * VALUES) & ONE_OF_EACH_VALUE
    gain = 0
    if seat.sheet[LOWEST] == UNUSED:
        gain += value if held == 0 else min(0, value - LOWEST_VALUE - bits.lowest(held))
    if seat.sheet[HIGHEST] == UNUSED:
        above = held >> (value - LOWEST_VALUE)
        if above == 0:
            under = held | held >> 1 | held >> 2 | held >> 3 | held >> 4
            gain += value if held == 0 else value - LOWEST_VALUE - bits.size(under) + 1
    if seat.sheet[ONE_COLOUR] == UNUSED:
        gain += max(0, worth_of_colour(s, p, colour) + value - best_colour(s, p))
    if seat.sheet[EVERYTHING] == UNUSED:
        gain += value
    return POINT * gain + value


@rule
def best_colour(s: State, p: int) -> int:
    """The colour that is worth most."""
    return max(worth_of_colour(s, p, 0), max(worth_of_colour(s, p, 1), worth_of_colour(s, p, 2)))


@rule
def _loss(s: State, p: int, kind: int) -> int:
    """What a china card is worth to its owner."""
    pile = s.seats[p].china
    before = prospects(s, p)
    remove(pile, kind)
    loss = before - prospects(s, p)
    put(pile, kind)
    return POINT * loss + value_of(kind)


@rule
def damage(s: State, p: int, elephant: int) -> int:
    """The points of china that an elephant would break, the owner giving up their cheapest."""
    if elephant == ODD:
        return _worth_of(s, p, ODD_VALUES, CHINA_DECK)
    if elephant == EVEN:
        return _worth_of(s, p, ALL_CHINA & ~ODD_VALUES, CHINA_DECK)
    if BIG <= elephant < GREY:
        return _worth_of(s, p, colour_mask(elephant - BIG), CHINA_DECK)
    total = _worth_of(s, p, ALL_CHINA, losses(elephant, LOSE_ANY))
    for colour in range(COLOURS):
        total += _worth_of(s, p, colour_mask(colour), losses(elephant, LOSE_RED + colour))
    return total


@rule
def _worth_of(s: State, p: int, kinds: int, most: int) -> int:
    """The value of the `most` cheapest cards that a player has of some kinds."""
    total, held = 0, s.seats[p].china[0] & kinds
    for value in range(VALUE_STEPS):
        here = held & (COLUMN << value)
        while here and most > 0:
            kind = bits.lowest(here)
            here &= here - 1
            for i in range(COPIES):
                if most > 0 and (s.seats[p].china[i] >> kind) & 1:
                    total += value_of(kind)
                    most -= 1
    return total


VALUE_STEPS = 6
ONES, TWOS, FOURS = 0b101010, 0b001100, 0b110000
"""The places from 0 to 5 in whose number each power of two is."""
COLUMN = 1 | 1 << 6 | 1 << 12
"""The kinds with the lowest value, one of each colour."""

POINTS_ARE_SPREAD = 7.0


@rule
def outlook(s: State, seat: int) -> float:
    """A player's chance against the best of the others, by the points that each may expect."""
    mine, best = expected(s, seat), -1.0
    for q in range(s.players):
        if q != seat:
            best = max(best, expected(s, q))
    to_come = 0.5 + (CHINA_DECK - s.bought) / BLOCK
    return 1.0 / (1.0 + math.exp((best - mine) / (POINTS_ARE_SPREAD * math.sqrt(to_come))))


@rule
def expected(s: State, p: int) -> float:
    """The points on the sheet, for each empty column something between what it would bring now and the usual."""
    seat = s.seats[p]
    total = 1.0 * score_of(s, p) + 0.5 * prospects(s, p) + 2.5 * seat.money + 2.0 * seat.push
    for category in range(CATEGORIES):
        if seat.sheet[category] == UNUSED:
            total += 0.5 * usual(category)
    return total


# How strong the levels are, and what characters like

LEVELS = {
    "beginner": {
        "simulations": {3: 1, 4: 0, 5: 0},
        "noise": {3: 8, 4: 0, 5: 0},
        "overlook": {3: 0, 4: 31, 5: 25},
        "forget": {3: 0, 4: 31, 5: 25},
    },
    "easy": {"simulations": {3: 4, 4: 1, 5: 3}, "noise": 8, "overlook": 0, "forget": 0},
    "normal": {"simulations": {3: 18, 4: 5, 5: 35}},
    "hard": {"simulations": {3: 140, 4: 23, 5: 300}},
    "expert": {"simulations": 6000},
}
"""Search matters more than a good evaluation here, so all levels but the weakest search a little."""

CHARACTERS = {
    "careful": {"take": -1, "push": 1},
    "daring": {"take": 1, "push": -2},
    "friendly": {"buy": 1},
}
"""Careful players avoid elephants and use the push card early, daring ones take elephants, friendly ones buy china."""
