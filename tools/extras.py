"""The installed size of the package's extras: `python -m tools.extras` prints the rows of a table.

Packages that the base installation already needs do not count. Extras that are not installed here are left out.
"""

import re
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

import eleven

NAME = "table-eleven"
MEGA = 1e6


def needed(name: str, extras: tuple[str, ...] = ("",), seen: set[str] | None = None) -> set[str]:
    """Return a package and its transitive dependencies on this machine."""
    seen = set() if seen is None else seen
    for line in distribution(name).requires or []:
        wanted = Requirement(line)
        asked = wanted.marker is None or any(wanted.marker.evaluate({"extra": extra}) for extra in extras)
        plain = re.sub(r"[-_.]+", "-", wanted.name).lower()
        if asked and plain != NAME and plain not in seen:
            seen.add(plain)
            needed(plain, tuple(wanted.extras) or ("",), seen)
    return seen


def megabytes(names: set[str]) -> float:
    """Return the disk space of these packages."""
    files = {Path(str(file.locate())) for name in names for file in distribution(name).files or []}
    return sum(path.stat().st_size for path in files if path.is_file()) / MEGA


def own_megabytes() -> float:
    """Return the disk space of this package itself, wherever it is installed."""
    return sum(path.stat().st_size for path in Path(eleven.__file__).parent.rglob("*") if path.is_file()) / MEGA


def rows() -> dict[str, tuple[int, float]]:
    """Return the number of packages and megabytes that each extra adds."""
    base = needed(NAME)
    found = {"": (1 + len(base), own_megabytes() + megabytes(base))}
    for extra in distribution(NAME).metadata.get_all("Provides-Extra") or []:
        try:
            added = needed(NAME, (extra,)) - base
            found[extra] = len(added), megabytes(added)
        except PackageNotFoundError:
            continue
    return found


if __name__ == "__main__":
    for extra, (count, size) in rows().items():
        print(f"| {f'`{extra}`' if extra else '(none)'} | | {count} | {size:.0f} |")
