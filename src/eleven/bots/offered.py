"""Which levels a table has: those that every game has, and those of a network where it was shown to be stronger.

Where that is stands beside the weights, in `network/shipped/levels.toml`.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eleven.bots.levels import COMMON_LEVELS, LEVELS, Level
from eleven.core.text.errors import Mistake

if TYPE_CHECKING:
    from eleven.core.contract.game import Game, Setup

DECLARED = Path(__file__).parents[1] / "network" / "shipped" / "levels.toml"
NETWORK_LEVEL: Level = "master"
STRONG: tuple[Level, ...] = ("hard", "expert")
INSTEAD: Level = "expert"
"""Who plays on where a network is gone that has played so far."""


@dataclass(frozen=True)
class Declared:
    """Where a network carries a level: for so many players, with all options as usual but the free ones."""

    weights: str
    players: tuple[int, ...]
    free: tuple[str, ...]


@cache
def declared(game_id: str, level: str) -> Declared | None:
    """What is declared about a level of a game, if it takes more than a search."""
    found: dict[str, Any] | None = _file().get(game_id, {}).get(level)
    return None if found is None else Declared(found["weights"], tuple(found["players"]), tuple(found["free"]))


@cache
def _file() -> dict[str, Any]:
    return tomllib.loads(DECLARED.read_text(encoding="utf-8"))


def levels_of(game: "Game") -> tuple[Level, ...]:
    """The levels that a game has at some table, from weak to strong."""
    return tuple(level for level in LEVELS if level in COMMON_LEVELS or declared(game.id, level))


def levels_at(game: "Game", setup: "Setup") -> tuple[Level, ...]:
    """The levels that a table has."""
    return tuple(level for level in LEVELS if level in COMMON_LEVELS or _carried(game, setup, level))


def _carried(game: "Game", setup: "Setup", level: str) -> bool:
    """Whether a table is one at which a network carries a level: nothing but free options is unusual."""
    found = declared(game.id, level)
    if found is None or setup.players not in found.players:
        return False
    usual = game.setup(setup.players)
    fixed = [name for name in usual.options if name not in found.free]
    return (
        setup.edition == usual.edition
        and setup.components.fingerprint == usual.components.fingerprint
        and all(setup.options[name] == usual.options[name] for name in fixed)
    )


def refuse_missing(level: str, game: "Game") -> None:
    """Refuse a level that a game has at no table."""
    levels = levels_of(game)
    if level not in levels:
        names = ", ".join(levels)
        raise Mistake("{game} has no level '{level}'; it has {names}", game=game.title, level=level, names=names)


def refuse_level(level: str, game: "Game", setup: "Setup") -> None:
    """Refuse a level that a table does not have."""
    refuse_missing(level, game)
    if level not in levels_at(game, setup):
        raise Mistake(
            "in {game} the level '{level}' is for {sizes} players and the usual rules",
            game=game.title,
            level=level,
            sizes=", ".join(map(str, limits_of(game)[level]["players"])),
        )


def limits_of(game: "Game") -> dict[str, Any]:
    """For a page: the levels that only some tables have, with their numbers of players and the free options."""
    found = {level: declared(game.id, level) for level in levels_of(game)}
    return {
        level: {"players": list(row.players), "free": list(row.free)} for level, row in found.items() if row is not None
    }


def adviser_at(game: "Game", setup: "Setup") -> Level:
    """Who gives hints at a table: its best level."""
    return levels_at(game, setup)[-1]


def stand_in(level: str, game: "Game", setup: "Setup") -> str:
    """Who plays for a level while its search is being compiled: where there is one, a network for the strong levels."""
    best = adviser_at(game, setup)
    return best if best not in COMMON_LEVELS and level in STRONG else "greedy"


def offered_level(level: str, game: "Game", setup: "Setup") -> str:
    """A level that was chosen before, or expert where a table no longer has it."""
    return level if level in levels_at(game, setup) else INSTEAD


def able_level(level: str, game: "Game", players: int) -> str:
    """The level that plays on in a seat: its own, or expert where the network of a table is gone since.

    Whatever options a table has: a network that has learnt tables of this size can play them, if less well.
    """
    found = declared(game.id, level)
    return level if level in COMMON_LEVELS or (found and players in found.players) else INSTEAD
