"""Which levels a table offers: those its game declares for the number of players, and those that use a network.

Network levels are listed in `network/shipped/levels.toml`, for the tables at which the network is stronger.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from typing_extensions import TypedDict

from eleven.bots.levels import (
    ADVISER,
    COMMON_LEVELS,
    GUIDED_BOT,
    LEVELS,
    LIGHT,
    Bot,
    Level,
    settings_at,
    sizes_of,
)
from eleven.core.text.errors import Mistake

if TYPE_CHECKING:
    from eleven.core.contract.game import Game, Setup

DECLARED = Path(__file__).parents[1] / "network" / "shipped" / "levels.toml"
NETWORK_LEVEL: Level = "master"
BY_SIZE = ("simulations", "overlook")
STRONG: tuple[Level, ...] = ("hard", "expert")
Adviser = Literal["network", "expert"]


@dataclass(frozen=True)
class NetworkLevel:
    """A level that uses a network: its numbers of players, and the options that may differ from the defaults.

    `simulations` maps numbers of players to search budgets; for other numbers the network decides without search.
    `overlook` maps numbers of players to the percentage of actions that it overlooks.
    """

    weights: str
    players: tuple[int, ...]
    free: tuple[str, ...]
    simulations: Mapping[int, int]
    overlook: Mapping[int, int]


class LevelLimit(TypedDict):
    """The tables that offer a level, where not all of its game do."""

    players: list[int]
    """The numbers of players."""
    free: list[str] | None
    """The options that may differ from their defaults, as nothing else may; null if everything may."""


@cache
def declared(game_id: str, level: str) -> NetworkLevel | None:
    """Return the entry of a network level in `levels.toml`, or None for other levels."""
    found: dict[str, Any] | None = _file().get(game_id, {}).get(level)
    if found is None:
        return None
    by_size = [{int(players): n for players, n in found.get(name, {}).items()} for name in BY_SIZE]
    return NetworkLevel(found["weights"], tuple(found["players"]), tuple(found["free"]), *by_size)


@cache
def _file() -> dict[str, Any]:
    return tomllib.loads(DECLARED.read_text(encoding="utf-8"))


def declared_at(game: "Game", level: str, players: int | None = None) -> dict[str, int]:
    """Return a level's `simulations` and `overlook` for a number of players (by default, the smallest), or 0."""
    found = declared(game.id, level)
    return {name: getattr(found, name).get(players or game.players[0], 0) if found else 0 for name in BY_SIZE}


def guided_bot(game: "Game") -> Bot:
    """Return the network bot with search, with the game's search settings from `levels.toml`."""
    found: dict[str, float] = _file().get(game.id, {}).get("search", {})
    return replace(GUIDED_BOT, **found)  # type: ignore[arg-type]


def levels_of(game: "Game") -> tuple[Level, ...]:
    """Return the levels that some table of the game offers, weakest first."""
    return tuple(level for level in LEVELS if _sizes(level, game))


def levels_at(game: "Game", setup: "Setup") -> tuple[Level, ...]:
    """Return the levels that a table with this set-up offers, weakest first."""
    able = _able(game, setup.players)
    return tuple(level for level in able if level in COMMON_LEVELS or _is_usual(game, setup, level))


def _able(game: "Game", players: int) -> tuple[Level, ...]:
    """Return the levels that can play with a number of players, regardless of the options."""
    return tuple(level for level in LEVELS if players in _sizes(level, game))


def _sizes(level: str, game: "Game") -> tuple[int, ...]:
    """Return the numbers of players for which a game has a level."""
    found = declared(game.id, level)
    return sizes_of(game, level) if level in COMMON_LEVELS else found.players if found else ()


def _is_usual(game: "Game", setup: "Setup", level: str) -> bool:
    """Whether a set-up has the game's defaults, apart from options that the level's network allows to differ."""
    found, usual = declared(game.id, level), game.setup(setup.players)
    fixed = [name for name in usual.options if found is None or name not in found.free]
    return (
        setup.edition == usual.edition
        and setup.components.fingerprint == usual.components.fingerprint
        and all(setup.options[name] == usual.options[name] for name in fixed)
    )


def refuse_missing(level: str, game: "Game", players: int | None = None) -> None:
    """Reject a level that the game does not have, or does not have for this number of players without a network."""
    levels, sizes = levels_of(game), ", ".join(map(str, _sizes(level, game)))
    if level not in levels:
        names = ", ".join(levels)
        raise Mistake("{game} has no level '{level}'; it has {names}", game=game.title, level=level, names=names)
    if players and level in COMMON_LEVELS and players not in _sizes(level, game):
        raise Mistake("in {game} the level '{level}' is for {sizes} players", game=game.title, level=level, sizes=sizes)


def refuse_level(level: str, game: "Game", setup: "Setup") -> None:
    """Reject a level that a table with this set-up does not offer, or whose settings cannot be read."""
    refuse_missing(level, game, setup.players)
    settings_at(game, level, setup.players)
    if level not in levels_at(game, setup):
        raise Mistake(
            "in {game} the level '{level}' is for {sizes} players and the usual rules",
            game=game.title,
            level=level,
            sizes=", ".join(map(str, _sizes(level, game))),
        )


def limits_of(game: "Game") -> dict[str, LevelLimit]:
    """Return the levels that only some tables offer."""
    found: dict[str, LevelLimit] = {}
    for level in levels_of(game):
        row = declared(game.id, level)
        if row is not None:
            found[level] = {"players": list(row.players), "free": list(row.free)}
        elif sizes_of(game, level) != tuple(game.players):
            found[level] = {"players": list(sizes_of(game, level)), "free": None}
    return found


def has_network(game: "Game", setup: "Setup") -> bool:
    """Whether a network was trained for a table: for its game, with the game's own cards or tiles.

    Networks are trained for all numbers of players and all options.
    """
    return _shipped(game.id) and setup.components.fingerprint == game.components().fingerprint


@cache
def _shipped(game_id: str) -> bool:
    return DECLARED.with_name(f"{game_id}.npz").exists()


def adviser_at(game: "Game", setup: "Setup") -> Adviser:
    """Return the bot that gives hints and reviews games: the network if there is one for the table, else expert."""
    return "network" if has_network(game, setup) else ADVISER


def stand_in(level: str, game: "Game", setup: "Setup") -> str:
    """Return the bot that plays while a level's search compiles: the network for strong levels, else greedy."""
    return "network" if has_network(game, setup) and level in STRONG else LIGHT


def offered_level(level: str, game: "Game", setup: "Setup") -> str:
    """Return the level, or the nearest one that a table with this set-up offers."""
    return _nearest(level, levels_at(game, setup))


def able_level(level: str, game: "Game", players: int) -> str:
    """Return the level that continues a game: the same one, or the nearest one for this number of players.

    Options are ignored: a network trained for this number of players can play with any options, if less well.
    """
    return _nearest(level, _able(game, players))


def _nearest(level: str, able: Sequence[Level]) -> str:
    """Return the level if available, else the next weaker one, else the weakest; the strongest for an unknown name."""
    strength = {name: number for number, name in enumerate(LEVELS)}
    weaker = [each for each in able if strength[each] <= strength.get(level, len(LEVELS))]  # type: ignore[call-overload]
    return weaker[-1] if weaker else able[0]
