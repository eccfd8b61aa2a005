"""The table as a person sees it, made from what one seat sees."""

from typing import Any

from eleven.core.contract.zones import Thing, Zone, heaps, zone
from eleven.core.text.words import Words

from .state import CARD, SEAT


def zones(s: Any, words: Words) -> list[Zone]:
    """The deck and the last card, and before every player the hand and the cards played."""
    last = (Thing("last", str(s.last), token=str(s.last)),) if s.last else ()
    found = [zone("deck", words("zone.deck"), note=words("zone.left", n=int(s.left)))]
    found.append(zone("last", words("zone.last"), last))
    for p in range(s.players):
        seat, name = s.seats[p], SEAT.token(p)
        hand, played = heaps(f"hand:{name}", CARD, seat.hand, words), heaps(f"played:{name}", CARD, seat.played, words)
        note, points = words("zone.cards", n=int(seat.cards)), words("zone.points", n=int(seat.points))
        found.append(zone(f"hand:{name}", words("zone.hand"), hand, p, note=note))
        found.append(zone(f"played:{name}", words("zone.played"), played, p, note=points))
    return found
