"""The table as a person sees it, made from what one seat sees."""

from typing import Any

from eleven.core.contract.zones import Thing, Zone, heap, heaps, zone
from eleven.core.text.words import Words

from .state import KINDS, SEAT, TRINKET


def zones(s: Any, words: Words) -> list[Zone]:
    """The grass, and before every player the nest and what was shown."""
    grass = (heap("grass", words("zone.something"), "", int(s.left), words),) if s.left else ()
    found = [zone("meadow", words("zone.grass"), grass)]
    for p in range(s.players):
        seat, name = s.seats[p], SEAT.token(p)
        note = words("zone.held", n=int(seat.held), feathers=int(seat.feathers))
        found.append(zone(f"nest:{name}", words("zone.nest"), nest(s, p, words), p, note=note))
        shown, note = heaps(f"shown:{name}", TRINKET, seat.shown, words), words("zone.points", n=int(seat.points))
        found.append(zone(f"shown:{name}", words("zone.shown"), shown, p, note=note))
    return found


def nest(s: Any, p: int, words: Words) -> tuple[Thing, ...]:
    """What the viewer knows of a nest, and what is hidden in it."""
    counts = s.seats[p].nest
    if s.viewer != p and s.viewer < s.players:
        counts = s.seats[s.viewer].known[p * KINDS : (p + 1) * KINDS]
    hidden = int(s.seats[p].held) - int(sum(counts))
    rest = (heap(f"hidden:{SEAT.token(p)}", words("zone.hidden"), "", hidden, words),) if hidden else ()
    return heaps(f"nest:{SEAT.token(p)}", TRINKET, counts, words) + rest
