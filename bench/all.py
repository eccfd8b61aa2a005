"""Every results page in one go: `make bench`, or `python -m bench.all speed server` for some.

PEER=FOLDER names where boardgame.io is installed (see bench/server.py). Each page then says which commit it measured. A
bench that cannot run here (no GPU) is named at the end, and its page keeps its old figures and says how old they are.
"""

import os
import platform
import subprocess
import sys
import time
from pathlib import Path

from bench.current import BENCHES, HERE, STAMP, Bench, git, write


def machine() -> str:
    """What the figures are of."""
    return f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def chosen(names: list[str]) -> list[Bench]:
    """The benches by their names; all of them without any."""
    unknown = set(names) - {bench.name for bench in BENCHES}
    if unknown:
        raise SystemExit(
            f"there is no bench {', '.join(sorted(unknown))}; there is {', '.join(b.name for b in BENCHES)}"
        )
    return [bench for bench in BENCHES if not names or bench.name in names]


def run(bench: Bench) -> bool:
    """Run one; where it wrote its page, the page says what it is of."""
    page = HERE / bench.page
    before = page.read_bytes() if page.is_file() else b""
    peer = ["--peer", os.environ["PEER"]] if bench.name in ("server", "processes") and "PEER" in os.environ else []
    done = subprocess.run([sys.executable, "-m", *bench.command, *peer], cwd=HERE.parent)
    if done.returncode == 0 and page.is_file() and page.read_bytes() != before:
        stamp(page, bench)
    return done.returncode == 0


def stamp(page: Path, bench: Bench) -> None:
    """Write under a fresh page which commit and which machine it is of."""
    text = STAMP.sub("", page.read_text(encoding="utf-8")).rstrip("\n")
    commit, day = git("rev-parse", "--short", "HEAD"), time.strftime("%Y-%m-%d")
    of = f"Machine: {machine()}.\n\nMeasured at `{commit}` ({day}).\n"
    page.write_text(f"{text}\n\n{of}", encoding="utf-8")
    write(page, bench.measures)


def main() -> int:
    """Run them in order, and let the README say the new figures; exit code 1 if one could not."""
    failed = [bench.name for bench in chosen(sys.argv[1:]) if not run(bench)]
    subprocess.run([sys.executable, "-m", "tools.figures"], cwd=HERE.parent, check=True)
    if failed:
        print(f"not measured: {', '.join(failed)}; their pages are as they were")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
