"""A hint as it is sent: actions in the reader's words, with the share of imagined games each of them won."""

from collections.abc import Sequence

from eleven.bots.thinking import Advice
from eleven.core.game import Game, sentence
from eleven.server.models import Advised, Hint
from eleven.server.saying import words_of


def hint_of(game: Game, version: int, advice: Sequence[Advice], language: str) -> Hint:
    """The advice for one decision; where nothing was searched, there is no share to tell."""
    rows = [
        Advised(
            action=game.actions[row.action].name,
            sentence=sentence(game, row.action, words_of(game.id, language)),
            win_share=round(row.win_share, 3) if row.visits else None,
            visits=row.visits,
        )
        for row in advice
    ]
    return Hint(version=version, actions=rows, light=not any(row.visits for row in advice))
