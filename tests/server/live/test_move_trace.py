"""The way of a move through the server gets no longer."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[3] / "examples"
COMPILE = "import sys; from eleven.server.engine.workers import compile_native; compile_native(sys.argv[1])"
GAME = "magpies"
MOST = 20
"""Files of ours that moves enter, the writer's included."""


def _run(*arguments: str, jit: bool) -> str:
    """What a process of its own prints, which knows the game of the tutorial."""
    environment = {**os.environ, "ELEVEN_GAMES": str(EXAMPLES), "NUMBA_DISABLE_JIT": "0" if jit else "1"}
    done = subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.compiled
@pytest.mark.xdist_group(GAME)
def test_a_move_passes_no_more_files_than_before() -> None:
    """By machine code and without Numba, as tables are served."""
    _run("-c", COMPILE, GAME, jit=True)
    files = _run("-m", "tests.server.move_trace", GAME, jit=False).split()
    assert {"core/play/native.py", "server/sockets/connection.py", "server/views/table_view.py"} <= set(files)
    assert len(files) <= MOST, "\n".join(files)
