"""Setting up a round of Elevenses (EL-1, EL-2, EL-40)."""

from eleven.core.rules import bits
from eleven.core.rules import luck as fortune
from eleven.core.rules.jit import rule
from eleven.core.rules.luck import Luck
from eleven.games.elevenses.events import DEALT, LUCK_DEAL, LUCK_FIRST, LUCK_GUESTS, say
from eleven.games.elevenses.state import EMPTY, FIRST_PLACE, GUESTS, POSITIONS, SERVANTS, SET, TROLLEY, State
from eleven.games.elevenses.turns import begin_turn


@rule
def deal(s: State, luck: Luck) -> None:
    """The first round: the starting server is chosen by the table or by luck (EL-2)."""
    s.server = s.first
    if s.first < 0:
        s.server = fortune.choose(luck, LUCK_FIRST, bits.bit(s.players) - 1)
    new_round(s, luck)


@rule
def new_round(s: State, luck: Luck) -> None:
    """All cards go back to their owners and are dealt again; the starting server begins (EL-1, EL-2)."""
    s.rounds += 1
    s.turns = 0
    s.centre = EMPTY
    s.taken = EMPTY
    for q in range(s.players + 1):
        s.knows[q] = 0
    for p in range(s.players):
        _lay_out(s, p, luck)
    if s.with_guests:
        _invite_guests(s, luck)
    say(s, DEALT, s.server, s.server, s.rounds)
    begin_turn(s, s.server)


@rule
def _lay_out(s: State, p: int, luck: Luck) -> None:
    """Eight cards face down and unseen on 2-9, three into the kitchen (EL-1)."""
    seat = s.seats[p]
    for i in range(SET):
        luck.things[i] = p * SET + i
    fortune.shuffle(luck, LUCK_DEAL, luck.things, SET)
    seat.slots[TROLLEY - 1] = EMPTY
    seat.slots[SERVANTS - 1] = EMPTY
    for i in range(POSITIONS):
        seat.slots[FIRST_PLACE - 1 + i] = luck.things[i]
    seat.kitchen = 0
    for i in range(POSITIONS, SET):
        seat.kitchen |= bits.bit(luck.things[i])
    s.knows[p] = seat.kitchen
    seat.up = 0
    seat.picked = EMPTY
    seat.guest = -1
    seat.arrived = 0


@rule
def _invite_guests(s: State, luck: Luck) -> None:
    """One of the six guests for each player, the rest unseen (EL-40)."""
    for i in range(GUESTS):
        luck.things[i] = i
    fortune.shuffle(luck, LUCK_GUESTS, luck.things, GUESTS)
    for p in range(s.players):
        s.seats[p].guest = luck.things[p]
