"""The bots by name: the yardsticks `random` and `greedy`, and the levels a person chooses from.

Weaker levels think less long or take what looks best, overlook and forget; none throws a move away on purpose. What a
simulation or an overlooked action is worth differs from table to table, so each game adjusts the levels.
Not every table has all of them: `offered` knows.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, get_args

from eleven.core.text.errors import Mistake

if TYPE_CHECKING:  # a command lists the levels before it is known whether anything will be compiled
    from eleven.core.contract.game import Game

RANDOM, GREEDY, SEARCH, NETWORK, GUIDED = range(5)
"""Random, what looks best, a search; a network alone, and a network in a search."""


@dataclass(frozen=True)
class Bot:
    """The settings of a bot.

    `blur` is how much it misjudges the attractiveness of an action, in units of the game's `weigh`; in a search it is
    the imagined players who do. Each thing it knows and need not, it forgets with a chance of `forget` in a hundred,
    and each action but one, drawn by lot, it overlooks with a chance of `overlook`.
    A search runs until `seconds` are over or `simulations` done, on `threads` threads, looks `sight` decisions beyond
    its tree, and remembers at most `room` positions. With a network in it, it tries at most `room` actions, none that
    is less than `widen` times as likely as the best, looks ahead until its `sight`-th own decision, and adds to the
    network's logits `explore` times what is won in each world.
    """

    name: str
    kind: int
    seconds: float = 0.5
    simulations: int | None = None
    threads: int = 1
    sight: int = 16
    blur: int = 0
    forget: int = 0
    overlook: int = 0
    explore: float = 0.7
    widen: float = 1.0
    room: int = 1 << 16
    character: str = ""
    """What it likes, if anything (`characters`)."""

    @property
    def patient(self) -> bool:
        """Whether it may take so long that those who wait for several such bots would notice."""
        return self.seconds > 1.0


BOTS: Mapping[str, Bot] = {
    bot.name: bot
    for bot in (
        Bot("random", RANDOM),
        Bot("greedy", GREEDY),
        Bot("beginner", GREEDY, overlook=60, forget=60),
        Bot("easy", GREEDY, overlook=30, forget=30),
        Bot("normal", SEARCH, seconds=0.4, simulations=40, blur=8),
        Bot("hard", SEARCH, seconds=0.4, simulations=500, blur=8),
        Bot("expert", SEARCH, seconds=1.6, simulations=6000, blur=8),
        Bot("veteran", NETWORK),
        Bot("specialist", NETWORK),
        Bot("virtuoso", NETWORK),
        Bot("champion", NETWORK),
        Bot("master", NETWORK),
    )
}
GUIDED_BOT = Bot("guided", GUIDED, simulations=100, sight=4, explore=2.0, widen=0.001, room=16)
"""A network in a search, as it is unless a game says otherwise."""
NETWORK_BOT = Bot("network", NETWORK)
"""The network of a game alone: it gives hints and stands in for others, and nobody chooses it."""
Level = Literal[
    "beginner", "easy", "normal", "hard", "expert", "veteran", "specialist", "virtuoso", "champion", "master"
]
"""What a person chooses from, from weak to strong; the API and the page have their lists from here."""
LEVELS: tuple[Level, ...] = get_args(Level)
DEFAULT_LEVEL: Level = "normal"
Character = Literal["careful", "daring", "friendly"]
CHARACTERS: tuple[Character, ...] = get_args(Character)
"""What bots of one strength may be like; `characters` says what that means."""
SIZES = "players"
"""A setting of a level in a game: the numbers of players for which there is such a level, where not for all."""
COMMON_LEVELS = tuple(level for level in LEVELS if BOTS[level].kind != NETWORK)
"""Those that need no network."""


def find_bot(name: str, game: "Game | None" = None, players: int | None = None) -> Bot:
    """The bot of a name, as it plays a game at tables of a size; at the smallest unless given."""
    if name == NETWORK_BOT.name:
        return NETWORK_BOT
    if name not in BOTS:
        raise Mistake("there is no bot '{bot}'; there is {names}", bot=name, names=", ".join(BOTS))
    if game is not None and name in LEVELS:
        from eleven.bots.offered import refuse_missing

        refuse_missing(name, game, players)
    changes: Any = settings_at(game, name, players) if game else {}
    bot = replace(BOTS[name], **changes)
    if game is not None and bot.kind == NETWORK:
        from eleven.bots.offered import declared_at, guided_bot

        found = declared_at(game, name, players)
        if found["simulations"]:
            return replace(guided_bot(game), name=name, seconds=bot.seconds, simulations=found["simulations"])
        return replace(bot, overlook=found["overlook"])
    return replace(bot, kind=SEARCH if bot.simulations else GREEDY) if "simulations" in changes else bot


def settings_at(game: "Game", level: str, players: int | None = None) -> dict[str, int | float]:
    """What a game declares about a level for tables of a size; of a mapping, the value for that size."""
    size = players or sizes_of(game, level)[0]
    found: dict[str, Any] = {name: value for name, value in game.levels.get(level, {}).items() if name != SIZES}
    return {name: value[size] if isinstance(value, Mapping) else value for name, value in found.items()}


def sizes_of(game: "Game", level: str) -> tuple[int, ...]:
    """The numbers of players for which a game has a level that needs no network: all, unless it declares some."""
    found: Any = game.levels.get(level, {}).get(SIZES, game.players)
    return tuple(found)


def with_simulations(bot: Bot, simulations: int) -> Bot:
    """The same bot on a budget of simulations instead of seconds, so that it can be repeated exactly."""
    return replace(bot, simulations=simulations, seconds=float("inf"))


def without_clock(bot: Bot, most: int | None = None) -> Bot:
    """The same bot on its own simulations alone, or on so many at most."""
    wanted = [number for number in (bot.simulations, most) if number is not None]
    if bot.kind == SEARCH and not wanted:
        raise Mistake("without a clock, {bot} needs a number of simulations", bot=bot.name)
    return replace(bot, simulations=min(wanted, default=None), seconds=float("inf"))


def has_character(level: str) -> bool:
    """Whether bots of a level have a character: a network decides as it has learnt."""
    return BOTS[level].kind != NETWORK


def drawn_character(table: int, seat: int) -> Character:
    """The character of a bot for which none was chosen; neighbours at a table differ."""
    return CHARACTERS[(table + seat) % len(CHARACTERS)]
