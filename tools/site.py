"""Builds the documentation site: `make docs` collects pages in build/docs/pages and builds build/docs/site, offline.

`python -m tools.site FOLDER` uses another folder, so that two builds do not interfere.

Pages exist once, where developers read them: docs/, the files next to README, the benchmark results, and the rulebooks
next to the rules. Links between them are converted to links on the site; a link to something that is not on the site
is an error. After the build, all links and anchors in the HTML are checked.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build" / "docs"
PAGES, SITE = "pages", "site"
"""The folders of a build: the collected Markdown, and the HTML."""
LINK = re.compile(r"(?<=\]\()([^)#\s]+)(#[^)\s]*)?(?=\))")
DEPLOY = ROOT / "deploy" / "README.md"
SHOWN = {".py": "python", ".toml": "toml", ".md": "markdown", ".yaml": "yaml"}
SHOWN |= {".conf": "nginx", ".service": "ini", "": "dockerfile"}
OF_HOSTS = ("faults", "fuzz", "lobby", "pages", "processes", "quick_path", "scale", "server", "soak")
"""The benchmark pages and notes about the server."""
Nav = list[dict[str, object]]


def places() -> dict[Path, str]:
    """Map each page of the repository to its path on the site."""
    found = {path: path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    found |= {path: path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs" / "pictures").glob("*.*g")}
    found |= {path: f"measured/{path.stem}.md" for path in (ROOT / "bench").glob("*results.md")}
    found |= {path: f"notes/{path.stem}.md" for path in (ROOT / "bench").glob("*notes.md")}
    found |= {ROOT / f"{name}.md": f"{name.lower()}.md" for name in ("CHANGELOG", "CONTRIBUTING", "SECURITY")}
    found |= {
        path: f"rules/{path.parent.name}.{path.suffixes[0][1:]}.md"
        for path in (ROOT / "src/eleven/games").glob("*/rulebook.*.md")
    }
    found[DEPLOY] = "deploy.md"
    found[ROOT / "examples" / "magpies"] = "examples/magpies.md"
    return found


def with_links(text: str, page: Path, known: dict[Path, str]) -> str:
    """Return the text of a page with its links converted to links on the site."""

    def moved(found: re.Match[str]) -> str:
        if found[1].startswith(("http://", "https://", "mailto:")):
            return found[0]
        target = Path(os.path.normpath(page.parent / found[1]))
        if target not in known and target.is_dir() and target / "index.md" in known:
            target /= "index.md"
        if target not in known:
            raise SystemExit(f"{page.relative_to(ROOT)}: {found[1]} is not on the site")
        here = Path(known[page]).parent
        return f"{os.path.relpath(known[target], here)}{found[2] or ''}"

    return LINK.sub(moved, text)


def gather(pages: Path) -> Nav:
    """Write every page to its path in a new folder; return the navigation."""
    from eleven.core.contract.game import games
    from tools.rulebook_pages import write_rulebooks

    pages.mkdir(parents=True)
    known = places()
    rulebooks = write_rulebooks(dict(games()), pages)
    for page, place in known.items():
        to = pages / place
        to.parent.mkdir(parents=True, exist_ok=True)
        if page.suffix in (".png", ".svg"):
            shutil.copy(page, to)
        elif page.is_dir():
            to.write_text(example(page), encoding="utf-8")
        elif not place.startswith("rules/"):
            to.write_text(with_links(text_of(page), page, known), encoding="utf-8")
    shutil.copy(ROOT / "docs" / "extra.css", pages)
    return order(rulebooks, pages)


def text_of(page: Path) -> str:
    """Return the text of a page; benchmark pages say whether they are outdated, deployment includes its files."""
    from bench.stale_results import brought_up_to_date

    if page.parent == ROOT / "bench" and page.stem.endswith("results"):
        return brought_up_to_date(page)
    text = page.read_text(encoding="utf-8")
    return text + files(beside(page)) if page == DEPLOY else text


def beside(page: Path) -> list[Path]:
    """Return the other files of a page's folder, without hidden ones: `deploy/.env` holds a password."""
    return [path for path in page.parent.iterdir() if path != page and not path.name.startswith(".")]


def example(folder: Path) -> str:
    """Return a game's folder as one page."""
    head = f"# {folder.name.capitalize()}, file by file\n\nThe game of [Adding a game](../adding-a-game.md).\n"
    return head + files(path for path in folder.rglob("*") if path.is_file() and path.suffix in SHOWN)


def files(paths: Iterable[Path]) -> str:
    """Return the contents of files in order, each below its name."""
    parts = []
    for path in sorted(paths):
        text = path.read_text(encoding="utf-8").rstrip()
        parts += ["", f"## {path.name}", "", f"````{SHOWN[path.suffix]}", text, "````"]
    return "\n".join(parts) + "\n"


def order(rulebooks: dict[str, list[tuple[str, str]]], pages: Path) -> Nav:
    """Return the navigation of the site; every page of docs/ must be in one of its sections."""

    def titled(*paths: str) -> Nav:
        return [{(pages / path).read_text(encoding="utf-8").split("\n")[0].lstrip("# "): path} for path in paths]

    def stems(folder: str) -> list[str]:
        return sorted(path.stem for path in (pages / folder).glob("*.md") if path.stem != "index")

    rules: Nav = [{title: [{name: place} for name, place in found]} for title, found in rulebooks.items()]
    games = [f"games/{stem}.md" for stem in stems("games")]
    decisions = [f"decisions/{stem}.md" for stem in stems("decisions")]
    measured = {stem: f"{folder}/{stem}.md" for folder in ("measured", "notes") for stem in stems(folder)}
    host = [measured.pop(name) for name in list(measured) if name.startswith(OF_HOSTS)]
    research = ["research.md", "api.md", "reference.md", "bots.md", "training.md", "review.md"]
    sections: dict[str, Nav] = {
        "Play": [*titled("play.md", "install.md"), {"Rulebooks": rules}, {"The games, measured": titled(*games)}],
        "Host": titled("server.md", "deploy.md", "scale.md", "over-days.md", "people.md", "finding-players.md", *host),
        "Research": titled(*research, *measured.values()),
        "Make a game": titled("adding-a-game.md", "examples/magpies.md", "the-page.md", "languages.md"),
        "How it is built": [
            *titled("architecture.md", "mutation.md"),
            {"Decisions": ["decisions/index.md", *titled(*decisions)]},
            *titled("contributing.md", "security.md", "changelog.md"),
        ],
    }
    listed = set(re.findall(r'"([^"]+\.md)"', json.dumps(sections))) | {"index.md", "questions.md"}
    others = {path.relative_to(pages).as_posix() for path in pages.rglob("*.md")} - listed
    sections["How it is built"] += titled(*sorted(others))
    whole: dict[str, object] = {"Home": ["index.md", *titled("questions.md")], **sections}
    return [{name: found} for name, found in whole.items()]


def as_toml(nav: object) -> str:
    """Convert the navigation to TOML."""
    if isinstance(nav, list):
        return f"[{', '.join(as_toml(each) for each in nav)}]"
    if isinstance(nav, dict):
        entries = [f"{as_toml(key)} = {as_toml(value)}" for key, value in nav.items()]
        return f"{{ {', '.join(entries)} }}"
    return json.dumps(nav, ensure_ascii=False)


def build(folder: Path = BUILD) -> None:
    """Collect the pages, build the site in strict mode, and check all links; the folder is cleared first."""
    from tools.links import broken

    shutil.rmtree(folder, ignore_errors=True)
    nav = gather(folder / PAGES)
    settings = (ROOT / "docs" / "zensical.toml").read_text(encoding="utf-8")
    settings = settings.replace("nav = []", f"nav = {as_toml(nav)}").replace("../../src", str(ROOT / "src"))
    (folder / "zensical.toml").write_text(settings, encoding="utf-8")
    command = [str(Path(sys.executable).parent / "zensical"), "build", "--clean", "--strict"]
    subprocess.run(command, cwd=folder, check=True)
    site = folder / SITE
    faults = broken(site)
    if faults:
        raise SystemExit("\n".join(["these links lead nowhere:", *faults]))
    print(f"{len(list(site.rglob('*.html')))} pages in {os.path.relpath(site)}/index.html")


if __name__ == "__main__":
    build(*(Path(word).resolve() for word in sys.argv[1:2]))
