"""Draws the training curves of a log."""

import json
from collections.abc import Sequence
from pathlib import Path

WIDTH, HEIGHT, LEFT, TOP, STEP = 640, 120, 56, 24, 168
COLOURS = ("#1b6ca8", "#c0392b", "#2e8b57", "#8e44ad", "#b8860b")
MOST_POINTS = 200
SETTLED = 40
"""The number of rounds to skip: at first, only short games have ended."""
UNUSUAL = "_unusual"
FIGURES = ("against_greedy", "against_old", "like_teacher", "entropy", "explained", "length")


def draw(log: Path, picture: Path) -> None:
    """Draw a small chart for each metric over the training minutes, with a line for each number of players.

    Lines for tables with unusual options are dashed.
    """
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    lines = [line for line in lines if line.get("rounds", SETTLED) >= SETTLED] or lines
    charts: list[str] = []
    for figure in FIGURES:
        names = sorted({name for line in lines for name in line if name.startswith(figure)})
        curves = {name: [(line["minutes"], line[name]) for line in lines if name in line] for name in names}
        curves = {name: points for name, points in curves.items() if len(points) > 1}
        if curves:
            charts.append(_chart(figure, curves, TOP + len(charts) * STEP))
    box = f"0 0 {WIDTH + LEFT + 24} {STEP * max(1, len(charts))}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" font-family="sans-serif">'
    picture.write_text("\n".join([head, *charts, "</svg>"]) + "\n", encoding="utf-8")


def _chart(figure: str, curves: dict[str, list[tuple[float, float]]], top: int) -> str:
    values = [value for points in curves.values() for _, value in points]
    low, high = min(values), max(values)
    span, long = (high - low) or 1.0, max(at for points in curves.values() for at, _ in points) or 1.0
    title = f"{figure.replace('_', ' ')}, over {long:.1f} minutes"
    found = [
        f'<g transform="translate({LEFT} {top})"><rect width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="#999"/>',
        f'<text y="-6" font-size="13">{title}</text>',
        f'<text x="-6" y="10" font-size="11" text-anchor="end">{high:.3g}</text>',
        f'<text x="-6" y="{HEIGHT}" font-size="11" text-anchor="end">{low:.3g}</text>',
    ]
    kinds = list(dict.fromkeys(_kind(figure, name) for name in curves))
    for name, points in curves.items():
        colour = COLOURS[kinds.index(_kind(figure, name)) % len(COLOURS)]
        broken = ' stroke-dasharray="4 3"' if name.endswith(UNUSUAL) else ""
        places = _places(points, low, span, long)
        found.append(f'<polyline fill="none" stroke="{colour}" stroke-width="1.5"{broken} points="{places}"/>')
    if kinds != [""]:
        words = [f'<tspan dx="10" fill="{COLOURS[n % len(COLOURS)]}">{kind}</tspan>' for n, kind in enumerate(kinds)]
        found.append(f'<text x="{WIDTH}" y="-6" font-size="13" text-anchor="end">players: {"".join(words)}</text>')
    return "\n".join([*found, "</g>"])


def _kind(figure: str, name: str) -> str:
    """Return the number of players in the name of a curve, if any."""
    return name.removeprefix(figure).removesuffix(UNUSUAL).strip("_")


def _places(points: Sequence[tuple[float, float]], low: float, span: float, long: float) -> str:
    every = -(-len(points) // MOST_POINTS)
    return " ".join(
        f"{WIDTH * at / long:.1f},{HEIGHT * (1 - (value - low) / span):.1f}" for at, value in points[::every]
    )
