"""What an elephant breaks (EP-4, EP-21, EP-25)."""

from eleven.core.rules import bits
from eleven.core.rules.asking import answered, ask
from eleven.core.rules.jit import rule
from eleven.games.elefant.events import LOST, say
from eleven.games.elefant.state import (
    ALL_CHINA,
    BIG,
    COLOURS,
    COPIES,
    EVEN,
    GREY,
    LOSE_ANY,
    LOSE_RED,
    ODD,
    ODD_VALUES,
    SMALL_MOST,
    State,
    colour_mask,
    copies,
    how_many,
    remove,
)


@rule
def small_of(elephant: int, colour: int) -> int:
    """How many small elephants of one colour are on a card: the digits of its number (EP-4.1)."""
    shown = elephant + 1
    for _ in range(COLOURS - 1 - colour):
        shown //= SMALL_MOST + 1
    return shown % (SMALL_MOST + 1)


@rule
def losses(elephant: int, what: int) -> int:
    """How many cards an elephant lets the owner choose, of one colour or of any (EP-4.1, EP-4.3)."""
    if what == LOSE_ANY:
        if GREY <= elephant < ODD:
            return elephant - GREY + 1
    elif 0 <= elephant < BIG:
        return small_of(elephant, what - LOSE_RED)
    return 0


@rule
def breaks_all(elephant: int) -> int:
    """The kinds of china that an elephant breaks to the last card (EP-4.2, EP-4.4)."""
    if elephant == ODD:
        return ODD_VALUES
    if elephant == EVEN:
        return ALL_CHINA & ~ODD_VALUES
    if BIG <= elephant < GREY:
        return colour_mask(elephant - BIG)
    return 0


@rule
def suffer(s: State, p: int, elephant: int) -> None:
    """Carry out an elephant's effect on the taker's own china, or ask what they would lose (EP-4, EP-21)."""
    kinds = breaks_all(elephant)
    if kinds:
        lose_all(s, p, kinds)
    else:
        for what in range(LOSE_ANY, LOSE_RED - 1, -1):
            wanted = losses(elephant, what)
            if wanted:
                ask(s, p, what, 0, wanted)


@rule
def threatened(what: int) -> int:
    """The china kinds that a question about a loss is about (EP-4.1, EP-4.3)."""
    if what == LOSE_ANY:
        return ALL_CHINA
    return colour_mask(what - LOSE_RED)


@rule
def may_lose(s: State, p: int, what: int) -> int:
    """The kinds of their china a player may choose to lose (EP-25)."""
    return s.seats[p].china[0] & threatened(what)


@rule
def has_to_choose(s: State, p: int, what: int, left: int) -> bool:
    """There is no choice where all that match are lost, nor among cards that are alike (EP-25)."""
    options = may_lose(s, p, what)
    return options & (options - 1) != 0 and how_many(s.seats[p].china, options) > left


@rule
def lose_without_choice(s: State, p: int, what: int, left: int) -> None:
    """What matches is lost, as far as it goes (EP-21, EP-25)."""
    answered(s)
    options = may_lose(s, p, what)
    if how_many(s.seats[p].china, options) <= left:
        lose_all(s, p, options)
    else:
        lose(s, p, bits.lowest(options), left)


@rule
def lose_all(s: State, p: int, kinds: int) -> None:
    """All cards of some kinds leave the game (EP-4.2, EP-4.4)."""
    held = s.seats[p].china[0] & kinds
    while held:
        kind = bits.lowest(held)
        held &= held - 1
        n = copies(s.seats[p].china, kind)
        s.broken[kind] += n
        say(s, LOST, p, n, kind)
    for i in range(COPIES):
        s.seats[p].china[i] &= ~kinds


@rule
def lose(s: State, p: int, kind: int, n: int) -> None:
    """Lost china leaves the game (EP-21)."""
    for _ in range(n):
        remove(s.seats[p].china, kind)
    s.broken[kind] += n
    say(s, LOST, p, n, kind)


@rule
def lose_one(s: State, p: int, kind: int) -> None:
    """The owner gives up a card of their choice, and is asked again while more are due (EP-25)."""
    question = s.asking[s.depth - 1]
    question.left -= 1
    if question.left == 0:
        answered(s)
    lose(s, p, kind, 1)
