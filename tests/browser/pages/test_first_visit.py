"""A first visit: few bytes, and nothing jumps while the page is made ready. How late it is painted: `bench.pages`."""

import pytest
from playwright.sync_api import Browser

from bench.pages import MOST_BYTES, MOST_SHIFT, SCREENS, Visit, set_table, visit, visitor
from eleven.core.contract.game import games
from tests.browser.serving import Server
from tests.sample_sizes import THOROUGH

pytestmark = pytest.mark.slow
FIRST = "home"
TABLES = {f"table-{game}": (f"/table/{game}", "#table .thing") for game in games()}
PAGES = {
    "home": ("/", "[data-play]"),
    "replay": ("/replay", "#file"),
    "rules": ("/rules/elefant", "main h2"),
    "lesson": ("/learn/elefant", "#lesson:not(:empty)"),
    **TABLES,
}
CASES = [(name, screen) for name in PAGES if name not in TABLES for screen in SCREENS]
AT_TABLES = [(name, screen) for name in TABLES for screen in SCREENS]
"""Each table on one screen, in turn; `make thorough` visits each on both."""


def first_visit(browser: Browser, server: Server, name: str, screen: str) -> Visit:
    (path, ready), known = PAGES[name], None
    if path.startswith("/table/"):
        path, known = set_table(browser, server.address, path.removeprefix("/table/"))
    with visitor(browser, server.address, SCREENS[screen], known) as (page, came):
        return visit(page, came, path, ready)


@pytest.mark.parametrize(
    ("name", "screen"), [*CASES, *(AT_TABLES if THOROUGH else [*AT_TABLES[::4], *AT_TABLES[3::4]])]
)
def test_a_first_visit_is_light_and_calm(browser: Browser, server: Server, name: str, screen: str) -> None:
    seen = first_visit(browser, server, name, screen)
    assert name != FIRST or seen.bytes < MOST_BYTES
    assert seen.shift <= MOST_SHIFT
    assert seen.paint > 0
