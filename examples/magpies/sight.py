"""Who sees what: a nest is for its owner, and what one knows of the others for oneself."""

from eleven.core.rules.asking import copy_header, see_header
from eleven.core.rules.copying import copier
from eleven.core.rules.deck import draw_some, move, total
from eleven.core.rules.enums import Invariants
from eleven.core.rules.jit import rule
from eleven.core.rules.lists import copy
from eleven.core.rules.luck import Luck

from .rules import FOUND
from .state import FEATHERS, KINDS, STATE, State

PUBLIC = ("turn", "left", "box", "seats.held", "seats.feathers", "seats.shown", "seats.points")
"""What everybody sees. All other fields are hidden, and only `see` may show them to somebody."""
KNOWLEDGE_FIELDS = ("seats.known",)
copy_public = copier(STATE, PUBLIC, __file__)

INVARIANTS = Invariants()
TRINKETS_LOST = INVARIANTS.add("every trinket of the box is there exactly once (MA-1)")
BAD_COUNT = INVARIANTS.add(
    "`held` and `left` say how many there are, and nobody has more than 3 feathers (MA-2, MA-12)"
)
BAD_KNOWLEDGE = INVARIANTS.add("what somebody knows to be in another nest is there (MA-7)")
BAD_TURN = INVARIANTS.add("whoever has the turn is asked, until the grass is empty (MA-4, MA-14)")


@rule
def see(s: State, viewer: int, seen: State) -> None:
    """A player sees the own nest, and what they have seen of the others (MA-2, MA-7)."""
    see_header(s, viewer, seen)
    copy_public(s, seen)
    if viewer < s.players:
        copy(s.seats[viewer].nest, seen.seats[viewer].nest)
        copy(s.seats[viewer].known, seen.seats[viewer].known)


@rule
def imagine(seen: State, luck: Luck, world: State) -> None:
    """What is known lies where it is known to be; the rest lies in the nests and in the grass, each as likely."""
    copy_header(seen, world)
    copy_public(seen, world)
    viewer = seen.viewer
    for kind in range(KINDS):
        world.grass[kind] = seen.box[kind] - in_sight(seen, kind)
    if viewer < seen.players:
        copy(seen.seats[viewer].nest, world.seats[viewer].nest)
        copy(seen.seats[viewer].known, world.seats[viewer].known)
        for i in range(seen.players * KINDS):
            move(i % KINDS, seen.seats[viewer].known[i], world.grass, world.seats[i // KINDS].nest)
    for p in range(seen.players):
        if p != viewer:
            hidden = seen.seats[p].held - total(world.seats[p].nest)
            draw_some(luck, FOUND, hidden, world.grass, world.seats[p].nest)


@rule
def in_sight(s: State, kind: int) -> int:
    """How many trinkets of a kind are not in the grass, as far as this record shows."""
    n = 0
    for p in range(s.players):
        n += s.seats[p].nest[kind] + s.seats[p].shown[kind]
    return n


@rule
def check(s: State) -> int:
    """0 while nothing is wrong; else the number of the invariant that is broken."""
    for kind in range(KINDS):
        if s.grass[kind] < 0 or s.grass[kind] + in_sight(s, kind) != s.box[kind]:
            return TRINKETS_LOST
    for p in range(s.players):
        seat = s.seats[p]
        if seat.held != total(seat.nest) or seat.feathers < 0 or seat.feathers > FEATHERS:
            return BAD_COUNT
        for i in range(len(seat.known)):
            q = i // KINDS
            if seat.known[i] > 0 and (q >= s.players or q == p or seat.known[i] > s.seats[q].nest[i % KINDS]):
                return BAD_KNOWLEDGE
    if s.left != total(s.grass):
        return BAD_COUNT
    asked = s.depth == 1 and s.asking[0].seat == s.turn
    if s.turn < 0 or s.turn >= s.players or asked != (s.left > 0) or asked != (s.over == 0):
        return BAD_TURN
    return 0
