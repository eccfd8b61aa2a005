"""The table as zones, as one seat sees it; cards of one kind form a heap, with their number as a note."""

from typing import Any

from eleven.core.contract.kinds import Kind, plain_word
from eleven.core.contract.score_row import ScoreRow
from eleven.core.contract.zones import Thing, Zone, cached_in_budget
from eleven.core.rules import bits
from eleven.core.text.words import Words
from eleven.games.elefant.elephants import breaks_all, losses, small_of, threatened
from eleven.games.elefant.events import SCORED
from eleven.games.elefant.scoring import (
    SAY_BLUE,
    SAY_EVERYTHING,
    SAY_GREEN,
    SAY_HIGHEST,
    SAY_LOWEST,
    SAY_RED,
    category_of,
    total,
    worth,
)
from eleven.games.elefant.state import (
    BIG,
    BLOCK,
    COLOURS,
    EVERYTHING,
    GREY,
    HIGHEST,
    LOSE_ANY,
    LOSE_RED,
    LOWEST,
    ONE_COLOUR,
    UNUSED,
    copies,
    value_of,
)
from eleven.games.elefant.tokens import CATEGORY, CHINA, COLOUR_NAMES, ELEPHANT, PLAYERS

Pile = tuple[int, ...]
EVERY_CARD = 99
"""A number larger than any number of cards."""
WAYS = {
    LOWEST: (SAY_LOWEST,),
    HIGHEST: (SAY_HIGHEST,),
    ONE_COLOUR: (SAY_RED, SAY_GREEN, SAY_BLUE),
    EVERYTHING: (SAY_EVERYTHING,),
}


def word(words: Words, kind: Kind, number: int) -> str:
    """Name a thing: china by colour and value, small elephants by what they show, and everything else by its word."""
    if kind is CHINA and number >= 0:
        colour = words(f"colour.{CHINA.token(number).split('-')[0]}")
        return words("china.card", colour=colour, value=value_of(number))
    if kind is ELEPHANT and 0 <= number < BIG:
        return words("elephant.small", shown=_shown(words, number))
    return plain_word(words, kind, number)


@cached_in_budget
def _shown(words: Words, elephant: int) -> str:
    """The small elephants on a card, such as `2 red, 1 blue`."""
    counts = [(int(small_of(elephant, colour)), words(f"colour.{COLOUR_NAMES[colour]}")) for colour in range(COLOURS)]
    return ", ".join(words("elephant.some", n=n, colour=colour) for n, colour in counts if n)


def zones(s: Any, words: Words) -> list[Zone]:
    """The two rows, and before every player their china, their sheet, money and push card."""
    to_scoring = 0 if s.over else BLOCK - int(s.bought) % BLOCK
    own = tuple(s.seats[s.viewer].china) if 0 <= s.viewer < s.players else None
    found = [
        _china_row(tuple(s.open_china), int(s.china_left), to_scoring, int(sum(s.broken)), words),
        _herd_row(tuple(s.open_herd), int(s.herd_left), int(sum(s.discard)), int(s.suffered), own, words),
    ]
    for p in range(s.players):
        seat = s.seats[p]
        china = tuple(seat.china)
        found += [_shop(p, china, int(seat.push), int(seat.money), words), _sheet(p, china, tuple(seat.sheet), words)]
    return found


def _heaps(pile: Pile, prefix: str, words: Words) -> tuple[Thing, ...]:
    """One thing for every kind of china in a pile."""
    return tuple([_china(card, int(copies(pile, card)), prefix, words) for card in bits.members(pile[:1])])


@cached_in_budget
def _china(card: int, n: int, prefix: str, words: Words) -> Thing:
    return _heap(CHINA, card, n, prefix, "", words)


@cached_in_budget
def _elephant(card: int, n: int, own: Pile | None, words: Words) -> Thing:
    """Return an elephant, with what it breaks and what the viewer would lose."""
    about = _takes(card, words) + (" " + _would_lose(card, own, words) if own is not None else "")
    return _heap(ELEPHANT, card, n, "herd", about, words)


def _heap(kind: Kind, card: int, n: int, prefix: str, about: str, words: Words) -> Thing:
    """Cards of one kind, with their number as a note."""
    token, note = kind.token(card), words("zone.several", n=n) if n > 1 else ""
    return Thing(f"{prefix}:{token}", word(words, kind, card), note=note, token=token, about=about)


def _takes(elephant: int, words: Words) -> str:
    """What an elephant breaks, in words (EP-4)."""
    if elephant < BIG:
        return words("about.small", shown=_shown(words, elephant))
    if elephant < GREY:
        return words("about.big", colour=words(f"colour.{COLOUR_NAMES[elephant - BIG]}"))
    return words(f"about.{ELEPHANT.token(elephant)}")


def _would_lose(elephant: int, own: Pile, words: Words) -> str:
    """The cards that somebody would lose, or among which they would choose (EP-21, EP-25)."""
    chosen = [(int(losses(elephant, what)), int(threatened(what))) for what in range(LOSE_RED, LOSE_ANY + 1)]
    kinds = int(breaks_all(elephant))
    groups = [(EVERY_CARD, kinds)] if kinds else chosen
    told = [_part(n, _cards(own, mask, words), words) for n, mask in groups if n and own[0] & mask]
    return words("about.lost", cards="; ".join(told)) if told else words("about.lost_none")


def _part(n: int, cards: list[str], words: Words) -> str:
    listed = ", ".join(cards)
    return words("about.lost_of", n=n, cards=listed) if n < len(cards) else listed


def _cards(pile: Pile, mask: int, words: Words) -> list[str]:
    """The cards of some kinds in a pile, each by name."""
    kinds = bits.members((pile[0] & mask,))
    return [word(words, CHINA, kind) for kind in kinds for _ in range(int(copies(pile, kind)))]


@cached_in_budget
def _china_row(pile: Pile, left: int, to_scoring: int, broken: int, words: Words) -> Zone:
    key = "zone.china_note" if to_scoring else "zone.china_over"
    note = words(key, left=left, to_scoring=to_scoring, broken=broken)
    return Zone("open", words("zone.china"), _heaps(pile, "open", words), note=note)


@cached_in_budget
def _herd_row(pile: Pile, left: int, discard: int, suffered: int, own: Pile | None, words: Words) -> Zone:
    note = words("zone.herd_note", left=left, discard=discard)
    if suffered >= 0:
        note = words("zone.suffered", elephant=word(words, ELEPHANT, suffered)) + " " + note
    herd = tuple([_elephant(card, int(copies(pile, card)), own, words) for card in bits.members(pile[:1])])
    return Zone("herd", words("zone.herd"), herd, note=note)


@cached_in_budget
def _shop(p: int, china: Pile, push: int, money: int, words: Words) -> Zone:
    """Return the zone of a player's china and push card."""
    things = _heaps(china, f"china:{PLAYERS[p]}", words)
    if push:
        things += (Thing(f"push:{PLAYERS[p]}", words("zone.push"), about=words("about.push")),)
    return Zone(f"shop:{PLAYERS[p]}", words("zone.shop"), things, p, note=words("zone.money", money=money))


@cached_in_budget
def _sheet(p: int, china: Pile, sheet: tuple[int, ...], words: Words) -> Zone:
    """Return the zone of a score sheet: the points in each column, or what it would score now."""
    things = []
    for category, written in enumerate(sheet):
        ways = tuple([worth(china, way) for way in WAYS[category]]) if written == UNUSED else ()
        things.append(_column(p, category, int(written), ways, words))
    return Zone(f"sheet:{PLAYERS[p]}", words("zone.sheet"), tuple(things), p, note=words("zone.total", n=total(sheet)))


@cached_in_budget
def _column(p: int, category: int, written: int, ways: tuple[int, ...], words: Words) -> Thing:
    """One column of a sheet, with what it would bring in each way."""
    token = CATEGORY.token(category)
    used = written != UNUSED
    key, points = ("zone.written", str(written)) if used else ("zone.would_bring", "/".join(map(str, ways)))
    thing, name = f"sheet:{PLAYERS[p]}:{token}", words(f"category.{token}")
    return Thing(thing, name, up=used, note=words(key, points=points), token=token)


def scored(before: Any, seen: Any) -> list[ScoreRow]:
    """What the last decision wrote on the sheets, by category (EP-30)."""
    written = [event for event in seen.events[: seen.told] if event.what == SCORED]
    columns: list[list[int | None]] = [[None] * int(seen.players) for _ in CATEGORY.tokens]
    for event in written:
        columns[int(category_of(int(event.place)))][int(event.seat)] = int(event.thing)
    named = zip(CATEGORY.tokens, columns, strict=True)
    return [ScoreRow(f"category.{name}", values) for name, values in named] if written else []
