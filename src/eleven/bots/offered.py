"""Which levels a table has: those its game declares for its size, and those of a network where it is stronger.

Where a network is stronger stands beside the weights, in `network/shipped/levels.toml`.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from eleven.bots.levels import COMMON_LEVELS, GUIDED_BOT, LEVELS, Bot, Level, sizes_of
from eleven.core.text.errors import Mistake

if TYPE_CHECKING:
    from eleven.core.contract.game import Game, Setup

DECLARED = Path(__file__).parents[1] / "network" / "shipped" / "levels.toml"
NETWORK_LEVEL: Level = "master"
BY_SIZE = ("simulations", "overlook")
STRONG: tuple[Level, ...] = ("hard", "expert")
Adviser = Literal["network", "expert"]


@dataclass(frozen=True)
class Declared:
    """Where a network carries a level: for so many players, with all options as usual but the free ones.

    `simulations` has the numbers of players for whom it searches, and how much; for others it decides alone.
    `overlook` has those for whom it overlooks actions, and how many in a hundred.
    """

    weights: str
    players: tuple[int, ...]
    free: tuple[str, ...]
    simulations: Mapping[int, int]
    overlook: Mapping[int, int]


@cache
def declared(game_id: str, level: str) -> Declared | None:
    """What is declared about a level of a game, if it takes more than a search."""
    found: dict[str, Any] | None = _file().get(game_id, {}).get(level)
    if found is None:
        return None
    by_size = [{int(players): n for players, n in found.get(name, {}).items()} for name in BY_SIZE]
    return Declared(found["weights"], tuple(found["players"]), tuple(found["free"]), *by_size)


@cache
def _file() -> dict[str, Any]:
    return tomllib.loads(DECLARED.read_text(encoding="utf-8"))


def declared_at(game: "Game", level: str, players: int | None = None) -> dict[str, int]:
    """How the network of a level decides at tables of a size, at the smallest unless given; 0 where nothing is said."""
    found = declared(game.id, level)
    return {name: getattr(found, name).get(players or game.players[0], 0) if found else 0 for name in BY_SIZE}


def guided_bot(game: "Game") -> Bot:
    """The network of a game in a search, with what is declared about that search."""
    found: dict[str, float] = _file().get(game.id, {}).get("search", {})
    return replace(GUIDED_BOT, **found)  # type: ignore[arg-type]


def levels_of(game: "Game") -> tuple[Level, ...]:
    """The levels that a game has at some table, from weak to strong."""
    return tuple(level for level in LEVELS if _sizes(level, game))


def levels_at(game: "Game", setup: "Setup") -> tuple[Level, ...]:
    """The levels that a table has."""
    able = _able(game, setup.players)
    return tuple(level for level in able if level in COMMON_LEVELS or _is_usual(game, setup, level))


def _able(game: "Game", players: int) -> tuple[Level, ...]:
    """The levels that can play at tables of a size, whatever their options."""
    return tuple(level for level in LEVELS if players in _sizes(level, game))


def _sizes(level: str, game: "Game") -> tuple[int, ...]:
    """For how many players a game has a level."""
    found = declared(game.id, level)
    return sizes_of(game, level) if level in COMMON_LEVELS else found.players if found else ()


def _is_usual(game: "Game", setup: "Setup", level: str) -> bool:
    """Whether nothing at a table is unusual but the options that are free for the network of a level."""
    found, usual = declared(game.id, level), game.setup(setup.players)
    fixed = [name for name in usual.options if found is None or name not in found.free]
    return (
        setup.edition == usual.edition
        and setup.components.fingerprint == usual.components.fingerprint
        and all(setup.options[name] == usual.options[name] for name in fixed)
    )


def refuse_missing(level: str, game: "Game", players: int | None = None) -> None:
    """Refuse a level that a game has at no table, or one that needs no network at no table of a size."""
    levels, sizes = levels_of(game), ", ".join(map(str, _sizes(level, game)))
    if level not in levels:
        names = ", ".join(levels)
        raise Mistake("{game} has no level '{level}'; it has {names}", game=game.title, level=level, names=names)
    if players and level in COMMON_LEVELS and players not in _sizes(level, game):
        raise Mistake("in {game} the level '{level}' is for {sizes} players", game=game.title, level=level, sizes=sizes)


def refuse_level(level: str, game: "Game", setup: "Setup") -> None:
    """Refuse a level that a table does not have."""
    refuse_missing(level, game, setup.players)
    if level not in levels_at(game, setup):
        raise Mistake(
            "in {game} the level '{level}' is for {sizes} players and the usual rules",
            game=game.title,
            level=level,
            sizes=", ".join(map(str, _sizes(level, game))),
        )


def limits_of(game: "Game") -> dict[str, Any]:
    """For a page: the levels that only some tables have, with their numbers of players and the free options.

    Where all options are free, so is the edition.
    """
    found: dict[str, Any] = {}
    for level in levels_of(game):
        row = declared(game.id, level)
        if row is not None:
            found[level] = {"players": list(row.players), "free": list(row.free)}
        elif sizes_of(game, level) != tuple(game.players):
            found[level] = {"players": list(sizes_of(game, level)), "free": None}
    return found


def has_network(game: "Game", setup: "Setup") -> bool:
    """Whether there is a network that knows a table: its game is learnt, with the game's own cards or tiles.

    It has learnt all numbers of players and all options.
    """
    return _shipped(game.id) and setup.components.fingerprint == game.components().fingerprint


@cache
def _shipped(game_id: str) -> bool:
    return DECLARED.with_name(f"{game_id}.npz").exists()


def adviser_at(game: "Game", setup: "Setup") -> Adviser:
    """Who gives hints at a table, and judges in reviews: the network where one knows it, else expert."""
    return "network" if has_network(game, setup) else "expert"


def stand_in(level: str, game: "Game", setup: "Setup") -> str:
    """Who plays for a level while its search is being compiled: where there is one, a network for the strong levels."""
    return "network" if has_network(game, setup) and level in STRONG else "greedy"


def offered_level(level: str, game: "Game", setup: "Setup") -> str:
    """A level that was chosen before, or its neighbour where a table no longer has it."""
    return _nearest(level, levels_at(game, setup))


def able_level(level: str, game: "Game", players: int) -> str:
    """The level that plays on in a seat: its own, or its neighbour where tables of this size no longer have it.

    Whatever options a table has: a network that has learnt tables of this size can play them, if less well.
    """
    return _nearest(level, _able(game, players))


def _nearest(level: str, able: Sequence[Level]) -> str:
    """A level among some, or the next weaker one, or else the weakest; for a name that means nothing, the strongest."""
    strength = {name: number for number, name in enumerate(LEVELS)}
    weaker = [each for each in able if strength[each] <= strength.get(level, len(LEVELS))]  # type: ignore[call-overload]
    return weaker[-1] if weaker else able[0]
