"""A results page that is older than the code it measures says so."""

import re
import subprocess
from pathlib import Path

import pytest

from bench import all as all_benches
from bench.stale_results import BENCHES, HERE, ROOT, line, measured_at, with_line, write


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A page measured in the first commit, and rules that can change."""
    git(tmp_path, "init", "-q")
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "deal.py").write_text("one\n")
    (tmp_path / "page.md").write_text("# Speed\n\n| 1 |\n")
    commit(tmp_path)
    return tmp_path


def git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    return subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


def commit(folder: Path) -> str:
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "x")
    return git(folder, "rev-parse", "--short", "HEAD")


def test_a_page_of_the_present_code_says_what_it_measured(repository: Path) -> None:
    said = line(repository / "page.md", ("rules",), repository)
    assert re.fullmatch(r"Measured at `[0-9a-f]{7,}` \(\d{4}-\d\d-\d\d\)\.", said)


def test_a_page_older_than_the_code_says_so_until_it_is_measured_again(repository: Path) -> None:
    page = repository / "page.md"
    write(page, ("rules",), repository)
    first = measured_at(page, repository)
    commit(repository)
    (repository / "rules" / "deal.py").write_text("two\n")
    commit(repository)
    write(page, ("rules",), repository)
    assert page.read_text().endswith("**Older than the code**: `rules` changed once since.\n")
    assert measured_at(page, repository) == first, "writing the note measures nothing"
    commit(repository)
    page.write_text("# Speed\n\n| 2 |\n")
    write(page, ("rules",), repository)
    assert "Older" not in page.read_text()


def test_the_day_of_a_measurement_stays_whatever_day_its_commit_is_of(repository: Path) -> None:
    page = repository / "page.md"
    page.write_text(f"# Speed\n\nMeasured at `{git(repository, 'rev-parse', '--short', 'HEAD')}` (2031-01-02).\n")
    assert line(page, ("rules",), repository).endswith("(2031-01-02).")


def test_a_page_whose_commit_never_landed_is_as_old_as_its_last_change(repository: Path) -> None:
    page = repository / "page.md"
    page.write_text("# Speed\n\n| 2 |\n\nMeasured at `0123abc` (2031-01-02).\n")
    landed = commit(repository)
    assert line(page, ("rules",), repository) == f"Measured at `{landed}` (2031-01-02)."
    (repository / "rules" / "deal.py").write_text("two\n")
    commit(repository)
    assert "Older" in line(page, ("rules",), repository)


def test_a_page_of_several_runs_is_as_old_as_the_oldest_that_it_names(repository: Path) -> None:
    page, first = repository / "page.md", git(repository, "rev-parse", "--short", "HEAD")
    (repository / "rules" / "deal.py").write_text("two\n")
    second = commit(repository)
    page.write_text(f"# Faults\n\nCommit {second}, today.\n\nCommit {first}, before.\n\nCommit 0123abc, elsewhere.\n")
    assert measured_at(page, repository) == first
    assert "Older" in line(page, ("rules",), repository)


def test_what_a_page_says_stays_where_there_is_no_history(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# Speed\n\nMeasured at `0123abc` (2026-01-01). **Older than the code**: `rules` changed once since.\n"
    )
    assert with_line(page, ("rules",), tmp_path) == page.read_text()


def test_other_code_makes_no_page_older(repository: Path) -> None:
    (repository / "pages.js").write_text("x")
    commit(repository)
    assert "Older" not in line(repository / "page.md", ("rules",), repository)


def test_every_results_page_belongs_to_a_bench_and_measures_what_is_there() -> None:
    pages = {bench.page for bench in BENCHES}
    assert {path.name for path in HERE.glob("*results.md")} <= pages
    written = [re.findall(r"\b(\w*results)\.(?:md|json)", path.read_text("utf-8")) for path in HERE.rglob("*.py")]
    assert {f"{stem}.md" for found in written for stem in found} == pages, "make bench runs every bench"
    assert all(bench.page in all_benches.listed() for bench in BENCHES)
    for bench in BENCHES:
        place = HERE / bench.command[0].removeprefix("bench.")
        assert place.with_suffix(".py").is_file() or (place / "__main__.py").is_file()
        assert all((ROOT / path).is_dir() for path in bench.measures)


def test_an_unknown_bench_is_refused() -> None:
    with pytest.raises(SystemExit, match="there is no bench chess"):
        all_benches.chosen(["chess"])
    assert [bench.name for bench in all_benches.chosen(["speed"])] == ["speed"]
    assert all_benches.chosen([]) == list(BENCHES)
