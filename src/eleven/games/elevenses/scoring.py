"""The end of a round and of the game."""

from eleven.core.rules import asking, bits
from eleven.core.rules.jit import rule
from eleven.core.rules.record import FixedInts
from eleven.games.elevenses.events import ENDED, SCORED, SERVES, TROLLEYED, say
from eleven.games.elevenses.state import PLACES, TROLLEY, State, lies_up

GUEST_VALUE = 2
PLAYING, WON, SHARED = 0, 1, 2
ENDINGS = ("-", "won", "shared")


@rule
def value(s: State, p: int) -> int:
    """The spoons of a spread's face-up cards, plus 2 for a revealed guest (EL-30)."""
    return worth(s.seats[p].up, s.seats[p].arrived, s.spoons)


@rule
def worth(up: int, arrived: int, spoons: FixedInts) -> int:
    """What the numbers that lie face up and a guest are worth (EL-30)."""
    total = GUEST_VALUE * arrived
    for place in range(PLACES):
        if (up >> place) & 1:
            total += spoons[place]
    return total


@rule
def _highest(s: State, below: int) -> int:
    """The highest value of a spread under a limit, or -1."""
    best = -1
    for p in range(s.players):
        here = value(s, p)
        if here > best and here < below:
            best = here
    return best


@rule
def _how_many(s: State, wanted: int) -> int:
    holders = 0
    for p in range(s.players):
        if value(s, p) == wanted:
            holders += 1
    return holders


@rule
def _award(s: State, wanted: int, cubes: int) -> None:
    for p in range(s.players):
        if value(s, p) == wanted:
            s.seats[p].cubes += cubes
            say(s, SCORED, p, p, cubes)


@rule
def award_spreads(s: State) -> None:
    """Two cubes for the best spread and, from three players, one for the second; ties share or forfeit (EL-31)."""
    best = _highest(s, 1 << 10)
    if _how_many(s, best) > 1:
        _award(s, best, 1)
        return
    _award(s, best, 2)
    second = _highest(s, best)
    if s.players > 2 and _how_many(s, second) == 1:
        _award(s, second, 1)


@rule
def award_trolleys(s: State) -> None:
    """One cube for each face-up Tea Trolley (EL-11, EL-32)."""
    for p in range(s.players):
        if lies_up(s.seats[p], TROLLEY):
            s.seats[p].cubes += 1
            say(s, TROLLEYED, p, p, 1)


@rule
def next_server(s: State) -> int:
    """The player with the fewest cubes; tied, the first clockwise from the holder, who counts first or last (EL-33)."""
    begin = s.server + s.holder_last
    best = begin % s.players
    for step in range(1, s.players):
        p = (begin + step) % s.players
        if s.seats[p].cubes < s.seats[best].cubes:
            best = p
    return best


@rule
def ending(s: State) -> int:
    """Whether the game has ended: somebody has the target, and ties share unless the table plays on (EL-34)."""
    most, leaders = -1, 0
    for p in range(s.players):
        if s.seats[p].cubes > most:
            most = s.seats[p].cubes
            leaders = 0
        if s.seats[p].cubes == most:
            leaders += 1
    if most < s.target:
        return PLAYING
    if leaders == 1:
        return WON
    if s.play_on:
        return PLAYING
    return SHARED


@rule
def is_noon(s: State) -> bool:
    """Everybody has had as many turns in this round as there are before noon (EL-22)."""
    return s.noon > 0 and s.turns >= bits.wide(s.noon) * s.players


@rule
def score_round(s: State) -> None:
    """Cubes for spreads and trolleys, without limit of supply (EL-35), then the end or the next server."""
    asking.drop_questions(s)
    award_spreads(s)
    award_trolleys(s)
    s.over = ending(s)
    if s.over:
        say(s, ENDED, s.turn, s.turn, 0)
        return
    s.server = next_server(s)
    say(s, SERVES, s.server, s.server, 0)


@rule
def score(s: State, p: int) -> int:
    """Sugar cubes."""
    return s.seats[p].cubes


@rule
def gain(s: State, p: int) -> int:
    """The cubes a player would get if the round ended now (EL-31, EL-32)."""
    better, equal, mine = 0, 0, value(s, p)
    for q in range(s.players):
        if q != p:
            better += int(value(s, q) > mine)
            equal += int(value(s, q) == mine)
    cubes = int(lies_up(s.seats[p], TROLLEY))
    if better == 0:
        return cubes + (2 if equal == 0 else 1)
    if better == 1 and equal == 0 and s.players > 2:
        return cubes + 1
    return cubes
