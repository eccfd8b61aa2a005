"""What the README and the help pages say is so."""

import doctest
import re
from pathlib import Path

import pytest
import typer.main

from eleven.cli import app
from eleven.core.contract.game import games
from tools import readme_figures

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
DAY = re.compile(r"(?<=\[)\d{4}-\d\d-\d\d(?=\]\(bench)")
LARGEST_PICTURE = 150_000
OWN = {name for parameter in typer.main.get_command(app).params for name in parameter.opts}
"""The options that stand before a command."""
COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]


def options_of(command: str) -> set[str]:
    """The options of a command, and of the commands under it."""
    every = [COMMANDS[command], *getattr(COMMANDS[command], "commands", {}).values()]
    return {name for one in every for parameter in one.params for name in parameter.opts} | {"--help"}


def examples() -> list[str]:
    """Every command line in the README and under the help pages."""
    found = re.findall(r"`(eleven [a-z][^`\n]+)`", README.read_text(encoding="utf-8"))
    for command in COMMANDS.values():
        found += re.findall(r"^eleven .+$", command.epilog, re.MULTILINE)
    return found


def test_there_are_examples_of_every_command() -> None:
    assert {line.split()[1] for line in examples()} == set(COMMANDS)


@pytest.mark.parametrize("line", examples())
def test_every_command_and_option_named_exists(line: str) -> None:
    command = line.split()[1]
    assert command in COMMANDS
    assert set(re.findall(r"--[a-z][a-z-]*", line)) <= options_of(command)


def test_every_option_named_anywhere_in_the_readme_exists() -> None:
    everywhere = set().union(*(options_of(command) for command in COMMANDS), OWN)
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", README.read_text(encoding="utf-8"))) <= everywhere


def test_the_example_runs() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried > 5
    assert failed == 0


@pytest.mark.parametrize("page", [README, *sorted((ROOT / "docs").rglob("*.md"))], ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), target


def test_the_figures_are_those_of_the_results() -> None:
    """`python -m tools.readme_figures` writes them; the days are those of the pages."""
    said = README.read_text(encoding="utf-8")
    assert DAY.sub("", readme_figures.written(said)) == DAY.sub("", said), "python -m tools.readme_figures"
    assert len(readme_figures.ROWS) == len(DAY.findall(said))


@pytest.mark.parametrize("game", games())
def test_every_game_is_seen_at_the_table(game: str) -> None:
    picture = ROOT / "docs" / "pictures" / f"table-{game}.png"
    assert f"docs/pictures/{picture.name}" in README.read_text(encoding="utf-8")
    assert picture.stat().st_size < LARGEST_PICTURE


def test_every_make_target_named_exists() -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"(?:^|`)make (\w+)", README.read_text(encoding="utf-8"), re.MULTILINE)) <= targets
    assert {"setup", "play", "test", "check", "bench", "format"} <= targets
