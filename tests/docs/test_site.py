"""The documentation site: built offline and strictly, and what people ask is two clicks away."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from bench.stale_results import BENCHES, HERE, line
from eleven.core.text.words import LANGUAGE_NAMES
from tools import site
from tools.links import broken, reached, read, target

pytestmark = pytest.mark.xdist_group("site")
"""Built once for all of them; whoever builds it besides does so in a folder of their own."""
QUESTION = re.compile(r"^\d+\. \[(.+?)\]\((.+?)\)", re.MULTILINE)
NOWHERE = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"), "http://127.0.0.1:9")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as `make docs` builds it, where nobody can reach a network, in a folder that nobody else builds in."""
    folder = tmp_path_factory.mktemp("docs")
    apart = ["unshare", "-rn"]
    can = shutil.which("unshare") and subprocess.run([*apart, "true"], capture_output=True).returncode == 0
    command = [*(apart if can else []), sys.executable, "-m", "tools.site", str(folder)]
    environment = {**os.environ, **NOWHERE}
    done = subprocess.run(command, cwd=site.ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / site.SITE


def test_the_extras_of_the_package_are_in_one_table() -> None:
    project = tomllib.loads((site.ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    table = (site.ROOT / "docs" / "install.md").read_text("utf-8").split("## Extras")[1].split("##")[0]
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| \d+ \| \d+ \|$", table, re.MULTILINE)
    assert sorted(rows) == sorted(project["optional-dependencies"])


def test_every_decision_is_in_their_index() -> None:
    folder = site.ROOT / "docs" / "decisions"
    listed = re.findall(r"^- \[.+?\]\((.+?)\)$", (folder / "index.md").read_text("utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(path.name for path in folder.glob("*.md") if path.stem != "index")


def test_a_link_to_something_that_is_not_on_the_site_is_refused() -> None:
    known = site.places()
    page = site.ROOT / "docs" / "index.md"
    assert site.with_links("[a](server.md#b) [c](../CHANGELOG.md)", page, known) == "[a](server.md#b) [c](changelog.md)"
    with pytest.raises(SystemExit, match="is not on the site"):
        site.with_links("[a](../Makefile)", page, known)


def test_hidden_files_beside_a_page_are_not_on_the_site(tmp_path: Path) -> None:
    for name in ("README.md", "compose.yaml", ".env"):
        (tmp_path / name).touch()
    assert site.beside(tmp_path / "README.md") == [tmp_path / "compose.yaml"]


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('<a href="b.html#there">b</a> <a href="b.html#lost">b</a> <img src="no.png">')
    (tmp_path / "b.html").write_text('<h1 id="there">b</h1>')
    assert broken(tmp_path) == ["index.html: b.html#lost", "index.html: no.png"]


@pytest.mark.slow
def test_twenty_questions_are_answered_two_clicks_from_the_front_page(built: Path) -> None:
    page = built / "questions.html"
    asked = QUESTION.findall((built.parent / site.PAGES / "questions.md").read_text("utf-8"))
    assert len(asked) == 20
    near = reached(built, 2)
    assert near[page.resolve()] == 1
    for question, link in asked:
        found = target(page, link.replace(".md", ".html"))
        assert found is not None
        assert near.get(found[0], 9) <= 2, question
        assert not found[1] or found[1] in read(found[0]).anchors, question


@pytest.mark.slow
def test_questions_are_counted_through_all_their_lists(built: Path) -> None:
    assert re.findall(r'<ol start="(\d+)"', (built / "questions.html").read_text("utf-8")) == ["7", "13", "18"]


@pytest.mark.slow
def test_results_older_than_the_code_say_so(built: Path) -> None:
    """Also those that said something else when they were written."""
    for page in (built / "measured").glob("*.html"):
        said = line(HERE / f"{page.stem}.md", next(each.measures for each in BENCHES if each.page == f"{page.stem}.md"))
        assert ("Older than the code" in page.read_text("utf-8")) == ("Older than the code" in said), page.name


@pytest.mark.slow
def test_every_rulebook_is_there_in_every_language_with_its_drawings(built: Path) -> None:
    pages = sorted((built / "rules").glob("*.html"))
    assert len(pages) == 4 * len(LANGUAGE_NAMES)
    for page in pages:
        drawn = [link for tag, link in read(page).leads if tag == "img" and "drawings/" in link]
        assert len(drawn) > 2, page.name
        assert any(re.fullmatch(r"E[LBCP]-\d+", anchor) for anchor in read(page).anchors)


@pytest.mark.slow
def test_functions_are_documented_from_their_docstrings_and_can_be_searched_for(built: Path) -> None:
    assert {"eleven.api.new_match", "eleven.research.batch.Batch.step"} <= read(built / "reference.html").anchors
    search = next(path for path in built.rglob("search*.json"))
    assert "porzellanladen" in search.read_text("utf-8").lower()


@pytest.mark.slow
def test_pages_load_nothing_from_elsewhere(built: Path) -> None:
    for page in built.rglob("*.html"):
        far = [link for tag, link in read(page).leads if tag != "a" and link.startswith(("http:", "https:", "//"))]
        assert not [link for link in far if not link.startswith("http://127.0.0.1")], page.name
