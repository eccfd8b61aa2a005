"""The mutants themselves, and a sample of them tried against the tests."""

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.mutation.equivalents import FOLDER, Equivalents
from tests.mutation.killers import read
from tests.mutation.mutants import GAMES, ROOT, _mutants_in, mutants_of, rule_files, sample
from tests.mutation.report import PAGE

NAMES = sorted(path.name for path in GAMES.iterdir() if (path / "rules.py").exists())
SAMPLE = 8
each_name = pytest.mark.parametrize("game", NAMES)

RULE = '''
LIMIT = 4


def award(s, p: int) -> int:
    """A docstring."""
    for q in range(s.players):
        if q > p and s.open[q]:
            s.cubes += 2
            continue
    say(s, 0, p, q)
    return s.cubes
'''


def mutants_of_text(folder: Path, text: str) -> dict[str, str]:
    path = folder / "rules.py"
    path.write_text(text, encoding="utf-8")
    return {mutant.key: mutant.operator for mutant in _mutants_in(path, "none")}


def test_every_operator_finds_its_place(tmp_path: Path) -> None:
    """Boundaries, comparisons, and/or, numbers, deletions, conditions, ranges, arguments, loops and returned values."""
    changes = {key.split(" | ", 2)[2] for key in mutants_of_text(tmp_path, RULE)}
    assert {
        "LIMIT = 4 => LIMIT = 5",
        "for q in range(s.players): => for q in range(1, s.players):",
        "for q in range(s.players): => for q in range(s.players - 1):",
        "if q > p and s.open[q]: => if q >= p and s.open[q]:",
        "if q > p and s.open[q]: => if q <= p and s.open[q]:",
        "if q > p and s.open[q]: => if q > p or s.open[q]:",
        "if q > p and s.open[q]: => if True:",
        "if q > p and s.open[q]: => if False:",
        "s.cubes += 2 => s.cubes -= 2",
        "s.cubes += 2 => s.cubes = 2",
        "s.cubes += 2 => s.cubes += 1",
        "s.cubes += 2 => pass",
        "continue => break",
        "say(s, 0, p, q) => say(s, 0, q, p)",
        "say(s, 0, p, q) => pass",
        "return s.cubes => return s.cubes + 1",
    } <= changes
    assert not any("docstring" in change or "say(s, 1" in change for change in changes)


def test_the_key_of_a_mutant_does_not_depend_on_other_code(tmp_path: Path) -> None:
    before = mutants_of_text(tmp_path, RULE)
    after = mutants_of_text(tmp_path, "import math\n" + RULE.replace("A docstring", "Another"))
    assert before == after


@pytest.mark.slow
@each_name
def test_every_mutant_compiles_to_something_else_and_leaves_the_tree_alone(game: str) -> None:
    for mutant in sample(mutants_of(game), 40, 1):
        intact = ast.dump(mutant.tree)
        assert mutant.compiled() != compile(mutant.tree, str(mutant.path), "exec"), mutant.key
        assert ast.dump(mutant.tree) == intact
    assert {"rules", "sight", "scoring", "setting_up"} <= {path.stem for path in rule_files(game)}


def test_a_small_sample_is_part_of_a_larger() -> None:
    mutants = mutants_of("elefant")
    small, large = ({m.key for m in sample(mutants, count, 7)} for count in (30, 300))
    assert small < large
    assert small != {m.key for m in sample(mutants, 30, 8)}


@each_name
def test_every_explained_mutant_still_exists(game: str) -> None:
    """A reason whose mutant is gone is taken out; every reason is a sentence."""
    keys = {mutant.key for mutant in mutants_of(game)}
    reasons = Equivalents.of(game).reasons
    assert not set(reasons) - keys
    assert all(why.endswith(".") and len(why) > 20 for why in reasons.values())
    path = FOLDER / f"{game}.toml"
    listed = tomllib.loads(path.read_text(encoding="utf-8"))["equivalent"] if path.exists() else []
    assert sum(len(table["mutants"]) for table in listed) == len(reasons), "a mutant is explained twice"


def test_the_page_has_enough_mutants_and_no_survivor() -> None:
    """As many as were noticed are remembered with their test, and as many are equivalent as are listed."""
    text = PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", text, re.MULTILINE)
    assert [game for game, _ in rows] == NAMES
    total = 0
    for game, cells in rows:
        made, tried, killed, timed_out, equivalent, survivors = (int(cell) for cell in cells.split(" | "))
        assert made > tried >= 200
        assert tried == killed + timed_out + equivalent
        assert survivors == 0
        assert len(read(game)) >= killed + timed_out
        assert len(on_the_page(text, game)) == equivalent
        total += tried
    assert total >= 800


@each_name
def test_the_page_gives_the_reasons_of_the_list(game: str) -> None:
    """A mutant that can no longer be made may still be on the page until it is written anew."""
    reasons, keys = Equivalents.of(game).reasons, {mutant.key for mutant in mutants_of(game)}
    listed = on_the_page(PAGE.read_text(encoding="utf-8"), game)
    assert {key: why for key, why in listed.items() if key in keys} == {
        key: reasons.get(key, "") for key in listed if key in keys
    }


def on_the_page(text: str, game: str) -> dict[str, str]:
    """The equivalent mutants of a game as the page lists them, each with its reason."""
    section = text.split(f"## {game}\n")[1].split("\n## ")[0]
    found, why = {}, ""
    for line in section.splitlines():
        if line.startswith("- "):
            why = line.removeprefix("- ")
        elif line.startswith("  - "):
            found[line.removeprefix("  - `").removesuffix("`")] = why
    return found


@pytest.mark.slow
@each_name
def test_a_sample_of_mutants_is_noticed(game: str) -> None:
    """Some of the mutants on the page again, and those of rules that have changed since: none survives unexplained."""
    how = [game, "--sample", str(SAMPLE), "--seed", "1", "--jobs", "2", "--unexplained", "--json"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
    ended = subprocess.run(
        [sys.executable, "-m", "tests.mutation", *how], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert ended.returncode in (0, 1), ended.stderr
    run = json.loads(ended.stdout)[0]
    assert not [row["key"] for row in run["results"] if row["status"] == "survived" and not row["why"]]
    assert not run["missing"]
    assert run["mutants"] == SAMPLE
