"""What a published game has, and a draft may lack."""

import warnings
from dataclasses import replace

from eleven.core.contract.drafts import lacking
from eleven.core.contract.game import Game
from tests.contract.walking import each_game
from tests.game_files import own_tests


class DraftLacks(UserWarning):
    """What is still to be done before a game is published."""


@each_game
def test_a_published_game_lacks_nothing(game: Game) -> None:
    """Every language, a lesson, a golden log and a look of its own; a draft is told what it lacks."""
    missing = lacking(game, own_tests(game))
    if game.draft:
        warnings.warn(DraftLacks(f"draft lacks {', '.join(missing) or 'nothing: take out draft=True'}"), stacklevel=1)
    else:
        assert not missing, f"{game.id} lacks {', '.join(missing)}; until they are there, say draft=True in __init__.py"


@each_game
def test_what_is_lacking_is_named(game: Game) -> None:
    """A folder that has nothing lacks everything."""
    empty = lacking(replace(game, folder=game.folder / "nothing"), game.folder / "nothing")
    assert {"words.fr.toml", "rulebook.de.md", "lesson.toml", "look/cover.svg", "golden.log"} <= set(empty)
