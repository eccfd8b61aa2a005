"""Compiled code is kept by what it is made from: a change of anything that it calls makes another folder."""

from pathlib import Path

import pytest

import eleven
from eleven.core.rules.jit import _parts_of

PACKAGE = Path(eleven.__file__).parent


@pytest.mark.parametrize(
    ("file", "owner", "parts"),
    [
        ("core/rules/bits.py", "", {"core"}),
        ("games/elefant/rules.py", "elefant", {"core", "games/elefant"}),
        ("research/stepping/templates.py", "elefant", {"core", "research", "games/elefant"}),
        ("search/templates.py", "elefant", {"core", "search", "network", "research", "games/elefant"}),
        ("network/search.py", "elefant", {"core", "search", "network", "research", "games/elefant"}),
        ("review/network_rollouts.py", "elefant", {"core", "review", "search", "network", "research", "games/elefant"}),
    ],
)
def test_what_is_called_counts(file: str, owner: str, parts: set[str]) -> None:
    assert (PACKAGE / file).exists()
    assert set(_parts_of(PACKAGE / file, owner)) == parts


def test_code_from_elsewhere_may_call_anything(tmp_path: Path) -> None:
    assert set(_parts_of(tmp_path / "more.py", "")) == {"core", "search", "network", "research", str(tmp_path)}
