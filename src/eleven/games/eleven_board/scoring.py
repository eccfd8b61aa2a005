"""The end of a round and of the game (EB-30, EB-31)."""

from eleven.core.rules import asking
from eleven.core.rules.jit import rule
from eleven.games.eleven_board import tiles
from eleven.games.eleven_board.events import ENDED, SCORED, WON_ROUND, say
from eleven.games.eleven_board.state import State

PLAYING, WON, SHARED = 0, 1, 2
ENDINGS = ("-", "won", "shared")


@rule
def score_round(s: State, winner: int) -> None:
    """A player without tiles wins the round; the others get minus points for their tiles (EB-30)."""
    asking.drop_questions(s)
    s.bonuses = 0
    say(s, WON_ROUND, winner, 0)
    for p in range(s.players):
        if p != winner:
            minus = tiles.value_of(s.seats[p].rack)
            s.seats[p].points -= minus
            say(s, SCORED, p, minus)
    if s.rounds >= s.last_round:
        s.over = ending(s)
        say(s, ENDED, winner, 0)


@rule
def ending(s: State) -> int:
    """Fewest minus points win; ties share (EB-31)."""
    best, leaders = s.seats[0].points, 0
    for p in range(s.players):
        if s.seats[p].points > best:
            best = s.seats[p].points
    for p in range(s.players):
        if s.seats[p].points == best:
            leaders += 1
    if leaders > 1:
        return SHARED
    return WON


@rule
def score(s: State, p: int) -> int:
    """Minus points, as a negative number."""
    return s.seats[p].points
