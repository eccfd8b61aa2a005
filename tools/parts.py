"""The parts of `make test`, one after the other, and at the end how long each took.

    python -m tools.parts test

Nothing is tried again: the first part that fails is the last one that runs, and what would have followed is named.
"""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

BIN = Path(sys.executable).parent
KEPT = {"PYTHONDONTWRITEBYTECODE": ""}
"""Tests start many processes: whatever the caller prefers, they keep what they compiled of this tree for the next."""
PLAIN = {"NUMBA_DISABLE_JIT": "1"}
WORKERS = max(2, min(8, os.cpu_count() or 1))
"""More would share what each has to compile or to start anew."""
PASSED, FAILED, NOT_RUN = "passed", "FAILED", "not run"


@dataclass(frozen=True)
class Part:
    """A command with a name; `environment` is added to this process's."""

    name: str
    command: tuple[str, ...]
    environment: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Ran:
    """What became of a part."""

    name: str
    outcome: str
    seconds: float


def _tests(name: str, *chosen: str, plain: bool = True) -> Part:
    command = (str(BIN / "python"), "-m", "pytest", "-n", str(WORKERS), "--dist", "worksteal", *chosen)
    return Part(name, command, tuple((KEPT | (PLAIN if plain else {})).items()))


FORMAT = Part("format", (str(BIN / "ruff"), "format", "--check", "."))
LINT = Part("lint", (str(BIN / "ruff"), "check", "."))
TYPES = Part("types", (str(BIN / "mypy"),))
QUICK = _tests("quick tests", "-m", "not slow and not compiled")
SLOW = _tests("slow tests", "-m", "slow and not compiled", "--ignore", "tests/browser")
BROWSER = _tests("browser tests", "-m", "slow and not compiled", "tests/browser")
COMPILED = _tests("compiled tests", "-m", "compiled", plain=False)

Stage = tuple[Part, ...]
"""Parts that run side by side."""
CHECK: tuple[Stage, ...] = ((FORMAT,), (LINT,), (TYPES, QUICK))
PLANS: dict[str, tuple[Stage, ...]] = {
    "check": CHECK,
    "types": ((TYPES,),),
    "quick": ((QUICK,),),
    "test": (*CHECK, (SLOW,), (BROWSER,), (COMPILED,)),
}


def run_stage(stage: Stage) -> list[Ran]:
    """Run parts side by side, and wait for all of them; one that stands in the background is told afterwards."""
    begin = time.monotonic()
    pipes = [None] + [subprocess.PIPE] * (len(stage) - 1)
    started = [
        subprocess.Popen(
            part.command, env={**os.environ, **dict(part.environment)}, stdout=pipe, stderr=pipe, text=True
        )
        for part, pipe in zip(reversed(stage), pipes, strict=True)
    ]
    ran = []
    for part, process in zip(stage, reversed(started), strict=True):
        out, err = process.communicate()
        took = time.monotonic() - begin
        if out or err:
            print(out or "", err or "", sep="", end="", flush=True)
        ran.append(Ran(part.name, FAILED if process.returncode else PASSED, took))
    return ran


def run_plan(stages: Sequence[Stage]) -> list[Ran]:
    """Run stage after stage until one fails."""
    ran: list[Ran] = []
    for stage in stages:
        if any(each.outcome != PASSED for each in ran):
            ran += [Ran(part.name, NOT_RUN, 0.0) for part in stage]
        else:
            ran += run_stage(stage)
    return ran


def summary(ran: Sequence[Ran], whole: float) -> str:
    """The parts with their times; of parts that run side by side each has its own."""
    lines = [f"  {each.name:<16}{each.outcome:<10}{_time(each)}" for each in ran]
    return "\n".join(["", *lines, f"  {'all together':<26}{whole:>6.0f} s"])


def _time(each: Ran) -> str:
    return "" if each.outcome == NOT_RUN else f"{each.seconds:>6.0f} s"


def main(chosen: str) -> int:
    """Run one plan; the exit code says whether everything passed."""
    begin = time.monotonic()
    ran = run_plan(PLANS[chosen])
    print(summary(ran, time.monotonic() - begin))
    return int(any(each.outcome != PASSED for each in ran))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
