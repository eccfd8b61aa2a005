"""Runs tests against mutants: one warm process is forked for every mutant.

The process has imported and collected everything. A child installs the mutant by replacing one function's code, and
runs the tests that reach its line, fastest first. Mutants outside functions, in lines that no test reaches, or in code
that runs on import are tried with the whole package imported again.
"""

import contextlib
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from tests.mutation.installing import import_anew, patch
from tests.mutation.mutants import ROOT, Mutant
from tests.mutation.tracing import IMPORT, Reach

KILLED, TIMED_OUT, SURVIVED = "killed", "timed out", "survived"
LEAST, TIMES = 2.0, 10.0
"""The CPU limit of a test: LEAST seconds plus TIMES its time without a mutant."""
UNKNOWN = 1.0
"""The assumed seconds of a test that was not measured."""
LONGEST = 1800
"""The wall-clock limit in seconds for a child that hangs without using CPU time; generous for busy machines."""


@dataclass(frozen=True)
class Result:
    """The result of a mutant; `by` is the test that killed it, and `tests` the number of tests that reach it."""

    mutant: Mutant
    status: str
    by: str
    tests: int
    seconds: float


class BrokenTest(Exception):
    """Raised when a test fails without a mutant."""


def arguments(game: str) -> list[str]:
    """Return pytest's arguments: collect the game's scenarios and a short contract walk."""
    paths = [str(ROOT / "tests" / "games" / game), str(ROOT / "tests" / "mutation" / "walk.py")]
    quiet = [
        "-p",
        "no:cacheprovider",
        "-p",
        "no:terminal",
        "--capture=no",
        "--override-ini",
        "addopts=--strict-markers",
    ]
    return [*paths, *quiet, "--rootdir", str(ROOT), "-m", "not compiled"]


class Session:
    """A pytest plugin that passes the collected tests to `work` instead of running them."""

    def __init__(self, work: Callable[[list[pytest.Item], list[str]], None]) -> None:
        self.work = work
        self.broken: list[str] = []

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.broken.append(report.nodeid)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.work(session.items, self.broken)
        return True


def collect(game: str, work: Callable[[list[pytest.Item], list[str]], None]) -> None:
    """Collect the tests that matter to a game and work with them."""
    os.environ["MUTATION_GAME"] = game
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    code = pytest.main(arguments(game), plugins=[Session(work)])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        raise BrokenTest(f"pytest ends with {code!r}")


def reached(mutant: Mutant, lines: dict[str, list[int]]) -> bool:
    """Whether a mutant's line is among lines that were run."""
    own = range(mutant.first_line, mutant.last_line + 1)
    return any(line in own for line in lines.get(str(mutant.path), ()))


def fails(item: pytest.Item) -> bool:
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def tests_for(mutant: Mutant, reach: dict[str, Reach]) -> list[str]:
    """Return the tests that run a mutant's line, fastest first; all tests for a module constant."""
    found = [test for test in reach if test != IMPORT and (not mutant.function or reached(mutant, reach[test].lines))]
    return sorted(found, key=lambda test: reach[test].seconds)


def try_known(
    game: str, mutants: Sequence[Mutant], items: list[pytest.Item], killers: dict[str, str], jobs: int
) -> Iterator[Result]:
    """Try mutants with the test that killed them last time."""
    by_name = {item.nodeid: item for item in items}
    for mutant, answer, seconds in _in_children(
        mutants, lambda mutant: _try_one(game, mutant, by_name, killers[mutant.key]), jobs
    ):
        yield _result(mutant, answer, 1, seconds)


def try_all(
    game: str, mutants: Sequence[Mutant], items: list[pytest.Item], reach: dict[str, Reach], jobs: int
) -> Iterator[Result]:
    """Try mutants with all tests that reach them."""
    by_name = {item.nodeid: item for item in items}
    tests = {mutant.key: tests_for(mutant, reach) for mutant in mutants}
    for mutant, answer, seconds in _in_children(
        mutants, lambda mutant: _try(game, mutant, tests[mutant.key], by_name, reach), jobs
    ):
        yield _result(mutant, answer, len(tests[mutant.key]), seconds)


def _in_children(
    mutants: Sequence[Mutant], work: Callable[[Mutant], dict[str, Any]], jobs: int
) -> Iterator[tuple[Mutant, dict[str, Any], float]]:
    """Run several children in parallel, one per mutant; yield answers as they are ready."""
    waiting = list(reversed(mutants))
    running: dict[int, tuple[Child, Mutant]] = {}
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop()
            child = Child(partial(work, mutant))
            running[child.pid] = child, mutant
        pid, status = os.wait()
        if pid in running:
            child, mutant = running.pop(pid)
            yield mutant, child.answer(status), child.seconds


def _result(mutant: Mutant, answer: dict[str, Any], tests: int, seconds: float) -> Result:
    if "signal" in answer:
        timed_out = answer["signal"] in (signal.SIGPROF, signal.SIGALRM)
        return Result(mutant, TIMED_OUT if timed_out else KILLED, answer.get("test", "") or "a crash", tests, seconds)
    return Result(mutant, answer["status"], answer["by"], tests, seconds)


def _try_one(game: str, mutant: Mutant, items: dict[str, pytest.Item], test: str) -> dict[str, Any]:
    """In a child, check whether one test, or the import, still kills a mutant."""
    reach = {test: Reach({}, UNKNOWN)}
    if test in items and patch(mutant):
        answer = _try_here([items[test]], reach)
        if answer["status"] == KILLED:
            return answer
    return _try_anew(game, mutant, [test] if test in items else [], reach)


def _try(
    game: str, mutant: Mutant, tests: list[str], items: dict[str, pytest.Item], reach: dict[str, Reach]
) -> dict[str, Any]:
    """In a child, try the fast way if it is sufficient, else import everything again."""
    imported = not mutant.function or reached(mutant, reach[IMPORT].lines)
    if not imported and not tests:
        return {"status": SURVIVED, "by": ""}
    if not imported and patch(mutant):
        return _try_here([items[name] for name in tests], reach)
    _limit(LONGEST)
    return _try_anew(game, mutant, tests or [test for test in reach if test != IMPORT], reach)


def _try_here(items: Sequence[pytest.Item], reach: dict[str, Reach]) -> dict[str, Any]:
    for item in items:
        _limit(reach[item.nodeid].seconds)
        if fails(item):
            return {"status": KILLED, "by": item.nodeid}
    return {"status": SURVIVED, "by": ""}


def _try_anew(game: str, mutant: Mutant, tests: list[str], reach: dict[str, Reach]) -> dict[str, Any]:
    """Import and collect everything again with the mutant in it."""
    answer = {"status": KILLED, "by": IMPORT}

    def work(items: list[pytest.Item], broken: list[str]) -> None:
        by_name = {item.nodeid: item for item in items}
        if not broken and all(name in by_name for name in tests):
            answer.update(_try_here([by_name[name] for name in tests], reach))

    import_anew(mutant)
    with contextlib.suppress(BrokenTest):  # a mutant that keeps the tests from being collected is noticed
        collect(game, work)
    return answer


def _limit(seconds: float) -> None:
    """Limit the CPU time of this process, in case of an endless loop."""
    signal.setitimer(signal.ITIMER_PROF, LEAST + TIMES * seconds)


class Child:
    """A forked process that computes one answer."""

    def __init__(self, work: Callable[[], dict[str, Any]]) -> None:
        self.began = time.perf_counter()
        self.reader, writer = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        self.pid = os.fork()
        if self.pid == 0:
            self._work(work, writer)
        os.close(writer)

    def _work(self, work: Callable[[], dict[str, Any]], writer: int) -> None:
        code = 1
        with contextlib.suppress(BaseException):
            os.close(self.reader)
            nothing = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(nothing, stream)
            signal.alarm(LONGEST)
            text = json.dumps(work())
            with os.fdopen(writer, "w") as pipe:
                pipe.write(text)
            code = 0
        os._exit(code)

    def wait(self) -> dict[str, Any]:
        """Wait for the child, and return its answer."""
        with os.fdopen(self.reader) as pipe:
            text = pipe.read()
        os.waitpid(self.pid, 0)
        return dict(json.loads(text or "{}"))

    def answer(self, status: int) -> dict[str, Any]:
        """Return the answer of a child that has ended; it is short enough for the pipe's buffer."""
        with os.fdopen(self.reader) as pipe:
            text = pipe.read()
        self.seconds = time.perf_counter() - self.began
        if os.WIFSIGNALED(status):
            return {"signal": os.WTERMSIG(status)}
        return dict(json.loads(text)) if text else {"status": KILLED, "by": "a crash"}
