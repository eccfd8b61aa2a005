"""Some faults of every kind under load: nothing acknowledged is lost or doubled, and no table stands still."""

import pytest

from bench.faults.loop import POSTGRESQL, SQLITE, fault_loop

pytestmark = pytest.mark.slow
FAULTS = 13
"""Each kind at least once; a slow machine takes longer, and makes no fewer."""
FEWEST_KINDS = 10


@pytest.mark.parametrize("database", [SQLITE, POSTGRESQL])
def test_a_short_run_of_faults(database: str) -> None:
    outcome = fault_loop(database, faults=FAULTS, seed=13, tables=8, shown=False)
    assert outcome.clean, outcome
    assert outcome.faults == FAULTS
    assert len(outcome.kinds) >= FEWEST_KINDS
