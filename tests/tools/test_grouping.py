"""Tests of one group are taken by one worker; xdist alone once dealt them out without a word."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = """
import pytest
from tests.grouping import Grouping

def pytest_configure(config):
    config.pluginmanager.register(Grouping(config))

def pytest_collection_modifyitems(items):
    for item in items:
        item.add_marker(pytest.mark.xdist_group(item.callspec.params["group"]))
"""
TESTS = """
import os, pathlib, time
import pytest

@pytest.mark.parametrize("group", ["tea", "cake"])
@pytest.mark.parametrize("number", range(4))
def test_one(group, number):
    time.sleep(0.05)
    pathlib.Path(__file__).with_name(f"{group}-{number}").write_text(os.environ["PYTEST_XDIST_WORKER"])
"""


@pytest.mark.slow
def test_a_group_is_taken_by_one_worker(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    (tmp_path / "test_some.py").write_text(TESTS, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "xdist", "-n", "2", "--dist", "loadgroup", "."]
    alone = {"PYTHONPATH": str(Path(__file__).parents[2]), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=tmp_path, env={**os.environ, **alone}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    for group in ("tea", "cake"):
        assert len({path.read_text(encoding="utf-8") for path in tmp_path.glob(f"{group}-*")}) == 1
    assert len(list(tmp_path.glob("*-*"))) == 8
