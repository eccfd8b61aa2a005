"""How counted cards stand in a position, and the lines of a position from the declaration of its record.

A codec beside a field says how it is written: `hand: Annotated[Ints, "i1", KINDS, Counted(CARD)]`. Without one a number
is written as it is. A field marked SETUP is written by `prepare` and is no part of a position.
"""

from dataclasses import dataclass
from typing import Any, get_args, get_origin

from eleven.core.errors import Mistake
from eleven.core.kinds import NOTHING, NUMBER, Kind
from eleven.core.notation import Codec, Field, One, Row
from eleven.core.record import Ints, Records, declared

SETUP = object()
MOST = 127
"""As many of a kind fit a small number."""


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


def fields_of(protocol: type, of_seat: bool = False) -> list[Field]:
    """The lines of a position: the fields of a state in order, those of the seats with the seat before them."""
    found: list[Field] = []
    for name, inner, beside in declared(protocol):
        if get_origin(inner) is Records:
            if name != "seats":
                raise TypeError(f"{protocol.__name__}.{name}: only `seats` is written seat by seat; write a NOTATION")
            found += fields_of(get_args(inner)[0], of_seat=True)
        elif SETUP not in beside:
            codec = next((part for part in beside if hasattr(part, "write") and hasattr(part, "read")), None)
            found.append(Field(name, codec or _usual(inner), of_seat))
    return found


def _usual(inner: Any) -> Codec:
    return Row(NUMBER) if inner is Ints else One(NUMBER)


def counted_fields(fields: Any) -> list[str]:
    """The paths of the fields that hold counted cards."""
    return [f"seats.{field.name}" if field.of_seat else field.name for field in fields if _is_counted(field)]


def _is_counted(field: Field) -> bool:
    return isinstance(field.codec, Counted)
