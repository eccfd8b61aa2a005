"""What the page of a game's rules shows: the book, what is in the box and where each table comes from, the drawings."""

import re
import tomllib
from collections.abc import Iterator
from typing import Any

from eleven.core.contract.game import Game
from eleven.core.contract.kinds import Kind
from eleven.core.contract.rulebook import rulebook
from eleven.core.text.words import Words
from eleven.server.http.models.games import RulesComponent, RulesPage, RulesPicture
from eleven.server.http.pages.game_assets import look_file
from eleven.server.views.markdown import elements

SYMBOL = re.compile(r'<symbol id="([^"]+)"')
NO_NAMES = ("action", "question", "event", "hidden", "ending", "about", "zone", "option", "part", "component", "lesson")
"""Parts of the catalogue that are sentences, not names of things."""


def rules_page(game: Game, language: str) -> RulesPage:
    """Everything the page needs, in a language."""
    words, book = game.words(language), rulebook(game, language)
    return {
        "game": game.id,
        "title": game.title_in(language),
        "language": language,
        "text": book.text,
        "elements": elements(book.text),
        "rules": dict(book.rules),
        "components": [_component(game, words, name, rows) for name, rows in game.components().tables.items()],
        "pictures": list(_pictures(game, words)),
        "beside": _beside(game),
    }


def _component(game: Game, words: Words, name: str, rows: dict[str, Any]) -> RulesComponent:
    """A component table: what it is, where it comes from, and its rows in words."""
    cells = [(_called(game, words, key), _values(game, words, value)) for key, value in rows.items() if key != "kind"]
    return {"id": name, "title": words(f"component.{name}"), "kind": rows["kind"], "rows": cells}


def _values(game: Game, words: Words, value: Any) -> str:
    items = value if isinstance(value, list) else [value]
    return ", ".join(_called(game, words, item) if isinstance(item, str) else str(item) for item in items)


def _called(game: Game, words: Words, token: str) -> str:
    """The name of a row or a thing of a component table; empty for a key that only names a table's single row."""
    if f"part.{token}" in words:
        return words(f"part.{token}")
    for kind in _kinds(game):
        if token in kind.tokens:
            return game.word(words, kind, kind.tokens.index(token))
    return token


def _kinds(game: Game) -> Iterator[Kind]:
    """The kinds of things of a game, as its events and luck name them."""
    for luck in game.lucks:
        yield luck.things
    for event in game.events:
        yield from (kind for kind in (event.thing, event.cover, event.place) if kind is not None)


def _pictures(game: Game, words: Words) -> Iterator[RulesPicture]:
    """The drawings that have a name in the catalogue, with what is said about the thing."""
    path = look_file(f"{game.id}/art.svg")
    drawn = SYMBOL.findall(path.read_text(encoding="utf-8")) if path is not None and path.is_file() else []
    for symbol in drawn:
        name = _name(words, symbol)
        if name:
            about = f"about.{symbol}"
            yield {"symbol": symbol, "name": name, "about": words(about) if about in words else ""}


def _beside(game: Game) -> dict[str, list[str]]:
    """The drawings next to each rule, by its id."""
    path = game.folder / "pictures.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def _name(words: Words, symbol: str) -> str:
    if f"part.{symbol}" in words:
        return words(f"part.{symbol}")
    for key, text in words.entries.items():
        head, _, last = key.rpartition(".")
        if last == symbol and head and head.split(".")[0] not in NO_NAMES and "{" not in text:
            return text
    return ""
