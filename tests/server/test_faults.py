"""A few dozen faults of all kinds under load: nothing acknowledged is lost or doubled, and no table stands still."""

import pytest

from bench.faults import POSTGRESQL, SQLITE, fault_loop

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("database", [SQLITE, POSTGRESQL])
def test_a_short_run_of_faults(database: str) -> None:
    outcome = fault_loop(database, faults=24, seed=13, tables=8, seconds=30, shown=False)
    assert outcome.clean, outcome
    assert outcome.faults > 0
