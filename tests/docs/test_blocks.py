"""Every block of code in the documentation is run, or is a piece of a file that is; outputs are real."""

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import typer.main

from eleven.cli import app
from eleven.core.contract.game import find_game
from eleven.terminal.group import with_ray_address

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *sorted((ROOT / "docs").rglob("*.md"))]
PAGES += sorted((ROOT / "bench").glob("*notes.md"))
COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RUN_ELSEWHERE = {
    "api.md": "tests/research/test_api.py",
    "research.md": "tests/research/test_api.py",
    "README.md": "tests/cli/test_readme.py",
    "adding-a-game.md": "tests/scaffold/test_tutorial.py",
}
"""Pages whose Python is run, or compared with the files it stands in, by a test of its own."""
OUTSIDE = ("export", "make", "uvx", "pipx", "pip", "python", "pytest", "mypy", "ruff")
"""Commands besides ours that a page may show; make's targets and Python's modules must exist."""


def blocks(kind: str) -> list[tuple[Path, str]]:
    return [(page, text) for page in PAGES for name, text in BLOCK.findall(page.read_text("utf-8")) if name == kind]


def named(case: object) -> str:
    return case.name if isinstance(case, Path) else ""


def test_every_block_is_of_a_kind_that_is_tested() -> None:
    """A block without a kind is a drawing or the shape of a text, not something to type."""
    kinds = {name for page in PAGES for name, _ in BLOCK.findall(page.read_text("utf-8"))}
    assert kinds <= {"", "sh", "console", "python", "toml"}


@pytest.mark.parametrize(("page", "text"), blocks("sh"), ids=named)
def test_commands_options_and_make_targets_in_the_docs_exist(page: Path, text: str) -> None:
    """Commands with their options, targets of make, modules of Python."""
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for line in filter(None, (line.split("#")[0].strip() for line in text.splitlines())):
        words = line.split()
        if words[0] == "eleven":
            _check_own(line)
        elif words[0] == "make":
            assert set(words[1:2]) <= targets, line
        elif words[:2] == ["python", "-m"]:
            assert _module(words[2]), line
        else:
            assert words[0] in OUTSIDE, line


def _check_own(line: str) -> None:
    """Read by the command itself before it begins: its options, their values, and what must be given."""
    words = with_ray_address(shlex.split(line))
    whole = typer.main.get_command(app)
    place = next(number for number, word in enumerate(words) if word in COMMANDS)
    whole.make_context("eleven", words[1 : place + 1])
    COMMANDS[words[place]].make_context(words[place], words[place + 1 :])


def _module(name: str) -> bool:
    places = [folder.joinpath(*name.split(".")) for folder in (ROOT, ROOT / "src")]
    return any(place.with_suffix(".py").is_file() or place.is_dir() for place in places) or name in OUTSIDE


@pytest.mark.slow
@pytest.mark.parametrize(("page", "text"), blocks("console"), ids=named)
def test_what_a_command_is_shown_to_print_is_what_it_prints(page: Path, text: str, tmp_path: Path) -> None:
    """`tuesday.log` is a whole game; a line with nothing but … stands for more."""
    shutil.copy(ROOT / "tests" / "games" / "elefant" / "golden.log", tmp_path / "tuesday.log")
    for shown in re.split(r"^(?=\$ )", text, flags=re.MULTILINE)[1:]:
        command, _, expected = shown.partition("\n")
        printed = run(command.removeprefix("$ "), tmp_path)
        beginning, more, _ = expected.partition("…\n")
        assert printed.startswith(beginning) if more else printed.strip() == expected.strip(), printed


def run(line: str, folder: Path) -> str:
    assert line.startswith("eleven ")
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "COLUMNS": "90"}
    command = [sys.executable, "-m", *line.split()]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    return "".join(f"{each.rstrip()}\n" for each in (done.stdout + done.stderr).splitlines())


def python_blocks() -> list[tuple[Path, str]]:
    return [(page, text) for page, text in blocks("python") if page.name not in RUN_ELSEWHERE]


@pytest.mark.slow
@pytest.mark.parametrize(("page", "text"), python_blocks(), ids=named)
def test_other_scripts_run(page: Path, text: str) -> None:
    """Those under docs/games play thousands of games, compiled; here they play a few by the plain rules."""
    if ">>>" in text:
        assert doctest.testfile(str(page), module_relative=False).failed == 0
        return
    few, times = re.subn(r"\b\d+_000\b", "2", text)
    assert times == 1, "what is counted is written once"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", few], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    lines = [line for line in done.stdout.splitlines() if re.match(r"\d ", line)]
    assert {int(line[0]) for line in lines} == set(find_game(page.stem).players), done.stdout


def test_pages_said_to_be_tested_elsewhere_are() -> None:
    for page, test in RUN_ELSEWHERE.items():
        text = (ROOT / test).read_text("utf-8")
        assert page in text, f"{test} does not speak of {page}"


@pytest.mark.parametrize(("page", "text"), blocks("toml"), ids=named)
def test_settings_can_be_read(page: Path, text: str) -> None:
    assert tomllib.loads(text)
