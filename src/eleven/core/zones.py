"""The table as a person sees it: zones, and the things that lie in them.

Made from a seen record alone. The terminal and the browser draw zones; ids are those of touch paths, and the id of
a face-down thing names its place, never the thing.
"""

from dataclasses import dataclass, field


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


@dataclass(frozen=True)
class Zone:
    """A part of the table; `columns` breaks its things into rows, `seat` says in front of whom it lies."""

    id: str
    label: str
    things: tuple[Thing, ...] = field(default=())
    seat: int | None = None
    columns: int = 0
    note: str = ""
