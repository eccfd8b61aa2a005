"""How counted cards are written, and the lines of a position derived from the declaration of its record.

The metadata of a field's `Annotated` says how it is written and where it comes from:

    nest: Annotated[Ints, "i1", KINDS, Counted(TRINKET)]       # bead bead coin
    size: Annotated[int, "i1", SizeOf("nest")]                 # follows from the nest where a position leaves it out
    grass: Annotated[Ints, "i1", KINDS, Rest(TRINKET, "box")]  # likewise: what is in the box and nowhere else
    box: Annotated[Ints, "i1", KINDS, Box(TRINKET)]            # the table [box] of components.toml
    turn: Annotated[int, "i1", One(SEAT)]                      # any codec of `notation`
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args, get_origin

from eleven.core.contract.components import check_counts, check_tables, counts_of
from eleven.core.contract.kinds import NOTHING, NUMBER, Kind
from eleven.core.rules.record import Ints, Records, declared
from eleven.core.text.errors import Mistake
from eleven.core.text.notation import Codec, Field, One, Row

MOST = 127
"""The largest count that fits into a small integer."""


@dataclass(frozen=True)
class Counted:
    """Cards that are counted by kind: `bead bead coin`, or `-` where there is none."""

    kind: Kind

    def write(self, value: Any) -> str:
        cards = [self.kind.token(card) for card in range(len(value)) for _ in range(int(value[card]))]
        return " ".join(cards) or NOTHING

    def read(self, text: str, size: int) -> Any:
        cards = [self.kind.value(token) for token in ([] if text == NOTHING else text.split())]
        counts = [cards.count(card) for card in range(size)]
        if sum(counts) != len(cards) or max(counts, default=0) > MOST:
            raise Mistake("'{value}' does not fit here", value=text)
        return counts


@dataclass(frozen=True)
class Rest(Counted):
    """Counted cards; if a position leaves them out, they are what is in the box and nowhere else."""

    box: str


@dataclass(frozen=True)
class SizeOf(One):
    """How many cards are in another field, which some cannot see; a position may leave it out."""

    kind: Kind = NUMBER
    field: str = ""

    def __init__(self, field: str) -> None:
        object.__setattr__(self, "field", field)


@dataclass(frozen=True)
class Box:
    """Counts from the table of `components.toml` with the name of the field; not part of a position."""

    kind: Kind
    fewest: int = 1
    most: int = 100


SETUP = Box(NUMBER)
"""Marks a field that the game's own `prepare` writes; not part of a position."""


def fields_of(protocol: type, of_seat: bool = False) -> list[Field]:
    """The lines of a position: the fields of a state in order, those of the seats with the seat before them."""
    found: list[Field] = []
    for name, inner, beside in declared(protocol):
        if get_origin(inner) is Records:
            if name != "seats":
                raise TypeError(f"{protocol.__name__}.{name}: only `seats` is written seat by seat; write a NOTATION")
            found += fields_of(get_args(inner)[0], of_seat=True)
        elif not any(isinstance(part, Box) for part in beside):
            codec = next((part for part in beside if hasattr(part, "write") and hasattr(part, "read")), None)
            found.append(Field(name, codec or _usual(inner), of_seat))
    return found


def _usual(inner: Any) -> Codec:
    return Row(NUMBER) if inner is Ints else One(NUMBER)


def boxes_of(protocol: type) -> Mapping[str, Box]:
    """The fields that are filled from component tables."""
    found = {name: part for name, _, beside in declared(protocol) for part in beside if isinstance(part, Box)}
    return {name: box for name, box in found.items() if box is not SETUP}


def check_boxes(boxes: Mapping[str, Box], tables: Mapping[str, Any]) -> None:
    """Refuse component tables that do not fit the declaration."""
    check_tables(tables, tuple(boxes))
    for name, box in boxes.items():
        check_counts(tables, name, box.kind.tokens, box.fewest, box.most)


def fill_boxes(boxes: Mapping[str, Box], s: Any, tables: Mapping[str, Any]) -> None:
    """Write what is in the box into a blank record."""
    for name, box in boxes.items():
        s[name][:] = counts_of(tables, name, box.kind.tokens)


def fill_gaps(fields: Sequence[Field], seat: Kind, s: Any, given: set[str]) -> None:
    """Fill in what a hand-written position leaves out and what follows from the rest of it."""
    for field in fields:
        if isinstance(field.codec, Rest) and field.label not in given:
            heaps = [each for each in fields if isinstance(each.codec, Counted) and each.codec.kind is field.codec.kind]
            others = [value for each in heaps if each is not field for value in _values(s, each)]
            counts = zip(s[field.codec.box], *others, strict=True)
            s[field.name][:] = [max(int(box) - sum(map(int, rest)), 0) for box, *rest in counts]
    for field in fields:
        if isinstance(field.codec, SizeOf):
            for p in range(s.players) if field.of_seat else (-1,):
                if p < 0 and field.label not in given:
                    s[field.name] = _size(s[field.codec.field])
                elif p >= 0 and f"{seat.token(p)} {field.label}" not in given:
                    s.seats[p][field.name] = _size(s.seats[p][field.codec.field])


def _values(s: Any, field: Field) -> list[Any]:
    """A field of the record, or of every player's."""
    return [s.seats[p][field.name] for p in range(s.players)] if field.of_seat else [s[field.name]]


def _size(counts: Any) -> int:
    return min(sum(map(int, counts)), MOST)
