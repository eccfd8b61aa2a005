"""Runs a module of these tests in a separate process: compiled, plain or bounds-checked."""

import os
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).parent.parent.parent
COMPILED: dict[str, str] = {}
PLAIN = {"NUMBA_DISABLE_JIT": "1"}
BOUNDS_CHECKED = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "0"}
"""Without optimisation, because this is compiled for a single comparison."""


def begin(mode: dict[str, str], module: str, *arguments: object) -> "subprocess.Popen[str]":
    """Start `python -m tests.contract.<module>` in a mode, whatever mode this process runs in."""
    environment = {key: value for key, value in os.environ.items() if key not in {*PLAIN, *BOUNDS_CHECKED}}
    return subprocess.Popen(
        [sys.executable, "-m", f"tests.contract.{module}", *map(str, arguments)],
        env=environment | mode,
        cwd=REPOSITORY,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: "subprocess.Popen[str]") -> str:
    """Return the output of a process; fail with its error output."""
    printed, complaint = process.communicate()
    assert process.returncode == 0, complaint[-3_000:] or printed[-3_000:]
    return printed


def run(mode: dict[str, str], module: str, *arguments: object) -> str:
    """Start a process, and return its output."""
    return finish(begin(mode, module, *arguments))
