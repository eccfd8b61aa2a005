"""Following the links of a built site: where each page leads, and which links lead nowhere."""

from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LEADS = {"a": "href", "img": "src", "link": "href", "script": "src"}


class Page(HTMLParser):
    """What a page links to, and the anchors it has."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.leads: list[tuple[str, str]] = []
        self.anchors: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Every tag may be an anchor, some are links."""
        found = dict(attrs)
        self.anchors |= {str(found[name]) for name in ("id", "name") if found.get(name)}
        link = found.get(LEADS.get(tag, ""))
        if link is not None:
            self.leads.append((tag, link))


@cache
def read(path: Path) -> Page:
    """A page, read once."""
    return Page(path)


def target(page: Path, link: str) -> tuple[Path, str] | None:
    """The file and the anchor that a link leads to; nothing if it leads out of the site."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return None
    return (page.parent / unquote(parts.path)).resolve() if parts.path else page.resolve(), unquote(parts.fragment)


def broken(site: Path) -> list[str]:
    """Links to files or anchors that are not there."""
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
    """The pages that so many clicks from the front page lead to, each with the fewest clicks."""
    front = (site / "index.html").resolve()
    found, edge = {front: 0}, [front]
    for click in range(1, clicks + 1):
        targets = [target(page, link) for page in edge for tag, link in read(page).leads if tag == "a"]
        edge = [path for path in {each[0] for each in targets if each} if path.suffix == ".html" and path not in found]
        found |= dict.fromkeys(edge, click)
    return found
