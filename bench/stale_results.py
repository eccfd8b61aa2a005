"""Lists benchmark pages that are older than the code they measure: `python -m bench.stale_results`.

Each page ends with the measured commit. Without that line, the commit is the one that the page names (the oldest of
several runs), or else the one that last changed the page; the same applies if the commit is not in the history.
`--write` updates that line on every page, so that readers see whether the code has changed since.
"""

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
STAMP = re.compile(r"\nMeasured at `([0-9a-f]{7,40})` \((\d{4}-\d\d-\d\d)\)\.[^\n]*\n?$")
NAMED = re.compile(r"^Commit ([0-9a-f]{7,40})\b", re.MULTILINE)
RULES = ("src/eleven/core", "src/eleven/games")
SERVER = (*RULES, "src/eleven/server")


@dataclass(frozen=True)
class Bench:
    """A benchmark: its page, its command, and the code that its figures depend on."""

    name: str
    page: str
    command: tuple[str, ...]
    measures: tuple[str, ...]


BENCHES = (
    Bench("speed", "results.md", ("bench.speed",), RULES),
    Bench("research", "research_results.md", ("bench.research",), (*RULES, "src/eleven/research")),
    Bench("strength", "strength_results.md", ("bench.strength",), (*RULES, "src/eleven/search", "src/eleven/bots")),
    Bench("levels", "levels_results.md", ("bench.calibrate",), (*RULES, "src/eleven/search", "src/eleven/bots")),
    Bench(
        "characters", "characters_results.md", ("bench.characters",), (*RULES, "src/eleven/search", "src/eleven/bots")
    ),
    Bench("server", "server_results.md", ("bench.server",), SERVER),
    Bench("quick-path", "quick_path_results.md", ("bench.quick_path",), SERVER),
    Bench("processes", "processes_results.md", ("bench.processes",), SERVER),
    Bench("faults", "faults_results.md", ("bench.faults",), SERVER),
    Bench("faults-postgresql", "faults_results.md", ("bench.faults", "--database", "postgresql"), SERVER),
    Bench("lobby", "lobby_results.md", ("bench.lobby",), ("src/eleven/server",)),
    Bench("fuzz", "fuzz_results.md", ("bench.fuzz",), SERVER),
    Bench("soak", "soak_results.md", ("bench.soak",), SERVER),
    Bench("gpu", "gpu_results.md", ("bench.gpu",), RULES),
    Bench("network", "network_results.md", ("bench.network",), (*RULES, "src/eleven/search", "src/eleven/network")),
    Bench("exploit", "exploit_results.md", ("bench.exploit",), (*RULES, "src/eleven/search", "src/eleven/bots")),
    Bench("pages", "pages_results.md", ("bench.pages",), ("src/eleven/server",)),
    Bench("review", "review_results.md", ("bench.review",), (*RULES, "src/eleven/search", "src/eleven/review")),
)


def git(*words: str, root: Path = ROOT) -> str:
    """Run git and return its output, or nothing if there is no repository."""
    asked = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True)
    return asked.stdout.strip() if asked.returncode == 0 else ""


def measured_at(page: Path, root: Path = ROOT) -> str:
    """Return the measured commit of a page: the one it names, else the one that last changed it."""
    text = page.read_text(encoding="utf-8")
    said = STAMP.search(text)
    if said and git("cat-file", "-t", said[1], root=root) == "commit":
        return said[1]
    named: list[str] = [each for each in NAMED.findall(text) if git("cat-file", "-t", each, root=root) == "commit"]
    if named:
        return max(named, key=lambda each: int(git("rev-list", "--count", f"{each}..HEAD", root=root) or 0))
    changed = git("status", "--porcelain", "--", str(page), root=root)
    return git("rev-parse", "--short", "HEAD", root=root) if changed else last_change(page, root)


def last_change(page: Path, root: Path) -> str:
    """The commit that last changed a page."""
    return git("log", "-1", "--format=%h", "--", str(page), root=root)


def changed_since(commit: str, measures: tuple[str, ...], root: Path = ROOT) -> int:
    """Return how many later commits have changed the measured code, not counting tests of games."""
    return len(git("log", "--format=%h", f"{commit}..HEAD", "--", *measures, root=root).splitlines())


def line(page: Path, measures: tuple[str, ...], root: Path = ROOT) -> str:
    """Return the last line of a page: when it was measured, and whether the code has changed; empty without history."""
    commit = measured_at(page, root)
    if not git("cat-file", "-t", commit, root=root):
        return ""
    said = STAMP.search(page.read_text(encoding="utf-8"))
    day = said[2] if said else git("show", "-s", "--format=%cs", commit, root=root)
    later = changed_since(commit, measures, root)
    told = f"Measured at `{commit}` ({day})."
    if later:
        times = "once" if later == 1 else f"{later} times"
        told += f" **Older than the code**: {', '.join(f'`{path}`' for path in measures)} changed {times} since."
    return told


def brought_up_to_date(page: Path) -> str:
    """Return the text of a results page with an updated last line."""
    measures = next((each.measures for each in BENCHES if HERE / each.page == page), ())
    return with_line(page, measures)


def with_line(page: Path, measures: tuple[str, ...], root: Path = ROOT) -> str:
    """Return the text of a page with an updated last line; unchanged if there is no history."""
    text = page.read_text(encoding="utf-8")
    said = line(page, measures, root)
    return f"{STAMP.sub('', text).rstrip()}\n\n{said}\n" if said else text


def write(page: Path, measures: tuple[str, ...], root: Path = ROOT) -> None:
    """Update the last line of a page."""
    page.write_text(with_line(page, measures, root), encoding="utf-8")


def stale() -> list[str]:
    """Return the pages that are older than the code they measure, or missing."""
    pages = {each.page: HERE / each.page for each in BENCHES}
    measures = {each.page: each.measures for each in BENCHES}
    return [name for name, page in pages.items() if not page.is_file() or "**Older" in line(page, measures[name])]


def main() -> None:
    """Print the state of every page; with `--write`, update the pages."""
    for name, bench in {each.page: each for each in BENCHES}.items():
        page = HERE / name
        if not page.is_file():
            print(f"bench/{name}: not measured yet")
            continue
        if "--write" in sys.argv:
            write(page, bench.measures)
        print(f"bench/{name}: {line(page, bench.measures) or 'there is no history here to compare with'}")


if __name__ == "__main__":
    main()
