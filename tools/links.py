"""Checks the links of a built site: which pages are reachable, and which links are broken."""

from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LEADS = {"a": "href", "img": "src", "link": "href", "script": "src"}


class Page(HTMLParser):
    """The links and anchors of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.leads: list[tuple[str, str]] = []
        self.anchors: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect anchors and links."""
        found = dict(attrs)
        self.anchors |= {str(found[name]) for name in ("id", "name") if found.get(name)}
        link = found.get(LEADS.get(tag, ""))
        if link is not None:
            self.leads.append((tag, link))


@cache
def read(path: Path) -> Page:
    """Parse a page; the result is cached."""
    return Page(path)


def target(page: Path, link: str) -> tuple[Path, str] | None:
    """Return the file and anchor of a link, or None if it leads to another site."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return None
    return (page.parent / unquote(parts.path)).resolve() if parts.path else page.resolve(), unquote(parts.fragment)


def broken(site: Path) -> list[str]:
    """Return the links to missing files or anchors."""
    faults = []
    for page in sorted(site.rglob("*.html")):
        for _, link in read(page).leads:
            found = target(page, link)
            if found is None or page.name == "404.html":
                continue
            path, anchor = found
            if path.is_dir():
                path /= "index.html"
            lost = not path.is_file() or (anchor and path.suffix == ".html" and anchor not in read(path).anchors)
            if lost and anchor != "__skip":
                faults.append(f"{page.relative_to(site)}: {link}")
    return faults


def reached(site: Path, clicks: int) -> dict[Path, int]:
    """Return the pages within a number of clicks from the front page, with their distances."""
    front = (site / "index.html").resolve()
    found, edge = {front: 0}, [front]
    for click in range(1, clicks + 1):
        targets = [target(page, link) for page in edge for tag, link in read(page).leads if tag == "a"]
        edge = [path for path in {each[0] for each in targets if each} if path.suffix == ".html" and path not in found]
        found |= dict.fromkeys(edge, click)
    return found
