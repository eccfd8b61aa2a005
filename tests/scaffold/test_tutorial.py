"""The game of the tutorial: it passes what every game must pass, it is small, and the page tells the truth about it."""

import re
from pathlib import Path

import pytest

from eleven.bots.levels import SETTINGS
from tests.cli.driving import eleven
from tests.contract.processes import COMPILED, PLAIN, run

ROOT = Path(__file__).resolve().parents[2]
MAGPIES = ROOT / "examples" / "magpies"
GUIDE = ROOT / "docs" / "adding-a-game.md"
MOST_LINES = 450
FEWEST_RULES = 15


def test_it_needs_few_lines() -> None:
    """Rules, sight, table, bots and tests together."""
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in MAGPIES.rglob("*.py"))
    assert lines <= MOST_LINES
    rules = re.findall(r"\*\*MA-\d+\*\*", (MAGPIES / "rulebook.en.md").read_text(encoding="utf-8"))
    assert len(rules) >= FEWEST_RULES


@pytest.mark.slow
def test_it_passes_what_every_game_must_pass() -> None:
    checked = eleven("check-game", MAGPIES)
    assert checked.returncode == 0, checked.stdout[-3_000:] + checked.stderr


@pytest.mark.slow
@pytest.mark.compiles
@pytest.mark.xdist_group("magpies")
def test_compiled_it_leaks_nothing_and_imagines_every_world(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a nest may hold is as likely as it should be, given what was seen; `check-game --all` asks for more."""
    monkeypatch.setenv("ELEVEN_GAMES", str(MAGPIES))
    assert run(COMPILED, "worlds", "magpies", "--positions", 10).startswith("magpies: ")
    assert "decisions" in run(COMPILED, "soak", "magpies", "--decisions", 60_000)
    assert "decisions" in run(PLAIN, "strict", "magpies", "--decisions", 300)


def test_what_the_guide_shows_of_it_stands_in_its_files() -> None:
    """Every piece of code that begins with a file's name is there, line by line."""
    pieces = re.findall(r"```python\n# (\S+)\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(pieces) >= 5
    for name, piece in pieces:
        source = (MAGPIES / name).read_text(encoding="utf-8")
        for part in re.split(r"\n *…\n", piece.strip("\n")):
            assert part.strip("\n") in source, f"{name} has no longer: {part}"


def test_every_file_that_the_guide_names_is_laid_out() -> None:
    laid_out = {path.name for path in (ROOT / "src" / "eleven" / "scaffold" / "template").rglob("*") if path.is_file()}
    table = GUIDE.read_text(encoding="utf-8").split("## The files")[1].split("##")[0]
    named = set(re.findall(r"^\| `(\S+?)`", table, re.MULTILINE))
    assert {name.rpartition("/")[2] for name in named} >= {name for name in laid_out if not name.endswith(".pyc")}


def test_the_guide_says_what_every_setting_of_a_level_means() -> None:
    table = GUIDE.read_text(encoding="utf-8").split("| setting | what it sets |")[1].split("\n\n")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    assert sorted(name for row in rows for name in re.findall(r"`(\w+)`", row)) == sorted(SETTINGS)
