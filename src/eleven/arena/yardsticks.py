"""Bots that only the arena knows: a floor and a ceiling, between which the strength of a level is a place.

`plain` is textbook information-set Monte Carlo tree search (Cowling, Powley, Whitehouse 2012) inside our tree: every
action is tried once before any is tried again, games are played to the end at random, and nothing of what a game
knows about good play is used. `peeking` is expert's search on the true state, `hands-open` the same with all hands
known, but not the order of what is still to be drawn. All three have expert's simulations.
`network` is the game's network alone, `guided` the network in a search that takes less time than expert's; both see
what their seats see, and wait here until they are measured at every table.
"""

from dataclasses import asdict, dataclass, replace

from eleven.bots.characters import with_character
from eleven.bots.levels import BOTS, SEARCH, Bot, find_bot
from eleven.bots.offered import guided_bot
from eleven.core.contract.game import Game
from eleven.core.text.errors import Mistake
from eleven.search.peeking import AT_EVERYTHING, AT_HANDS, NOBODY_PEEKS

TO_THE_END = 1 << 30
ALL_ACTIONS = 1e18
WITHOUT_JUDGEMENT = -1
"""A blur by which every action looks alike, so that the dice choose."""


@dataclass(frozen=True)
class PeekingBot(Bot):
    """A bot that is shown the true state, at tables of the arena alone; anywhere else it gets a sight like others."""

    peeks_at: int = AT_EVERYTHING


PEEKING = {"peeking": AT_EVERYTHING, "hands-open": AT_HANDS}
YARDSTICKS = ("plain", *PEEKING, "network", "guided")


def find_contestant(name: str, game: Game, players: int | None = None) -> Bot:
    """A bot by name, the yardsticks included, as it plays at tables of a size; `hard:careful` is one of a character."""
    name, _, character = name.partition(":")
    if character:
        return replace(with_character(find_bot(name, game, players), character, game), name=f"{name}:{character}")
    expert = find_bot("expert", game)
    if name == "plain":
        simulations = expert.simulations
        return Bot(
            name,
            SEARCH,
            simulations=simulations,
            seconds=expert.seconds,
            sight=TO_THE_END,
            blur=WITHOUT_JUDGEMENT,
            widen=ALL_ACTIONS,
            room=expert.room,
        )
    if name in PEEKING:
        return PeekingBot(**{**asdict(expert), "name": name}, peeks_at=PEEKING[name])
    if name == "guided":
        return guided_bot(game)
    if name not in (*BOTS, *YARDSTICKS):
        names = ", ".join((*BOTS, *YARDSTICKS))
        raise Mistake("there is no bot '{bot}'; there is {names}", bot=name, names=names)
    return find_bot(name, game, players)


def what_it_peeks_at(bot: Bot) -> int:
    """What of the true state a bot is shown at tables of the arena."""
    return bot.peeks_at if isinstance(bot, PeekingBot) else NOBODY_PEEKS


def way_between(share: float, floor: float, ceiling: float) -> float | None:
    """Where a figure lies between that of `plain` (0) and that of `peeking` (1); nothing where the two are one."""
    return None if ceiling <= floor else (share - floor) / (ceiling - floor)
