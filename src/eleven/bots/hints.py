"""Advice in words: what the best bot would do, and why."""

from collections.abc import Sequence

from eleven.bots.choosing import Advice
from eleven.core.contract.game import Game
from eleven.core.text.narration import sentence
from eleven.core.text.words import Words


def in_words(game: Game, advice: Sequence[Advice], words: Words) -> list[str]:
    """One line per action, best first: what it is, the share of victories it led to, and how often it was tried."""
    return [
        f"{sentence(game, row.action, words)}: wins {row.win_share:.0%} of {row.visits:,} imagined games"
        for row in advice
    ]


def ranked_in_words(game: Game, advice: Sequence[Advice], words: Words) -> list[str]:
    """The same where a network advises, which has counted nothing: one line per action, best first."""
    return [f"{number}. {sentence(game, row.action, words)}" for number, row in enumerate(advice, 1)]


def as_data(game: Game, advice: Sequence[Advice]) -> list[dict[str, object]]:
    """The same for a page or a script; actions by name."""
    return [
        {"action": game.actions[row.action].name, "win_share": round(row.win_share, 4), "visits": row.visits}
        for row in advice
    ]
