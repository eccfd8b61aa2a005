"""The table as zones, made from what one seat sees. Cards of one kind lie on one heap, with their number as a note."""

from typing import Any

from eleven.core.contract.game import plain_word
from eleven.core.contract.kinds import Kind
from eleven.core.contract.zones import Thing, Zone, remembered
from eleven.core.rules import bits
from eleven.core.text.words import Words
from eleven.games.elefant.elephants import small_of
from eleven.games.elefant.scoring import (
    SAY_BLUE,
    SAY_EVERYTHING,
    SAY_GREEN,
    SAY_HIGHEST,
    SAY_LOWEST,
    SAY_RED,
    total,
    worth,
)
from eleven.games.elefant.state import (
    BIG,
    BLOCK,
    COLOURS,
    EVERYTHING,
    HIGHEST,
    LOWEST,
    ONE_COLOUR,
    UNUSED,
    copies,
    value_of,
)
from eleven.games.elefant.tokens import CATEGORY, CHINA, COLOUR_NAMES, ELEPHANT, PLAYERS

WAYS = {
    LOWEST: (SAY_LOWEST,),
    HIGHEST: (SAY_HIGHEST,),
    ONE_COLOUR: (SAY_RED, SAY_GREEN, SAY_BLUE),
    EVERYTHING: (SAY_EVERYTHING,),
}


def word(words: Words, kind: Kind, number: int) -> str:
    """China is its colour and value, a small elephant what it shows; everything else is looked up."""
    if kind is CHINA and number >= 0:
        colour = words(f"colour.{CHINA.token(number).split('-')[0]}")
        return words("china.card", colour=colour, value=value_of(number))
    if kind is ELEPHANT and 0 <= number < BIG:
        return words("elephant.small", shown=_shown(words, number))
    return plain_word(words, kind, number)


@remembered
def _shown(words: Words, elephant: int) -> str:
    """The small elephants on a card, such as `2 red, 1 blue`."""
    counts = [(int(small_of(elephant, colour)), words(f"colour.{COLOUR_NAMES[colour]}")) for colour in range(COLOURS)]
    return ", ".join(words("elephant.some", n=n, colour=colour) for n, colour in counts if n)


def zones(s: Any, words: Words) -> list[Zone]:
    """The two rows, and before every player their china, their sheet, money and push card."""
    to_scoring = 0 if s.over else BLOCK - int(s.bought) % BLOCK
    found = [
        _china_row(tuple(s.open_china), int(s.china_left), to_scoring, int(sum(s.broken)), words),
        _herd_row(tuple(s.open_herd), int(s.herd_left), int(sum(s.discard)), int(s.suffered), words),
    ]
    for p in range(s.players):
        seat = s.seats[p]
        china = tuple(seat.china)
        found += [_shop(p, china, int(seat.push), int(seat.money), words), _sheet(p, china, tuple(seat.sheet), words)]
    return found


def _heaps(pile: tuple[int, ...], kind: Kind, prefix: str, words: Words) -> tuple[Thing, ...]:
    """One thing for every kind of card in a pile."""
    known = _china if kind is CHINA else _elephant
    return tuple([known(card, int(copies(pile, card)), prefix, words) for card in bits.members(pile[:1])])


@remembered
def _china(card: int, n: int, prefix: str, words: Words) -> Thing:
    return _heap(CHINA, card, n, prefix, words)


@remembered
def _elephant(card: int, n: int, prefix: str, words: Words) -> Thing:
    return _heap(ELEPHANT, card, n, prefix, words)


def _heap(kind: Kind, card: int, n: int, prefix: str, words: Words) -> Thing:
    """Cards of one kind, with their number as a note."""
    token, note = kind.token(card), words("zone.several", n=n) if n > 1 else ""
    return Thing(f"{prefix}:{token}", word(words, kind, card), note=note, token=token)


@remembered
def _china_row(pile: tuple[int, ...], left: int, to_scoring: int, broken: int, words: Words) -> Zone:
    key = "zone.china_note" if to_scoring else "zone.china_over"
    note = words(key, left=left, to_scoring=to_scoring, broken=broken)
    return Zone("open", words("zone.china"), _heaps(pile, CHINA, "open", words), note=note)


@remembered
def _herd_row(pile: tuple[int, ...], left: int, discard: int, suffered: int, words: Words) -> Zone:
    note = words("zone.herd_note", left=left, discard=discard)
    if suffered >= 0:
        note = words("zone.suffered", elephant=word(words, ELEPHANT, suffered)) + " " + note
    return Zone("herd", words("zone.herd"), _heaps(pile, ELEPHANT, "herd", words), note=note)


@remembered
def _shop(p: int, china: tuple[int, ...], push: int, money: int, words: Words) -> Zone:
    """A player's china, with their push card beside it while they have it."""
    things = _heaps(china, CHINA, f"china:{PLAYERS[p]}", words)
    if push:
        things += (Thing(f"push:{PLAYERS[p]}", words("zone.push")),)
    return Zone(f"shop:{PLAYERS[p]}", words("zone.shop"), things, p, note=words("zone.money", money=money))


@remembered
def _sheet(p: int, china: tuple[int, ...], sheet: tuple[int, ...], words: Words) -> Zone:
    """The four columns: what is written there, or what they would bring now."""
    things = []
    for category, written in enumerate(sheet):
        ways = tuple([worth(china, way) for way in WAYS[category]]) if written == UNUSED else ()
        things.append(_column(p, category, int(written), ways, words))
    return Zone(f"sheet:{PLAYERS[p]}", words("zone.sheet"), tuple(things), p, note=words("zone.total", n=total(sheet)))


@remembered
def _column(p: int, category: int, written: int, ways: tuple[int, ...], words: Words) -> Thing:
    """One column of a sheet, with what it would bring in each way."""
    token = CATEGORY.token(category)
    used = written != UNUSED
    key, points = ("zone.written", str(written)) if used else ("zone.would_bring", "/".join(map(str, ways)))
    thing, name = f"sheet:{PLAYERS[p]}:{token}", words(f"category.{token}")
    return Thing(thing, name, up=used, note=words(key, points=points), token=token)
