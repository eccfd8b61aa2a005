"""The documentation site: `make docs` gathers the pages into build/docs/pages and builds build/docs/site, offline.

Pages are written once, where developers read them: docs/, README's neighbours, the benches' results, the rulebooks
beside the rules. A link from one to another becomes a link between their places on the site; a link to something that
is not on the site is a mistake. After the build every link and anchor of the HTML is followed.
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
PAGES, SITE = BUILD / "pages", BUILD / "site"
LINK = re.compile(r"(?<=\]\()([^)#\s]+)(#[^)\s]*)?(?=\))")
DEPLOY = ROOT / "deploy" / "README.md"
SHOWN = {".py": "python", ".toml": "toml", ".md": "markdown", ".yaml": "yaml"}
SHOWN |= {".conf": "nginx", ".service": "ini", "": "dockerfile"}
Nav = list[dict[str, object]]


def places() -> dict[Path, str]:
    """Where each page of the repository is on the site."""
    found = {path: path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    found |= {path: path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs" / "pictures").glob("*.*g")}
    found |= {path: f"measured/{path.stem}.md" for path in (ROOT / "bench").glob("*results.md")}
    found |= {ROOT / f"{name}.md": f"{name.lower()}.md" for name in ("CHANGELOG", "CONTRIBUTING", "SECURITY")}
    found |= {
        path: f"rules/{path.parent.name}.{path.suffixes[0][1:]}.md"
        for path in (ROOT / "src/eleven/games").glob("*/rulebook.*.md")
    }
    found[DEPLOY] = "deploy.md"
    found[ROOT / "examples" / "magpies"] = "examples/magpies.md"
    return found


def with_links(text: str, page: Path, known: dict[Path, str]) -> str:
    """The text of a page with its links as they are on the site."""

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


def gather() -> Nav:
    """Every page in its place; returns their order."""
    from eleven.core.contract.game import games
    from tools.rulebook_pages import write_rulebooks

    shutil.rmtree(BUILD, ignore_errors=True)
    PAGES.mkdir(parents=True)
    known = places()
    rulebooks = write_rulebooks(dict(games()), PAGES)
    for page, place in known.items():
        to = PAGES / place
        to.parent.mkdir(parents=True, exist_ok=True)
        if page.suffix in (".png", ".svg"):
            shutil.copy(page, to)
        elif page.is_dir():
            to.write_text(example(page), encoding="utf-8")
        elif not place.startswith("rules/"):
            to.write_text(with_links(page.read_text(encoding="utf-8"), page, known) + note(page), encoding="utf-8")
    shutil.copy(ROOT / "docs" / "extra.css", PAGES)
    return order(rulebooks)


def note(page: Path) -> str:
    """What is added to a page: of results, whether the code they measure has changed since; the files it speaks of."""
    from bench.current import told

    if page == DEPLOY:
        return files(path for path in page.parent.iterdir() if path != page)
    return f"\n{told(page)}\n" if page.parent == ROOT / "bench" else ""


def example(folder: Path) -> str:
    """A game's folder as one page."""
    head = f"# {folder.name.capitalize()}, file by file\n\nThe game of [Adding a game](../adding-a-game.md).\n"
    return head + files(path for path in folder.rglob("*") if path.is_file() and path.suffix in SHOWN)


def files(paths: Iterable[Path]) -> str:
    """Files in their order, each under its name."""
    parts = []
    for path in sorted(paths):
        text = path.read_text(encoding="utf-8").rstrip()
        parts += ["", f"## {path.name}", "", f"````{SHOWN[path.suffix]}", text, "````"]
    return "\n".join(parts) + "\n"


def titled(*paths: str) -> Nav:
    """Pages under their own headings."""
    return [{(PAGES / path).read_text(encoding="utf-8").split("\n")[0].lstrip("# "): path} for path in paths]


def order(rulebooks: dict[str, list[tuple[str, str]]]) -> Nav:
    """The sections of the site; every page of docs/ is in one of them."""
    rules: Nav = [{title: [{name: place} for name, place in pages]} for title, pages in rulebooks.items()]
    games = sorted(f"games/{path.name}" for path in (PAGES / "games").glob("*.md"))
    decisions = sorted(f"decisions/{path.name}" for path in (PAGES / "decisions").glob("*.md") if path.stem != "index")
    measured = {name: f"measured/{name}.md" for name in sorted(path.stem for path in (PAGES / "measured").glob("*.md"))}
    host = [measured.pop(name) for name in list(measured) if name.startswith(("server", "faults", "soak", "odd"))]
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
    others = {path.relative_to(PAGES).as_posix() for path in PAGES.rglob("*.md")} - listed
    sections["How it is built"] += titled(*sorted(others))
    whole: dict[str, object] = {"Home": ["index.md", *titled("questions.md")], **sections}
    return [{name: pages} for name, pages in whole.items()]


def as_toml(nav: object) -> str:
    """A list of pages as the settings write it."""
    if isinstance(nav, list):
        return f"[{', '.join(as_toml(each) for each in nav)}]"
    if isinstance(nav, dict):
        entries = [f"{as_toml(key)} = {as_toml(value)}" for key, value in nav.items()]
        return f"{{ {', '.join(entries)} }}"
    return json.dumps(nav, ensure_ascii=False)


def build() -> None:
    """Gather, build strictly, and follow every link."""
    nav = gather()
    settings = (ROOT / "docs" / "zensical.toml").read_text(encoding="utf-8")
    (BUILD / "zensical.toml").write_text(settings.replace("nav = []", f"nav = {as_toml(nav)}"), encoding="utf-8")
    command = [str(Path(sys.executable).parent / "zensical"), "build", "--clean", "--strict"]
    subprocess.run(command, cwd=BUILD, check=True)
    from tools.links import broken

    faults = broken(SITE)
    if faults:
        raise SystemExit("\n".join(["these links lead nowhere:", *faults]))
    print(f"{len(list(SITE.rglob('*.html')))} pages in {SITE.relative_to(ROOT)}/index.html")


if __name__ == "__main__":
    build()
