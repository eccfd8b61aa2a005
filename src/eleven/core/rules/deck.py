"""Decks, hands and heaps kept as counts: `cards[kind]` is how many of a kind lie there.

Such a deck has no order that could leak: luck decides when a card is drawn.
"""

from eleven.core.rules import luck as fortune
from eleven.core.rules.jit import rule
from eleven.core.rules.luck import Luck
from eleven.core.rules.record import Ints


@rule
def total(cards: Ints) -> int:
    """The number of cards."""
    n = 0
    for kind in range(len(cards)):
        n += cards[kind]
    return n


@rule
def move(kind: int, count: int, cards: Ints, to: Ints) -> None:
    """Take cards of a kind from one place to another."""
    cards[kind] -= count
    to[kind] += count


@rule
def draw_one(luck: Luck, what: int, cards: Ints, to: Ints) -> int:
    """Move a random card and return its kind; there must be one. `what` is the kind of luck."""
    kind = fortune.draw(luck, what, cards, total(cards))
    move(kind, 1, cards, to)
    return kind


@rule
def draw_some(luck: Luck, what: int, count: int, cards: Ints, to: Ints) -> None:
    """Move `count` random cards."""
    for _ in range(count):
        draw_one(luck, what, cards, to)
