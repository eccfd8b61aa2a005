"""Options of the tests: games from elsewhere, and only the tests of one game."""

import os
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """`pytest tests/contract --games-from DIR --game ID`."""
    parser.addoption("--games-from", metavar="DIR", help="a game's folder, or a folder of such folders")
    parser.addoption("--game", metavar="ID", help="only what is tested about this game")


def pytest_configure(config: pytest.Config) -> None:
    """Before any test is imported, for they ask at once which games there are."""
    folder = config.getoption("--games-from")
    if folder:
        os.environ["ELEVEN_GAMES"] = str(Path(folder).resolve())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is about other games, or about none."""
    wanted = config.getoption("--game")
    if not wanted:
        return
    from eleven.core.contract.game import find_game
    from tests.places import own_tests

    scenarios = own_tests(find_game(wanted)).resolve()
    kept = [item for item in items if _is_about(item, wanted) or scenarios in item.path.resolve().parents]
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = kept


def _is_about(item: pytest.Item, game_id: str) -> bool:
    """Whether a test is given this game, by itself or as a case of it."""
    given = item.callspec.params.values() if hasattr(item, "callspec") else ()
    ids = {getattr(getattr(value, "game", value), "id", value) for value in given if value.__hash__}
    return game_id in ids or f"Restless_{game_id}::" in item.nodeid
