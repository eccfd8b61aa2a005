"""Draws the bold numerals of the house, `static/fonts/numerals.woff2`, from strokes of one weight.

Needs `pip install shapely fonttools brotli`; run `python docs/fonts/numerals.py FILE` after changing a stroke.
"""

import sys
from math import cos, pi, sin

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from shapely import LineString, Point, Polygon, affinity, box, unary_union

UNITS, HEIGHT, WEIGHT, WIDTH, SIDE = 1000, 720, 150, 500, 34
HALF = WEIGHT / 2
LEFT, RIGHT, LOW, HIGH, MIDDLE = HALF, WIDTH - HALF, HALF, HEIGHT - HALF, WIDTH / 2


def arc(x, y, rx, ry, start, end, steps=28):
    """Points of an ellipse from one angle to another, in degrees, anticlockwise from the right."""
    angles = [(start + (end - start) * i / steps) * pi / 180 for i in range(steps + 1)]
    return [(x + rx * cos(angle), y + ry * sin(angle)) for angle in angles]


def stroke(points):
    """A line of the one weight with flat ends."""
    return LineString(points).buffer(HALF, cap_style="flat", join_style="mitre", mitre_limit=4, quad_segs=12)


def ring(x, y, rx, ry):
    """An ellipse drawn with the one weight, a little thinner across so that it looks the same."""
    outer = affinity.scale(Point(x, y).buffer(1, quad_segs=16), rx + HALF, ry + HALF)
    return outer - affinity.scale(Point(x, y).buffer(1, quad_segs=16), rx - HALF, ry - HALF * 0.9)


def bowl(y, r, start, end):
    """Part of the lower or upper bowl of a 2, 3 or 5."""
    return arc(MIDDLE - 8, y, RIGHT - MIDDLE + 8, r, start, end)


LOWER, UPPER = (LOW + 365) / 2, (HIGH + 385) / 2


def six():
    """A ring with a stem that leans over it."""
    stem = stroke([*arc(RIGHT + 20, 262, RIGHT + 20 - LEFT, HIGH - 262 + 26, 112, 180)])
    return (ring(MIDDLE, 238, MIDDLE - HALF, 238 - LOW) | stem) & box(-50, 0, WIDTH + 50, HEIGHT)


DIGITS = {
    "zero": ring(MIDDLE, HEIGHT / 2, MIDDLE - HALF, HEIGHT / 2 - LOW),
    "one": box(150, 0, 150 + WEIGHT, HEIGHT) | Polygon([(150, HEIGHT), (0, 600), (0, 430), (170, 545), (190, HEIGHT)]),
    "two": stroke([*bowl(UPPER - 20, HIGH - UPPER + 20, 172, -38), (LEFT + 30, LOW)]) & box(-50, LOW, WIDTH, HEIGHT)
    | box(0, 0, WIDTH, WEIGHT * 0.92),
    "three": stroke([*bowl(UPPER, HIGH - UPPER, 160, -90), (MIDDLE - 80, 385)])
    | stroke([(MIDDLE - 80, 372), *bowl(LOWER, LOWER - LOW, 90, -160)]),
    "four": box(300, 0, 300 + WEIGHT, HEIGHT)
    | box(0, 120, WIDTH + 20, 120 + WEIGHT * 0.86)
    | (stroke([(370, HEIGHT + 60), (60, 180)]) & box(0, 120, WIDTH, HEIGHT)),
    "five": box(50, HEIGHT - WEIGHT * 0.92, WIDTH - 20, HEIGHT)
    | box(50, 300, 50 + WEIGHT * 0.92, HEIGHT)
    | stroke(arc(MIDDLE - 16, 236, RIGHT - MIDDLE + 16, 236 - LOW, 122, -158)),
    "six": six(),
    "seven": box(0, HEIGHT - WEIGHT * 0.92, WIDTH, HEIGHT)
    | (stroke([(RIGHT + 40, HEIGHT + 30), (150, -60)]) & box(0, 0, WIDTH, HEIGHT)),
    "eight": ring(MIDDLE, 210, MIDDLE - HALF, 210 - LOW) | ring(MIDDLE, 528, MIDDLE - HALF - 20, HIGH - 528),
    "nine": affinity.rotate(six(), 180, origin=(MIDDLE, HEIGHT / 2)),
    "exclam": box(0, 240, WEIGHT, HEIGHT) | box(0, 0, WEIGHT, WEIGHT * 0.95),
    "plus": box(0, 290, 420, 290 + 140) | box(140, 150, 280, 570),
    "minus": box(0, 290, 420, 430),
    "multiply": affinity.rotate(box(0, 290, 420, 430) | box(140, 150, 280, 570), 45, origin=(210, 360)),
    "slash": stroke([(300, 780), (90, -60)]),
}
CODES = {"exclam": "!", "plus": "+", "minus": "−", "multiply": "×", "slash": "/"}
NAMES = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]


def glyph(shape):
    """The outline of a shape, and how wide it is; all ten digits but the 1 are equally wide."""
    pen = TTGlyphPen(None)
    left, _, right, _ = shape.bounds
    for part in getattr(shape, "geoms", [shape]):
        for i, line in enumerate((part.exterior, *part.interiors)):
            points = [(round(x - left + SIDE), round(y)) for x, y in line.simplify(1.2).coords][:-1]
            if line.is_ccw == (i == 0):
                points.reverse()
            pen.moveTo(points[0])
            for point in points[1:]:
                pen.lineTo(point)
            pen.closePath()
    return pen.glyph(), round(right - left + 2 * SIDE)


def build(path):
    """Write the font."""
    made = {name: glyph(unary_union(shape)) for name, shape in DIGITS.items()}
    empty, space = TTGlyphPen(None).glyph(), TTGlyphPen(None).glyph()
    made = {".notdef": (empty, 300), "space": (space, 200), **made}
    font = FontBuilder(UNITS, isTTF=True)
    font.setupGlyphOrder(list(made))
    font.setupCharacterMap(
        {32: "space", **{48 + i: name for i, name in enumerate(NAMES)}, **{ord(c): n for n, c in CODES.items()}}
    )
    font.setupGlyf({name: drawn for name, (drawn, _) in made.items()})
    font.setupHorizontalMetrics({name: (width, SIDE) for name, (_, width) in made.items()})
    font.setupHorizontalHeader(ascent=860, descent=-140)
    font.setupNameTable({"familyName": "Eleven Numerals", "styleName": "Bold", "licenseDescription": "MIT"})
    font.setupOS2(
        sTypoAscender=860, sTypoDescender=-140, usWinAscent=860, usWinDescent=140, usWeightClass=800, sCapHeight=HEIGHT
    )
    font.setupPost()
    font.font.flavor = "woff2"
    font.save(path)


if __name__ == "__main__":
    build(sys.argv[1])
