"""The table as a person sees it, made from what one seat sees."""

from typing import Any

from eleven.core.layout import heap, zone
from eleven.core.words import Words
from eleven.core.zones import Thing, Zone

from .state import CARD, NO_CARD, SEAT


def zones(s: Any, words: Words) -> list[Zone]:
    """The deck with the last card, and before every player the hand and the cards played."""
    last = (Thing("last", CARD.token(int(s.last)), token=CARD.token(int(s.last))),) if s.last != NO_CARD else ()
    found = [zone("deck", words("zone.deck"), last, note=words("zone.left", n=int(s.left)))]
    for p in range(s.players):
        seat, name = s.seats[p], SEAT.token(p)
        note = words("zone.cards", n=int(seat.cards))
        found.append(zone(f"hand:{name}", words("zone.hand"), heaps(f"hand:{name}", seat.hand, words), p, note=note))
        note = words("zone.points", n=int(seat.points))
        found.append(
            zone(f"played:{name}", words("zone.played"), heaps(f"played:{name}", seat.played, words), p, note=note)
        )
    return found


def heaps(place: str, counts: Any, words: Words) -> tuple[Thing, ...]:
    """One thing for every kind of card; the id says the place and the kind, and no two things share one."""
    tokens = [(CARD.token(kind), int(count)) for kind, count in enumerate(counts) if count]
    return tuple(heap(f"{place}:{token}", token, token, count, words) for token, count in tokens)
