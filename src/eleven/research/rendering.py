"""Rendering for environments: a table as one seat sees it, as text or SVG.

The drawing consists of plain boxes with the names of things; the tables that people play at are drawn by the browser.
"""

from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import escape

from eleven.core.contract.game import Game
from eleven.core.contract.zones import Thing, Zone
from eleven.core.text.narration import news

TEXT, SVG = "ansi", "svg"

WIDTH, MARGIN, LINE, BOX, LETTER, GAP = 1100, 12, 18, 26, 7.2, 4
"""Sizes in pixels; LETTER is the width of a letter in the monospaced font of the boxes."""
UP, DOWN, INK, PAPER = "#fffdf5", "#d9d4c7", "#22201c", "#f1eee6"


def drawn(seen: Any, game: Game, mode: str) -> str:
    """Render the zones of the table and the messages about the last decision."""
    words = game.words()
    zones, told = game.zones(seen, words), news(game, seen, words)
    return _svg(zones, told) if mode == SVG else _text(zones, told)


def _text(zones: Sequence[Zone], told: Sequence[str]) -> str:
    lines = []
    for zone in zones:
        things = " ".join(thing.text or thing.back or "·" for thing in zone.things)
        lines.append(f"{zone.label}: {things} {zone.note}".rstrip())
    return "\n".join([*lines, *told])


def _svg(zones: Sequence[Zone], told: Sequence[str]) -> str:
    parts: list[str] = []
    y = MARGIN
    for zone in zones:
        y = _zone(zone, y, parts)
    for line in told:
        y += LINE
        parts.append(_words(MARGIN, y, line))
    height = y + LINE
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" font-family="monospace"'
    ground = f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>'
    return "\n".join([f'{head} font-size="12" fill="{INK}">', ground, *parts, "</svg>"])


def _zone(zone: Zone, y: int, parts: list[str]) -> int:
    """Draw a zone: its label, and its things in rows below; return the y where the next zone starts."""
    y += LINE
    parts.append(_words(MARGIN, y, f"{zone.label}  {zone.note}".strip()))
    x, y = MARGIN, y + GAP
    for number, thing in enumerate(zone.things):
        text = _label(thing)
        width = round(len(text) * LETTER) + 2 * GAP
        if number and (x + width > WIDTH - MARGIN or (zone.columns and number % zone.columns == 0)):
            x, y = MARGIN, y + BOX + GAP
        parts.append(_box(x, y, width, text, thing.up))
        x += width + GAP
    return y + (BOX + GAP if zone.things else 0)


def _label(thing: Thing) -> str:
    return " ".join(filter(None, (thing.text or thing.back or "·", thing.note)))


def _box(x: int, y: int, width: int, text: str, up: bool) -> str:
    shape = f'<rect x="{x}" y="{y}" width="{width}" height="{BOX}" rx="4" fill="{UP if up else DOWN}" stroke="{INK}"/>'
    return shape + _words(x + GAP, y + LINE, text)


def _words(x: int, y: int, text: str) -> str:
    return f'<text x="{x}" y="{y}">{escape(text)}</text>'
