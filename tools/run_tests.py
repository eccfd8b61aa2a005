"""Runs the parts of `make test` in stages, and reports how long each took and which tests were the slowest.

    python -m tools.run_tests test

There are no retries: after a stage with a failure nothing else runs, and the remaining parts are listed.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

BIN = Path(sys.executable).parent
KEPT = {"PYTHONDONTWRITEBYTECODE": ""}
"""Keeps bytecode caches on regardless of the caller's settings, because the tests start many processes."""
PLAIN = {"NUMBA_DISABLE_JIT": "1"}
THOROUGH = ("ELEVEN_THOROUGH", "1")
DEAREST = 10
WORKERS = max(2, min(8, os.cpu_count() or 1))
"""The number of workers; each must compile and start things again, so more do not help."""
WAITING_WORKERS = WORKERS + 1
"""The number of workers for tests that sometimes wait for processes or sockets."""
PASSED, FAILED, NOT_RUN = "passed", "FAILED", "not run"


@dataclass(frozen=True)
class Part:
    """A named command; `environment` is added to that of this process."""

    name: str
    command: tuple[str, ...]
    environment: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Ran:
    """The result of a part."""

    name: str
    outcome: str
    seconds: float
    costs: dict[str, float] = field(default_factory=dict)
    """CPU seconds by test."""


def _tests(name: str, *chosen: str, plain: bool = True, dist: str = "worksteal", workers: int = WORKERS) -> Part:
    command = (str(BIN / "python"), "-m", "pytest", "-n", str(workers), "--dist", dist, *chosen)
    return Part(name, command, tuple((KEPT | (PLAIN if plain else {})).items()))


FORMAT = Part("format", (str(BIN / "ruff"), "format", "--check", "."))
LINT = Part("lint", (str(BIN / "ruff"), "check", "."))
TYPES = Part("types", (str(BIN / "mypy"),))
QUICK = _tests("quick tests", "-m", "not slow and not compiled and not compiles", workers=WAITING_WORKERS)
PLAINLY = "slow and not compiled and not compiles"
SLOW = _tests("slow tests", "-m", PLAINLY, "--ignore", "tests/browser", dist="loadgroup", workers=WAITING_WORKERS + 1)
BROWSER = _tests("browser tests", "-m", PLAINLY, "tests/browser")
COMPILED = _tests(
    "compiled tests", "-m", "compiled or compiles", plain=False, dist="loadgroup", workers=WAITING_WORKERS
)
"""Test groups make sure that each game is compiled only once, by one worker or the processes it starts."""

Stage = tuple[Part, ...]
"""Parts that run in parallel."""
CHECK: tuple[Stage, ...] = ((FORMAT,), (LINT,), (TYPES, QUICK))
LONG: tuple[Stage, ...] = ((BROWSER, COMPILED, SLOW),)
"""Browser tests and server-killing tests often wait, so running them in parallel keeps all cores busy."""
PLANS: dict[str, tuple[Stage, ...]] = {
    "check": CHECK,
    "types": ((TYPES,),),
    "quick": ((QUICK,),),
    "test": (*CHECK, *LONG),
    "thorough": (
        *CHECK,
        *(tuple(replace(part, environment=(*part.environment, THOROUGH)) for part in stage) for stage in LONG),
    ),
}


def run_stage(stage: Stage) -> list[Ran]:
    """Run parts in parallel, and wait for all of them; output of background parts is printed afterwards."""
    begin = time.monotonic()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        *background, front = stage
        outputs = [stack.enter_context((folder / part.name).open("w+b")) for part in background]
        started = [
            subprocess.Popen(
                _costed(part, folder), env={**os.environ, **dict(part.environment)}, stdout=output, stderr=output
            )
            for part, output in [(front, None), *zip(background, outputs, strict=True)]
        ]
        took: dict[int, float] = {}
        while len(took) < len(started):
            for number, process in enumerate(started):
                if number not in took and process.poll() is not None:
                    took[number] = time.monotonic() - begin
            time.sleep(0.05)
        for output in outputs:
            output.seek(0)
            print(output.read().decode(errors="replace"), end="", flush=True)
        order = [*range(1, len(started)), 0]
        return [
            Ran(part.name, FAILED if started[number].returncode else PASSED, took[number], _costs(part, folder))
            for part, number in zip(stage, order, strict=True)
        ]


def _file_of(part: Part, folder: Path) -> Path:
    return folder / f"{part.name}.json"


def _costed(part: Part, folder: Path) -> tuple[str, ...]:
    """Return the command of a part; for tests, with an option to record the cost of each test."""
    return (*part.command, "--costs", str(_file_of(part, folder))) if "pytest" in part.command else part.command


def _costs(part: Part, folder: Path) -> dict[str, float]:
    path = _file_of(part, folder)
    found: dict[str, float] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return found


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
    """Return a summary: the time of each part, then the most expensive tests."""
    lines = [f"  {each.name:<16}{each.outcome:<10}{_time(each)}" for each in ran]
    costs = [(seconds, test) for each in ran for test, seconds in each.costs.items()]
    dearest = sorted(costs, reverse=True)[:DEAREST]
    told = [f"  {seconds:>6.0f} s  {test}" for seconds, test in dearest]
    heading = ["", f"  the {len(told)} dearest tests, in processor time:"] if told else []
    return "\n".join(["", *lines, f"  {'all together':<26}{whole:>6.0f} s", *heading, *told])


def _time(each: Ran) -> str:
    if each.outcome == NOT_RUN:
        return ""
    processor = f", {sum(each.costs.values()):.0f} s of processor time" if each.costs else ""
    return f"{each.seconds:>6.0f} s{processor}"


def main(chosen: str) -> int:
    """Run one plan; the exit code says whether everything passed."""
    begin = time.monotonic()
    ran = run_plan(PLANS[chosen])
    print(summary(ran, time.monotonic() - begin))
    return int(any(each.outcome != PASSED for each in ran))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
