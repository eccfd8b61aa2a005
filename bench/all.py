"""Every results page in one go: `make bench`, or `python -m bench.all speed server` for some; `--list` names them.

PEER=FOLDER names where boardgame.io is installed (see bench/server). Each page then says which commit it measured. A
bench that cannot run here (no GPU) is named at the end, and its page keeps its old figures. At the end every page says
whether it is older than the code.
"""

import os
import platform
import subprocess
import sys
import time
from pathlib import Path

from bench.current import BENCHES, HERE, NAMED, STAMP, Bench, git, write


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
    """Write under a fresh page which commit and which machine it is of, unless it names those of each run itself."""
    text = STAMP.sub("", page.read_text(encoding="utf-8")).rstrip("\n")
    commit, day = git("rev-parse", "--short", "HEAD"), time.strftime("%Y-%m-%d")
    of = "" if NAMED.search(text) else f"Machine: {machine()}.\n\nMeasured at `{commit}` ({day}).\n"
    page.write_text(f"{text}\n\n{of}", encoding="utf-8")
    write(page, bench.measures)


def listed() -> str:
    """Every bench with its command and its page."""
    return "\n".join(f"{b.name:<18} python -m {' '.join(b.command):<38} bench/{b.page}" for b in BENCHES)


def main() -> int:
    """Run them in order, and let the README say the new figures; exit code 1 if one could not."""
    if sys.argv[1:] == ["--list"]:
        print(listed())
        return 0
    failed = [bench.name for bench in chosen(sys.argv[1:]) if not run(bench)]
    for module in (("bench.current", "--write"), ("tools.figures",)):
        subprocess.run([sys.executable, "-m", *module], cwd=HERE.parent, check=True)
    if failed:
        print(f"not measured: {', '.join(failed)}; their pages are as they were")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
