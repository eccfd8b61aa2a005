"""What a game that is a draft still lacks: a published game has all of it."""

from pathlib import Path

from eleven.core.contract.game import Game
from eleven.core.text.words import LANGUAGES

LOOK = ("look/cover.svg", "look/look.css", "look/look.js")


def lacking(game: Game, tests: Path | None = None) -> list[str]:
    """Files and functions that are not there; what lies beside its tests only where `tests` says where that is."""
    wanted = [
        f"{name}.{language}.{suffix}"
        for name, suffix in (("words", "toml"), ("rulebook", "md"))
        for language in LANGUAGES
    ]
    missing = [name for name in (*wanted, "lesson.toml", *LOOK) if not (game.folder / name).is_file()]
    if tests is not None and not (tests / "golden.log").is_file():
        missing.append("golden.log")
    missing += [name for name in ("weigh", "outlook") if getattr(game, name) is None]
    if game.knowledge_fields and game.misremember is None:
        missing.append("misremember")
    return missing
