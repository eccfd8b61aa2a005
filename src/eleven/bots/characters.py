"""Characters: bots of one strength that like different things, so that people get to know whom they play.

A character is a liking for some kinds of actions. Between actions that a bot finds about equally good, it takes the
one it likes; against one that is clearly better a liking counts little, so that all are of the same strength. A game
declares what its characters like (`CHARACTERS`, beside its `LEVELS`): by character and verb, in the unit of its
`weigh`. In every game, declared or not, a bot that searches also differs in what it expects of the others: careful
ones expect good play, daring ones hope for mistakes. A character is given nothing but the sight.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from eleven.bots.levels import CHARACTERS, NETWORK, SEARCH, Bot
from eleven.core.contract.game import Game, find_game
from eleven.core.rules import bits, luck
from eleven.core.text.errors import Mistake
from eleven.search.compiled_search import all_alike
from eleven.search.templates import GRAIN

EXPECTED: Mapping[str, int] = {"careful": 0, "daring": 40}
"""How much the others misjudge in what a search imagines; for anybody else, as usual."""
A_UNIT = 0.02
"""Of the times that a search tried an action, what a unit of liking counts."""
MOST_IN_SEARCH = 0.2
"""What a liking counts there at most: a search knows better what is good than `weigh` does."""


def with_character(bot: Bot, character: str, game: Game) -> Bot:
    """The same bot with likings; a network has none, and decides as it has learnt."""
    if character not in CHARACTERS:
        names = ", ".join(CHARACTERS)
        raise Mistake("there is no character '{character}'; there is {names}", character=character, names=names)
    if bot.kind == NETWORK:
        return bot
    blur = EXPECTED.get(character, bot.blur) if bot.kind == SEARCH else bot.blur
    return replace(bot, character=character, blur=blur)


@cache
def likings(game_id: str, character: str) -> tuple[int, ...]:
    """What a character likes, by the number of an action."""
    game = find_game(game_id)
    by_verb = game.characters.get(character, {})
    return tuple(by_verb.get(action.verb, 0) for action in game.actions)


def liked_most(game: Game, character: str, tried: Sequence[tuple[int, int]]) -> int:
    """Of actions with how often a search tried them, the most tried first, the one that suits a character best."""
    liked = likings(game.id, character)

    def suits(row: tuple[int, int]) -> float:
        action, times = row
        return times * (1.0 + max(-MOST_IN_SEARCH, min(MOST_IN_SEARCH, A_UNIT * liked[action])))

    return max(tried, key=suits)[0]


def most_attractive(game: Game, character: str, seen: Any, mask: Any, dice: Any, noise: int) -> int:
    """As `playout_action` in the search's templates chooses, with likings."""
    liked, weigh = likings(game.id, character), game.weigh or all_alike
    values = {
        action: GRAIN * (int(weigh(seen, action)) + liked[action]) + int(luck.throw(dice, noise))
        for action in bits.members(mask)
    }
    return max(values, key=lambda action: values[action])
