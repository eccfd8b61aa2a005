"""What all tests of several processes have in common."""

import pytest

from eleven.server.cluster import peers


@pytest.fixture(autouse=True)
def never_by_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody finds anything merely because time has passed."""
    monkeypatch.setattr(peers, "LOOK_EVERY", 3600.0)
