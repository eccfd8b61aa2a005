"""Baseline bots for the arena alone: a lower and an upper reference for the strength of the levels.

`plain` is textbook information-set Monte Carlo tree search (Cowling, Powley, Whitehouse 2012) on our tree: it tries
every action once before it repeats one, plays games to the end at random, and uses no game-specific heuristics.
`peeking` is expert's search on the true state; `hands-open` knows all hands, but not the order of what is still to be
drawn. All three have expert's number of simulations. `network` is the game's network alone, and `guided` the network in
a search that takes less time than expert's; both see only what their seats see.
"""

from dataclasses import asdict, dataclass, replace

from eleven.bots.available_levels import guided_bot
from eleven.bots.characters import with_character
from eleven.bots.levels import BOTS, SEARCH, Bot, find_adviser, find_bot
from eleven.core.contract.game import Game
from eleven.core.text.errors import Mistake
from eleven.search.perfect_information import AT_EVERYTHING, AT_HANDS, NOBODY_PEEKS

TO_THE_END = 1 << 30
ALL_ACTIONS = 1e18
WITHOUT_JUDGEMENT = -1
"""The `noise` with which every action looks equally good, so that the choice is random."""


@dataclass(frozen=True)
class PeekingBot(Bot):
    """A bot that is shown the true state, in the arena only; elsewhere it gets a sight like any other bot."""

    peeks_at: int = AT_EVERYTHING


PEEKING = {"peeking": AT_EVERYTHING, "hands-open": AT_HANDS}
BASELINES = ("plain", *PEEKING, "network", "guided")


def find_contestant(name: str, game: Game, players: int | None = None) -> Bot:
    """The bot or baseline of a name for tables of a size; `hard:careful` is a level with a character."""
    name, colon, character = name.partition(":")
    if colon and name not in BASELINES:
        found = with_character(find_bot(name, game, players), character, game)
        if found.character:
            return replace(found, name=f"{name}:{character}")
    if colon:
        raise Mistake("{bot} has no characters", bot=name)
    if name == "plain":
        expert = find_adviser(game, players or game.players[0])
        return Bot(
            name,
            SEARCH,
            simulations=expert.simulations,
            seconds=expert.seconds,
            cutoff=TO_THE_END,
            noise=WITHOUT_JUDGEMENT,
            widening=ALL_ACTIONS,
            max_nodes=expert.max_nodes,
        )
    if name in PEEKING:
        return PeekingBot(
            **{**asdict(find_adviser(game, players or game.players[0])), "name": name}, peeks_at=PEEKING[name]
        )
    if name == "guided":
        return guided_bot(game)
    if name not in (*BOTS, *BASELINES):
        names = ", ".join((*BOTS, *BASELINES))
        raise Mistake("there is no bot '{bot}'; there is {names}", bot=name, names=names)
    return find_bot(name, game, players)


def what_it_peeks_at(bot: Bot) -> int:
    """What of the true state a bot is shown at tables of the arena."""
    return bot.peeks_at if isinstance(bot, PeekingBot) else NOBODY_PEEKS
