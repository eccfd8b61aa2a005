"""Runs all benchmarks: `make bench`, or `python -m bench.all speed server` for some; `--list` lists them.

PEER=FOLDER is the folder where boardgame.io is installed (see bench/server). Each page records the measured commit.
Benchmarks that cannot run here (no GPU) are listed at the end, and their pages keep the old figures. Finally, every
page is marked if it is older than the code.
"""

import os
import platform
import subprocess
import sys
import time
from pathlib import Path

from bench.stale_results import BENCHES, HERE, NAMED, STAMP, Bench, git, write


def machine() -> str:
    """Return a description of the machine."""
    return f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def chosen(names: list[str]) -> list[Bench]:
    """Return the benchmarks with these names, or all of them."""
    unknown = set(names) - {bench.name for bench in BENCHES}
    if unknown:
        raise SystemExit(
            f"there is no bench {', '.join(sorted(unknown))}; there is {', '.join(b.name for b in BENCHES)}"
        )
    return [bench for bench in BENCHES if not names or bench.name in names]


def run(bench: Bench) -> bool:
    """Run a benchmark; if it has written its page, add the commit and the machine."""
    page = HERE / bench.page
    before = page.read_bytes() if page.is_file() else b""
    peer = ["--peer", os.environ["PEER"]] if bench.name in ("server", "processes") and "PEER" in os.environ else []
    done = subprocess.run([sys.executable, "-m", *bench.command, *peer], cwd=HERE.parent)
    if done.returncode == 0 and page.is_file() and page.read_bytes() != before:
        stamp(page, bench)
    return done.returncode == 0


def stamp(page: Path, bench: Bench) -> None:
    """Add commit and machine to a new page, unless the page names them for each run."""
    text = STAMP.sub("", page.read_text(encoding="utf-8")).rstrip("\n")
    commit, day = git("rev-parse", "--short", "HEAD"), time.strftime("%Y-%m-%d")
    of = "" if NAMED.search(text) else f"Machine: {machine()}.\n\nMeasured at `{commit}` ({day}).\n"
    page.write_text(f"{text}\n\n{of}", encoding="utf-8")
    write(page, bench.measures)


def listed() -> str:
    """List every benchmark with its command and its page."""
    return "\n".join(f"{b.name:<18} python -m {' '.join(b.command):<38} bench/{b.page}" for b in BENCHES)


def main() -> int:
    """Run the benchmarks in order, and update the README; exit code 1 if one failed."""
    if sys.argv[1:] == ["--list"]:
        print(listed())
        return 0
    failed = [bench.name for bench in chosen(sys.argv[1:]) if not run(bench)]
    for module in (("bench.stale_results", "--write"), ("tools.readme_figures",)):
        subprocess.run([sys.executable, "-m", *module], cwd=HERE.parent, check=True)
    if failed:
        print(f"not measured: {', '.join(failed)}; their pages are as they were")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
