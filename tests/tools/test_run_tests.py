"""`make test` tells its parts and times, tries nothing again, and names what the system lacks."""

import json
import os
import re
import stat
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from tools import system_packages
from tools.run_tests import FAILED, NOT_RUN, PASSED, PLANS, Part, Ran, run_plan, summary

ROOT = Path(__file__).resolve().parents[2]


def python(name: str, code: str) -> Part:
    return Part(name, (sys.executable, "-c", code))


def test_parts_run_in_order_and_the_first_failure_is_the_last_one_to_run(tmp_path: Path) -> None:
    counted = tmp_path / "counted"
    count = f"open({str(counted)!r}, 'a').write('x'); raise SystemExit(1)"
    plan = [(python("one", ""),), (python("two", count), python("beside", "")), (python("three", ""),)]
    ran = run_plan(plan)
    assert [(each.name, each.outcome) for each in ran] == [
        ("one", PASSED),
        ("two", FAILED),
        ("beside", PASSED),
        ("three", NOT_RUN),
    ]
    assert counted.read_text() == "x", "nothing is tried again"


def test_the_output_of_background_parts_is_shown_too(capfd: pytest.CaptureFixture[str]) -> None:
    run_plan([(python("types", "print('in the background')"), python("tests", "print('in front')"))])
    told = capfd.readouterr().out
    assert "in the background" in told
    assert "in front" in told


def test_the_summary_names_every_part_with_its_time() -> None:
    ran = run_plan([(python("one", "raise SystemExit(3)"),), (python("two", ""),)])
    told = summary(ran, 61.2)
    assert re.search(r"one +FAILED +\d+ s", told)
    assert re.search(r"two +not run *$", told, re.MULTILINE)
    assert re.search(r"all together +61 s", told)


def test_the_summary_lists_the_slowest_tests() -> None:
    costs = {f"tests/test_{number}.py::test": float(number) for number in range(30)}
    told = summary([Ran("slow tests", PASSED, 5.0, costs), Ran("types", PASSED, 7.0)], 9.0)
    assert re.search(r"slow tests +passed +5 s, 435 s of processor time$", told, re.MULTILINE)
    listed = re.findall(r"^ +(\d+) s  tests/test_(\d+)", told, re.MULTILINE)
    assert listed == [(str(number), str(number)) for number in range(29, 19, -1)]


@pytest.mark.slow
def test_the_cost_of_a_test_is_processor_time_of_all_its_processes(tmp_path: Path) -> None:
    """Also what a process works that it has not waited for."""
    (tmp_path / "conftest.py").write_text(
        "from tests.processor_time import Costs\n"
        "def pytest_configure(config):\n    config.pluginmanager.register(Costs(2, config.rootpath / 'costs.json'))\n"
    )
    (tmp_path / "test_some.py").write_text(COSTLY)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), str(tmp_path)]
    path = {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
    done = subprocess.run(command, env={**os.environ, **path}, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    costs = json.loads((tmp_path / "costs.json").read_text())
    spent = {name.rpartition("::")[2]: seconds for name, seconds in costs.items()}
    assert spent["test_a_child_that_lives"] > 0.4
    assert spent["test_a_child_that_has_ended"] > 0.4
    assert spent["test_that_waits"] < 0.2
    assert "dearest 2 of" in done.stdout


COSTLY = """
import subprocess, sys, time
WORK = "import time\\nwhile time.process_time() < 0.5: pass\\nprint('done', flush=True)\\ninput()"
begun = []

def begin():
    begun.append(subprocess.Popen([sys.executable, "-c", WORK], stdin=subprocess.PIPE, stdout=subprocess.PIPE))
    begun[-1].stdout.readline()

def test_a_child_that_lives():
    begin()

def test_that_waits():
    time.sleep(0.5)

def test_a_child_that_has_ended():
    begin()
    for process in begun:
        process.communicate(b"\\n")
"""


def takes(part: Part, slow: bool, compiled: bool, compiles: bool, browser: bool) -> bool:
    """Whether a part runs a test of this kind."""
    words = list(part.command)
    expression = words[words.index("-m", 3) + 1] if "-m" in words[3:] else "True"
    apart = "--ignore" in words and browser
    elsewhere = words[-1] == "tests/browser" and "--ignore" not in words and not browser
    return (
        bool(eval(expression, {"slow": slow, "compiled": compiled, "compiles": compiles}))
        and not apart
        and not elsewhere
    )


@pytest.mark.parametrize("kind", [*product((False, True), repeat=4)])
def test_the_whole_plan_has_every_test_once(kind: tuple[bool, bool, bool, bool]) -> None:
    """Slow or quick, compiled, starting what is compiled, in a browser: whatever kind a test is, one part runs it."""
    parts = [part for stage in PLANS["test"] for part in stage if "pytest" in part.command]
    assert len(parts) == 4
    assert sum(takes(part, *kind) for part in parts) == 1


def test_tests_keep_what_they_compile_for_the_next_process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whatever the caller's environment says: a test starts many processes."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    asked, told = "import sys; open({!r}, 'w').write(str(sys.dont_write_bytecode))", tmp_path / "told"
    for part in [part for stage in PLANS["test"] for part in stage if "pytest" in part.command]:
        run_plan([(Part("ask", (sys.executable, "-c", asked.format(str(told))), part.environment),)])
        assert told.read_text() == "False", part.name


def test_ci_runs_what_the_readme_says() -> None:
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").split("\n")
    assert lines[-2] == "exec make test"


def test_what_the_system_lacks_is_named_when_it_may_not_be_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    refusing = tmp_path / "sudo"
    refusing.write_text("#!/bin/sh\nexit 1\n")
    refusing.chmod(refusing.stat().st_mode | stat.S_IXUSR)
    (tmp_path / "apt-get").symlink_to(refusing)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(system_packages, "NEEDED", {"chromium": lambda: False, "postgresql": lambda: True})
    assert system_packages.main() == 2
    told = capsys.readouterr().err
    assert "sudo apt-get install chromium\n" in told
    assert "postgresql" not in told


def test_nothing_is_installed_where_nothing_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_packages, "NEEDED", {"chromium": lambda: True})
    monkeypatch.setenv("PATH", "")
    assert system_packages.main() == 0
