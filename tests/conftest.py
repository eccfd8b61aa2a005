"""Options and hooks of the test run: games from other folders, selecting one game, and grouping for xdist."""

import gc
import os
from collections.abc import Callable, Generator
from functools import cache
from pathlib import Path

import pytest

from tests.processor_time import Costs
from tests.sample_sizes import THOROUGH

USUAL = "elevenses"
"""The game that most single-game tests use."""
OFTEN_WAITING = "server"
"""The folder whose tests come first, in parallel with browser and compiling tests; CPU-bound tests come last, when
fewer workers are left. Within the compiling tests, this folder comes last: its low-priority processes then find
everything compiled already."""
COMPILED = ("compiled", "compiles")
"""The marks of tests that compile rules; they are set in the test's own file."""
SLOW = ("slow",)
MARKS_MORE = "tests.contract.walking"
"""The module whose cases carry marks wherever they are used."""
WHOLLY_SLOW = ("\npytestmark = pytest.mark.slow\n", "\npytestmark = [pytest.mark.slow, ")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add options such as in `pytest tests/contract --games-from DIR --game ID`."""
    parser.addoption("--games-from", metavar="DIR", help="a game's folder, or a folder of such folders")
    parser.addoption("--game", metavar="ID", help="only what is tested about this game")
    parser.addoption("--dearest", metavar="N", type=int, default=0, help="tell the N tests that cost most")
    parser.addoption("--costs", metavar="FILE", help="write the processor seconds of every test")


def pytest_configure(config: pytest.Config) -> None:
    """Set up games before tests are imported, because they ask for the games on import."""
    folder = config.getoption("--games-from")
    if folder:
        os.environ["ELEVEN_GAMES"] = str(Path(folder).resolve())
    costs = Costs(config.getoption("--dearest"), config.getoption("--costs"))
    config.pluginmanager.register(costs, "costs")
    if config.pluginmanager.hasplugin("xdist"):
        from tests.grouping import Grouping

        config.pluginmanager.register(Grouping(config), "grouping")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Freeze imported objects, so that garbage collections during tests do not scan them."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip files without selected tests, because importing them all takes longer than some tests."""
    wanted = config.getoption("markexpr")
    if not collection_path.name.startswith("test_"):
        return None
    if wanted == " or ".join(COMPILED):
        return None if _names_mark(collection_path, COMPILED) else True
    if wanted.startswith("slow "):
        return None if _may_be_slow(collection_path) else True
    if wanted.startswith("not slow "):
        return True if any(line in _text_of(collection_path) for line in WHOLLY_SLOW) else None
    return None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect tests of other games and those for `make thorough`, and group tests by the games they compile."""
    hidden = [item.nodeid for item in items if _is_compiled(item) and not _names_mark(item.path, COMPILED)]
    hidden += [item.nodeid for item in items if item.get_closest_marker("slow") and not _may_be_slow(item.path)]
    if hidden:
        raise pytest.UsageError(f"marked as compiled or slow, but not in their own file: {', '.join(hidden)}")
    if config.pluginmanager.hasplugin("xdist"):
        items.sort(key=lambda item: (OFTEN_WAITING in item.path.parts) == _is_compiled(item))
        _group_compiled(items)
    wanted = config.getoption("--game")
    if not wanted:
        if not THOROUGH:
            _deselect(config, items, lambda item: item.get_closest_marker("thorough") is not None)
        return
    from eleven.core.contract.game import find_game
    from tests.game_files import own_tests

    scenarios = own_tests(find_game(wanted)).resolve()
    _deselect(config, items, lambda item: not _is_about(item, wanted) and scenarios not in item.path.resolve().parents)


@cache
def _text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _names_mark(path: Path, marks: tuple[str, ...]) -> bool:
    """Whether a file uses one of these marks."""
    return any(f"pytest.mark.{mark}" in _text_of(path) for mark in marks)


def _may_be_slow(path: Path) -> bool:
    return _names_mark(path, SLOW) or MARKS_MORE in _text_of(path)


def _is_compiled(item: pytest.Item) -> bool:
    return any(item.get_closest_marker(mark) for mark in COMPILED)


def _deselect(config: pytest.Config, items: list[pytest.Item], is_out: Callable[[pytest.Item], bool]) -> None:
    out = [item for item in items if is_out(item)]
    if out:
        config.hook.pytest_deselected(items=out)
        items[:] = [item for item in items if item not in out]


def _group_compiled(items: list[pytest.Item]) -> None:
    """Group tests for `--dist loadgroup`, so that each game's rules are compiled by one worker only.

    Tests that compile another game than their parameter set their own group.
    """
    from eleven.core.contract.game import games

    for item in items:
        if _is_compiled(item) and not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(next(iter(_given(item) & set(games())), USUAL)))


def _is_about(item: pytest.Item, game_id: str) -> bool:
    """Whether a test has this game as a parameter, directly or in a case."""
    return game_id in _given(item) or f"Restless_{game_id}::" in item.nodeid


def _given(item: pytest.Item) -> set[object]:
    """Return the parameters of a test, with games as ids."""
    given = item.callspec.params.values() if hasattr(item, "callspec") else ()
    return {getattr(getattr(value, "game", value), "id", value) for value in given if value.__hash__}
