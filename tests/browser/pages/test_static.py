"""The files of the pages: every word is in the catalogue, nothing is inline, the first page is light."""

import re
from pathlib import Path

import pytest

from eleven.core.contract.game import games
from eleven.core.text.words import own_words
from eleven.server.http.pages.file_version import STATIC
from eleven.server.http.pages.game_assets import FILES
from eleven.server.http.pages.page_html import HEAD, page_catalogues, page_source

PAGES = sorted(STATIC.rglob("*.html"))
SCRIPTS = sorted(STATIC.rglob("*.js"))
LOOKS = sorted(file for game in games().values() for file in (game.folder / "look").glob("*"))
FIRST_PAGE = 150_000
LONGEST_LINE = 190
LARGEST = {"art.svg": 60_000, "cover.svg": 20_000, "look.css": 20_000, "look.js": 20_000, "preview.png": 30_000}
MADE_UP = (
    "replay.mark.",
    "hue.",
    "kind.",
    "theme.",
    "connection.",
    "level.",
    "character.",
    "new.kind.",
    "new.hints",
    "filters.pace.",
    "play_now.bots.",
    "new.memory",
    "new.absence",
    "new.clock.",
    "new.chat",
    "chat.reaction.",
    "new.night",
    "away.",
    "pace.",
    "fair.",
    "problem.title.",
    "problem.lead.",
    "me.way.",
    "me.remind.mail.",
    "mail.",
    "page.",
    "brief.",
)
"""Keys that are put together from parts, such as the name of a colour."""


def catalogue() -> dict[str, str]:
    """The English words with all parts that only some pages load; no key is in two of them."""
    parts = [own_words(folder, "en") for folder in page_catalogues().values()]
    words: dict[str, str] = {key: text for part in parts for key, text in part.items()}
    assert len(words) == sum(map(len, parts))
    return words


def keys_used() -> set[str]:
    found: set[str] = set()
    for page in PAGES:
        found |= set(re.findall(r'data-(?:word|label)="([^"]+)"', page.read_text()))
    for script in SCRIPTS:
        found |= set(re.findall(r'word\(\s*"([^"]+)"', script.read_text()))
        for one, other in re.findall(r'word\([^?"\n]*\? "(\w+\.[^"]+)" : "([^"]+)"', script.read_text()):
            found |= {one, other}
        found |= set(re.findall(r'tool\("([^"]+)"', script.read_text()))
    for module in (STATIC.parent / "http").rglob("*.py"):
        found |= set(re.findall(r'words\("([^"]+)"', module.read_text()))
    return found


def test_every_word_is_in_the_catalogue_and_none_is_idle() -> None:
    known = set(catalogue())
    assert keys_used() - known == set()
    assert {key for key in known - keys_used() if not key.startswith(MADE_UP)} == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_no_page_has_inline_script_or_style(page: Path) -> None:
    text = page_source(page.stem)
    assert re.findall(r"<style|\sstyle=|\son\w+=", text) == []
    assert all(re.search(r'\ssrc="/static/', tag) for tag in re.findall(r"<script[^>]*>", text))


def test_no_script_writes_markup() -> None:
    for script in [*SCRIPTS, *(file for file in LOOKS if file.suffix == ".js")]:
        assert re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", script.read_text()) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_pages_are_light(page: Path) -> None:
    assert len(HEAD) + sum(file.stat().st_size for file in files_of(page)) < FIRST_PAGE


def files_of(page: Path) -> set[Path]:
    """A page with all it loads."""
    waiting = {page, STATIC / "words" / "words.en.toml"}
    source = page_source(page.stem)
    for part in " ".join(re.findall(r'<html[^>]* data-words="([^"]+)"', source)).split():
        waiting.add(STATIC / "words" / part / "words.en.toml")
    for name in re.findall(r'(?:href|src)="/static/([^"]+)"', source):
        waiting.add(STATIC / name)
    done: set[Path] = set()
    while waiting:
        file = waiting.pop()
        done.add(file)
        if file.suffix == ".js":
            waiting |= {
                (file.parent / name).resolve() for name in re.findall(r'from "(\.[^"]+)"', file.read_text())
            } - done
    return done


def test_files_and_lines_are_short() -> None:
    for script in SCRIPTS:
        lines = script.read_text().splitlines()
        assert len(lines) < 300, script.name
        assert [line for line in lines if len(line) > LONGEST_LINE] == [], script.name


@pytest.mark.parametrize("file", LOOKS, ids=lambda file: f"{file.parents[1].name}-{file.name}")
def test_the_look_of_a_game(file: Path) -> None:
    """Only files that are served; small; drawings without script, inline style or anything from elsewhere."""
    assert file.name in FILES
    if file.suffix == ".png":
        assert file.stat().st_size < LARGEST[file.name]
        return
    text = file.read_text()
    assert len(text.encode()) < LARGEST[file.name]
    assert re.findall(r"<script|<style|\sstyle=|\son\w+=|@import|url\(\s*[\"']?https?:|href=[\"']?https?:", text) == []


@pytest.mark.parametrize("game", games())
def test_every_drawing_that_a_look_names_is_there(game: str) -> None:
    folder = games()[game].folder / "look"
    script, art = folder / "look.js", folder / "art.svg"
    named = set(re.findall(r'\bart\("([^"`$]+)"', script.read_text())) if script.is_file() else set()
    drawn = set(re.findall(r'<symbol[^>]*\sid="([^"]+)"', art.read_text())) if art.is_file() else set()
    assert named <= drawn
