"""Options of the tests: games from elsewhere, and only the tests of one game."""

import gc
import os
from collections.abc import Callable, Generator
from functools import cache
from pathlib import Path

import pytest

from tests.costs import Costs
from tests.effort import THOROUGH

USUAL = "elevenses"
"""The game of most tests that are about one only."""
OFTEN_WAITING = "server"
"""The folder whose tests come first, beside those of the browser and what compiles; what needs a processor all the time
comes last, when fewer workers are left. Of those that compile they come last: processes that let all others go first
find there what was compiled before."""
COMPILED = ("compiled", "compiles")
"""The marks of tests that compile rules; a test that has one bears it in its own file."""
SLOW = ("slow",)
MARKS_MORE = "tests.contract.walking"
"""A module whose cases are marked as slow wherever they are used."""
WHOLLY_SLOW = ("\npytestmark = pytest.mark.slow\n", "\npytestmark = [pytest.mark.slow, ")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`pytest tests/contract --games-from DIR --game ID`."""
    parser.addoption("--games-from", metavar="DIR", help="a game's folder, or a folder of such folders")
    parser.addoption("--game", metavar="ID", help="only what is tested about this game")
    parser.addoption("--dearest", metavar="N", type=int, default=0, help="tell the N tests that cost most")
    parser.addoption("--costs", metavar="FILE", help="write the processor seconds of every test")


def pytest_configure(config: pytest.Config) -> None:
    """Before any test is imported, for they ask at once which games there are."""
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
    """What is imported stays: to look for garbage in it again and again would take part of every test's time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Pass over files without a test that is wanted: to import them all takes longer than some of the tests."""
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
    """Leave out what is about other games, or about none, or for `make thorough`; a game is compiled by one worker."""
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
    from tests.places import own_tests

    scenarios = own_tests(find_game(wanted)).resolve()
    _deselect(config, items, lambda item: not _is_about(item, wanted) and scenarios not in item.path.resolve().parents)


@cache
def _text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _names_mark(path: Path, marks: tuple[str, ...]) -> bool:
    """Whether a file bears one of these marks."""
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
    """With `--dist loadgroup`, rules that several tests need are compiled by one worker, and not by all at once.

    Whoever compiles another game than the one they are given says so by a group of their own.
    """
    from eleven.core.contract.game import games

    for item in items:
        if _is_compiled(item) and not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(next(iter(_given(item) & set(games())), USUAL)))


def _is_about(item: pytest.Item, game_id: str) -> bool:
    """Whether a test is given this game, by itself or as a case of it."""
    return game_id in _given(item) or f"Restless_{game_id}::" in item.nodeid


def _given(item: pytest.Item) -> set[object]:
    """What a test is given, games by their ids."""
    given = item.callspec.params.values() if hasattr(item, "callspec") else ()
    return {getattr(getattr(value, "game", value), "id", value) for value in given if value.__hash__}
