"""What each player has lawfully learnt, kept sound when cards move (EL-7, EL-8).

A player knows where a card is, or does not. Whoever cannot tell which of several same-backed kitchen cards has gone
loses all of them, except what could not have gone: an Elevenses never changes hands.
"""

from eleven.core.rules import bits
from eleven.core.rules.asking import asked
from eleven.core.rules.jit import rule
from eleven.games.elevenses.state import (
    ALL_ELEVENSES,
    EMPTY,
    FIRST_PLACE,
    KEEP,
    LAST_PLACE,
    State,
    back_of,
    lies_up,
    set_of,
)


@rule
def everybody_learns(s: State, cards: int) -> None:
    """Record that cards were shown to everybody, including the public."""
    for p in range(s.players + 1):
        s.knows[p] |= cards


@rule
def looks_under_own_cards(s: State, p: int) -> None:
    """With Sugar face up a player looks at their own face-down cards (EL-14)."""
    for n in range(FIRST_PLACE, LAST_PLACE + 1):
        if not lies_up(s.seats[p], n):
            s.knows[p] |= bits.bit(s.seats[p].slots[n - 1])


@rule
def slips_out(s: State, p: int, card: int, insiders: int, changes_hands: bool) -> None:
    """A card is about to leave a kitchen, and others follow it by its back alone (EL-8)."""
    alike = s.seats[p].kitchen & set_of(back_of(card))
    if bits.size(alike) == 1:
        return
    for q in range(s.players + 1):
        if (insiders >> q) & 1:
            continue
        may_have_gone = alike
        if changes_hands:
            may_have_gone &= ~(s.knows[q] & ALL_ELEVENSES)
        if bits.size(may_have_gone) > 1:
            s.knows[q] &= ~may_have_gone


@rule
def _share_knowledge(seen: State, world: State) -> None:
    """Fill in what everybody knows in an imagined world: public cards, their own kitchen, and `aware` positions."""
    public = seen.knows[seen.players]
    for p in range(seen.players):
        known = public | world.seats[p].kitchen
        for n in range(FIRST_PLACE, LAST_PLACE + 1):
            if (seen.seats[p].aware >> (n - 1)) & 1:
                known |= bits.bit(world.seats[p].slots[n - 1])
        world.knows[p] = known
    world.knows[seen.players] = public
    if seen.taken != EMPTY:
        world.knows[asked(seen)] |= bits.bit(world.taken)
        world.knows[seen.asking[seen.depth - 1].about] |= bits.bit(world.taken)
    for p in range(seen.players):
        picked = world.seats[p].picked
        if picked >= 0 and seen.asking[seen.depth - 1].what == KEEP:
            world.knows[asked(seen)] |= bits.bit(picked)
    world.knows[seen.viewer] = seen.knows[seen.viewer]
