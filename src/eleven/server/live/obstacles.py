"""Why a stored game cannot go on at this server: its rules or its components are others here."""

from functools import cache

from eleven import __version__
from eleven.core.contract.components import Components
from eleven.core.contract.game import Setup, find_game
from eleven.server.engine.rules_version import rules_version
from eleven.server.store import TableRow
from eleven.server.views.narration import Saying


@cache
def components_of(game_id: str) -> Components:
    """The component tables of a game, read once."""
    return find_game(game_id).components()


def obstacles(row: TableRow, setup: Setup) -> list[Saying]:
    """Why a game cannot go on here, or nothing."""
    if row.components != setup.components.fingerprint:
        return [Saying("stopped.components", {"components": row.components})]
    here = rules_version(row.game)
    if row.rules == here:
        return []
    before = {"rules": row.rules, "engine": row.engine}
    return [Saying("stopped.rules", {**before, "rules_here": here, "engine_here": __version__})]
