"""Options of the tests: games from elsewhere, and only the tests of one game."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.costs import Costs
from tests.effort import THOROUGH

USUAL = "elevenses"
"""The game of most tests that are about one only."""


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


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is about other games, or about none, or for `make thorough`; a game is compiled by one worker."""
    if config.pluginmanager.hasplugin("xdist"):
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


def _deselect(config: pytest.Config, items: list[pytest.Item], is_out: Callable[[pytest.Item], bool]) -> None:
    out = [item for item in items if is_out(item)]
    if out:
        config.hook.pytest_deselected(items=out)
        items[:] = [item for item in items if item not in out]


def _group_compiled(items: list[pytest.Item]) -> None:
    """With `--dist loadgroup`, rules that several tests need are compiled by one worker, and not by all at once."""
    from eleven.core.contract.game import games

    for item in items:
        if item.get_closest_marker("compiled") or item.get_closest_marker("compiles"):
            item.add_marker(pytest.mark.xdist_group(next(iter(_given(item) & set(games())), USUAL)))


def _is_about(item: pytest.Item, game_id: str) -> bool:
    """Whether a test is given this game, by itself or as a case of it."""
    return game_id in _given(item) or f"Restless_{game_id}::" in item.nodeid


def _given(item: pytest.Item) -> set[object]:
    """What a test is given, games by their ids."""
    given = item.callspec.params.values() if hasattr(item, "callspec") else ()
    return {getattr(getattr(value, "game", value), "id", value) for value in given if value.__hash__}
