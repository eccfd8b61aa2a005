"""Draws the table as one seat sees it, from zones, compactly enough for 80 columns.

Round brackets mark things that are face down or in a hand, so that the drawing works without colours.
"""

from collections.abc import Sequence
from itertools import groupby

from rich.color import Color, ColorParseError
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.style import Style
from rich.table import Table
from rich.text import Text

from eleven.core.contract.zones import Thing, Zone

UNKNOWN = "?"
SEAT_WIDTH = 78
"""The width of a seat's zones in columns; wider terminals show several seats side by side."""
NARROWEST_CELL, WIDEST_CELL, WIDEST_ZONE = 9, 23, 120
MOST_EXPLAINED = 6
LEGEND = "( ) face down or in a hand · (?) unknown to you · last word: the back"


def colour_of(word: str) -> Style:
    """Return the style of a thing named after a colour, if terminals have that colour."""
    for name in (word, f"{word}1"):
        try:
            return Style(color=Color.parse(name))
        except ColorParseError:
            continue
    return Style()


def draw_table(zones: Sequence[Zone], names: Sequence[str], you: int | None, width: int) -> RenderableType:
    """Draw the whole table: the middle first, then the other seats clockwise, and one's own seat last."""
    middle = [_zone(zone, width) for zone in zones if zone.seat is None]
    players = len(names)
    first = 0 if you is None else (you + 1) % players
    seats = [_seat(zones, names, (first + i) % players, you, width) for i in range(players)]
    return Group(*middle, _side_by_side(seats, width))


def _side_by_side(seats: Sequence[RenderableType], width: int) -> RenderableType:
    columns = max(1, min(len(seats), width // SEAT_WIDTH))
    if columns == 1:
        return Group(*seats)
    grid = Table.grid(expand=True, padding=(0, 2, 0, 0))
    for _ in range(columns):
        grid.add_column(ratio=1)
    for start in range(0, len(seats), columns):
        grid.add_row(*seats[start : start + columns])
    return grid


def _seat(zones: Sequence[Zone], names: Sequence[str], seat: int, you: int | None, width: int) -> RenderableType:
    """Draw a seat's zones below its name; the label of a zone in rows is placed next to the name."""
    mine = seat == you
    own = [zone for zone in zones if zone.seat == seat]
    title = Text(f"► {names[seat]} (you)" if mine else names[seat], style="bold")
    title.stylize(colour_of(names[seat].lower()))
    drawn = [_zone(zone, width) for zone in own]
    if own and _in_rows(own[0], width):
        title.append(" · ").append_text(_head(own[0]))
        drawn[0] = _rows(own[0], width)
    return Group(Rule(title, align="left", characters="═" if mine else "─", style="dim"), *drawn)


def _zone(zone: Zone, width: int) -> RenderableType:
    """Draw a zone in one line, or in rows if it has columns."""
    head = _head(zone)
    if _in_rows(zone, width):
        return Group(head, _rows(zone, width))
    if not zone.things:
        return head
    head.append(": ")
    return head.append_text(Text(" · ").join(_counted(zone)))


def _counted(zone: Zone) -> list[Text]:
    """Return the things of a line; equal neighbours are combined with a count."""
    texts = []
    for text, alike in groupby(describe(thing, zone) for thing in zone.things):
        count = len(list(alike))
        texts.append(text.append(f" ×{count}") if count > 1 else text)
    return texts


def _in_rows(zone: Zone, width: int) -> bool:
    """Whether the columns are wide enough to be readable; otherwise the things are shown in a line, like a hand."""
    return len(zone.things) > 1 and zone.columns > 0 and _cell(zone, width) >= NARROWEST_CELL


def _cell(zone: Zone, width: int) -> int:
    """Return the width of a column."""
    return min(WIDEST_CELL, (min(width, WIDEST_ZONE) - 2) // zone.columns - 1)


def _head(zone: Zone) -> Text:
    head = Text().append(zone.label, style="italic")
    return head.append(f", {zone.note}", style="bold") if zone.note else head


def _rows(zone: Zone, width: int) -> RenderableType:
    grid = Table.grid(padding=(0, 1, 0, 0))
    cell = _cell(zone, width)
    for _ in range(zone.columns):
        grid.add_column(width=cell)
    for start in range(0, len(zone.things), zone.columns):
        grid.add_row(*(describe(thing, zone) for thing in zone.things[start : start + zone.columns]))
    return Padding(grid, (0, 0, 0, 2))


def describe(thing: Thing, zone: Zone | None = None) -> Text:
    """Describe a thing: its position, its face (in brackets if it is face down), its back and its note.

    A back is left out if the zone's label already names it, or in the middle of the table, the zone's id.
    """
    told = (zone.label, zone.id.rpartition(":")[2] if zone.seat is None else "") if zone else ()
    text = Text()
    if thing.note.isdigit():
        text.append(f"{thing.note} ", style="dim")
    if thing.up:
        text.append(thing.text, style="bold")
    else:
        text.append(f"({thing.text})", style="" if thing.back and thing.text != UNKNOWN else "dim")
    if thing.back and thing.back not in told:
        text.append(f" {thing.back}", style=colour_of(thing.token.partition("-")[0] or thing.back))
    if thing.note and not thing.note.isdigit():
        text.append(f" {thing.note}", style="italic")
    return text


def legend(zones: Sequence[Zone], touches: set[str]) -> RenderableType:
    """Explain the things that can be touched now, unless there are too many."""
    lines: dict[str, str] = {}
    for zone in zones:
        for thing in zone.things:
            if thing.about and thing.id in touches:
                lines[thing.text] = thing.about
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    for text, about in lines.items() if len(lines) <= MOST_EXPLAINED else ():
        grid.add_row(f"  {text}:", about)
    return grid
