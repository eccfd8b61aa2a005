"""The table as a person sees it: zones, and the things that lie in them.

Made from a seen record alone. The terminal and the browser draw zones; ids are those of touch paths, and the id of
a face-down thing names its place, never the thing.

All zones of a table are rebuilt for every seat after each decision, though few have changed. So games cache zones, and
the parts of them, with `cached_in_budget`. Such a function takes numbers, tuples of numbers, parts of a sight that went
through `as_frozen`, texts and catalogues, but no sight: its result then depends on nothing but the cache key, and
nobody is shown what was made for somebody else.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, Generic, TypeVar

from eleven.core.contract.kinds import Kind, plain_word
from eleven.core.rules.cache_budget import cached_in_budget as cached_in_budget
from eleven.core.text.words import Words

try:  # several times as fast, and always there with the server
    from orjson import dumps
except ImportError:
    import json

    def dumps(__obj: object) -> bytes:  # type: ignore[misc]
        """The same bytes as orjson's."""
        return json.dumps(__obj, ensure_ascii=False, separators=(",", ":")).encode()


T = TypeVar("T")


class unlocked_cached_property(Generic[T]):  # noqa: N801
    """Like `functools.cached_property` without its lock: two threads may compute the same value twice."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make, self._name = make, make.__name__

    def __get__(self, part: Any, _: type[Any]) -> T:
        made = part.__dict__[self._name] = self._make(part)
        return made


THING_BYTES, ZONE_BYTES, LYING_BYTES = 400, 500, 200
"""Estimated bytes of a thing, a zone, and each thing in a zone, with their JSON; rather too high."""


def kept_json(value: object) -> bytes:
    """JSON for a cache: copied, because orjson's bytes occupy four kilobytes however short they are."""
    return bytes(memoryview(dumps(value)))


@dataclass(frozen=True)
class Thing:
    """Something in a zone: its id for touching, what is written on it, its back, a note, and what it does.

    `marks` are language-independent words for the game's look: what is drawn on the thing beside its token.
    """

    id: str
    text: str
    back: str = ""
    up: bool = True
    note: str = ""
    token: str = ""
    about: str = ""
    marks: str = ""

    @unlocked_cached_property
    def _json(self) -> bytes:
        """As JSON, made once."""
        return kept_json(_unusual(self))

    @property
    def kept_bytes(self) -> int:
        """The estimated size in a cache."""
        return THING_BYTES


@dataclass(frozen=True)
class Zone:
    """A part of the table; `columns` is the number of things per row, `seat` the seat in front of which it lies."""

    id: str
    label: str
    things: tuple[Thing, ...] = field(default=())
    seat: int | None = None
    columns: int = 0
    note: str = ""

    @unlocked_cached_property
    def _json(self) -> bytes:
        """As JSON; cached, as games reuse zones in which nothing has changed."""
        return b'%s,"things":[%s]}' % (dumps(_unusual(self))[:-1], b",".join(map(json_of, self.things)))

    @unlocked_cached_property
    def _ids(self) -> tuple[str, ...]:
        """The ids of the things in this zone."""
        return tuple([thing.id for thing in self.things])

    @property
    def kept_bytes(self) -> int:
        """The estimated size in a cache."""
        return ZONE_BYTES + LYING_BYTES * len(self.things)


def _unusual(part: Zone | Thing) -> dict[str, object]:
    """The fields that differ from their defaults; the defaults would be a third of what is sent."""
    return {name: part.__dict__[name] for name, usual in _USUAL[type(part)] if part.__dict__[name] != usual}


_USUAL = {kind: [(each.name, each.default) for each in fields(kind) if each.name != "things"] for kind in (Thing, Zone)}

# Kept out of the dataclass fields, so that code which writes out a whole zone does not include the caches.
json_of: Callable[[Zone | Thing], bytes] = attrgetter("_json")
ids_of: Callable[[Zone], tuple[str, ...]] = attrgetter("_ids")


# Cached constructors for games without caches of their own: equal zones are the same object, as the server expects.


@cached_in_budget
def zone(
    place: str, label: str, things: tuple[Thing, ...] = (), seat: int | None = None, columns: int = 0, note: str = ""
) -> Zone:
    """A zone; cached by its parts."""
    return Zone(place, label, things, seat, columns, note)


@cached_in_budget
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
