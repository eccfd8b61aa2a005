"""The end of a round and of the game (EC-20 to EC-23)."""

from eleven.core.rules import bits
from eleven.core.rules.jit import rule
from eleven.games.eleven_cards.events import ENDED, say, say_score
from eleven.games.eleven_cards.state import COLOURS, State

OUT_ENDING, ALL_PASSED_ENDING = 1, 2
ENDINGS = ("-", "went-out", "all-passed")


@rule
def won_by_bonuses(s: State, p: int) -> int:
    """Points for bonus cards (EC-22)."""
    return s.seats[p].bonuses * s.bonus_points


@rule
def lost_by_hand(s: State, p: int) -> int:
    """Points lost by the numbers and jokers in hand; links cost nothing (EC-22)."""
    total = s.seats[p].jokers * s.joker_points
    for colour in range(COLOURS):
        numbers = s.seats[p].hand[colour]
        while numbers:
            total += bits.lowest(numbers) + 1
            numbers &= numbers - 1
    return total


@rule
def score_round(s: State, ending: int) -> None:
    """Count the points; the game is over after as many rounds as were agreed (EC-22, EC-23)."""
    for p in range(s.players):
        won, lost = won_by_bonuses(s, p), lost_by_hand(s, p)
        s.seats[p].points += won - lost
        say_score(s, p, won, lost)
    if s.rounds >= s.rounds_to_play:
        s.over = ending
        say(s, ENDED, 0, 0, 0)


@rule
def score(s: State, p: int) -> int:
    """Points of the finished rounds; the most points win, and ties share (EC-22)."""
    return s.seats[p].points
