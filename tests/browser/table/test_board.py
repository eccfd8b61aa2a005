"""Boards: every cell has a place of its own, neighbours stay neighbours, and what is printed between cells is drawn."""

from itertools import pairwise

import pytest

from tests.browser.conftest import Guest
from tests.browser.playing import READY, set_table

pytestmark = pytest.mark.slow
LAYOUT = """async ([rows, longest, width, height]) => {
  const { layoutOf } = await import('/static/table/board.js');
  const layout = layoutOf(rows, longest, width, height);
  const at = (row, column) => [layout.at(row, column).line, layout.at(row, column).column];
  const count = (most) => Array.from({ length: most }, (_, i) => i);
  return [layout.vertical, layout.parts, count(rows).map((row) => count(longest).map((column) => at(row, column)))];
}"""
TORN = """() => {
  const box = (touch) => document.querySelector(`[data-touch="${touch}"]`).getBoundingClientRect();
  const centre = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];
  const bonuses = [...document.querySelectorAll('.overlays .bonus')];
  const [bridge] = bonuses.map((each) => centre(each.getBoundingClientRect()));
  const [[ax, ay], [bx, by]] = ['cell:yellow-7', 'cell:red-7'].map((touch) => centre(box(touch)));
  return Math.hypot(bridge[0] - (ax + bx) / 2, bridge[1] - (ay + by) / 2);
}"""
"""How far the first bonus bridge is from the middle of the two cells it joins, in pixels."""


@pytest.mark.parametrize(
    ("width", "height", "vertical", "parts"),
    [(356, 740, True, 2), (1028, 800, False, 1), (630, 360, False, 2), (730, 360, True, 4), (730, 1100, False, 2)],
)
def test_long_rows_are_turned_or_cut_to_fit_the_window(
    guest: Guest, width: int, height: int, vertical: bool, parts: int
) -> None:
    page = guest()
    page.goto("/")
    runs_vertically, cut, spots = page.evaluate(LAYOUT, [4, 22, width, height])
    assert (runs_vertically, cut) == (vertical, parts)
    assert len({tuple(spot) for row in spots for spot in row}) == 4 * 22
    across = 1 if vertical else 0
    for above, below in pairwise(spots):
        for one, other in zip(above, below, strict=True):
            assert other[across] - one[across] == 1
            assert other[1 - across] == one[1 - across]


def test_bridges_join_their_cells_however_the_board_lies(guest: Guest) -> None:
    page = guest()
    set_table(page, "eleven_board", 2)
    page.wait_for_function(READY)
    for width, height in ((1280, 800), (360, 740), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("width => innerWidth === width && document.querySelector('.overlays')", arg=width)
        page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        assert page.locator(".overlays .bridge").count() == 7
        assert page.locator(".overlays .bonus").count() == 4
        assert page.locator(".overlays .connection").count() == 3
        assert page.evaluate(TORN) < 2, (width, height)
