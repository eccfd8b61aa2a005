"""Accessibility of a page as it is now, by axe: WCAG 2.2 AA and axe's good practice."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

OPTIONS = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}


def faults(page: Page) -> list[str]:
    """What axe finds, a line for each rule with the first places."""
    page.evaluate("() => Promise.all(document.getAnimations().map((moving) => moving.finished.catch(() => null)))")
    found = Axe().run(page, options=OPTIONS).response["violations"]
    for fault in found:
        fault["nodes"] = [node for node in fault["nodes"] if not _is_scrolled_under(node)]
    return [f"{page.url} {fault['id']}: {_places(fault)}" for fault in found if fault["nodes"]]


def _is_scrolled_under(node: dict) -> bool:  # type: ignore[type-arg]
    """Half under the bar at the bottom until one scrolls; how large things are is tested apart, all of them."""
    return "partially obscured" in _message(node)


def _places(fault: dict) -> str:  # type: ignore[type-arg]
    nodes = fault["nodes"]
    shown = [f"{node['target']} {node['html'][:100]} {_message(node)}" for node in nodes[:3]]
    return f"{len(nodes)} places; " + " | ".join(shown)


def _message(node: dict) -> str:  # type: ignore[type-arg]
    return next((str(check["message"]) for check in node["any"] + node["all"] + node["none"]), "")
