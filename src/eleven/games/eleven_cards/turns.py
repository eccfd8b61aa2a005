"""Whose turn it is, and what is asked; the question depends on public information only."""

from eleven.core.rules.asking import ask
from eleven.core.rules.jit import rule
from eleven.games.eleven_cards.placing import owes_for_exchange
from eleven.games.eleven_cards.state import CARDS_A_TURN, EMPTY_PILE, MORE, OWE, TURN, State


@rule
def begin_turn(s: State, p: int) -> None:
    """A player's turn begins with nothing laid (EC-10)."""
    s.used = 0
    s.laid = 0
    s.exchanged = 0
    ask_on(s, p)


@rule
def ask_on(s: State, p: int) -> None:
    """Ask what to do next; that a number must be laid (EC-11) is the player's secret and changes no question."""
    ask(s, p, what_to_ask(s), 0, CARDS_A_TURN - s.used)


@rule
def what_to_ask(s: State) -> int:
    """Return the question for the current state of the turn."""
    if owes_for_exchange(s):
        return OWE
    if s.laid > 0:
        return MORE
    if s.pile == 0:
        return EMPTY_PILE
    return TURN
