"""Why a stored game cannot go on at this server: its rules or components differ, or it is damaged."""

from functools import cache

from eleven import __version__
from eleven.core.contract.components import Components
from eleven.core.contract.game import Setup, find_game
from eleven.core.text.errors import Mistake
from eleven.core.text.messages import Message
from eleven.server.engine.rules_version import rules_version
from eleven.server.store import TableRow


@cache
def components_of(game_id: str) -> Components:
    """The component tables of a game, read once."""
    return find_game(game_id).components()


def incompatibilities(row: TableRow, setup: Setup) -> list[Message]:
    """The reasons why a game cannot go on here; none if it can."""
    if row.components != setup.components.fingerprint:
        return [
            Message(
                "This game was set up with components {components}, which are not here any more.",
                components=row.components,
            )
        ]
    here = rules_version(row.game)
    if row.rules == here:
        return []
    return [
        Message(
            "This game began with rules {rules} of engine {engine}; this server has rules {rules_here} of engine "
            "{engine_here}. It can be looked at, but not played on.",
            rules=row.rules,
            engine=row.engine,
            rules_here=here,
            engine_here=__version__,
        )
    ]


def damage(number: int, problem: Exception) -> Message:
    """Why a game stops at an event that cannot be read or repeated."""
    reason = problem.said if isinstance(problem, Mistake) else Message("it cannot be read")
    return Message("Its event {number} cannot be repeated: {reason}", number=number, reason=reason)
