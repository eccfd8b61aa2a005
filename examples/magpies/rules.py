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

from .actions import FORAGE, PEEK, SHOW, SNATCH
from .state import FEATHERS, KINDS, SEAT, SET, START, TRINKET, TURN, State

ENDINGS = Endings()
FINISHED = ENDINGS.add("finished")
EVENTS = Events()
STARTED = EVENTS.add("started")
FORAGED = EVENTS.add("foraged", thing=TRINKET)
PEEKED = EVENTS.add("peeked")
SNATCHED = EVENTS.add("snatched", thing=TRINKET)
SHOWED = EVENTS.add("showed", thing=TRINKET, place=NUMBER)
LEFT = EVENTS.add("left", place=NUMBER)
LUCKS = Lucks()
FIRST = LUCKS.add("first", SEAT)
FOUND = LUCKS.add("found", TRINKET)


@rule
def deal(s: State, luck: Luck) -> None:
    """Four trinkets and three feathers for everybody, and luck says who begins (MA-1 to MA-4)."""
    copy(s.box, s.grass)
    for p in range(s.players):
        draw_some(luck, FOUND, START, s.grass, s.seats[p].nest)
        s.seats[p].held = START
        s.seats[p].feathers = FEATHERS
    s.left = total(s.grass)
    s.turn = fortune.choose(luck, FIRST, bits.bit(s.players) - 1)
    tell(s, STARTED, s.turn, s.turn, 0, 0, 0, EVERYBODY)
    ask(s, s.turn, TURN, 0, 0)


@rule
def legal(s: State, mask: Ints) -> None:
    """Forage, or show three alike; with a feather, peek at what is hidden or snatch what is known (MA-4 to MA-13)."""
    if s.depth == 0:
        return
    p = s.asking[s.depth - 1].seat
    bits.add(mask, FORAGE)
    for kind in range(KINDS):
        if s.seats[p].nest[kind] >= SET:
            bits.add(mask, SHOW + kind)
    for q in range(s.players if s.seats[p].feathers > 0 else 0):
        if q != p and known_of(s, p, q) < s.seats[q].held:
            bits.add(mask, PEEK + q)
        for kind in range(KINDS):
            if s.seats[p].known[q * KINDS + kind] > 0:
                bits.add(mask, SNATCH + q * KINDS + kind)


@rule
def known_of(s: State, p: int, q: int) -> int:
    """How many trinkets of a nest somebody knows (MA-7)."""
    n = 0
    for kind in range(KINDS):
        n += s.seats[p].known[q * KINDS + kind]
    return n


@rule
def act(s: State, action: int, luck: Luck) -> None:
    """Do one thing; then the next player goes on, unless the grass is empty (MA-4, MA-14)."""
    p = s.turn
    answered(s)
    if action < PEEK:
        forage(s, p, luck)
    elif action < SNATCH:
        peek(s, p, action - PEEK)
    elif action < SHOW:
        snatch(s, p, (action - SNATCH) // KINDS, (action - SNATCH) % KINDS)
    else:
        show(s, p, action - SHOW)
    if s.left == 0:
        finish(s)
        return
    s.turn = (p + 1) % s.players
    ask(s, s.turn, TURN, 0, 0)


@rule
def forage(s: State, p: int, luck: Luck) -> None:
    """A trinket from the grass, which only its finder sees (MA-5)."""
    found = draw_one(luck, FOUND, s.grass, s.seats[p].nest)
    s.left -= 1
    s.seats[p].held += 1
    tell(s, FORAGED, p, p, 0, found, 0, bits.bit(p))


@rule
def peek(s: State, p: int, q: int) -> None:
    """For a feather, all that is in another nest (MA-6, MA-7)."""
    s.seats[p].feathers -= 1
    for kind in range(KINDS):
        s.seats[p].known[q * KINDS + kind] = s.seats[q].nest[kind]
    tell(s, PEEKED, p, q, 0, 0, 0, EVERYBODY)


@rule
def snatch(s: State, p: int, q: int, kind: int) -> None:
    """For a feather, a trinket from another nest, and everybody sees which (MA-8, MA-9)."""
    s.seats[p].feathers -= 1
    move(kind, 1, s.seats[q].nest, s.seats[p].nest)
    s.seats[q].held -= 1
    s.seats[p].held += 1
    all_see(s, q, kind, -1)
    all_see(s, p, kind, 1)
    tell(s, SNATCHED, p, q, 0, kind, 0, EVERYBODY)


@rule
def all_see(s: State, p: int, kind: int, change: int) -> None:
    """Everybody else saw trinkets go into a nest or leave it, and counts that many more or fewer there (MA-7, MA-9)."""
    at = p * KINDS + kind
    for r in range(s.players):
        if r != p:
            s.seats[r].known[at] = max(s.seats[r].known[at] + change, 0)


@rule
def show(s: State, p: int, kind: int) -> None:
    """Three alike bring points and a feather, up to three (MA-10 to MA-12)."""
    seat = s.seats[p]
    move(kind, SET, seat.nest, seat.shown)
    seat.held -= SET
    seat.points += worth(kind)
    seat.feathers = min(seat.feathers + 1, FEATHERS)
    all_see(s, p, kind, -SET)
    tell(s, SHOWED, p, p, worth(kind), kind, 0, EVERYBODY)


@rule
def worth(kind: int) -> int:
    """Three of a kind bring 3, 5, 7 or 9 points (MA-11)."""
    return 3 + 2 * kind


@rule
def finish(s: State) -> None:
    """What is left in the nests costs a point each (MA-14, MA-15)."""
    for p in range(s.players):
        s.seats[p].points -= s.seats[p].held
        tell(s, LEFT, p, p, s.seats[p].held, 0, 0, EVERYBODY)
    s.over = FINISHED


@rule
def score(s: State, seat: int) -> int:
    """The most points win (MA-15)."""
    return s.seats[seat].points
