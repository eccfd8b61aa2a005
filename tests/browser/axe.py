"""Checks the accessibility of a page with axe: WCAG 2.2 AA and axe's best practices."""

from collections.abc import Iterator
from contextlib import contextmanager

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, ViewportSize

from tests.sample_sizes import THOROUGH

OPTIONS = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
BAR = 200
PHONE: ViewportSize = {"width": 360, "height": 740}


def faults(page: Page) -> list[str]:
    """Return axe's violations, a line for each rule with the first elements."""
    page.evaluate("() => Promise.all(document.getAnimations().map((moving) => moving.finished.catch(() => null)))")
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    with _unrolled(page):
        found = page.evaluate("(options) => axe.run(options)", OPTIONS)["violations"]
    return [f"{page.url} {fault['id']}: {_places(fault)}" for fault in found]


def seen_by_everybody(page: Page) -> list[str]:
    """Return violations in the light theme, and in the dark one on a phone; in `make thorough`, also on this screen."""
    page.emulate_media(reduced_motion="reduce", color_scheme="light")
    found = [f"light: {fault}" for fault in faults(page)]
    page.emulate_media(color_scheme="dark")
    if THOROUGH:
        found += [f"dark: {fault}" for fault in faults(page)]
    page.set_viewport_size(PHONE)
    return found + [f"dark, phone: {fault}" for fault in faults(page)]


@contextmanager
def _unrolled(page: Page) -> Iterator[None]:
    """Show the whole page on one tall screen; otherwise axe reports things that the bar covers until one scrolls."""
    size = page.viewport_size
    assert size is not None
    height = page.evaluate("() => document.documentElement.scrollHeight")
    page.set_viewport_size({"width": size["width"], "height": max(size["height"], height + BAR)})
    yield
    page.set_viewport_size(size)


def _places(fault: dict) -> str:  # type: ignore[type-arg]
    nodes = fault["nodes"]
    shown = [f"{node['target']} {node['html'][:100]} {_message(node)}" for node in nodes[:3]]
    return f"{len(nodes)} places; " + " | ".join(shown)


def _message(node: dict) -> str:  # type: ignore[type-arg]
    return next((str(check["message"]) for check in node["any"] + node["all"] + node["none"]), "")
