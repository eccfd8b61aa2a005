"""The bots by name: the baselines `random` and `greedy`, and the levels people choose from.

Weaker levels search less or not at all, overlook actions and forget cards; none makes a mistake on purpose. The value
of a simulation or of an overlooked action depends on the game and the number of players, so each game adjusts the
levels. Not every table has all levels; see `available_levels`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from eleven.core.text.errors import Mistake

if TYPE_CHECKING:  # importing the contract loads Numba, before the command line has decided whether to compile
    from eleven.core.contract.game import Game

RANDOM, GREEDY, SEARCH, NETWORK, GUIDED = range(5)
"""Kinds of bots: random, greedy by `weigh`, tree search, network alone, network with search."""
WITHOUT_CHARACTER = (NETWORK, GUIDED, RANDOM)
"""The kinds that have no character: networks play as they were trained, and `random` has no preferences."""


@dataclass(frozen=True)
class Bot:
    """The settings of a bot.

    `noise` is added to an action's value, in units of the game's `weigh`; in a search it applies to the simulated
    players. The bot forgets each remembered thing with a probability of `forget` percent, and overlooks each
    legal action except a random one with a probability of `overlook` percent.
    A search ends after `seconds` or `simulations`, uses `threads` threads, plays out `cutoff` decisions beyond its
    tree, and stores at most `max_nodes` nodes. `exploration` is the constant of UCB, `widening` that of progressive
    widening; see `search/tree.py`. A search with a network tries at most `max_candidates` actions, none less than
    `least_ratio` times as likely as the best, plays on to its `cutoff`-th decision, and adds `reward_weight` times the
    reward of every simulated world to the network's logit.
    """

    name: str
    kind: int
    seconds: float = 0.5
    simulations: int | None = None
    threads: int = 1
    cutoff: int = 16
    noise: int = 0
    forget: int = 0
    overlook: int = 0
    exploration: float = 0.7
    widening: float = 1.0
    max_nodes: int = 1 << 16
    max_candidates: int = 16
    reward_weight: float = 2.0
    least_ratio: float = 0.001
    character: str = ""
    """The character, or an empty string; see `characters`."""

    @property
    def patient(self) -> bool:
        """Whether a decision may take so long that waiting for several such bots is noticeable."""
        return self.seconds > 1.0


BOTS: Mapping[str, Bot] = {
    bot.name: bot
    for bot in (
        Bot("random", RANDOM),
        Bot("greedy", GREEDY),
        Bot("beginner", GREEDY, overlook=60, forget=60),
        Bot("easy", GREEDY, overlook=30, forget=30),
        Bot("normal", SEARCH, seconds=0.4, simulations=40, noise=8),
        Bot("hard", SEARCH, seconds=0.4, simulations=500, noise=8),
        Bot("expert", SEARCH, seconds=1.6, simulations=6000, noise=8),
        Bot("veteran", NETWORK),
        Bot("specialist", NETWORK),
        Bot("virtuoso", NETWORK),
        Bot("champion", NETWORK),
        Bot("master", NETWORK),
    )
}
GUIDED_BOT = Bot("guided", GUIDED, simulations=100, cutoff=4)
"""The default settings of a network with search; a game may override them."""
NETWORK_BOT = Bot("network", NETWORK)
"""The network of a game without search: it gives hints and replaces other bots, but is not offered as a level."""
LIGHT: Final = "greedy"
"""The bot that plays while the search of others is being compiled."""
ADVISER: Final = "expert"
"""The bot that gives hints where there is no network, and the measure of others."""
HINTS_SHOWN = 3
WARM_UP_SIMULATIONS = 16
"""The number of simulations with which a search is compiled."""
Level = Literal[
    "beginner", "easy", "normal", "hard", "expert", "veteran", "specialist", "virtuoso", "champion", "master"
]
"""The levels people choose from, weakest first; the API and the pages take their lists from here."""
LEVELS: tuple[Level, ...] = get_args(Level)
DEFAULT_LEVEL: Level = "normal"
Character = Literal["careful", "daring", "friendly"]
CHARACTERS: tuple[Character, ...] = get_args(Character)
"""The characters a bot can have; see `characters`."""
SIZES = "players"
"""The key in a game's `LEVELS` that restricts a level to some numbers of players."""
OF_NETWORKS = ("max_candidates", "reward_weight", "least_ratio")
"""The settings of a search with a network, which a game has in `levels.toml`."""
SETTINGS = tuple(
    setting.name for setting in fields(Bot) if setting.name not in ("name", "kind", "character", *OF_NETWORKS)
)
"""What a game may set for a level; docs/adding-a-game.md says what each means."""
COMMON_LEVELS = tuple(level for level in LEVELS if BOTS[level].kind != NETWORK)
"""The levels that need no network."""


def find_bot(name: str, game: "Game | None" = None, players: int | None = None) -> Bot:
    """Find a bot by name, with its settings for a game and a number of players (by default, the smallest)."""
    if name == NETWORK_BOT.name:
        return NETWORK_BOT
    if name not in BOTS:
        raise Mistake("there is no bot '{bot}'; there is {names}", bot=name, names=", ".join(BOTS))
    if game is not None and name in LEVELS:
        from eleven.bots.available_levels import refuse_missing

        refuse_missing(name, game, players)
    changes: Any = settings_at(game, name, players) if game else {}
    bot = replace(BOTS[name], **changes)
    if game is not None and bot.kind == NETWORK:
        from eleven.bots.available_levels import declared_at, guided_bot

        found = declared_at(game, name, players)
        if found["simulations"]:
            return replace(guided_bot(game), name=name, seconds=bot.seconds, simulations=found["simulations"])
        return replace(bot, overlook=found["overlook"])
    return replace(bot, kind=SEARCH if bot.simulations else GREEDY) if "simulations" in changes else bot


def find_adviser(game: "Game", players: int) -> Bot:
    """Find the bot that gives hints, reviews games and is the measure of others.

    A table that does not offer its level gets it as it is at the nearest number of players that does.
    """
    return find_bot(ADVISER, game, min(sizes_of(game, ADVISER), key=lambda size: abs(size - players)))


def settings_at(game: "Game", level: str, players: int | None = None) -> dict[str, int | float]:
    """Return a game's settings for a level; a value that is a mapping is looked up by the number of players."""
    size = players or sizes_of(game, level)[0]
    found: dict[str, Any] = {name: value for name, value in game.levels.get(level, {}).items() if name != SIZES}
    if unknown := ", ".join(sorted(found.keys() - SETTINGS)):
        names = ", ".join(SETTINGS)
        raise Mistake(
            "LEVELS of {game} sets {unknown} for {level}; there is {names}",
            game=game.id,
            unknown=unknown,
            level=level,
            names=names,
        )
    return {name: _value_at(size, value, game, level, name) for name, value in found.items()}


def _value_at(size: int, value: Any, game: "Game", level: str, setting: str) -> int | float:
    """Return the value of a setting for a number of players."""
    found = value.get(size) if isinstance(value, Mapping) else value
    if not isinstance(found, int | float):
        raise Mistake(
            "LEVELS of {game} sets no number as {setting} of {level} for {players} players",
            game=game.id,
            setting=setting,
            level=level,
            players=size,
        )
    return found


def sizes_of(game: "Game", level: str) -> tuple[int, ...]:
    """Return the numbers of players for which a game has a level without a network: all, unless it declares some."""
    found: Any = game.levels.get(level, {}).get(SIZES, game.players)
    return tuple(found)


def with_simulations(bot: Bot, simulations: int) -> Bot:
    """Return the bot with a budget of simulations instead of seconds, which makes its choices reproducible."""
    return replace(bot, simulations=simulations, seconds=float("inf"))


def without_clock(bot: Bot, most: int | None = None) -> Bot:
    """Return the bot limited by simulations only: its own number, but not more than `most`."""
    wanted = [number for number in (bot.simulations, most) if number is not None]
    if bot.kind == SEARCH and not wanted:
        raise Mistake("without a clock, {bot} needs a number of simulations", bot=bot.name)
    return replace(bot, simulations=min(wanted, default=None), seconds=float("inf"))


def has_character(level: str) -> bool:
    """Whether bots of a level can have a character."""
    return BOTS[level].kind not in WITHOUT_CHARACTER


def drawn_character(table: int, seat: int) -> Character:
    """Return the default character of a seat; neighbouring seats get different ones."""
    return CHARACTERS[(table + seat) % len(CHARACTERS)]
