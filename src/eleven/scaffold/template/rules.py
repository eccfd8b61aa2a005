"""The rules: setting up, what may be done, doing it, and who wins."""

from eleven.core.contract.kinds import NUMBER
from eleven.core.rules import bits
from eleven.core.rules import luck as fortune
from eleven.core.rules.asking import EVERYBODY, answered, ask, tell
from eleven.core.rules.deck import draw_one, draw_some, move, total
from eleven.core.rules.enums import Endings, Events, Lucks
from eleven.core.rules.jit import rule
from eleven.core.rules.lists import copy
from eleven.core.rules.luck import Luck
from eleven.core.rules.record import Ints

from .actions import PLAY
from .state import CARD, HAND, KINDS, SEAT, TURN, State

EVENTS = Events()
STARTED = EVENTS.add("started")
PLAYED = EVENTS.add("played", thing=CARD, place=NUMBER)
DREW = EVENTS.add("drew", thing=CARD)

LUCKS = Lucks()
FIRST = LUCKS.add("first", SEAT)
DEAL = LUCKS.add("deal", CARD)

ENDINGS = Endings()
FINISHED = ENDINGS.add("finished")


@rule
def deal(s: State, luck: Luck) -> None:
    """Everybody gets three cards, and luck says who begins (XX-1 to XX-3)."""
    copy(s.box, s.deck)
    for p in range(s.players):
        draw_some(luck, DEAL, HAND, s.deck, s.seats[p].hand)
        s.seats[p].cards = HAND
    s.left = total(s.deck)
    s.turn = fortune.choose(luck, FIRST, bits.bit(s.players) - 1)
    tell(s, STARTED, s.turn, s.turn, 0, 0, 0, EVERYBODY)
    ask(s, s.turn, TURN, 0, 0)


@rule
def legal(s: State, mask: Ints) -> None:
    """Any card of the hand may be played (XX-4)."""
    if s.depth == 0:
        return
    hand = s.seats[s.asking[s.depth - 1].seat].hand
    for kind in range(KINDS):
        if hand[kind] > 0:
            bits.add(mask, PLAY + kind)


@rule
def act(s: State, action: int, luck: Luck) -> None:
    """Play a card, draw another, and the next player who has cards goes on (XX-4 to XX-6)."""
    p = s.turn
    answered(s)
    play(s, p, action - PLAY)
    if s.left > 0:
        drawn = draw_one(luck, DEAL, s.deck, s.seats[p].hand)
        s.left -= 1
        s.seats[p].cards += 1
        tell(s, DREW, p, p, 0, drawn, 0, bits.bit(p))
    s.turn = (p + 1) % s.players
    if s.seats[s.turn].cards == 0:
        s.over = FINISHED
    else:
        ask(s, s.turn, TURN, 0, 0)


@rule
def play(s: State, p: int, kind: int) -> None:
    """A card scores its number, unless it is lower than the one before it (XX-5)."""
    seat = s.seats[p]
    number = kind + 1
    points = number if number >= s.last else 0
    move(kind, 1, seat.hand, seat.played)
    seat.cards -= 1
    seat.points += points
    s.last = number
    tell(s, PLAYED, p, p, points, kind, 0, EVERYBODY)


@rule
def score(s: State, seat: int) -> int:
    """The most points win (XX-6)."""
    return s.seats[seat].points
