"""Who sees what: a nest is for its owner, and what one knows of the others for oneself."""

from eleven.core.rules.asking import copy_header, see_header
from eleven.core.rules.copying import copier
from eleven.core.rules.deck import draw_some, move, total
from eleven.core.rules.jit import rule
from eleven.core.rules.lists import copy
from eleven.core.rules.luck import Luck

from .rules import FOUND
from .state import KINDS, STATE, State

PUBLIC = ("turn", "left", "box", "seats.held", "seats.feathers", "seats.shown", "seats.points")
KNOWLEDGE_FIELDS = ("seats.known",)
copy_public = copier(STATE, PUBLIC, __file__)


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
