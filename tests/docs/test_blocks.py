"""Every block of code in the documentation is run, or is a piece of a file that is; outputs are real."""

import doctest
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import typer.main

from eleven.cli import app

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *sorted((ROOT / "docs").rglob("*.md"))]
COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RUN_ELSEWHERE = {
    "api.md": "tests/research/test_door.py",
    "research.md": "tests/research/test_door.py",
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
    assert kinds <= {"", "mermaid", "sh", "console", "python", "toml"}


@pytest.mark.parametrize(("page", "text"), blocks("sh"), ids=named)
def test_what_one_is_told_to_type_exists(page: Path, text: str) -> None:
    """Commands with their options, targets of make, modules of Python."""
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for line in filter(None, (line.split("#")[0].strip() for line in text.splitlines())):
        words = line.split()
        if words[0] == "eleven":
            _check_own(words)
        elif words[0] == "make":
            assert set(words[1:2]) <= targets, line
        elif words[:2] == ["python", "-m"]:
            assert _module(words[2]), line
        else:
            assert words[0] in OUTSIDE, line


def _check_own(words: list[str]) -> None:
    before = {name for parameter in typer.main.get_command(app).params for name in parameter.opts}
    command = next(word for word in words[1:] if word in COMMANDS)
    place = words.index(command)
    known = {name for parameter in COMMANDS[command].params for name in parameter.opts}
    known |= {name for parameter in COMMANDS[command].params for name in parameter.secondary_opts} | {"--help"}
    assert {word for word in words[1:place] if word.startswith("--")} <= before
    assert {word.split("=")[0] for word in words[place:] if word.startswith("--")} <= known


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


@pytest.mark.parametrize(("page", "text"), python_blocks(), ids=named)
def test_other_scripts_compile_and_import_what_is_there(page: Path, text: str) -> None:
    """Those under docs/games take minutes to run; they are run when their figures are made."""
    if ">>>" in text:
        assert doctest.testfile(str(page), module_relative=False).failed == 0
        return
    compile(text, str(page), "exec")
    imports = re.findall(r"^(?:from \S+ import .+|import .+)$", text, re.MULTILINE)
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    subprocess.run([sys.executable, "-c", "\n".join(imports)], check=True, env=environment)


def test_pages_said_to_be_tested_elsewhere_are() -> None:
    for page, test in RUN_ELSEWHERE.items():
        text = (ROOT / test).read_text("utf-8")
        assert page in text, f"{test} does not speak of {page}"


@pytest.mark.parametrize(("page", "text"), blocks("toml"), ids=named)
def test_settings_can_be_read(page: Path, text: str) -> None:
    assert tomllib.loads(text)
