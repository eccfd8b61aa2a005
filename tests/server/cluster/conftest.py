"""Common fixtures of the tests with several processes."""

import pytest

from eleven.server.cluster import peers


@pytest.fixture(autouse=True)
def never_by_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turn off periodic polling, so that processes learn of changes by notifications only."""
    monkeypatch.setattr(peers, "POLL_SECONDS", 3600.0)
