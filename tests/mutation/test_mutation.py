"""The mutants themselves, and a sample of them tried against the tests."""

import ast
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.mutation.equivalents import FOLDER, Equivalents
from tests.mutation.mutants import GAMES, ROOT, _mutants_in, mutants_of, rule_files, sample

NAMES = sorted(path.name for path in GAMES.iterdir() if (path / "rules.py").exists())
SAMPLE = 12
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


def test_a_key_outlives_what_changes_elsewhere(tmp_path: Path) -> None:
    before = mutants_of_text(tmp_path, RULE)
    after = mutants_of_text(tmp_path, "import math\n" + RULE.replace("A docstring", "Another"))
    assert before == after


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
def test_what_is_explained_can_still_be_made(game: str) -> None:
    """A reason whose mutant is gone is taken out; every reason is a sentence."""
    keys = {mutant.key for mutant in mutants_of(game)}
    reasons = Equivalents.of(game).reasons
    assert not set(reasons) - keys
    assert all(why.endswith(".") and len(why) > 20 for why in reasons.values())
    path = FOLDER / f"{game}.toml"
    listed = tomllib.loads(path.read_text(encoding="utf-8"))["equivalent"] if path.exists() else []
    assert sum(len(table["mutants"]) for table in listed) == len(reasons), "a mutant is explained twice"


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
