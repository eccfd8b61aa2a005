"""Compiled code is kept by what it is made from: a change of anything that it calls makes another folder."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import eleven
from eleven.core.contract.game import find_game
from eleven.core.rules import compile_cache
from eleven.core.rules.compile_cache import cache_folder, parts_of
from eleven.research import encoding

PACKAGE = Path(eleven.__file__).parent


@pytest.mark.parametrize(
    ("file", "owner", "parts"),
    [
        ("core/rules/bits.py", "", {"core"}),
        ("games/elefant/rules.py", "elefant", {"core", "games/elefant"}),
        ("research/stepping/step_kernels.py", "elefant", {"core", "research", "games/elefant"}),
        ("search/ismcts.py", "elefant", {"core", "search", "network", "research", "games/elefant"}),
        ("network/search.py", "elefant", {"core", "search", "network", "research", "games/elefant"}),
        ("review/network_rollouts.py", "elefant", {"core", "review", "search", "network", "research", "games/elefant"}),
    ],
)
def test_the_cache_key_covers_the_packages_that_a_file_calls(file: str, owner: str, parts: set[str]) -> None:
    assert (PACKAGE / file).exists()
    assert set(parts_of(PACKAGE / file, owner)) == parts


def test_the_cache_key_of_outside_code_covers_every_package(tmp_path: Path) -> None:
    assert set(parts_of(tmp_path / "more.py", "")) == {"core", "search", "network", "research", str(tmp_path)}


def test_the_cache_key_of_a_game_elsewhere_covers_its_whole_package(tmp_path: Path) -> None:
    """Rules may call anything in the package that brings them."""
    games = tmp_path / "more_games"
    folder = games / "tea" / "rules"
    folder.mkdir(parents=True)
    for package in (games, games / "tea", folder):
        (package / "__init__.py").touch()
    assert str(games) in parts_of(folder / "turns.py", "")
    assert compile_cache._whole_package(folder) == games
    assert compile_cache._whole_package(tmp_path) == tmp_path


def test_a_generated_encoder_keeps_its_compiled_code_when_another_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    uncached: Any = cache_folder.__wrapped__
    monkeypatch.setattr(compile_cache, "_root", lambda: tmp_path)
    monkeypatch.setattr(encoding, "cache_folder", uncached)
    monkeypatch.setattr(encoding, "JITTED", True)
    monkeypatch.setattr(encoding, "rule", lambda function, owner: function)
    game = find_game("elefant")
    first, second = (Path(encoding.encode_rule(game, players).__code__.co_filename) for players in (3, 4))
    kept = uncached(parts_of(first, game.id))
    encoding.encode_rule(game, 5)
    assert uncached(parts_of(first, game.id)) == kept != uncached(parts_of(second, game.id))
    assert [path.name for path in first.parent.iterdir()] == [first.name], "nothing is left beside it"
    written = first.stat().st_mtime_ns
    first.write_text("changed", encoding="utf-8")
    assert uncached(parts_of(first, game.id)) != kept
    encoding.encode_rule(game, 3)
    assert uncached(parts_of(first, game.id)) == kept
    assert first.stat().st_mtime_ns > written


def test_folders_unused_for_a_month_are_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process may delete one between the moments at which this one lists it and looks at it."""
    for name, changed in (("old", 0), ("deleted", 0), ("new", None)):
        (tmp_path / name).mkdir()
        if changed is not None:
            os.utime(tmp_path / name, (changed, changed))
    look = Path.stat

    def look_too_late(path: Path, **how: Any) -> os.stat_result:
        if path.name == "deleted":
            path.rmdir()
        return look(path, **how)

    monkeypatch.setattr(Path, "stat", look_too_late)
    compile_cache._delete_unused(tmp_path)
    assert [folder.name for folder in tmp_path.iterdir()] == ["new"]


def test_two_processes_do_not_cache_different_code_in_one_file(tmp_path: Path) -> None:
    """Both have read an empty index, so the index loses an entry, but none has the code of the other."""
    import numba.core.caching

    from eleven.core.rules.inline_code import name_data_by_key

    caching: Any = numba.core.caching
    one, other, read = (caching.IndexDataCacheFile(str(tmp_path), "rule", 0) for _ in range(3))
    for file in (one, other):
        name_data_by_key(file)
    write = one._save_data

    def write_later(name: str, code: str) -> None:
        other.save("signature", "code of the signature")
        write(name, code)

    one._save_data, other._load_index = write_later, dict
    one.save("another signature", "other code")
    assert read.load("signature") == "code of the signature"
    assert read.load("another signature") in (None, "other code")


RULES = """
import sys
import numba.core.config
chosen = numba.core.config.CACHE_DIR
from eleven.core.rules.jit import rule

@rule
def tripled(x: int) -> int:
    return 3 * x + 1

@rule
def both(x: int) -> int:
    return tripled(x) + tripled(x + 1)

@rule
def twice(x: int) -> int:
    return 2 * tripled(x)

called = globals()[sys.argv[1]]
print(called(5), len(tripled.overloads), tripled(5))
assert numba.core.config.CACHE_DIR == chosen, "code that is not ours keeps its own cache"
"""


@pytest.mark.slow
@pytest.mark.compiles
@pytest.mark.xdist_group("small rules")
def test_an_inlined_rule_is_cached_for_the_next_caller(tmp_path: Path) -> None:
    """It is not finished as if Python called it, and Python may call it all the same."""
    file, kept = tmp_path / "rules" / "small.py", tmp_path / "cache"
    file.parent.mkdir()
    file.write_text(RULES, encoding="utf-8")
    assert _called(file, "both", kept) == "35 0 16"
    parts = {path: path.stat().st_mtime_ns for path in kept.rglob("small.tripled-*.inline*")}
    assert parts
    assert _called(file, "twice", kept) == "32 0 16"
    assert {path: path.stat().st_mtime_ns for path in kept.rglob("small.tripled-*.inline*")} == parts


def _called(file: Path, name: str, kept: Path) -> str:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0", "NUMBA_CACHE_DIR": str(kept)}
    done = subprocess.run([sys.executable, file, name], env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()
