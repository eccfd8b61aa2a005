"""The table as a person sees it: zones, and the things that lie in them.

Made from a seen record alone. The terminal and the browser draw zones; ids are those of touch paths, and the id of
a face-down thing names its place, never the thing.

A decision changes few zones, and a table makes all of them for every seat after each. So games remember zones, and what
they make them from, with `remembered`. Such a function is given numbers, tuples of numbers, parts of a sight that are
`fixed`, texts and words, and no sight: then it cannot be made from anything that it is not remembered by, and shows
nobody what was made for somebody else.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, Generic, TypeVar

from eleven.core.contract.kinds import Kind, plain_word
from eleven.core.rules.cache_budget import remembered as remembered
from eleven.core.text.words import Words

try:  # several times as fast, and always there with the server
    from orjson import dumps
except ImportError:
    import json

    def dumps(__obj: object) -> bytes:  # type: ignore[misc]
        """The same bytes."""
        return json.dumps(__obj, ensure_ascii=False, separators=(",", ":")).encode()


T = TypeVar("T")


class made_once(Generic[T]):  # noqa: N801
    """Like `functools.cached_property` without its lock: two threads may both make it, and it is the same."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make, self._name = make, make.__name__

    def __get__(self, part: Any, _: type[Any]) -> T:
        made = part.__dict__[self._name] = self._make(part)
        return made


THING_BYTES, ZONE_BYTES, LYING_BYTES = 400, 500, 200
"""What a thing takes, a zone, and each thing that lies in one, with the JSON that is made of them; rather too many."""


def kept_json(value: object) -> bytes:
    """JSON that is kept: copied, for what orjson makes has four kilobytes of room, however short it is."""
    return bytes(memoryview(dumps(value)))


@dataclass(frozen=True)
class Thing:
    """Something in a zone: its id for touching, what is written on it, its back, a note, and what it does.

    `marks` are words of the game's own for its look, in no language: what is drawn on the thing beside its token.
    """

    id: str
    text: str
    back: str = ""
    up: bool = True
    note: str = ""
    token: str = ""
    about: str = ""
    marks: str = ""

    @made_once
    def _json(self) -> bytes:
        """As JSON, made once."""
        return kept_json(_unusual(self))

    @property
    def kept_bytes(self) -> int:
        """What it takes in a cache."""
        return THING_BYTES


@dataclass(frozen=True)
class Zone:
    """A part of the table; `columns` breaks its things into rows, `seat` says in front of whom it lies."""

    id: str
    label: str
    things: tuple[Thing, ...] = field(default=())
    seat: int | None = None
    columns: int = 0
    note: str = ""

    @made_once
    def _json(self) -> bytes:
        """As JSON, made once: games remember zones while nothing changes in them."""
        return b'%s,"things":[%s]}' % (dumps(_unusual(self))[:-1], b",".join(map(json_of, self.things)))

    @made_once
    def _ids(self) -> tuple[str, ...]:
        """What can be touched here."""
        return tuple([thing.id for thing in self.things])

    @property
    def kept_bytes(self) -> int:
        """What it takes in a cache."""
        return ZONE_BYTES + LYING_BYTES * len(self.things)


def _unusual(part: Zone | Thing) -> dict[str, object]:
    """The fields of a part that do not have their usual value; most do, which would be a third of what is sent."""
    return {name: part.__dict__[name] for name, usual in _USUAL[type(part)] if part.__dict__[name] != usual}


_USUAL = {kind: [(each.name, each.default) for each in fields(kind) if each.name != "things"] for kind in (Thing, Zone)}

# Kept under names that are no part of a zone, for whoever writes out all that one consists of.
json_of: Callable[[Zone | Thing], bytes] = attrgetter("_json")
ids_of: Callable[[Zone], tuple[str, ...]] = attrgetter("_ids")


# For games that do not want to think about it: the same zone is the same object, as the server likes it.


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
