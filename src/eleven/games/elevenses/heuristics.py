"""The heuristics for bots: how attractive an action is, and who is likely to win.

Spoons on the table win rounds, the Trolley is a free cube, and Elevenses should be played only when one's own spread is
ahead. A card whose number is already face up is useless: swap it, pass it on, or arrange it face down.
"""

import math

from eleven.core.rules import bits
from eleven.core.rules.asking import asked
from eleven.core.rules.jit import rule
from eleven.games.elevenses.actions import (
    ARRANGE_ONTO,
    DECLINE,
    DONE,
    DRAW_BACK,
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
from eleven.games.elevenses.effects import may_strike_eleven, tea_can_flip
from eleven.games.elevenses.scoring import gain, value
from eleven.games.elevenses.state import (
    BISCUITS,
    CAKES,
    CARDS,
    CHINA,
    CUPS,
    ELEVENSES,
    FIRST_PLACE,
    KEEP,
    LAST_PLACE,
    MILK,
    SANDWICHES,
    SUGAR,
    TEA,
    TROLLEY,
    TURN,
    State,
    card_of,
    lies_up,
    may_go,
    number_of,
)

POSITIONS = LAST_PLACE - FIRST_PLACE + 1
SPOON = 10
"""The unit of `weigh`: a tenth of a spoon on the table."""
UNKNOWN_WORTH = 16
TEMPO = 12
ROUND_WON, GAME_WON = 60, 1000
PATIENCE = 20
"""Without noon, a round counts as stuck after this many turns of each player; a typical round has seven or eight."""
LAST_TURNS = 2
"""The last turns of each player before noon, in which spreads are valued as they are."""
TOO_LATE = 100


@rule
def weigh(s: State, action: int) -> int:
    """How attractive an action is to the seat that is asked."""
    question = s.asking[s.depth - 1]
    p, what, about = question.seat, question.what, question.about
    if action < ARRANGE_ONTO:
        return _weigh_play(s, p, action - PLAY)
    if action < DONE:
        return _weigh_arranging(s, p, action - ARRANGE_ONTO) - (_cost_of_a_turn(s) if what == TURN else 0)
    if action < FLIP:
        return 0
    if action < SPARE:
        return _weigh_flip(s, p, (action - FLIP) // POSITIONS, FIRST_PLACE + (action - FLIP) % POSITIONS)
    if action < VISIT_SEAT:
        return 0
    if action < TAKE_CARD:
        return value(s, action - VISIT_SEAT) if about == MILK else -value(s, action - VISIT_SEAT)
    if action < DECLINE:
        return worth(s, p, action - TAKE_CARD) - _least_worth(s, p)
    if action == DECLINE:
        return 0
    if action < PASS_CARD:
        kept = worth(s, p, s.seats[about].picked) if what == KEEP else 0
        return kept - worth(s, p, action - GIVE_CARD)
    if action < DRAW_BACK:
        return -worth(s, p, action - PASS_CARD)
    if action < RETURN or action != REVEAL:
        return 0
    return 2 * SPOON


@rule
def worth(s: State, p: int, card: int) -> int:
    """Return the value of a kitchen card: its spoons, the Trolley's cube, or ending the round."""
    n = number_of(card)
    if n == ELEVENSES:
        return 40
    if lies_up(s.seats[p], n):
        return 0
    if n == TROLLEY:
        return 3 * SPOON
    return 5 + SPOON * bits.wide(s.spoons[n - 1])


@rule
def _least_worth(s: State, p: int) -> int:
    """Return the value of the least valuable card that could be given away."""
    least, cards, card = 1000, may_go(s, p), 0
    while cards:
        if cards & 1:
            least = min(least, worth(s, p, card))
        cards >>= 1
        card += 1
    return least


@rule
def _weigh_play(s: State, p: int, card: int) -> int:
    """Value playing a card: its spoons and its special action; Elevenses only if it wins the round."""
    n = number_of(card)
    if n == ELEVENSES:
        return _weigh_end(s, p)
    gain = SPOON * bits.wide(s.spoons[n - 1])
    if n == TROLLEY:
        return gain + 3 * SPOON
    if n == TEA:
        return gain + _best_flip(s, p)
    if n in (MILK, SUGAR, CUPS):
        return gain + 6
    if n in (CHINA, BISCUITS):
        return gain + 2
    if n == SANDWICHES:
        return gain - 2
    if n == CAKES:
        return gain - 4
    return gain


@rule
def _best_flip(s: State, p: int) -> int:
    """Return the most spoons that Tea can take from an opponent."""
    best = 0
    for q in range(s.players):
        if q != p and tea_can_flip(s, q):
            best = max(best, SPOON if tea_can_flip(s, q) >> (CHINA - 1) == 0 else 2 * SPOON)
    return best


@rule
def _weigh_flip(s: State, p: int, victim: int, n: int) -> int:
    """Value a flip: take the most spoons from the leading player, and never from oneself if avoidable."""
    if victim == p:
        return -SPOON * bits.wide(s.spoons[n - 1])
    return SPOON * bits.wide(s.spoons[n - 1]) + value(s, victim)


@rule
def _weigh_arranging(s: State, p: int, choice: int) -> int:
    """Value arranging: the worth of the position's card (unknown ones count as average) minus that of the kitchen's."""
    seat = s.seats[p]
    found = seat.slots[FIRST_PLACE - 1 + choice // CARDS]
    fetched = UNKNOWN_WORTH
    if found >= 0 and (s.knows[p] >> found) & 1:
        fetched = worth(s, p, found)
    return fetched - worth(s, p, choice % CARDS)


@rule
def _cost_of_a_turn(s: State) -> int:
    """A turn without a card played; before noon there is none to make up for it (EL-22)."""
    return TOO_LATE if near_noon(s, 1) else TEMPO


# The end of the round


@rule
def near_noon(s: State, turns: int) -> bool:
    """Whether each player has at most `turns` turns before noon, counting the present one (EL-22)."""
    return s.noon > 0 and s.turns > (bits.wide(s.noon) - turns) * s.players


@rule
def drags_on(s: State) -> bool:
    """Whether a round without noon is stuck: the leader cannot end it, and the others do not want to."""
    return s.noon == 0 and s.turns > PATIENCE * bits.wide(s.players)


@rule
def _weigh_end(s: State, p: int) -> int:
    """Value ending the round now: cubes minus those of the best opponent, and whether that decides the game."""
    if drags_on(s):
        return ROUND_WON
    mine, best, most = gain(s, p), 0, 0
    for q in range(s.players):
        if q != p:
            best = max(best, gain(s, q))
            most = max(most, s.seats[q].cubes + gain(s, q))
    ahead = s.seats[p].cubes + mine - most
    if max(most, most + ahead) >= s.target and ahead != 0:
        return GAME_WON if ahead > 0 else -GAME_WON
    return ROUND_WON * (mine - best)


# Who is likely to win

CUBES_ARE_SPREAD = 1.6
SPOONS_ARE_SPREAD = 3.0


@rule
def outlook(s: State, seat: int) -> float:
    """Estimate a player's winning chance against the best opponent, from cubes won and expected from this round.

    A round that is stuck is worth nothing to anybody, so that bots do not prolong it forever.
    """
    if drags_on(s):
        return 0.0
    mine, best, most = expected(s, seat), 0.0, 0
    for q in range(s.players):
        most = max(most, s.seats[q].cubes)
        if q != seat:
            best = max(best, expected(s, q))
    to_come = max(1.0, 1.0 * (s.target - most))
    return 1.0 / (1.0 + math.exp((best - mine) * CUBES_ARE_SPREAD / math.sqrt(to_come)))


@rule
def expected(s: State, p: int) -> float:
    """Return a player's cubes plus their expected cubes from this round, which counts as over shortly before noon."""
    if near_noon(s, LAST_TURNS):
        return 1.0 * s.seats[p].cubes + gain(s, p)
    best = 0.0
    for q in range(s.players):
        if q != p:
            best = max(best, promise(s, q))
    lead = promise(s, p) - best
    cubes = 2.0 / (1.0 + math.exp(-lead / SPOONS_ARE_SPREAD))
    if lies_up(s.seats[p], TROLLEY):
        cubes += 0.9
    return s.seats[p].cubes + cubes


@rule
def _could_end(s: State, p: int) -> bool:
    """Whether a player could play Elevenses in their turn (EL-21)."""
    return may_strike_eleven(s, p) and (s.seats[p].kitchen >> card_of(p, ELEVENSES)) & 1 == 1


@rule
def promise(s: State, p: int) -> float:
    """Value a spread: its spoons, plus bonuses for being able to end the round, for the turn and for the kitchen."""
    total = 1.0 * value(s, p)
    cards, card = s.seats[p].kitchen, 0
    while cards:
        if cards & 1:
            total += 0.015 * worth(s, p, card)
        cards >>= 1
        card += 1
    if _could_end(s, p):
        total += 1.0
    if asked(s) == p:
        total += 0.5
    return total


# How strong the levels are, and what characters like

LEVELS = {
    "beginner": {"overlook": {2: 12, 3: 37, 4: 43}, "forget": {2: 12, 3: 37, 4: 43}},
    "easy": {"overlook": {2: 0, 3: 29, 4: 28}, "forget": {2: 0, 3: 29, 4: 28}},
    "normal": {"simulations": {2: 100, 3: 64, 4: 29}, "cutoff": 24},
    "hard": {"simulations": {2: 500, 3: 240, 4: 170}, "cutoff": 24},
    "expert": {"simulations": 3000, "cutoff": 24},
}

CHARACTERS = {
    "careful": {"arrange": 2, "return": 4},
    "daring": {"play": 3},
    "friendly": {"take": -4, "decline": 2, "spare": 2},
}
"""Careful players arrange and return drawn cards, daring ones play cards at once, friendly ones take nothing."""
