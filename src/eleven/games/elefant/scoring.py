"""Scoring (EP-30 to EP-32): what the four categories are worth, who is asked, and the end of the game."""

from eleven.core.rules import bits
from eleven.core.rules.asking import answered, ask
from eleven.core.rules.jit import rule
from eleven.core.rules.record import FixedInts
from eleven.games.elefant.events import ENDED, SCORED, say
from eleven.games.elefant.state import (
    BLOCK,
    CATEGORIES,
    CHINA_DECK,
    COLOURS,
    COPIES,
    EVERYTHING,
    HIGHEST,
    LOWEST,
    LOWEST_VALUE,
    ONE_COLOUR,
    ONE_OF_EACH_VALUE,
    SCORE,
    UNUSED,
    VALUES,
    State,
)

PLAYING, WON, SHARED = 0, 1, 2
ENDINGS = ("-", "won", "shared")
SAY_LOWEST, SAY_HIGHEST, SAY_RED, SAY_GREEN, SAY_BLUE, SAY_EVERYTHING = range(6)


@rule
def category_of(scoring: int) -> int:
    """The column of the sheet that is meant; a colour means the column for one colour (EP-30)."""
    if scoring < SAY_RED:
        return scoring
    if scoring <= SAY_BLUE:
        return ONE_COLOUR
    return EVERYTHING


@rule
def lowest_of_each(pile: FixedInts) -> int:
    """The lowest card of each colour, added up; a missing colour counts 0 (EP-30)."""
    total = 0
    for colour in range(COLOURS):
        held = (pile[0] >> (colour * VALUES)) & ONE_OF_EACH_VALUE
        if held:
            total += LOWEST_VALUE + bits.lowest(held)
    return total


@rule
def highest_of_each(pile: FixedInts) -> int:
    """The highest card of each colour, added up; a missing colour counts 0 (EP-30)."""
    total = 0
    for colour in range(COLOURS):
        held = (pile[0] >> (colour * VALUES)) & ONE_OF_EACH_VALUE
        if held:
            total += LOWEST_VALUE + bits.size(held | held >> 1 | held >> 2 | held >> 3 | held >> 4 | held >> 5) - 1
    return total


@rule
def all_of_colour(pile: FixedInts, colour: int) -> int:
    """All cards of one colour (EP-30)."""
    total = 0
    for i in range(COPIES):
        held = (pile[i] >> (colour * VALUES)) & ONE_OF_EACH_VALUE
        while held:
            total += LOWEST_VALUE + bits.lowest(held)
            held &= held - 1
    return total


@rule
def everything(pile: FixedInts) -> int:
    """All cards (EP-30)."""
    total = 0
    for colour in range(COLOURS):
        total += all_of_colour(pile, colour)
    return total


@rule
def points(s: State, p: int, scoring: int) -> int:
    """Return the points that a way to score would give a player now."""
    return worth(s.seats[p].china, scoring)


@rule
def worth(pile: FixedInts, scoring: int) -> int:
    """What a way to score brings for a pile of china (EP-30)."""
    if scoring == SAY_LOWEST:
        return lowest_of_each(pile)
    if scoring == SAY_HIGHEST:
        return highest_of_each(pile)
    if scoring == SAY_EVERYTHING:
        return everything(pile)
    return all_of_colour(pile, scoring - SAY_RED)


@rule
def may_score(s: State, p: int) -> int:
    """The ways to score whose column is still empty, as a mask (EP-30)."""
    sheet = s.seats[p].sheet
    found = 0
    if sheet[LOWEST] == UNUSED:
        found |= 1 << SAY_LOWEST
    if sheet[HIGHEST] == UNUSED:
        found |= 1 << SAY_HIGHEST
    if sheet[ONE_COLOUR] == UNUSED:
        found |= 1 << SAY_RED | 1 << SAY_GREEN | 1 << SAY_BLUE
    if sheet[EVERYTHING] == UNUSED:
        found |= 1 << SAY_EVERYTHING
    return found


@rule
def scoring_is_due(s: State) -> bool:
    """Score cards lie after every tenth china card (EP-10, EP-30)."""
    return s.bought % BLOCK == 0


@rule
def ask_all_to_score(s: State, buyer: int) -> None:
    """Choices are made in turn order, from the player after the buyer (EP-31)."""
    for step in range(s.players, 0, -1):
        ask(s, (buyer + step) % s.players, SCORE, 0, 0)


@rule
def write_down(s: State, p: int, scoring: int) -> None:
    """A player writes their points into the column they have chosen (EP-30)."""
    answered(s)
    won = points(s, p, scoring)
    s.seats[p].sheet[category_of(scoring)] = won
    say(s, SCORED, p, scoring, won)


@rule
def score(s: State, p: int) -> int:
    """The points on the sheet; money and push cards count nothing (EP-32)."""
    return total(s.seats[p].sheet)


@rule
def total(sheet: FixedInts) -> int:
    """All that is written on a sheet, added up (EP-32)."""
    added = 0
    for category in range(CATEGORIES):
        if sheet[category] != UNUSED:
            added += sheet[category]
    return added


@rule
def was_last_scoring(s: State) -> bool:
    """The fourth scoring is the last (EP-32)."""
    return s.bought == CHINA_DECK


@rule
def end_game(s: State) -> None:
    """Most points wins, and ties share (EP-32)."""
    best, leaders = -1, 0
    for p in range(s.players):
        total = score(s, p)
        if total > best:
            best = total
            leaders = 0
        if total == best:
            leaders += 1
    s.over = WON
    if leaders > 1:
        s.over = SHARED
    say(s, ENDED, s.turn, 0, 0)
