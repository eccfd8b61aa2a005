"""The location of a game's tests: `tests/games/<id>`, or next to its rules for games from other folders."""

from pathlib import Path

from eleven.core.contract.game import Game
from eleven.core.text.words import LANGUAGES

GAMES = Path(__file__).parent / "games"


def own_tests(game: Game) -> Path:
    """Return the folder with the scenarios of a game, its golden log and so on."""
    own = game.folder / "tests"
    return own if own.is_dir() else GAMES / game.id


def languages_of(game: Game) -> list[str]:
    """Return the languages that a game must have: all, or for a draft those that it has started."""
    return [each for each in LANGUAGES if not game.draft or (game.folder / f"words.{each}.toml").is_file()]


def declares_features(game: Game) -> bool:
    """Whether a game has a `features.py`; without one, networks cannot learn it."""
    return (game.folder / "features.py").is_file()
