"""Zones for games that do not want to think about it: the same zone is the same object, as the server likes it."""

from typing import Any

from eleven.core.contract.game import plain_word
from eleven.core.contract.kinds import Kind
from eleven.core.contract.zones import Thing, Zone, remembered
from eleven.core.text.words import Words


@remembered
def zone(
    place: str, label: str, things: tuple[Thing, ...] = (), seat: int | None = None, columns: int = 0, note: str = ""
) -> Zone:
    """A zone; made once from the same parts."""
    return Zone(place, label, things, seat, columns, note)


@remembered
def heap(thing: str, text: str, token: str, count: int, words: Words) -> Thing:
    """Cards of one kind on one heap, with their number as a note."""
    return Thing(thing, text, note=words("zone.several", n=count) if count > 1 else "", token=token)


def heaps(place: str, kind: Kind, counts: Any, words: Words) -> tuple[Thing, ...]:
    """Counted cards: a heap `<place>:<token>` for every kind of which there are any."""
    present = [(card, int(count)) for card, count in enumerate(counts) if count]
    return tuple(
        heap(f"{place}:{kind.token(card)}", plain_word(words, kind, card), kind.token(card), count, words)
        for card, count in present
    )
