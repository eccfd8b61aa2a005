"""The table of extras says what they bring."""

import re

import pytest

from tools.extras import rows
from tools.site import ROOT

ROW = re.compile(r"^\| (?:\(none\)|`(\w+)`) \| [^|]+ \| (\d+) \| (\d+) \|$", re.MULTILINE)
MORE_OR_LESS, A_SIXTH = 3, 1 / 6
"""Pythons and systems differ by a few packages, and versions in size."""


@pytest.mark.slow
def test_packages_and_megabytes_of_extras_are_those_installed_here() -> None:
    """Of those that `make setup` installs; `python -m tools.extras` prints the others where they are installed."""
    told = {name: (int(count), int(size)) for name, count, size in ROW.findall((ROOT / "docs/install.md").read_text())}
    found = rows()
    assert {"", "dev", "docs", "gpu", "postgres", "research"} <= set(found) <= set(told)
    for name, (count, size) in found.items():
        assert abs(count - told[name][0]) <= MORE_OR_LESS, (name, count)
        assert abs(size - told[name][1]) <= max(1.0, size * A_SIXTH), (name, size)
