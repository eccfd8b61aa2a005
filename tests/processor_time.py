"""Measures the CPU time of each test including its child processes, because wall-clock time varies on a busy machine.

`pytest --dearest 10` lists the most expensive tests at the end; `--costs FILE` writes all, for `tools.run_tests`.
"""

import json
import os
import resource
from collections import defaultdict
from collections.abc import Generator
from contextlib import suppress
from itertools import islice
from pathlib import Path

import pytest

SPENT = "processor_seconds"
TICKS = os.sysconf("SC_CLK_TCK")


def _living(pid: int) -> float:
    """Return the CPU seconds of all descendants of `pid` that have not been waited for yet."""
    return sum(_own(child) + _living(child) for child in _children(pid))


def _children(pid: int) -> list[int]:
    """Return the children of a process; none if it or one of its threads has ended meanwhile."""
    found: list[int] = []
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with suppress(OSError):
                found += map(int, Path(f"/proc/{pid}/task/{thread}/children").read_text(encoding="ascii").split())
    return found


def _own(pid: int) -> float:
    """Return the CPU seconds of a process and of its waited-for children; 0 if it has ended meanwhile."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / TICKS


def processor_seconds() -> float:
    """Return the CPU seconds of this process and its descendants; without /proc, only of those that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used) + _living(os.getpid())


class Costs:
    """Measures between reports, and adds up per test; with xdist, each worker measures its own tests."""

    def __init__(self, most: int, file: str | Path | None) -> None:
        self.most, self.file = most, file
        self.spent: dict[str, float] = defaultdict(float)
        self._before = processor_seconds()

    def pytest_collection_finish(self) -> None:
        """Reset the measurement, so that imports do not count for any test."""
        self._before = processor_seconds()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Add the time since the last report to a report, which xdist sends to the main process."""
        report = yield
        now = processor_seconds()
        vars(report)[SPENT] = max(0.0, now - self._before)
        self._before = now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.spent[report.nodeid] += vars(report).get(SPENT, 0.0)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        dearest = dict(sorted(self.spent.items(), key=lambda item: -item[1]))
        if self.most:
            terminalreporter.section(f"dearest {self.most} of {sum(dearest.values()):.0f} s processor time")
            for name, seconds in islice(dearest.items(), self.most):
                terminalreporter.line(f"{seconds:7.1f} s  {name}")
        if self.file:
            Path(self.file).write_text(json.dumps(dearest, indent=1), encoding="utf-8")
