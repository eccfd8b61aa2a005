"""Characters: bots of equal strength with different playing styles.

A character is a preference for some kinds of actions. It decides between actions that the bot values about equally
and rarely outweighs a clearly better one, so strength hardly changes. A game declares its preferences in `CHARACTERS`
(next to its `LEVELS`), by character and verb, in the unit of its `weigh`. In every game, searching bots also differ in
how they model the other players: careful ones expect good play, daring ones expect mistakes. A character knows no more
than what its seat sees.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from eleven.bots.levels import CHARACTERS, SEARCH, WITHOUT_CHARACTER, Bot
from eleven.core.contract.game import Game, find_game
from eleven.core.rules import bits, luck
from eleven.core.text.errors import Mistake
from eleven.search.compiled_search import all_alike
from eleven.search.ismcts import GRAIN

EXPECTED: Mapping[str, int] = {"careful": 0, "daring": 40}
"""The `noise` of the other players in a search; a character that is not listed keeps the bot's own `noise`."""
A_UNIT = 0.02
"""How much one unit of liking changes an action's visit count in a search, as a fraction."""
MOST_IN_SEARCH = 0.2
"""The largest such change: a search judges actions better than `weigh` does."""


def with_character(bot: Bot, character: str, game: Game) -> Bot:
    """Return the bot with a character; networks and `random`, which do not look for the best action, get none."""
    if character not in CHARACTERS:
        names = ", ".join(CHARACTERS)
        raise Mistake("there is no character '{character}'; there is {names}", character=character, names=names)
    if bot.kind in WITHOUT_CHARACTER:
        return bot
    noise = EXPECTED.get(character, bot.noise) if bot.kind == SEARCH else bot.noise
    return replace(bot, character=character, noise=noise)


@cache
def preferences(game_id: str, character: str) -> tuple[int, ...]:
    """Return the preferences of a character, indexed by action id."""
    game = find_game(game_id)
    by_verb = game.characters.get(character, {})
    return tuple(by_verb.get(action.verb, 0) for action in game.actions)


def choose_among_tried(game: Game, character: str, tried: Sequence[tuple[int, int]]) -> int:
    """Choose from (action, visits) pairs, most visited first, weighting the visits by the character's preferences."""
    liked = preferences(game.id, character)

    def suits(row: tuple[int, int]) -> float:
        action, times = row
        return times * (1.0 + max(-MOST_IN_SEARCH, min(MOST_IN_SEARCH, A_UNIT * liked[action])))

    return max(tried, key=suits)[0]


def most_attractive(game: Game, character: str, seen: Any, mask: Any, dice: Any, noise: int) -> int:
    """Choose as `playout_action` in `search/ismcts.py` does, with the character's preferences added."""
    liked, weigh = preferences(game.id, character), game.weigh or all_alike
    values = {
        action: GRAIN * (int(weigh(seen, action)) + liked[action]) + int(luck.throw(dice, noise))
        for action in bits.members(mask)
    }
    return max(values, key=lambda action: values[action])
