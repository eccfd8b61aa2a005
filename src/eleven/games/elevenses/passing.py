"""Fine China and Biscuits: everybody passes a card (EL-16, EL-17)."""

from eleven.core.rules import bits
from eleven.core.rules.asking import answered, ask
from eleven.core.rules.jit import rule
from eleven.games.elevenses.events import CHOSE, NO_PASSING, PASSED, SKIPPED, say, say_card
from eleven.games.elevenses.knowledge import everybody_learns, slips_out
from eleven.games.elevenses.state import EMPTY, PASS, State, may_go

LEFT, RIGHT = 1, -1


@rule
def takes_part(s: State, p: int) -> bool:
    """Whoever holds anything but Elevenses passes a card (EL-16)."""
    return may_go(s, p) != 0


@rule
def ask_all_to_pass(s: State, p: int, direction: int) -> None:
    """Players left with Elevenses alone show it and are skipped; the others choose, if there are two (EL-16, EL-17)."""
    taking_part = 0
    for q in range(s.players):
        if takes_part(s, q):
            taking_part += 1
        else:
            everybody_learns(s, s.seats[q].kitchen)
            say(s, SKIPPED, q, q, 0)
    if taking_part < 2:
        say(s, NO_PASSING, p, p, 0)
        return
    for step in range(s.players - 1, -1, -1):
        q = (p + step) % s.players
        if takes_part(s, q):
            ask(s, q, PASS, direction, 0)


@rule
def choose_to_pass(s: State, p: int, card: int) -> None:
    """A card is put face down for passing; when all have chosen, all pass at once (EL-16)."""
    direction = s.asking[s.depth - 1].about
    s.seats[p].picked = card
    say_card(s, CHOSE, p, p, 0, card, bits.bit(p))
    answered(s)
    if s.depth == 0:
        pass_all(s, direction)


@rule
def pass_all(s: State, direction: int) -> None:
    """All chosen cards go to the next participant, over the skipped (EL-16 left, EL-17 right)."""
    for p in range(s.players):
        card = s.seats[p].picked
        if card != EMPTY:
            slips_out(s, p, card, bits.bit(p) | bits.bit(_receiver(s, p, direction)), True)
    for p in range(s.players):
        if s.seats[p].picked != EMPTY:
            s.seats[p].kitchen &= ~bits.bit(s.seats[p].picked)
    for p in range(s.players):
        card = s.seats[p].picked
        if card != EMPTY:
            receiver = _receiver(s, p, direction)
            s.seats[receiver].kitchen |= bits.bit(card)
            s.knows[receiver] |= bits.bit(card)
            say_card(s, PASSED, p, receiver, 0, card, bits.bit(p) | bits.bit(receiver))
    for p in range(s.players):
        s.seats[p].picked = EMPTY


@rule
def _receiver(s: State, p: int, direction: int) -> int:
    """The next player in this direction who has put down a card."""
    q = (p + direction + s.players) % s.players
    while s.seats[q].picked == EMPTY:
        q = (q + direction + s.players) % s.players
    return q
