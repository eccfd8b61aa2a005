"""A bot's advice as text."""

from collections.abc import Sequence

from eleven.bots.choosing import Advice
from eleven.core.contract.game import Game
from eleven.core.text.narration import sentence
from eleven.core.text.words import Words


def in_words(game: Game, advice: Sequence[Advice], words: Words) -> list[str]:
    """Return one line per action, best first, with its win share and its number of simulations."""
    return [
        f"{sentence(game, row.action, words)}: wins {row.win_share:.0%} of {row.visits:,} imagined games"
        for row in advice
    ]


def ranked_in_words(game: Game, advice: Sequence[Advice], words: Words) -> list[str]:
    """Return one numbered line per action, best first, for a network, which has no statistics."""
    return [f"{number}. {sentence(game, row.action, words)}" for number, row in enumerate(advice, 1)]
