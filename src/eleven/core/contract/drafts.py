"""What a draft game still lacks before it can be published."""

from pathlib import Path

from eleven.core.contract.game import Game
from eleven.core.text.words import LANGUAGES

LOOK = ("look/cover.svg", "look/look.css", "look/look.js")


def lacking(game: Game, tests: Path | None = None) -> list[str]:
    """Missing files and functions; the golden log is checked only if `tests` names the folder of its tests."""
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
