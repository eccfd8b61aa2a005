"""Measures the cost of a first visit to each page: `python -m bench.pages`.

Loads every page with a cold cache in Chromium, as a phone and as a desktop, and measures transferred bytes, largest
contentful paint, and cumulative layout shift.
"""

import argparse
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, Response, StorageState, ViewportSize, sync_playwright

HERE = Path(__file__).parent
SCREENS = {"phone": (360, 740), "desktop": (1280, 800)}
MOST_SHIFT, LATEST_PAINT, MOST_BYTES = 0.05, 1000, 150_000
"""The limits: layout shift, largest contentful paint in milliseconds on loopback, and bytes of the first page."""

WATCH = """() => {
  window.seen = { paint: 0, shift: 0 };
  const windows = { value: 0, first: 0, last: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.seen.paint = entry.renderTime || entry.loadTime || entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, startTime, value } of list.getEntries()) {
      if (hadRecentInput) continue;
      const goesOn = startTime - windows.last < 1000 && startTime - windows.first < 5000;
      Object.assign(windows, goesOn ? { value: windows.value + value } : { value, first: startTime });
      windows.last = startTime;
      window.seen.shift = Math.max(window.seen.shift, windows.value);
    }
  }).observe({ type: "layout-shift", buffered: true });
}"""
"""Observes largest contentful paint and the worst session window of layout shifts, as defined by Web Vitals."""

PLAIN = "<!doctype html><title>plain</title><h1>A page with nothing to fetch</h1>"


@dataclass(frozen=True)
class Visit:
    """The measurements of a first visit to a page."""

    bytes: int
    paint: float
    shift: float


@contextmanager
def visitor(
    browser: Browser, address: str, size: tuple[int, int], known: StorageState | None = None
) -> Iterator[tuple[Page, list[Response]]]:
    """Open a page with an empty cache and the observers installed, optionally with a stored session."""
    screen: ViewportSize = {"width": size[0], "height": size[1]}
    room = browser.new_context(base_url=address, viewport=screen, locale="de-DE", storage_state=known)
    room.set_default_timeout(120_000)
    room.add_init_script(f"({WATCH})()")
    page = room.new_page()
    came: list[Response] = []
    page.on("response", lambda response: came.append(response))
    yield page, came
    room.close()


def visit(page: Page, came: list[Response], path: str, ready: str) -> Visit:
    """Open a page, and wait until it is ready and the network is idle."""
    came.clear()
    page.goto(path)
    page.wait_for_selector(ready, state="attached")
    page.wait_for_load_state("networkidle")
    size = sum(_size(response) for response in came)
    seen = page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(seen), 50)))")
    return Visit(size, seen["paint"], seen["shift"])


def _size(response: Response) -> int:
    sizes = response.request.sizes()
    return int(sizes["responseBodySize"] + sizes["responseHeadersSize"])


def plain_paint(page: Page) -> float:
    """Return the paint time of an empty page, which shows how busy this machine is."""
    page.route("**/plain", lambda route: route.fulfill(body=PLAIN, content_type="text/html"))
    page.goto("/plain")
    page.wait_for_function("() => seen.paint > 0")
    return float(page.evaluate("() => seen.paint"))


def pages(games: list[str]) -> dict[str, tuple[str, str]]:
    """Return the path of every page, and a selector that matches when it is ready."""
    found = {"home": ("/", "[data-play]"), "replay": ("/replay", "#file")}
    for game in games:
        found[f"rules {game}"] = (f"/rules/{game}", "main h2")
        found[f"lesson {game}"] = (f"/learn/{game}", "#lesson:not(:empty)")
    return found


def set_table(browser: Browser, address: str, game: str) -> tuple[str, StorageState]:
    """Create a table against bots; return its path and session, when it is the person's turn and nothing moves."""
    with visitor(browser, address, SCREENS["desktop"]) as (page, _):
        page.goto("/")
        page.click(f"[data-play={game}]")
        page.wait_for_url("**/table/*")
        page.wait_for_selector("#question-bar.yours")
        return "/table/" + page.url.rsplit("/", 1)[1], page.context.storage_state()


def measured(browser: Browser, address: str, games: list[str]) -> Iterator[tuple[str, str, Visit]]:
    """Yield visits to every page on every screen; players open the table page with an empty cache."""
    for screen, size in SCREENS.items():
        for name, (path, ready) in pages(games).items():
            with visitor(browser, address, size) as (page, came):
                yield name, screen, visit(page, came, path, ready)
        for game in games:
            path, known = set_table(browser, address, game)
            with visitor(browser, address, size, known) as (page, came):
                yield f"table {game}", screen, visit(page, came, path, "#table .thing")


def report(rows: list[tuple[str, str, Visit]], plain: float) -> str:
    """The page of results."""
    lines = [
        "# First visits",
        "",
        "`python -m bench.pages`: every page in chromium with a cold cache, on loopback. Promised are a layout shift",
        f"of at most {MOST_SHIFT}, the largest paint within {LATEST_PAINT} ms, and a home page under {MOST_BYTES:,} B.",
        f"A page that fetches nothing was painted after {plain:.0f} ms on this machine.",
        "",
        "| page | screen | bytes | largest paint | layout shift |",
        "|---|---|---:|---:|---:|",
        *(f"| {name} | {screen} | {v.bytes:,} | {v.paint:.0f} ms | {v.shift:.3f} |" for name, screen, v in rows),
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure, and write the page."""
    from eleven.core.contract.game import games
    from tests.browser.conftest import FLAGS
    from tests.browser.serving import Server
    from tools.system_packages import CHROMIUM

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--page", type=Path, default=HERE / "pages_results.md", help="where the results go")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, ExitStack() as stack:
        server = Server(Path(folder))
        server.start()
        stack.callback(server.kill)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        with visitor(browser, server.address, SCREENS["desktop"]) as (page, _):
            plain = plain_paint(page)
        rows = list(measured(browser, server.address, list(games())))
        browser.close()
    chosen.page.write_text(report(rows, plain), encoding="utf-8")


if __name__ == "__main__":
    main()
