"""What is installed: ranges in the package, pins with hashes in development, and the two agree."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from tools.lowest_versions import LEFT_OUT, TOOLS, lower_bound, lowest

ROOT = Path(__file__).resolve().parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
LOCKS = {"play": (), "dev": ("dev", "docs", "gpu", "openspiel", "postgres", "research"), "bench": ("bench",)}
"""Every lock, and the extras in it."""


def pins(lock: str) -> dict[str, list[Version]]:
    """The versions of every package in a lock; several where a marker chooses one."""
    found: dict[str, list[Version]] = {}
    text = (ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8")
    for name, version in re.findall(r"^([\w.-]+)(?:\[\w+\])?==([\w.]+)", text, re.MULTILINE):
        found.setdefault(name.replace("_", "-").lower(), []).append(Version(version))
    return found


def asked_for(lock: str) -> list[Requirement]:
    every = [*PROJECT["dependencies"], *(each for extra in LOCKS[lock] for each in EXTRAS[extra])]
    return [Requirement(each) for each in every if not each.startswith(PROJECT["name"])]


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_has_everything_that_is_asked_for_in_a_version_that_is_allowed(lock: str) -> None:
    pinned = pins(lock)
    for wanted in asked_for(lock):
        versions = pinned.get(wanted.name.replace("_", "-").lower())
        assert versions, f"{wanted} is not in requirements/{lock}.txt; make lock"
        assert all(version in wanted.specifier for version in versions), f"{wanted}; make lock"


@pytest.mark.parametrize("lock", LOCKS)
def test_every_package_of_a_lock_has_a_hash_and_no_address(lock: str) -> None:
    text = (ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8")
    entries = re.split(r"\n(?=\S)", text.strip())
    assert len(entries) > 20
    assert all("--hash=sha256:" in entry for entry in entries)
    assert "://" not in text


def test_the_locks_agree() -> None:
    """What playing needs is part of what developing needs: `make setup` installs that alone, in one go."""
    dev = pins("dev")
    assert set(pins("play")) <= set(dev)
    for lock in ("play", "bench"):
        for name, versions in pins(lock).items():
            assert dev.get(name, versions) == versions, name


def test_no_range_is_a_pin_and_every_dependency_has_a_lower_bound() -> None:
    """`make lowest` runs the quick tests with those bounds."""
    assert len(lowest()) == len(PROJECT["dependencies"]) + len(EXTRAS["postgres"]) + len(EXTRAS["research"])
    for each in (*PROJECT["dependencies"], *(line for extra in EXTRAS.values() for line in extra)):
        assert "==" not in each, each
    assert lower_bound("uvloop>=0.22; sys_platform != 'win32'") == "uvloop==0.22; sys_platform != 'win32'"
    with pytest.raises(ValueError, match="no lower bound"):
        lower_bound("fastapi")


def test_the_lowest_versions_come_with_what_their_tests_import() -> None:
    folders = [folder for folder in (ROOT / "tests").iterdir() if f"tests/{folder.name}" not in LEFT_OUT]
    texts = [path.read_text(encoding="utf-8") for folder in folders for path in folder.rglob("*.py")]
    imported = {name for text in texts for name in re.findall(r"^\s*(?:from|import) (\w+)", text, re.MULTILINE)}
    packages = {Requirement(each).name for each in EXTRAS["dev"]} - {PROJECT["name"]}
    assert {package for package in packages if package.replace("-", "_") in imported} <= set(TOOLS)


def test_playing_needs_no_compilers_fuzzers_or_drivers() -> None:
    only_dev = {"mypy", "ruff", "pytest", "hypothesis", "schemathesis", "playwright", "numba-cuda", "zensical"}
    assert not only_dev & set(pins("play"))
    assert only_dev <= set(pins("dev"))
