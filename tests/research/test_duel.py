"""A policy against a bot: every deal in every seating, the same for the same seed, and half of it is even."""

import pytest

from eleven.core.text.errors import Mistake
from eleven.research import Batch
from eleven.research.duel import duel

pytestmark = pytest.mark.slow


def first_action(batch: Batch) -> list[int]:
    """A poor policy, but one that ends its games."""
    return [int(action) for action in batch.dense_mask().argmax(1)]


def test_a_policy_meets_a_bot() -> None:
    """The same shares for the same seed, and the interval about them."""
    told = {"game": "eleven_cards", "deals": 2, "seed": 4, "options": {"variant": "beginners"}}
    found = duel(first_action, "greedy", **told)  # type: ignore[arg-type]
    assert found == duel(first_action, "greedy", **told)  # type: ignore[arg-type]
    assert found.low is not None
    assert found.high is not None
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.value in (0, 0.25, 0.5, 0.75, 1)


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(Mistake, match="there is no bot 'clever'"):
        duel(lambda batch: batch.sample(), "clever", "elefant")
