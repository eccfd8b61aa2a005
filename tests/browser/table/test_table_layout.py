"""The table on every screen: nothing sideways, nothing too small to touch, nothing over another, scores in sight."""

import pytest
from playwright.sync_api import Page

from eleven.core.contract.game import games
from tests.browser.axe import seen_by_everybody
from tests.browser.conftest import Guest
from tests.browser.playing import OVERFLOW, READY, TOO_SMALL, set_table, touch

pytestmark = pytest.mark.slow
SCREENS = [(360, 640), (640, 360), (360, 740), (740, 360), (820, 1180), (1280, 800), (1920, 1080), (2560, 1440)]
TABLETS = [(600, 1024), (700, 900), (1024, 768), (1180, 820)]
GROWING = "elevenses"
"""The game in which places grow with what is played, so that one's own may have to be scrolled to on a tablet."""
SMALLEST = (320, 640)

OVERLAPS = """() => {
  const things = [...document.querySelectorAll('#table .thing, #seats .seat')].filter((one) => one.offsetParent);
  const over = getComputedStyle(document.querySelector('#own')).position === 'sticky' ? '#seats, #own' : '#seats';
  const layer = (one) => one.closest(over)?.id;
  const boxes = things.map((one) => [one.dataset.touch, layer(one), one.getBoundingClientRect()]);
  const found = [];
  boxes.forEach(([a, sticky, one], i) => boxes.slice(i + 1).forEach(([b, other_sticky, other]) => {
    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    if (sticky === other_sticky && wide > 1 && high > 1) found.push(`${a} and ${b}`);
  }));
  return found;
}"""
"""Things that lie over each other; the sticky bars may cover what is scrolled under them."""

OUT_OF_FRAME = """() => [
  ...document.querySelectorAll('#table .thing, .seat, #question-bar button, .bar a'),
].filter((one) => {
  const box = one.getBoundingClientRect();
  return box.left < -0.5 || box.right > document.documentElement.clientWidth + 0.5;
}).map((one) => one.dataset.touch ?? one.textContent)"""

CUT_OFF = """() => [...document.querySelectorAll('#own .thing.up')].filter((one) => {
  const text = one.querySelector('.text');
  return text && text.getClientRects().length && (text.scrollWidth > one.clientWidth + 1);
}).map((one) => one.dataset.name)"""

BEYOND_ITS_SEAT = """() => [...document.querySelectorAll('.seat .score')].filter((score) => {
  const parts = [score, ...score.querySelectorAll('*')].map((part) => part.getBoundingClientRect().right);
  return Math.max(...parts) > score.closest('.seat').getBoundingClientRect().right;
}).map((score) => score.textContent)"""
"""Scores that run into the next seat."""


PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""The size has changed, those who observe it have laid out the table, and it is drawn."""


OUT_OF_SIGHT = """() => Promise.all([...document.querySelectorAll('.seat .score'), document.querySelector('#question')]
  .map((one) => new Promise((done) => {
    const watch = new IntersectionObserver(([found]) => {
      watch.disconnect();
      done(found.intersectionRatio > 0 ? '' : one.outerHTML);
    });
    watch.observe(one);
  }))).then((found) => found.filter((shown) => shown))"""
"""Scores and the question that do not lie on the screen."""

FAULTS = {
    "overflow": f"() => Math.max(0, ({OVERFLOW})())",
    "too small": TOO_SMALL,
    "overlaps": OVERLAPS,
    "out of frame": OUT_OF_FRAME,
    "cut off": CUT_OFF,
    "beyond its seat": BEYOND_ITS_SEAT,
    "out of sight": OUT_OF_SIGHT,
}
ALL_FAULTS = f"""async (width) => {{
  while (innerWidth !== width) await new Promise(requestAnimationFrame);
  await ({PAINTED})();
  return {{ {", ".join(f"'{name}': await ({script})()" for name, script in FAULTS.items())} }};
}}"""
"""Asked at once: there and back takes longer than to look."""


def check(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    assert not {name: found for name, found in page.evaluate(ALL_FAULTS, size[0]).items() if found}, size


UNDER_THE_BAR = """() => {
  scrollTo(0, 0);
  const { top } = document.querySelector('#question-bar').getBoundingClientRect();
  const own = [...document.querySelectorAll('#own .thing')];
  return own.filter((one) => one.getBoundingClientRect().bottom > top + 2).map((one) => one.dataset.touch);
}"""
"""What is mine and not in sight before one scrolls."""


@pytest.mark.parametrize("game", games())
def test_a_full_table_fits_every_screen(guest: Guest, game: str) -> None:
    page = guest()
    set_table(page, game, max(games()[game].players))
    page.wait_for_function(READY)
    for _ in range(2):
        touch(page, 4)
        page.wait_for_function(READY)
        for size in [*SCREENS, *TABLETS]:
            check(page, size)
            if size in TABLETS and game != GROWING:
                assert page.evaluate(UNDER_THE_BAR) == [], size
        page.set_viewport_size({"width": SMALLEST[0], "height": SMALLEST[1]})
        page.evaluate(PAINTED)
        assert page.evaluate(OVERFLOW) <= 0
        assert page.evaluate(OUT_OF_FRAME) == []
        assert page.evaluate(BEYOND_ITS_SEAT) == []
    assert seen_by_everybody(page) == []


@pytest.mark.parametrize("game", games())
def test_the_smallest_table_fits_a_phone(guest: Guest, game: str) -> None:
    """And can be played on it."""
    page = guest(360, 740)
    set_table(page, game, min(games()[game].players))
    page.wait_for_function(READY)
    for _ in range(3):
        touch(page, 3)
        page.wait_for_function(READY)
        check(page, (360, 740))
    check(page, (360, 640))
    check(page, (640, 360))


HEADER = """() => {
  const bar = document.querySelector('.bar');
  const parts = [...bar.querySelectorAll('h1, button, a, select')].filter((one) => one.offsetParent);
  const cut = parts.filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 6);
  const high = bar.getBoundingClientRect().height < 60 ? [] : ['too high'];
  return [...high, ...cut.map((one) => one.outerHTML)];
}"""


HEADER_WHEN_PAINTED = f"async () => {{ await ({PAINTED})(); return [({HEADER})(), ({OVERFLOW})() <= 0]; }}"


@pytest.mark.parametrize("path", ["/table/", "/", "/replay", "/rules/elefant", "/learn/elefant"])
def test_the_header_is_one_row_on_every_screen(guest: Guest, path: str) -> None:
    """With the longest title in the longest language, no button is squeezed and no word is cut off."""
    page = guest(locale="de-DE")
    if path == "/table/":
        set_table(page, "elefant", 3)
        page.wait_for_function(READY)
    else:
        page.goto(path)
        page.wait_for_selector(".switches")
    for width in [*range(320, 1300, 20), 1920, 2560]:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(HEADER_WHEN_PAINTED) == [[], True], width
