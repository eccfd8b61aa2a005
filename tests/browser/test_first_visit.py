"""A first visit: few bytes, painted at once, and nothing jumps while the page is made ready."""

import pytest
from playwright.sync_api import Browser

from bench.pages import LATEST_PAINT, MOST_BYTES, MOST_SHIFT, SCREENS, Visit, plain_paint, set_table, visit, visitor
from eleven.core.contract.game import games
from tests.browser.serving import Server

pytestmark = pytest.mark.slow
TRIES = 3
FIRST = "home"
BUSY = 12
"""On a busy machine even a page that fetches nothing is late: a page may take so many times as long."""
PAGES = {
    "home": ("/", "[data-play]"),
    "replay": ("/replay", "#file"),
    "rules": ("/rules/elefant", "main h2"),
    "lesson": ("/learn/elefant", "#lesson:not(:empty)"),
    **{f"table-{game}": (f"/table/{game}", "#table .thing") for game in games()},
}


def first_visit(browser: Browser, server: Server, name: str, screen: str) -> tuple[Visit, float]:
    """A visit, and how late a plain page is just before it."""
    (path, ready), known = PAGES[name], None
    if path.startswith("/table/"):
        path, known = set_table(browser, server.address, path.removeprefix("/table/"))
    with visitor(browser, server.address, SCREENS[screen], known) as (page, came):
        plain = plain_paint(page)
        return visit(page, came, path, ready), plain


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("name", PAGES)
def test_a_first_visit_is_light_quick_and_calm(browser: Browser, server: Server, name: str, screen: str) -> None:
    late = []
    for _ in range(TRIES):
        seen, plain = first_visit(browser, server, name, screen)
        assert name != FIRST or seen.bytes < MOST_BYTES
        assert seen.shift <= MOST_SHIFT
        assert seen.paint > 0
        if seen.paint < max(LATEST_PAINT, BUSY * plain):
            return
        late.append((seen.paint, plain))
    raise AssertionError(late)
