"""The learner without frameworks, compiled: it gets better than it was, or its exit code says so."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.compiled, pytest.mark.xdist_group("elefant")]
"""The game it learns; `test_compiled` has compiled the same steps."""

EXAMPLE = Path(__file__).parents[2] / "examples" / "learner.py"


def run(*told: str) -> subprocess.CompletedProcess[str]:
    """With one thread: the matrices are small, and other tests run beside."""
    command = [sys.executable, str(EXAMPLE), "--seconds", "600", *told]
    threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    return subprocess.run(command, env={**os.environ, **threads}, capture_output=True, text=True)


def test_it_learns_to_beat_the_random_player() -> None:
    """From the random player itself to more than half of the victories, the whole interval."""
    done = run()
    assert done.returncode == 0, done.stdout + done.stderr
    assert "before" in done.stdout


def test_who_does_not_learn_is_told_so() -> None:
    done = run("--rounds", "0", "--deals", "10")
    assert done.returncode == 1, done.stdout + done.stderr
