"""The bots by name: the yardsticks `random` and `greedy`, and the five levels a person chooses from.

Weaker levels think less far and less long, and judge what they see less surely; none throws a move away on purpose.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from eleven.core.errors import Mistake

RANDOM, GREEDY, SEARCH = range(3)


@dataclass(frozen=True)
class Bot:
    """How a bot thinks.

    `blur` is how much it misjudges the attractiveness of an action, in units of the game's `weigh`; in a search it is
    the imagined players who do. A search runs until `seconds` are over or `simulations` done, on `threads` threads,
    looks `sight` decisions beyond its tree, and remembers at most `room` positions.
    """

    name: str
    kind: int
    seconds: float = 0.5
    simulations: int | None = None
    threads: int = 1
    sight: int = 16
    blur: int = 0
    explore: float = 0.7
    widen: float = 1.0
    room: int = 1 << 16


BOTS: Mapping[str, Bot] = {
    bot.name: bot
    for bot in (
        Bot("random", RANDOM),
        Bot("greedy", GREEDY),
        Bot("beginner", GREEDY, blur=300),
        Bot("easy", GREEDY, blur=40),
        Bot("normal", SEARCH, seconds=0.4, simulations=100, blur=8),
        Bot("hard", SEARCH, seconds=0.4, simulations=2000, blur=8),
        Bot("expert", SEARCH, seconds=1.6, threads=2, blur=8, room=1 << 18),
    )
}
LEVELS = ("beginner", "easy", "normal", "hard", "expert")
DEFAULT_LEVEL = "normal"


def find_bot(name: str) -> Bot:
    """The bot of a name."""
    if name not in BOTS:
        raise Mistake("there is no bot '{bot}'; there is {names}", bot=name, names=", ".join(BOTS))
    return BOTS[name]


def with_simulations(bot: Bot, simulations: int) -> Bot:
    """The same bot on a budget of simulations instead of seconds, so that it can be repeated exactly."""
    return replace(bot, simulations=simulations, seconds=float("inf"))
