"""Where the tests of a game lie: in `tests/games/<id>`, or beside its rules where it comes from elsewhere."""

from pathlib import Path

from eleven.core.contract.game import Game
from eleven.core.text.words import LANGUAGES

GAMES = Path(__file__).parent / "games"


def own_tests(game: Game) -> Path:
    """The folder with the scenarios of a game, its golden log and the like."""
    own = game.folder / "tests"
    return own if own.is_dir() else GAMES / game.id


def languages_of(game: Game) -> list[str]:
    """The languages that a game must speak: all of them, but of a draft those that it has begun."""
    return [each for each in LANGUAGES if not game.draft or (game.folder / f"words.{each}.toml").is_file()]
